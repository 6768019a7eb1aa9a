"""The twisted cases of Twenty-Five, Forty-Five and Spoil Five."""

from collections.abc import Sequence

import pytest

from games.fives.rules import CHIPS, FIVES, FivesTable, Sheet, final_chips, winners
from games.kit.asking import Illegal
from games.kit.game import Game
from games.kit.run import Run
from games.kit.secrets import Told
from protocol.cards import JOKER, Card, read_card
from protocol.setup import OptionValue
from tests.games.position import begin, offered, play, turn

TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE = FIVES
REST = "2D 3D 4D 6D 7D"
TOP = ["5C JC KC QC AH", "2C 2S 3S 4S 6S", REST]
"""Clubs are trumps, and seat 0 wins every trick."""

SWEEP = "5C, 2C, 2D, JC, 2S, 3D, KC, 3S, 4D, QC, 4S, 6D, AH, 6S, 7D"
FOUR = ["JC KC QC 7C 9D", "5C 2S 3S 4S 6S", REST]
FOUR_MOVES = "JC, 2S, 2D, KC, 3S, 3D, QC, 4S, 4D, 7C, 6S, 6D, 9D, 5C, 7D"
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


def test_strictly_only_one_top_trump_may_be_kept_back() -> None:
    """Of two, one has to be played."""
    for hand, free in (("5C JC 3S 4S 6S", False), ("5C 2S 3S 4S 6S", True)):
        run = dealt(0, ["KC 9D 10D JD QD", hand, REST], renege_strict=True)
        play(run, "KC")
        assert ("4S" in offered(run)) == free


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


def test_the_dealer_takes_a_joker_or_an_ace_that_is_turned_up() -> None:
    """The Joker must be taken and another card is turned; an Ace may be left."""
    run = dealt(1, ["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST], "JK AC")
    assert offered(run, 2) == {f"joker {card}" for card in REST.split()}
    play(run, "joker 2D")
    assert JOKER in run.table.hands[2]
    assert {"-", "rob JK"} < offered(run, 2)
    play(run, "-")
    assert (run.table.claim, turn(run)) == ("left", 0)


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


@pytest.mark.parametrize(
    ("way", "hands", "moves", "points"),
    [
        ("majority", FOUR, FOUR_MOVES, (5, 5, 0)),
        ("game", FOUR, FOUR_MOVES, (20, 5, 0)),
        ("majority", TOP, SWEEP, (15, 0, 0)),
        ("game", TOP, SWEEP, (45, 0, 0)),
        ("majority", PLAIN, PLAIN_MOVES, (5, 0, 0)),
    ],
)
def test_tricks_may_score_together(way: str, hands: list[str], moves: str, points: tuple[int, ...]) -> None:
    """After the last trick; the best card besides."""
    run = dealt(1, hands, trick_scores=way)
    play(run, moves)
    assert run.match.sheets[-1].points == points


def test_a_hundred_deals_end_a_game_that_may_score_nothing() -> None:
    """The highest score wins then."""
    run = dealt(1, TOP, trick_scores="majority", best_card=0)
    play(run, SWEEP)
    match, sheet = run.match, run.match.sheets[-1]
    match.sheets = [sheet] * 99
    assert winners(match) == ()
    match.sheets += [sheet]
    assert winners(match) == (0,)


@pytest.mark.parametrize(
    ("options", "totals", "chips"),
    [
        ({}, (), [CHIPS + 2, CHIPS - 1, CHIPS - 1]),
        ({"double_stake": True}, (), [CHIPS + 4, CHIPS - 2, CHIPS - 2]),
        ({"double_stake": True}, (5, 20, 5), [CHIPS + 4, CHIPS - 2, CHIPS - 2]),
        ({"pool": False}, (), None),
    ],
)
def test_the_winner_takes_the_pool(options: dict[str, OptionValue], totals: Sequence[int], chips: object) -> None:
    """All five tricks of the last deal may bring a double stake."""
    run = dealt(0, TOP, "9C", totals, **options)
    play(run, SWEEP if not totals else SWEEP.rsplit(", ", 3)[0])
    assert final_chips(run.match).get("chips") == chips


THREE = "5C, 2D, 2H, JC, 3D, 3H, AH, 4D, 4H"
STRONG = ["5C JC AH AC KC", "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H"]
"""Clubs are trumps, and seat 0 wins every trick."""


@pytest.mark.parametrize(
    ("moves", "ending", "points"),
    [
        ("sweep", "swept", (2, -1, -1)),
        ("jink, AC, 6D, 6H, KC, 7D, 7H", "jinked", (4, -2, -2)),
    ],
)
def test_the_winner_of_the_first_three_tricks_sweeps_or_jinks(moves: str, ending: str, points: object) -> None:
    """A jink that succeeds brings a chip more from each other seat."""
    run = dealt(2, STRONG)
    assert (run.table.pool, run.table.chips, run.table.standing) == (3, [19] * 3, (-1,) * 3)
    play(run, THREE)
    assert offered(run) == {"sweep", "jink"}
    play(run, moves)
    sheet = run.match.sheets[-1]
    assert (sheet.ending, sheet.points, sheet.pool, run.table.pool) == (ending, points, 3, 0)


def test_a_jink_that_fails_ends_the_deal_and_leaves_the_pool() -> None:
    """The next deal adds a chip of each to it."""
    run = dealt(2, ["5C JC AH 7S 3S", "KD 3D 4D 6D 4S", "KH 3H 4H 6H 7H"])
    play(run, "5C, 3D, 3H, JC, 4D, 4H, AH, 6D, 6H, jink, 7S, 4S, 7H")
    assert (run.match.sheets[-1].ending, run.match.sheets[-1].tricks) == ("spoilt", (3, 1, 0))
    run.shuffle(range(52))
    assert run.table.pool == 6


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
    ("moves", "answer", "reason"),
    [
        ("", "2S", "unheld"),
        ("9D", "-", "no_decline"),
        ("9D", "jink", "no_jink"),
        ("9D", "joker 2S", "no_joker"),
        ("9D, 2S", "3H", "follow_or_trump"),
        ("9D, 2S, 2D, KC, AC", "3D", "trump"),
    ],
)
def test_a_refusal_has_the_name_of_its_reason(moves: str, answer: str, reason: str) -> None:
    """Robbing, jinking and the Joker have their time."""
    run = dealt(0, ["9D 10D JD KC KD", "AC 2S 3S 4S 6S", "2D 3D 4C 3H 7D"])
    play(run, moves)
    with pytest.raises(Illegal, match=f"^{reason}$"):
        play(run, answer)


@pytest.mark.parametrize(
    ("hands", "turned", "moves", "late"),
    [
        (["9D 10D JD QD KD", "2C 2S 3S 4S 6S", REST], "AC", "", "-"),
        (["9D 10D 2C QD KD", "AC 2S 3S 4S 10S", REST], "8C", "9D", "10S"),
        (["KC 10D 2C QD KD", "AC 4C 3S 4S 6S", REST], "8C", "KC", "4C"),
    ],
)
def test_a_late_seat_plays_the_lowest_card(hands: list[str], turned: str, moves: str, late: str) -> None:
    """It never robs or declines at its own turn, which would reveal who holds the Ace of trumps."""
    run = dealt(1, hands, turned)
    play(run, moves)
    assert run.read(turn(run), late) == run.fallback(turn(run))


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
