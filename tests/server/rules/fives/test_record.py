"""Records of Twenty-Five and Forty-Five: written from events, read from hostile lines, replayed and compared."""

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
from server.rules.fives.game import GAMES
from server.rules.fives.record import DealRecord, Record, make_record, read_record
from server.rules.fives.replay import replay
from server.rules.fives.variant import read_variant
from server.rules.game import InvalidRecord, InvalidSetup, Label
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, LONGEST, write_hex
from tests.conformance.fives import FivesSubject
from tests.conformance.kit import Laws
from tests.server.rules.fives.position import FORTY_FIVE, TWENTY_FIVE
from tests.server.rules.recorded import damaged, fault_of

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUPS = {
    TWENTY_FIVE: Setup(TWENTY_FIVE, 4, {"partners": True, "double_stake": True}),
    FORTY_FIVE: Setup(FORTY_FIVE, 3),
}


def events_of(game: str, seed: int = 1) -> list[Event]:
    """Give the events of a random game."""
    return [step.event for step in Laws(FivesSubject(game)).play(SETUPS[game], Random(seed))]


@functools.cache
def written(game: str = FORTY_FIVE, seed: int = 1) -> str:
    """Give the line of a random game."""
    setup = SETUPS[game]
    return GAMES[game].record(setup, events_of(game, seed), Label(("x",) * setup.players, "1", "now"))


def recorded(game: str = FORTY_FIVE, seed: int = 1) -> Plain:
    """Give the record of a random game, which may be changed."""
    record: Plain = json.loads(written(game, seed))
    return record


def fault(record: Plain | str, game: str = FORTY_FIVE) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAMES[game], record)


@pytest.mark.parametrize("game", [TWENTY_FIVE, FORTY_FIVE])
def test_a_record_has_the_keys_of_the_format_and_holds(game: str) -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded(game)
    assert fault(record, game) == ""
    assert record["options"] == SETUPS[game].options
    assert ("chips" in record) == (game == TWENTY_FIVE)
    assert record["seed"].startswith("deal-v1 ")
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])
    assert {"dealer", "hands", "turned", "actions", "won", "scores", "end"} <= set(record["deals"][0])


