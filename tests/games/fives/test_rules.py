"""The twisted cases of Twenty-Five, Forty-Five and Spoil Five."""

from collections.abc import Sequence
from random import Random

import pytest

from games.fives.bot import FIVES as FIVES_BOT
from games.fives.rules import FIVES, FivesTable, Sheet, final_chips
from games.kit.asking import text
from games.kit.game import Game
from games.kit.run import Run
from games.kit.secrets import Told
from protocol.cards import Card, read_card
from protocol.setup import OptionValue
from tests.games.position import begin, offered, play, turn

TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE = FIVES
REST = "2D 3D 4D 6D 7D"
TOP = ["5C JC KC QC AH", "2C 2S 3S 4S 6S", REST]
"""Clubs are trumps, and seat 0 wins every trick."""

SWEEP = "5C, 2C, 2D, JC, 2S, 3D, KC, 3S, 4D, QC, 4S, 6D, AH, 6S, 7D"
PLAIN = ["KD QD 9H 9S 8S", "2D 3D 4D KH 7S", "6D 7D 8D 2H 6S"]
PLAIN_MOVES = "KD, 2D, 6D, QD, 3D, 7D, 9H, KH, 2H, 4D, 8D, 8S, 6S, 9S, 7S"
"""Two tricks, two and one, without a trump."""


def dealt(
    game: int, hands: Sequence[str], turned: str = "9C", totals: Sequence[int] = (), **options: OptionValue
) -> Run:
    """Return a run in which the last seat has dealt, after a deal that led to these totals, if any."""
    nothing = (0,) * len(hands)
    before = Sheet(
        dealer=len(hands) - 2,
        ending="spoilt" if game == 2 else "played",
        points=nothing,
        totals=tuple(totals),
        tricks=nothing,
        sides=len(hands),
        pool=3 if game == 2 else None,
    )
    sheets = [before] if totals else []
    laid = dict(enumerate(hands))
    return begin(FIVES[game], len(hands), options, dealer=len(hands) - 1, sheets=sheets, hands=laid, turned=turned)


def best(told: Sequence[Told]) -> tuple[int, Card, int] | None:
    """Return the seat that has scored for the best card, the card, and its points."""
    return next(((about["seat"], about["card"], about["scored"]) for what, about, _ in told if what == "best"), None)


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("KD", "2D 3C AH 4S 5H", "2D 3C AH"),
        ("KD", "2S 3C AH 4S 5H", "2S 3C AH 4S 5H"),
        ("KC", "5C JC AH 4S 6S", "5C JC AH 4S 6S"),
        ("KC", "5C 2C AH 4S 6S", "5C 2C AH"),
        ("AH", "JC 2S 3S 4S 6S", "JC 2S 3S 4S 6S"),
        ("JC", "AH 5C 3S 4S 6S", "AH 5C"),
        ("5C", "JC 2S 3S 4S 6S", "JC"),
        ("2C", "JC 2S 3S 4S 6S", "JC 2S 3S 4S 6S"),
        ("2H", "AH 3H 3S 4S 6S", "AH 3H"),
        ("2H", "AH 2S 3S 4S 6S", "AH 2S 3S 4S 6S"),
        ("AH", "JK 2S 3S 4S 6S", "JK 2S 3S 4S 6S"),
        ("JC", "JK 2S 3S 4S 6S", "JK"),
    ],
)
def test_a_top_trump_above_the_one_led_may_be_kept_back(led: str, hand: str, allowed: str) -> None:
    """Clubs are trumps; the Ace of hearts is one of them, and never a heart."""
    run = dealt(1, [f"{led} 9D 10D JD QD", hand, REST.replace("2D", "8D")])
    play(run, led)
    assert offered(run) == set(allowed.split())


def test_the_holder_of_the_ace_robs_at_its_first_turn_or_not_at_all() -> None:
    """Only it knows what it puts aside."""
    run = dealt(0, ["9D 10D JD QD KD", "AC 2S 3S 4S 6S", REST])
    play(run, "9D")
    assert offered(run) == {"AC", "2S", "3S", "4S", "6S", *(f"rob {card}" for card in ("AC", "2S", "3S", "4S", "6S"))}
    told = play(run, "rob 2S")
    assert told == [("robbed", {"seat": 1, "card": read_card("9C"), "own": read_card("2S")}, 1)]
    assert (offered(run), run.table.claim) == ({"9C", "AC", "3S", "4S", "6S"}, "taken")
    late = dealt(0, ["9D 10D JD QD KD", "AC 2S 3S 4S 6S", REST])
    play(late, "9D, 2S, 2D, 10D")
    assert (offered(late), late.table.claim) == ({"AC", "3S", "4S", "6S"}, "lapsed")


@pytest.mark.parametrize(("hands", "turned"), [
    (["2H 9D 10D JD QD", "AH 2S 3S 4S 6S", REST], "9H"),
    (["2C 9D 10D JD QD", "AC 2S 3S 4S 6S", REST], "9C"),
])  # fmt: skip
def test_an_ace_that_does_not_rob_may_become_the_lowest_trump(hands: list[str], turned: str) -> None:
    """By declining openly it keeps its rank; by silence it sinks at once."""
    run = dealt(1, hands, turned, unrobbed_ace="lowest")
    play(run, hands[0].split()[0])
    assert {"-", hands[1].split()[0]} < offered(run)
    play(run, f"{hands[1].split()[0]}, 2D")
    assert run.table.takers == [0]
    declined = dealt(1, hands, turned, unrobbed_ace="lowest")
    play(declined, f"{hands[0].split()[0]}, -, {hands[1].split()[0]}, 2D")
    assert declined.table.takers == [1]


