"""Records: written from events, read from hostile lines, replayed and compared."""

import contextlib
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kit.records import LONGEST, RecordFault
from protocol.chwech.events import DealEnded, Dealt, Ending, GameEnded, LeadPassed, TrickTaken
from protocol.chwech.views import ChwechView, Phase
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.chwech.deal import State
from server.rules.chwech.game import Chwech
from server.rules.chwech.record import GameRecord, make_record, read_record, replay, write_record
from server.rules.game import Break, Label, Moment
from server.rules.registry import GAMES
from tests.conformance.kit import Laws
from tests.conformance.setups import tables
from tests.conformance.test_chwech import LAWS, ChwechSubject
from tests.server.rules.recorded import damaged

Plain = dict[str, Any]
"""A record as JSON has it."""


def played(setup: Setup, seed: int = 1) -> GameRecord:
    """Give the record of a random game."""
    steps = LAWS.play(setup, Random(seed))
    return make_record(setup, [step.event for step in steps], names=("x",) * setup.players, played_at="now", id="1")


def check(record: GameRecord) -> None:
    """Replay a record to its end, or up to its fault."""
    for _ in replay(record):
        pass


LINE = write_record(played(Setup(players=4, options={"deals": 1})))
"""A good line."""


def game(**changes: object) -> GameRecord:
    """Give a short game, changed."""
    return replace(played(Setup(options={"deals": 2})), **changes)


def plain(record: GameRecord) -> Plain:
    """Give a record as JSON has it."""
    value: Plain = json.loads(write_record(record))
    return value


def fault(record: Plain | GameRecord | bytes) -> RecordFault:
    """Give what is wrong with a record."""
    if isinstance(record, GameRecord):
        record = write_record(record)
    line = record if isinstance(record, bytes) else json.dumps(record).encode()
    with pytest.raises(RecordFault) as caught:
        check(read_record(line))
    return caught.value


@settings(max_examples=60, deadline=None)
@given(data=st.data(), players=st.sampled_from((4, 5, 6, 7)), seed=st.integers(0, 2**32))
@pytest.mark.no_cover
def test_every_game_has_a_record_that_holds(data: st.DataObject, players: int, seed: int) -> None:
    """Whatever is played can be written, read as the same record, and replayed."""
    record = played(data.draw(tables(players)), seed)
    assert read_record(write_record(record)) == record
    check(record)
    assert record.complete


