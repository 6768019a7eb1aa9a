"""Records of Bête: written from events, read from hostile lines, replayed and compared."""

import contextlib
import functools
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.setup import Setup
from protocol.vocabulary import Event
from server.host.limits import NAME_CELLS, RECORD_PAGE
from server.rules.bete.record import DealRecord, Record, make_record, read_record
from server.rules.bete.replay import replay
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import InvalidRecord, InvalidSetup, Label
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex
from tests.conformance.bete import BeteSubject
from tests.conformance.kit import Laws
from tests.server.rules.bete.position import GAME
from tests.server.rules.recorded import damaged, fault_of

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUP = Setup("bete", 3, {"deals": 4, "head": True})


def events_of(seed: int = 1) -> list[Event]:
    """Give the events of a random game."""
    return [step.event for step in Laws(BeteSubject()).play(SETUP, Random(seed))]


@functools.cache
def written(seed: int = 1) -> str:
    """Give the line of a random game."""
    return GAME.record(SETUP, events_of(seed), Label(("x",) * 3, "1", "now"))


def recorded(seed: int = 1) -> Plain:
    """Give the record of a random game, which may be changed."""
    record: Plain = json.loads(written(seed))
    return record


def fault(record: Plain | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAME, record)


def test_a_record_has_the_keys_of_the_format_and_holds() -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded()
    assert fault(record) == ""
    assert record["options"] == SETUP.options
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 5
    keys = {"dealer", "hands", "turned", "actions", "won", "scores", "end", "pool"}
    assert all(set(deal) == keys for deal in record["deals"])
    assert {"in", "-"} <= {action for deal in record["deals"] for _, action in deal["actions"]}


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    events = events_of()
    record = make_record(SETUP, events[:-20])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(SETUP, events[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(Setup("bete", 6), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "beast", "game: Invalid enum value 'beast', write bete"),
        ("players", 6, "players: Invalid enum value 6, write 2 to 5"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"deals": 12}, "options: deals has its default, and only the others are written"),
        ("totals", [0, 0, 0], r"totals: \[0, 0, 0\] is said, and the rules give"),
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
        ("dealer", 9, "deal 1: dealer: 9 is no seat, they are 0 to 2"),
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("scores", [9, 9, 9], "deal 1: scores: [9, 9, 9] is said, and the rules give ["),
        ("pool", 99, "deal 1: pool: 99 is said, and the rules give 3"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, alone, most, all, first_two or carried"),
        ("turned", "2C", "deal 1: hands: the pack has no 2C, or not as often"),
        ("turned", "XX", "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 5 are dealt"),
        ("hands", [], "deal 1: hands: 0 for 3 seats"),
        ("actions", [], "deal 1, action 1: it is missing: it is the turn of seat"),
        ("actions", [[3, "-"]], "deal 1, action 1: seat 3 acts, and it is the turn of seat"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = recorded()
    record["deals"][0][key] = value
    assert fault(record).startswith(words)


def test_hands_are_those_of_the_seed() -> None:
    """In any order."""
    record = recorded()
    deal = record["deals"][0]
    deal["hands"][0].reverse()
    assert fault(record) == ""
    deal["hands"][0][0], deal["turned"] = deal["turned"], deal["hands"][0][0]
    assert fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"


def test_the_game_is_over_when_it_is_over() -> None:
    """A deal after the last is one too many."""
    record = recorded()
    record["deals"].append(record["deals"][0])
    record.pop("seed")
    record.pop("commitment")
    assert fault(record) == "deal 5: the game was over before this deal"


def test_other_bytes_than_utf_8_are_refused() -> None:
    """A file may hold anything."""
    with pytest.raises(InvalidRecord, match="this is no UTF-8: invalid start byte"):
        read_record(b'{"format": "\xff"}')


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(written().encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 20
    deal = DealRecord(
        4, (("10C",) * 5,) * 5, "10C", ((4, "10C"),) * 30, (5,) * 5, (-(10**16),) * 5, "first_two", 10**16
    )
    record = Record(
        format=FORMAT,
        game="bete",
        players=5,
        options={"deals": 20, "head": True, "alone": "play", "all_tricks": "chip", "direction": "right"},
        deals=(deal,) * deals,
        totals=(-(10**16),) * 5,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 5,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * deals),
    )
    assert len(write_record(record).encode()) <= RECORD_PAGE
