"""Going through a finished game: every step has its place, and each way back leads to where one came from."""

import json
from functools import reduce

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.model.game import Unit
from chwech_tui.model.replay import (
    KEPT,
    LAST,
    MOST_STEPS,
    Reel,
    ReplayMove,
    board_of,
    includes,
    moved,
    place_words,
    took,
)
from protocol.archive import ReplayPart
from protocol.errors import RemoteProtocolError
from protocol.game import Stage
from protocol.message import Seat
from protocol.table import TablePhase
from tests.chwech_tui.replays import entry_of, record_of, reel_of, steps_of
from tests.chwech_tui.values import KIND, of_kit

DEALS = steps_of(record_of(deals=3))  # Three deals.
WHOLE = reel_of(DEALS)  # A game that is known to its end.

FORTH = (ReplayMove.STEP, ReplayMove.TRICK)
BACK = {ReplayMove.STEP: ReplayMove.STEP_BACK, ReplayMove.TRICK: ReplayMove.TRICK_BACK}


def here(reel: Reel) -> tuple[int, int | None]:
    """Give the place that is shown."""
    return reel.deal, reel.place


def after(reel: Reel, *moves: ReplayMove) -> Reel:
    """Make some moves."""
    return reduce(moved, moves, reel)


def test_every_action_has_a_step() -> None:
    """Besides one step for each action there is one for the deal; the last action has its score."""
    record = json.loads(record_of(deals=3))
    assert [len(steps) for steps in DEALS] == [len(deal["actions"]) + 1 for deal in record["deals"]]
    for steps in DEALS:
        assert [place for place, step in enumerate(steps) if includes(KIND, step, Unit.DEAL)] == [len(steps) - 1]


