"""A record played again moment by moment, with all hands open: what each moment holds, and where a fault shows."""

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from protocol.chwech.events import DealEnded, Dealt, Ending, GameEnded, LeadPassed, TrickTaken
from protocol.chwech.views import ChwechView, Phase
from protocol.setup import OptionValue, Setup
from server.rules.chwech.deal import State
from server.rules.chwech.game import Chwech
from server.rules.chwech.record import GameRecord, read_record, replay
from server.rules.game import Break, InvalidRecord, Label, Moment
from server.rules.records import RecordFault
from tests.conformance.kit import Laws
from tests.conformance.test_chwech import ChwechSubject

GAME = Chwech()


def played(seed: int = 1, options: Mapping[str, OptionValue] = {}) -> str:
    """Give the record of a random game of two deals."""
    setup = Setup(players=4, options={"deals": 2, **options})
    steps = Laws(ChwechSubject()).play(setup, Random(seed))
    return GAME.record(setup, [step.event for step in steps], Label(("a", "b", "c", "d"), "1", "then"))


RECORD = played()


def moments_of(record: GameRecord) -> tuple[list[Moment[State]], RecordFault | None]:
    """Give the moments up to a fault, and the fault."""
    seen: list[Moment[State]] = []
    try:
        seen.extend(replay(record))
    except RecordFault as fault:
        return seen, fault
    return seen, None


def revealed(state: State) -> ChwechView:
    """Give what there is to see of a state."""
    view = GAME.reveal(state)
    assert isinstance(view, ChwechView)
    return view


def test_a_moment_is_a_deal_an_action_or_a_score() -> None:
    """Each deal has one for itself, one for each action with what follows from it, and one for the score."""
    record = read_record(RECORD.encode())
    moments = list(GAME.replay(RECORD))
    expected = sum(len(deal.actions) + 2 for deal in record.deals)
    assert len(moments) == expected
    firsts = [type(moment.events[0]) for moment in moments]
    assert firsts.count(Dealt) == firsts.count(DealEnded) == 2
    assert isinstance(moments[-1].events[1], GameEnded)
    ends = [GAME.breaks(moment.events[0]) is Break.DEAL for moment in moments]
    assert [place for place, end in enumerate(ends) if end] == [
        len(record.deals[0].actions) + 1,
        expected - 1,
    ]


def test_the_last_trick_can_still_be_seen_before_the_score() -> None:
    """After the last action the hands, the piles and the worth are those that the score then has."""
    moments = list(GAME.replay(RECORD))
    for place, moment in enumerate(moments):
        if isinstance(moment.events[0], DealEnded):
            before, sheet = revealed(moments[place - 1].state), moment.events[0].sheet
            assert tuple(seat.won for seat in before.seats) == sheet.won
            assert tuple(seat.worth for seat in before.seats) == sheet.scores
            assert tuple(map(len, before.hands[0].left)) == sheet.left
            assert before.turn is None


def test_a_deadlock_is_a_pass_and_then_a_score() -> None:
    """Where everybody passes the lead no trick is taken by the last action."""
    seed = next(seed for seed in range(200) if '"deadlock"' in played(seed))
    moments = list(GAME.replay(played(seed)))
    place = next(
        place
        for place, moment in enumerate(moments)
        if isinstance(moment.events[0], DealEnded) and moment.events[0].sheet.ending is Ending.DEADLOCK
    )
    assert [type(event) for event in moments[place - 1].events] == [LeadPassed]
    assert not any(isinstance(event, TrickTaken) for event in moments[place].events)


def test_what_is_revealed_between_deals() -> None:
    """Before the first deal there are no hands; after one, its own; at the end those of all deals, as for everybody."""
    assert revealed(GAME.start(Setup(players=4))).hands == ()
    moments = list(GAME.replay(RECORD))
    between = next(moment.state for moment in moments if isinstance(moment.events[0], DealEnded))
    view = revealed(between)
    assert (view.phase, len(view.hands), len(view.sheets)) == (Phase.DEALING, 1, 1)
    assert tuple(map(len, view.hands[0].left)) == view.sheets[0].left
    last = moments[-1].state
    assert revealed(last) == GAME.view(last, None)
    assert len(revealed(last).hands) == 2


@pytest.mark.parametrize("options", [{"ruleset": "original"}, {"review_won": True}, {"ruleset": "revised"}])
def test_every_option_is_played_as_it_was(options: dict[str, OptionValue]) -> None:
    """The piles lie open where the table had them so, and the rules are those of the table."""
    moments = list(GAME.replay(played(3, options)))
    views = [revealed(moment.state) for moment in moments]
    assert {view.ruleset for view in views} == {options.get("ruleset", "revised")}
    assert any(seat.pile for view in views for seat in view.seats) == bool(options.get("review_won"))


def test_moments_come_up_to_the_fault() -> None:
    """What is before a fault is given, and then the fault with its place; totals are compared at the very end."""
    record = read_record(RECORD.encode())
    first, second = record.deals
    whole, none = moments_of(record)
    assert none is None
    late = replace(record, deals=(first, replace(second, actions=(*second.actions[:5], (9, "-"), *second.actions[6:]))))
    seen, fault = moments_of(late)
    assert fault is not None
    assert (fault.deal, fault.action) == (2, 6)
    assert seen == whole[: len(first.actions) + 2 + 6]
    seen, fault = moments_of(replace(record, totals=(0,) * 4))
    assert (seen, str(fault).partition(":")[0]) == (whole, "totals")


def test_what_is_no_record_is_refused_at_once() -> None:
    """A text that is no record has no moments."""
    with pytest.raises(InvalidRecord, match="no JSON object"):
        list(GAME.replay("no record"))