def test_a_record_has_the_keys_of_the_format() -> None:
    """The usual options are left out, and the seeds and their hashes stand one for each deal."""
    record = plain(played(Setup(players=6, options={"deals": 2, "ruleset": "original", "review_won": True})))
    assert record["ruleset"] == "original"
    assert record["options"] == {"deals": 2, "review_won": True}
    assert record["seed"].startswith("deal-v1 ")
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 3
    assert set(record["deals"][0]) == {"dealer", "hands", "actions", "won", "left", "scores", "end"}


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds."""
    setup = Setup(options={"deals": 2})
    events = [step.event for step in LAWS.play(setup, Random(1))]
    record = make_record(setup, events[:-30])
    assert (len(record.deals), record.complete) == (1, False)
    check(record)
    nothing = make_record(setup, events[:5])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0,) * 6, None)
    check(nothing)


def test_a_record_without_seeds_holds() -> None:
    """A hand-made record needs neither names nor seeds."""
    check(game(seed=None, commitment=None, names=None, played_at=None, id=None))


def test_a_record_says_on_which_seats_hints_were_taken() -> None:
    """It holds, and without hints nothing is said."""
    check(game(hinted=(0, 5)))
    assert b"hinted" not in write_record(game())
    label = Label((), "1", hinted=(Seat(2),))
    assert json.loads(GAMES["chwech"].record(Setup(), (), label))["hinted"] == [2]


def test_one_changed_word_is_found_with_its_place() -> None:
    """Each kind of change is named with the deal and the action, counted from 1."""
    record = plain(game())
    seat, action = record["deals"][1]["actions"][2]
    other = (seat + 1) % 6
    record["deals"][1]["actions"][2] = [other, action]
    assert str(fault(record)) == f"deal 2, action 3: seat {other} acts, and it is the turn of seat {seat}"
    record["deals"][1]["actions"][2] = [seat, "1X"]
    assert str(fault(record)).startswith("deal 2, action 3: '1X' is no action")
    record["deals"][1]["actions"][2] = [seat, next(card for card in record["deals"][1]["hands"][other] if card != "JK")]
    assert str(fault(record)).startswith("deal 2, action 3: you do not hold")


def test_actions_missing_or_left_over_are_found() -> None:
    """A deal ends exactly where the rules end it."""
    record = plain(game())
    actions = record["deals"][0]["actions"]
    missing = actions.pop()
    assert f"deal 1, action {len(actions) + 1}: it is missing: it is the turn of seat" in str(fault(record))
    actions += [missing, [0, "-"]]
    assert str(fault(record)) == f"deal 1, action {len(actions)}: the deal is over, and actions are left over"


@pytest.mark.parametrize(
    ("key", "value"),
    [("won", [9] * 6), ("left", [1] * 6), ("scores", [0] * 5), ("dealer", 9), ("end", None)],
)
def test_a_result_that_the_rules_do_not_give_is_found(key: str, value: object) -> None:
    """Every result of a deal is compared."""
    record = plain(game())
    deal = record["deals"][1]
    deal[key] = {"out": "deadlock", "deadlock": "out"}[deal["end"]] if key == "end" else value
    found = fault(record)
    assert found.deal == 2
    assert key in found.why


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"totals": (0, 0, 0, 0, 0, 0)}, "totals: [0, 0, 0, 0, 0, 0] is said, and the rules give"),
        ({"complete": False}, "complete: false is said, and with 2 of 2 deals it is true"),
        ({"names": ("a",)}, "names: 1 for 6 seats"),
        ({"hinted": (6,)}, "hinted: write each seat once, in order"),
        ({"hinted": (2, 1)}, "hinted: write each seat once, in order"),
        ({"options": {"deals": 1}}, "seed: write"),
        ({"options": {"deals": 1}, "seed": None, "commitment": None}, "deal 2: the game is over after one deal"),
        ({"options": {"five_pack": "middle"}}, "options: five_pack=middle applies to 5 players"),
        ({"options": {"deals": 2, "review_won": False}}, "options: review_won has its default"),
        ({"options": {"ruleset": "original"}}, "options: the ruleset has a key of its own"),
        ({"seed": "1"}, "seed: write deal-v1 and 64 hex digits for each of the 2 deals"),
        ({"commitment": "sha256 00 11"}, "commitment: write sha256 and 64 hex digits"),
        ({"seed": "deal-v1 " + " ".join(["00" * 32] * 2)}, "deal 1: the commitment is not the SHA-256 of the seed"),
        (
            {"seed": "deal-v1 " + " ".join(["00" * 32] * 2), "commitment": None},
            "deal 1: hands: the seed gives other ones",
        ),
    ],
    ids=str,
)
def test_what_is_said_of_the_whole_game_is_compared(changes: Plain, words: str) -> None:
    """Totals, names, options, seeds and completeness are those of the game."""
    if "deals" in changes.get("options", {}) and words == "seed: write":
        changes = {**changes, "seed": "deal-v1 " + "00" * 32}
    assert words in str(fault(game(**changes)))


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([["2C"] * 9] * 5, "hands: 5 for 6 seats"),
        ([["2C"] * 8] * 6, "hands: seat 0 has 8 cards, and 9 are dealt"),
        ([["2C"] * 9] * 6, "hands: more 2C than the pack has, which is 1"),
        ([["11C"] * 9] * 6, "hands: more 11C than the pack has, which is 0"),
        ([["x"] * 9] * 6, "hands: 'x' is no card"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hands_that_are_not_the_pack_are_found(hands: list[list[str]], words: str) -> None:
    """Nine cards for each seat, each card as often as the pack has it."""
    record = plain(game(seed=None, commitment=None))
    record["deals"][0]["hands"] = hands
    assert str(fault(record)).startswith(f"deal 1: {words}")


def test_a_deal_after_the_end_of_the_game_is_found() -> None:
    """The fault says after how many deals the game is over."""
    record = plain(game(seed=None, commitment=None))
    record["deals"].append(record["deals"][0])
    assert str(fault(record)) == "deal 3: the game is over after 2 deals"


def test_a_dealer_who_is_no_seat_is_found() -> None:
    """The first dealer may be any seat, and no other number."""
    record = plain(game())
    record["deals"][0]["dealer"] = 6
    assert str(fault(record)) == "deal 1: dealer: 6 is no seat, they are 0 to 5"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["format"], "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        (["extra"], 1, "unknown field `extra`"),
        (["players"], 8, "players: Invalid enum value 8, write 4, 5, 6 or 7"),
        (["deals", 1, "scores", 2], "x", "deal 2: scores[2]: Expected `int`, got `str`"),
        (["deals", 1, "actions", 4], [1], "deal 2, action 5: Expected `array` of length 2"),
        (["deals", 0, "actions", 0, 1], "x" * 50, "deal 1, action 1: action: Expected `str` of length <= 8"),
        (["deals", 0, "end"], "won", "deal 1: end: Invalid enum value 'won', write out or deadlock"),
        (["totals", 0], 10**30, "totals"),
        (["totals", 0], 1.5, "totals[0]: Expected `int`, got `float`"),
    ],
    ids=str,
)
def test_a_wrong_form_is_named_with_its_place(path: list[Any], value: object, words: str) -> None:
    """Unknown keys and wrong types are found before anything is replayed."""
    record = plain(game())
    place: Any = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert words in str(fault(record))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"[" * 100_000,
        b'{"format":' + b'{"a":' * 5000,
        b'{"totals":[' + b"9" * 100_000 + b"]}",
        b'{"id":"\xff\xfe"}',
        b'{"complete":NaN}',
        b'{"id":"\\ud800"}',
        b"\xef\xbb\xbf{}",
        LINE.replace(b'"complete":true', b'"complete":true,"complete":true'),
        LINE.replace(b'"dealer"', b'"dealer":0,"dealer"', 1),
        LINE.replace(b'"revised"', b'"' + b"r" * 10_000 + b'"'),
        b"x" * (LONGEST + 1),
    ],
    ids=lambda line: str(line[:12]),
)
def test_hostile_lines_are_refused(line: bytes) -> None:
    """Whatever a line holds, it is one fault of bounded length."""
    assert len(str(fault(line))) < 300


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(LINE, data)
    with contextlib.suppress(RecordFault):
        check(read_record(line))


GAME = Chwech()


def replay_played(seed: int = 1, options: Mapping[str, OptionValue] = {}) -> str:
    """Give the record of a random game of two deals."""
    setup = Setup(players=4, options={"deals": 2, **options})
    steps = Laws(ChwechSubject()).play(setup, Random(seed))
    return GAME.record(setup, [step.event for step in steps], Label(("a", "b", "c", "d"), "1", "then"))


RECORD = replay_played()


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
    seed = next(seed for seed in range(200) if '"deadlock"' in replay_played(seed))
    moments = list(GAME.replay(replay_played(seed)))
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
    moments = list(GAME.replay(replay_played(3, options)))
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
    with pytest.raises(RecordFault, match="no JSON object"):
        list(GAME.replay("no record"))