def test_little_of_a_game_is_kept() -> None:
    """A deal without an end is refused, and of a long game the deals that came first go first."""
    reel, steps = Reel(KIND), DEALS[0] * 30
    for _ in range(MOST_STEPS // len(steps)):
        reel = took(reel, 1, ReplayPart(1, steps, more=True))
    with pytest.raises(RemoteProtocolError, match="a deal has no end"):
        took(reel, 1, ReplayPart(1, steps, more=True))
    reel = WHOLE
    for number in range(4, 4 + KEPT):
        reel = took(reel, number, ReplayPart(1, DEALS[0]))
    assert [film.deal for film in reel.films] == list(range(4, 4 + KEPT))
    assert reel.wanted == (1, 0)


def test_step_by_step_one_sees_everything_once() -> None:
    """From the start to the end there are as many steps as the game had, and then no more."""
    seen, reel = [here(WHOLE)], WHOLE
    while (onward := moved(reel, ReplayMove.STEP)) != reel:
        reel = onward
        seen.append(here(reel))
    assert seen == [(deal, step) for deal, steps in enumerate(DEALS, 1) for step in range(len(steps))]
    assert here(moved(WHOLE, ReplayMove.END)) == seen[-1]
    assert (
        moved(WHOLE, ReplayMove.STEP_BACK)
        == moved(WHOLE, ReplayMove.TRICK_BACK)
        == moved(WHOLE, ReplayMove.DEAL_BACK)
        == WHOLE
    )


@given(st.lists(st.sampled_from(ReplayMove), max_size=60), st.sampled_from(FORTH))
def test_forth_and_back_is_where_one_was(way: list[ReplayMove], forth: ReplayMove) -> None:
    """Wherever one has gone, a step back takes back a step; so does a trick, from where one was taken."""
    reel = after(WHOLE, *way)
    assert reel.shown is not None
    beyond = moved(reel, forth)
    stops = not reel.place or includes(KIND, reel.shown, Unit.TRICK) or includes(KIND, reel.shown, Unit.DEAL)
    if here(beyond) != here(reel) and (forth is ReplayMove.STEP or stops):
        assert here(moved(beyond, BACK[forth])) == here(reel)


def test_one_goes_trick_by_trick_and_deal_by_deal() -> None:
    """Each trick when it is taken, the last with its score; back to the start of a deal, then to the one before."""
    taken = [step for step, seen in enumerate(DEALS[0]) if includes(KIND, seen, Unit.TRICK)]
    reel, seen = WHOLE, []
    while reel.deal == 1:
        reel = moved(reel, ReplayMove.TRICK)
        seen.append(here(reel))
    assert taken[-1] == len(DEALS[0]) - 1
    assert seen == [*((1, step) for step in taken), (2, 0)]
    assert here(after(WHOLE, ReplayMove.DEAL)) == (2, 0)
    assert here(after(WHOLE, ReplayMove.DEAL, ReplayMove.DEAL, ReplayMove.DEAL)) == (3, len(DEALS[2]) - 1)
    inside = after(WHOLE, ReplayMove.DEAL, ReplayMove.STEP, ReplayMove.STEP)
    assert here(moved(inside, ReplayMove.DEAL_BACK)) == (2, 0)
    assert here(after(inside, ReplayMove.DEAL_BACK, ReplayMove.DEAL_BACK)) == (1, 0)
    assert here(after(inside, ReplayMove.START)) == (1, 0)


def test_what_has_not_come_yet_is_asked_for() -> None:
    """First the first deal, then the rest of it, then whatever deal one goes to; the last step once it is known."""
    empty = Reel(KIND)
    assert (empty.wanted, empty.shown, place_words(empty)) == ((1, 0), None, "deal 1")
    assert after(empty, *ReplayMove) == empty
    part = took(empty, 1, ReplayPart(1, DEALS[0][:7], more=True, deals=3))
    assert part.wanted == (1, 7)
    assert part.deals == 3
    held = after(part, *[ReplayMove.STEP] * 20)
    assert here(held) == (1, 6)
    assert here(moved(held, ReplayMove.TRICK)) == (1, 6)
    whole = took(held, 1, ReplayPart(2, DEALS[0][7:]))
    assert whole.wanted is None
    assert whole.film.steps == DEALS[0]
    end = moved(whole, ReplayMove.END)
    assert (end.wanted, end.step, end.shown, place_words(end)) == ((3, 0), LAST, None, "deal 3 of 3")
    assert moved(end, ReplayMove.STEP) == end
    half = took(end, 3, ReplayPart(3, DEALS[2][:5], more=True))
    assert (half.wanted, half.shown) == ((3, 5), None)
    assert took(half, 3, ReplayPart(4, DEALS[2][5:])).shown == DEALS[2][-1]


@pytest.mark.parametrize(("step", "words"), [(0, "deal 1 of 3, as it was dealt"), (LAST, "deal 1 of 3, the score")])
def test_the_ends_of_a_deal_are_named(step: int, words: str) -> None:
    """The deal itself and its score are no play of any trick."""
    assert place_words(Reel(KIND, 1, step, WHOLE.deals, WHOLE.films)) == words


def test_tricks_and_plays_are_counted() -> None:
    """Within a trick plays count from 1, passes of the lead too, up to the one with which it is taken."""
    trick, play = 1, 0
    for place, step in enumerate(DEALS[1][1:-1], start=1):
        play += 1
        assert place_words(Reel(KIND, 2, place, 3, WHOLE.films)) == f"deal 2 of 3, trick {trick}, play {play}"
        if includes(KIND, step, Unit.TRICK):
            trick, play = trick + 1, 0


def test_the_table_looks_as_it_did() -> None:
    """With the seats of the game, the reader's own, and the marks of hints; before it has come, no game."""
    board = board_of(moved(WHOLE, ReplayMove.END), entry_of(deals=3))
    assert (board.table.phase, board.table.viewer, board.table.table) == (TablePhase.OVER, Seat(0), "calm-river")
    assert board.people.names[:2] == ("Megan", "Owain")
    assert board.people.bots == {1, 2, 3}
    assert of_kit(board.game).stage is Stage.OVER
    assert board_of(Reel(KIND), entry_of()).game is None
    board = board_of(WHOLE, msgspec.structs.replace(entry_of(), hinted=(Seat(0),)))
    assert board.people.hinted == {0}
