"""Records of Roque: written from events, read from hostile lines, replayed and compared."""

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
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import InvalidRecord, InvalidSetup, Label
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex
from server.rules.roque.record import DealRecord, Record, make_record, read_record
from server.rules.roque.replay import replay
from tests.conformance.kit import Laws
from tests.conformance.roque import RoqueSubject
from tests.server.rules.recorded import damaged, fault_of
from tests.server.rules.roque.position import FOUR, GAMES, THREE

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUPS = {FOUR: Setup(FOUR, 4, {"most_deals": 1, "slam": 300}), THREE: Setup(THREE, 3, {"most_deals": 4})}


def events_of(game: str, seed: int = 1) -> list[Event]:
    """Give the events of a random game."""
    return [step.event for step in Laws(RoqueSubject(game)).play(SETUPS[game], Random(seed))]


@functools.cache
def written(game: str = THREE, seed: int = 1) -> str:
    """Give the line of a random game."""
    setup = SETUPS[game]
    return GAMES[game].record(setup, events_of(game, seed), Label(("x",) * setup.players, "1", "now"))


def recorded(game: str = THREE, seed: int = 1) -> Plain:
    """Give the record of a random game, which may be changed."""
    record: Plain = json.loads(written(game, seed))
    return record


def fault(record: Plain | str, game: str = THREE) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAMES[game], record)


@pytest.mark.parametrize("game", [FOUR, THREE])
def test_a_record_has_the_keys_of_the_format_and_holds(game: str) -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded(game)
    assert fault(record, game) == ""
    assert record["options"] == SETUPS[game].options
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])
    keys = {"dealer", "hands", "widow", "actions", "won", "took", "scores", "end"}
    assert all(set(deal) == keys for deal in record["deals"])
    verbs = {action.split(" ")[0] for deal in record["deals"] for _, action in deal["actions"]}
    assert {"bid", "bury", "-"} <= verbs


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    events = events_of(THREE)
    record = make_record(THREE, SETUPS[THREE], events[:-30])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(THREE, SETUPS[THREE], events[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(THREE, Setup(THREE, 2), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "roque", "game: this is a record of roque, not of roque-three"),
        ("game", "rook", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 or 4"),
        ("players", 4, "options: players: 4 do not fit, Roque for three is for 3"),
        ("options", {"most_deals": 20}, "options: most_deals has its default, and only the others are written"),
        ("names", ["x"], "names: 1 for 3 seats"),
        ("totals", [0, 0, 0], r"totals: \[0, 0, 0\] is said, and the rules give"),
        ("complete", False, "complete: False is said, and the rules give True"),
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits for each of the"),
        ("more", 1, "unknown field `more`"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    with pytest.raises(InvalidRecord, match=words):
        list(GAMES[THREE].replay(json.dumps(recorded() | {key: value})))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 9, "deal 1: dealer: 9 is no seat, they are 0 to 2"),
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("took", [0, 0, 0], "deal 1: took: [0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "slam", "deal 1: end: slam is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, made, slam, failed or doubled"),
        ("widow", ["2D"], "deal 1: widow: 1 is said, and the rules give 6"),
        ("widow", ["2C"] * 6, "deal 1: hands: the pack has no 2C, or not as often"),
        ("widow", ["XX"] * 6, "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 15 are dealt"),
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
    deal["widow"].reverse()
    assert fault(record) == ""
    deal["hands"][0][0], deal["widow"][0] = deal["widow"][0], deal["hands"][0][0]
    assert fault(record) == "deal 1: hands: the seed gives other ones, or another widow"


def test_the_game_is_over_when_it_is_over() -> None:
    """A deal after the last is one too many."""
    record = recorded(FOUR)
    record["deals"] *= 2
    record.pop("seed")
    record.pop("commitment")
    assert fault(record, FOUR) == "deal 2: the game was over before this deal"


def test_other_bytes_than_utf_8_are_refused() -> None:
    """A file may hold anything."""
    with pytest.raises(InvalidRecord, match="this is no UTF-8: invalid start byte"):
        read_record(b'{"format": "\xff"}')


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(written(FOUR).encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 40
    # Each bid is the next one, and everybody passes; six cards are laid aside, and 45 played.
    actions = (*[(2, "bid 185")] * 19, *[(2, "-")] * 2, *[(2, "bury 10C")] * 6, *[(2, "10C")] * 45)
    deal = DealRecord(2, (("10C",) * 15,) * 3, ("10C",) * 6, actions, (15,) * 3, (185,) * 3, (-370,) * 3, "doubled")
    record = Record(
        format=FORMAT,
        game="roque-three",
        players=3,
        options={"most_deals": 40, "defenders": "both", "discards": "last_trick", "forced_dealer": True},
        deals=(deal,) * deals,
        totals=(-9999,) * 3,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 3,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * deals),
    )
    assert len(write_record(record).encode()) <= RECORD_PAGE