def test_the_best_card_scores_when_no_higher_one_can_be_held() -> None:
    """While the turn-up can be robbed it counts as held; a better card that is put aside does not."""
    assert best(play(dealt(1, TOP, best_card=6), "5C")) == (0, read_card("5C"), 6)
    assert best(play(dealt(1, TOP, best_card=0), "5C")) is None
    hands = ["JC 9D 10D QD KD", "AC 5D 3S 4S 6S", REST]
    for moves, holder in (("AC", (0, "JC")), ("rob 3S, 5C", (1, "5C"))):
        run = dealt(1, hands, "5C")
        assert best(play(run, "JC")) is None
        assert best(play(run, moves)) == (holder[0], read_card(holder[1]), 5)
    aside = dealt(1, ["JC 9D 10D QD KD", "AC 5C 3S 4S 6S", REST])
    assert best(play(aside, "JC, rob 5C")) == (0, read_card("JC"), 5)


def test_without_a_trump_the_highest_winning_card_is_best() -> None:
    """The first of equals; not if the last trick has won the game."""
    assert best(play(dealt(1, PLAIN), PLAIN_MOVES)) == (0, read_card("KD"), 5)
    assert best(play(dealt(1, PLAIN, totals=(0, 0, 35)), PLAIN_MOVES)) is None


@pytest.mark.parametrize(
    ("totals", "moves", "ending", "after"),
    [
        ((40, 0, 0), "5C", "won", (45, 0, 0)),
        ((40, 0, 0), "JC, 2C, 2D", "won", (45, 0, 0)),
        ((0, 0, 0), SWEEP, "played", (30, 0, 0)),
    ],
)
def test_a_game_ends_in_the_middle_of_a_trick(totals: Sequence[int], moves: str, ending: str, after: object) -> None:
    """As soon as a side has the points that win."""
    run = dealt(1, TOP, totals=totals)
    play(run, moves)
    assert (run.match.sheets[-1].ending, run.match.totals) == (ending, after)
    assert (run.asks is None) == (ending == "won")


STRONG = ["5C JC AH AC KC", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]
"""Clubs are trumps, and seat 0 wins every trick."""


def test_a_seat_without_chips_pays_none_and_ends_the_game() -> None:
    """It pays no chip for a jink; a spoilt pool goes back evenly if it could not add to it."""
    run = dealt(2, [STRONG[1], STRONG[0], STRONG[2]], totals=(-19, 0, 16))
    play(run, "2D, 5C, 2H, JC, 3H, 3D, AH, 4H, 4D, jink, AC, 6H, 6D, KC, 7H, 7D")
    assert (run.match.sheets[-1].points, run.match.winners) == ((-1, 6, -2), (2,))
    poor = dealt(2, PLAIN, totals=(-19, 0, 16))
    play(poor, PLAIN_MOVES)
    assert (poor.match.sheets[-1].ending, poor.match.sheets[-1].points) == ("shared", (1, 1, 1))
    assert final_chips(poor.match) == {"chips": [2, 21, 37]}


def test_a_seat_that_has_not_robbed_may_be_barred_from_the_pool() -> None:
    """Everyone learns it when it would have taken the pool."""
    hands = ["AC 5C JC 2S 3S", *STRONG[1:]]
    run = dealt(2, hands, must_rob=True)
    play(run, "5C, 2D, 2H, JC, 3D, 3H")
    assert run.table.barred is None
    play(run, "AC, 4D, 4H, 2S, 6D, 6H")
    assert run.table.barred == 0
    play(run, "3S, 7D, 7H")
    assert run.match.sheets[-1].ending == "spoilt"
    robbed = dealt(2, hands, must_rob=True)
    play(robbed, "rob 2S, 5C, 2D, 2H, JC, 3D, 3H, AC, 4D, 4H")
    assert offered(robbed) == {"sweep", "jink"}


@pytest.mark.parametrize(
    ("game", "players", "options", "most"),
    [
        (TWENTY_FIVE, 5, {}, 5),
        (TWENTY_FIVE, 4, {"partners": True}, 2),
        (FORTY_FIVE, 6, {"partners": True, "trick_scores": "majority", "best_card": 0}, 18),
        (FORTY_FIVE, 5, {"trick_scores": "game", "best_card": 0}, 100),
        (SPOIL_FIVE, 5, {"stake": 2}, 95),
    ],
)
def test_a_game_has_so_many_deals_at_most(
    game: Game[FivesTable], players: int, options: dict[str, OptionValue], most: int
) -> None:
    """Each deal without a winner scores something, and a pool is paid for until somebody has nothing."""
    assert game.page(game.start(players, options))["most_deals"] == most


def test_a_plain_hand_keeps_its_trumps_while_two_are_to_follow() -> None:
    """The first seat after a plain lead throws a card away, the next takes the trick."""
    hands = ["KD QD 9H 9S 8S", "2C 2S 3S 4S 6S", "3C 2H 3H 4H 6H", "6D 7D 8D 7H 7S"]
    run = dealt(0, hands)
    for said in ("KD", "6S", "3C"):
        table, seat = run.table, turn(run)
        offer = run.offer(seat)
        assert offer is not None
        assert text(FIVES_BOT.plain(table, seat, offer, Random(1))) == said
        run.act(seat, run.read(seat, said))
