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

TOP = ["5C JC KC QC AH", "2C 2S 3S 4S 6S", REST]  # Clubs are trumps, and seat 0 wins every trick.

PLAIN = ["KD QD 9H 9S 8S", "2D 3D 4D KH 7S", "6D 7D 8D 2H 6S"]
PLAIN_MOVES = "KD, 2D, 6D, QD, 3D, 7D, 9H, KH, 2H, 4D, 8D, 8S, 6S, 9S, 7S"  # Two tricks, two and one, without a trump.


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


STRONG = ["5C JC AH AC KC", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]  # Clubs are trumps, and seat 0 wins every trick.


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
    """Each deal without a winner scores something, and a pool is paid for until someone has nothing."""
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