def test_games_with_jokers_and_robbers_hold() -> None:
    """Whatever happens in a game can be written and played again."""
    records = [recorded(FORTY_FIVE, seed) for seed in (51, 19)]
    assert [fault(record) for record in records] == ["", ""]
    actions = [action for record in records for deal in record["deals"] for _, action in deal["actions"]]
    assert {"rob", "joker", "-"} <= {action.split(" ")[0] for action in actions}


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    events = events_of(FORTY_FIVE)
    record = make_record(FORTY_FIVE, SETUPS[FORTY_FIVE], events[:-30])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(FORTY_FIVE, SETUPS[FORTY_FIVE], events[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(FORTY_FIVE, Setup(FORTY_FIVE, 2), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "twenty-five", "game: this is a record of twenty-five, not of forty-five"),
        ("game", "spoil-seven", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 to 10"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"joker": "third"}, "options: joker has its default, and only the others are written"),
        ("options", {"pool": False}, "options: 'pool' is no option of Forty-Five"),
        ("names", ["x"], "names: 1 for 3 seats"),
        ("totals", [0, 0, 0], r"totals: \[0, 0, 0\] is said, and the rules give"),
        ("complete", False, "complete: False is said, and the rules give True"),
        ("chips", [1, 2, 3], r"chips: \[1, 2, 3\] is said, and the rules give None"),
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits for each of the"),
        ("commitment", "sha256 00", "commitment: write sha256 and 64 hex digits"),
        ("more", 1, "unknown field `more`"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    with pytest.raises(InvalidRecord, match=words):
        list(GAMES[FORTY_FIVE].replay(json.dumps(recorded() | {key: value})))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 9, "deal 1: dealer: 9 is no seat, they are 0 to 2"),
        ("won", [5, 5, 5], "deal 1: won: [5, 5, 5] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "won", "deal 1: end: won is said, and the rules give played"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, won, swept, jinked, spoilt, shared"),
        ("best", [0, "2H"], "deal 1: best: [0, '2H'] is said, and the rules give ["),
        ("turned", ["JK"], "deal 1: turned: one card is turned up, and after the Joker one more"),
        ("turned", ["11C"], "deal 1: hands: the pack has no 11C, or not as often"),
        ("turned", ["XX"], "deal 1: hands: 'XX' is no card"),
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
    """Five cards each, and those that the seed gives."""
    record = recorded()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert fault(record) == "", "in any order"
    hands[0][0] = next(f"{rank}S" for rank in range(2, 10) if f"{rank}S" not in str(record["deals"][0]))
    assert fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"
    assert fault(record | {"players": 4, "names": ["x"] * 4}) == "deal 1: hands: 3 for 4 seats"
    hands[0].pop()
    assert fault(record) == "deal 1: hands: seat 0 has 4 cards, and 5 are dealt"


def test_actions_are_checked() -> None:
    """Each by its rules, and none after the deal."""
    record = recorded()
    actions = record["deals"][0]["actions"]
    actions.append(actions[-1])
    assert fault(record) == f"deal 1, action {len(actions)}: the deal is over, and actions are left over"
    actions[0][1] = "what"
    assert fault(record).startswith("deal 1, action 1: 'what' is no action: write a card (QH)")
    actions[0][1] = "JK"
    assert fault(record).startswith("deal 1, action 1: you do not hold JK")
    actions[0] = [0]
    assert fault(record).startswith("deal 1, action 1: Expected `array` of length 2")


def test_the_game_is_over_when_it_is_over() -> None:
    """A deal after the last is one too many; a commitment belongs to its seed."""
    record = recorded()
    more = recorded() | {"deals": [*record["deals"], record["deals"][0]]}
    more.pop("seed")
    more.pop("commitment")
    assert fault(more) == f"deal {len(more['deals'])}: the game was over before this deal"
    record["commitment"] = record["commitment"][:-1] + ("0" if record["commitment"][-1] != "0" else "1")
    assert fault(record) == f"deal {len(record['deals'])}: the commitment is not the SHA-256 of the seed"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "this is no JSON object of a game"),
        ("[]", "Expected `object`, got `array`"),
        ("\ufeff{}", "a byte order mark stands before the record"),
        (" " * (LONGEST + 1), "a record has at most"),
        ('{"format":"chwech-record/1","format":"chwech-record/1"}', "Object missing required field"),
        ("[" * 5000, "Expected `object`|this is no JSON"),
    ],
)
def test_a_line_that_is_no_record_is_refused(line: str, words: str) -> None:
    """Before anything is played."""
    with pytest.raises(InvalidRecord, match=words):
        GAMES[FORTY_FIVE].replay(line)


def test_other_bytes_than_utf_8_are_refused() -> None:
    """A file may hold anything."""
    with pytest.raises(InvalidRecord, match="this is no UTF-8: invalid start byte"):
        read_record(b'{"format": "\xff"}')


def test_a_key_that_stands_twice_is_refused() -> None:
    """Two readers would see two games."""
    line = json.dumps(recorded())
    with pytest.raises(InvalidRecord, match="complete: the key stands twice"):
        GAMES[FORTY_FIVE].replay(f'{line[:-1]}, "complete": true}}')


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(json.dumps(recorded()).encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most that can happen in it: so every game can be kept."""
    options: dict[str, OptionValue] = {
        "trick_scores": "majority",
        "joker": "fourth",
        "unrobbed_ace": "lowest",
        "renege_strict": True,
    }
    deals = read_variant(FORTY_FIVE, Setup(FORTY_FIVE, 10, options)).most_deals
    actions = (*[(9, "10C")] * 50, (9, "take 10C"), (9, "rob 10C"), (9, "decline"))
    deal = DealRecord(9, (("10C",) * 5,) * 10, ("JK", "10C"), actions, (5,) * 10, (45,) * 10, "played", (9, "10C"))
    record = Record(
        format=FORMAT,
        game="forty-five",
        players=10,
        options=options,
        deals=(deal,) * deals,
        totals=(45,) * 10,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 10,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * deals),
    )
    assert len(write_record(record).encode()) <= RECORD_PAGE
