"""What a deal of Bête brings and costs."""

import pytest
from msgspec.structs import replace

from protocol.bete.actions import write_action
from protocol.bete.events import DealEnded, DealSheet, Ending
from protocol.setup import OptionValue
from protocol.vocabulary import Seat
from server.rules.bete.deal import Dealing, Match
from server.rules.game import CHANCE, Shuffled
from tests.server.rules.bete.position import GAME, HANDS, begun, dealing, play

NO_KING = ("QC JC AC 10C 7H", "KD QD 9C 8H 7S", "10D 9D 8D 10H 9H", "7D 8S 9S 10S JS")
"""The King of clubs is not dealt."""


def sheet(moves: str, hands: tuple[str, ...] = NO_KING, carried: int = 0, **options: OptionValue) -> DealSheet:
    """Give the sheet of a deal."""
    totals = (0,) * len(hands) if carried else ()
    _, events = play(begun(hands, "8C", totals, carried, **options), moves)
    ended = [event for event in events if isinstance(event, DealEnded)]
    assert len(ended) == 1
    return ended[0].sheet


FOUR_TRICKS = "in, in, -, -, QC, 9C, JC, KD, AC, QD, 7H, 8H, 7S, 10C"
"""Seat 0 takes three tricks at once, seat 1 one, and seat 0 the last."""


def test_three_tricks_win_the_pool() -> None:
    """Source: section 12; who took part and did not win pays as much into the pool of the next deal."""
    ended = sheet(FOUR_TRICKS)
    assert (ended.ending, ended.sweeper, ended.active, ended.tricks) == (Ending.MOST, 0, (0, 1), (4, 1, 0, 0))
    assert (ended.pool, ended.carried) == (4, 4)
    assert ended.points == (3, -5, -1, -1)
    assert ended.king is None


def test_a_pool_that_was_carried_over_counts() -> None:
    """A stake of each comes to it."""
    ended = sheet(FOUR_TRICKS, carried=10)
    assert (ended.pool, ended.points, ended.carried) == (14, (13, -15, -1, -1), 14)


def test_the_king_of_trumps_is_paid_for() -> None:
    """Source: section 12: a chip from each player, active or not; nothing where it was turned up or not dealt."""
    passed = sheet("-, in, -, -", HANDS)
    assert (passed.king, passed.points) == (0, (2, 2, -2, -2))
    _, events = play(begun(("QC JC AC 10C 7H", *HANDS[1:]), "KC"), "-, in, -, -")
    assert isinstance(events[-1], DealEnded)
    assert (events[-1].sheet.king, events[-1].sheet.points) == (None, (-1, 3, -1, -1))


@pytest.mark.parametrize(("all_tricks", "points"), [("pool", (7, -9, -1, -1)), ("chip", (4, -6, -1, -1))])
def test_all_five_tricks_are_paid_again(all_tricks: str, points: tuple[int, ...]) -> None:
    """Source: section 12: also the pool's amount from each active opponent; option, a chip."""
    hands = ("QC JC AC 10C 9C", "KD QD 7C 8H 7S", *NO_KING[2:])
    ended = sheet("in, in, -, -, QC, 7C, JC, 7S, AC, 8H, 10C, QD, 9C, KD", hands, all_tricks=all_tricks)
    assert (ended.ending, ended.points, ended.carried) == (Ending.ALL, points, 4)


FIRST = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "AH JH KS 7S 9S")
"""Clubs are trumps and nobody holds one: seat 0 takes the first two tricks with hearts, or not."""


def test_the_first_two_tricks_win_where_nobody_has_three() -> None:
    """Source: section 12."""
    ended = sheet("in, in, in, KH, 8H, AH, 10H, 7H, JH, KS, 7D, 8S, 7S, 8D, QD, 9S, 9D, KD", FIRST)
    assert ended.tricks == (1, 0, 4)
    hands = ("KH QH 9D 8D 7D", "8H 7H KD QD 8S", "AH JH KS 7S 9S")
    ended = sheet("in, in, in, KH, 8H, AH, QH, 7H, JH, 9D, KD, 7S, QD, 9S, 8D, 8S, KS, 7D", hands)
    assert ended.tricks == (2, 2, 1)
    assert (ended.ending, ended.sweeper, ended.points) == (Ending.FIRST_TWO, 0, (2, -4, -4))
    assert ended.carried == 6


def test_nobody_may_win_the_pool() -> None:
    """Source: section 12: then it is carried over, and everybody who took part pays."""
    hands = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "QH JH KS 7S 9S")
    ended = sheet("in, in, in, KH, 8H, QH, 10H, 7H, JH, KS, 7D, 8S, 7S, 8D, QD, 9S, 9D, KD", hands)
    assert ended.tricks == (1, 0, 4)
    lost = ("KH 10H 9D 8D 7D", "8H 7H KD QD 8S", "QH JH KS 7S 9D".replace("9D", "JD"))
    ended = sheet("in, in, in, KH, 8H, JH, 10H, 7H, QH, JD, 9D, KD, 8S, KS, 7D, 7S, 8D, QD", lost)
    assert ended.tricks[0] == 1
    assert (ended.ending, ended.sweeper, ended.pool) in {(Ending.CARRIED, None, 3), (Ending.MOST, 2, 3)}


def test_against_all_only_the_one_can_win_or_lose() -> None:
    """Source: section 12, option; the others pay and win nothing."""
    state, _ = play(begun(NO_KING, alone="play"), "-, -, -, in")
    ended = None
    while state.turn is not None:
        state, events = play(state, write_action(GAME.fallback(state, state.turn)))
        ended = next((event.sheet for event in events if isinstance(event, DealEnded)), None)
    assert ended is not None
    assert ended.tricks[3] < 3
    assert (ended.ending, ended.sweeper) == (Ending.CARRIED, None)
    assert ended.points == (-1, -1, -1, -5)
    assert ended.carried == 8


def test_the_pool_is_shared_out_at_the_end() -> None:
    """What cannot be shared stays; equal ones share the win."""
    _, events = play(begun(NO_KING, deals=1), "-, -, -, -")
    ended = next(event.sheet for event in events if isinstance(event, DealEnded))
    assert (ended.totals, ended.carried) == ((0, 0, 0, 0), 0)
    before = dealing(4, (5, 0, -3, -5), 3, deals=4)
    match = replace(before.match, sheets=before.match.sheets * 3, past=before.match.past * 3)
    (dealt,) = GAME.decide(Dealing(match), CHANCE, Shuffled(tuple(range(32))))
    _, events = play(GAME.evolve(Dealing(match), dealt), "-, -, -, -")
    ended = next(event.sheet for event in events if isinstance(event, DealEnded))
    assert (ended.pool, ended.carried, sum(ended.totals)) == (7, 3, -3)
    assert Match(match.variant, Seat(0), (ended,) * 4).winners == (0,)
    assert match.winners == ()
