"""Records of Durak: written from events, read from hostile lines, replayed and compared."""

import contextlib
import functools
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event
from server.host.limits import NAME_CELLS, RECORD_PAGE
from server.rules.deck import SHUFFLE_VERSION
from server.rules.durak.options import NAME
from server.rules.durak.record import DealRecord, Record, make_record, read_record
from server.rules.durak.replay import replay
from server.rules.durak.variant import MOST_DEALS
from server.rules.game import InvalidRecord, InvalidSetup, Label
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex
from tests.conformance.durak import DurakSubject
from tests.conformance.kit import Laws
from tests.server.rules.durak.position import GAME
from tests.server.rules.recorded import damaged, fault_of

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUPS = {players: Setup(NAME, players, {"losses": 2, "first_bout": 5}) for players in (4, 6)}


def events_of(players: int = 4, seed: int = 1) -> list[Event]:
    """Give the events of a random game."""
    return [step.event for step in Laws(DurakSubject()).play(SETUPS[players], Random(seed))]


@functools.cache
def written(players: int = 4) -> str:
    """Give the line of a random game."""
    return GAME.record(SETUPS[players], events_of(players), Label(("x",) * players, "1", "now"))


def recorded(players: int = 4) -> Plain:
    """Give the record of a random game, which may be changed."""
    record: Plain = json.loads(written(players))
    return record


def fault(record: Plain | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAME, record)


@pytest.mark.parametrize("players", [4, 6])
def test_a_record_has_the_keys_of_the_format_and_holds(players: int) -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded(players)
    assert fault(record) == ""
    assert record["options"] == SETUPS[players].options
    assert record["seed"].startswith("deal-v1 ")
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])
    keys = {"dealer", "hands", "turned", "stock", "actions", "left", "taken", "scores", "end"}
    assert set(record["deals"][0]) == keys
    actions = {action for deal in record["deals"] for _, action in deal["actions"]}
    assert {"up", "-", "done"} <= actions
    assert {action[0] for action in actions if ">" in action}
    assert {action for action in actions if action[0] == "+"}


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    events = events_of()
    record = make_record(SETUPS[4], events[:-30])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(SETUPS[4], events[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(Setup(NAME, 5), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "durak", "game: Invalid enum value 'durak', write durak-teams"),
        ("players", 5, "players: Invalid enum value 5, write 4 or 6"),
        ("players", 6, "names: 4 for 6 seats"),
        ("options", {"losses": 3}, "options: losses has its default, and only the others are written"),
        ("names", ["x"], "names: 1 for 4 seats"),
        ("totals", [0, 0, 0, 0], r"totals: \[0, 0, 0, 0\] is said, and the rules give"),
        ("complete", False, "complete: False is said, and the rules give True"),
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits for each of the"),
        ("more", 1, "unknown field `more`"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    with pytest.raises(InvalidRecord, match=words):
        list(GAME.replay(json.dumps(recorded() | {key: value})))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 9, "deal 1: dealer: 9 is no seat, they are 0 to 3"),
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [99, 0, 0, 0], "deal 1: taken: [99, 0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0, 0], "deal 1: scores: [0, 0, 0, 0] is said, and the rules give ["),
        ("end", "draw", "deal 1: end: draw is said, and the rules give lost"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write lost or draw"),
        ("turned", "2C", "deal 1: turned: 2C is said, and the rules give "),
        ("stock", [], "deal 1: stock: 0 cards, and 12 are left after the deal"),
        ("hands", [], "deal 1: hands: 0 for 4 seats"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 6 are dealt"),
        ("hands", [["XX"] * 6] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 6] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("actions", [], "deal 1, action 1: it is missing: it is the turn of seat"),
        ("actions", [[7, "-"]], "deal 1, action 1: seat 7 acts, and it is the turn of seat"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = recorded()
    record["deals"][0][key] = value
    assert fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """In any order, but those that the seed gives; with six players the dealer has the card that shows trumps."""
    record = recorded()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert fault(record) == ""
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    six = recorded(6)
    six["deals"][0]["hands"][six["deals"][0]["dealer"]].reverse()
    assert fault(six) == ""
    six["deals"][0]["turned"] = "2C"
    assert fault(six) == "deal 1: turned: the dealer was not dealt 2C"


def test_actions_are_checked() -> None:
    """Each by its rules, of whoever may act, and none after the deal."""
    record = recorded()
    actions = record["deals"][0]["actions"]
    actions.append(actions[-1])
    assert fault(record) == f"deal 1, action {len(actions)}: the deal is over, and actions are left over"
    actions[0][1] = "what"
    assert fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (6S)")
    actions[0][1] = "up"
    assert fault(record).startswith("deal 1, action 1: you attack: play the first card of the bout")


def test_the_game_is_over_when_it_is_over() -> None:
    """A deal after the last is one too many."""
    record = recorded()
    more = recorded() | {"deals": [*record["deals"], record["deals"][0]]}
    more.pop("seed")
    more.pop("commitment")
    assert fault(more) == f"deal {len(more['deals'])}: the game was over before this deal"


@pytest.mark.no_cover
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(written().encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """Nine deals of six people, each with twice the actions of any random game: so every game can be kept."""
    options: dict[str, OptionValue] = {"losses": 5, "first_bout": 5, "both_out": "attackers"}
    deals = 9
    actions = ((5, "10C>10C"),) * 600
    deal = DealRecord(5, (("10C",) * 6,) * 6, "10C", (), actions, (36,) * 6, (99,) * 6, (1,) * 6, "lost")
    record = Record(
        format=FORMAT,
        game=NAME,
        players=6,
        options=options,
        deals=(deal,) * deals,
        totals=(5,) * 6,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 6,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * deals),
    )
    assert deals < MOST_DEALS
    assert len(write_record(record).encode()) <= RECORD_PAGE
