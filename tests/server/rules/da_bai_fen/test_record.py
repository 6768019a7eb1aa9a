"""Records of Da Bai Fen: written from events, read from hostile lines, replayed and compared."""

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
from server.rules.da_bai_fen.options import NAME
from server.rules.da_bai_fen.record import DealRecord, Record, make_record, read_record
from server.rules.da_bai_fen.replay import replay
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import InvalidRecord, InvalidSetup, Label
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex
from tests.conformance.da_bai_fen import DaBaiFenSubject
from tests.conformance.kit import Laws
from tests.server.rules.da_bai_fen.position import GAME, deal, dealing, play
from tests.server.rules.recorded import damaged, fault_of

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUP = Setup(NAME, 4, {"leads": "at_risk", "most_deals": 4})


@functools.cache
def events_of(seed: int = 1) -> tuple[Event, ...]:
    """Give the events of a random game."""
    return tuple(step.event for step in Laws(DaBaiFenSubject()).play(SETUP, Random(seed)))


@functools.cache
def written() -> str:
    """Give the line of a random game."""
    return GAME.record(SETUP, events_of(), Label(("x",) * 4, "1", "now"))


def recorded() -> Plain:
    """Give the record of a random game, which may be changed."""
    record: Plain = json.loads(written())
    return record


def fault(record: Plain | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAME, record)


def test_a_record_has_the_keys_of_the_format_and_holds() -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded()
    assert fault(record) == ""
    assert record["options"] == SETUP.options
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])
    assert set(record["deals"][0]) == {"dealer", "hands", "six", "actions", "won", "took", "scores", "end"}
    actions = [action for deal in record["deals"] for _, action in deal["actions"]]
    assert {"-", "--"} <= set(actions)
    assert {action.split(" ")[0] for action in actions if " " in action} == {"expose", "bury"}
    assert any(action.endswith("+") for action in actions)


def test_an_annulled_deal_is_recorded() -> None:
    """The claim is an action as any other."""
    state, events = deal(dealing(first=1), {1: "2H", 3: "3C 4C 5C 6C 7C 8C 3D 4D 5D 6D 7D 8D"})
    _, others = play(state, "1 expose 2H,3 void")
    record = make_record(Setup(NAME, 4), [*events, *others])
    assert record.deals[0].actions == ((1, "expose 2H"), (3, "void"))
    assert (record.deals[0].end, record.deals[0].scores) == ("annulled", (0, 0, 0, 0))


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    record = make_record(SETUP, events_of()[:-3])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(SETUP, events_of()[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(Setup(NAME, 5), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "durak", "game: Invalid enum value 'durak', write da-bai-fen"),
        ("players", 5, "players: Invalid enum value 5, write 4"),
        ("options", {"draw": 1}, "options: draw has its default, and only the others are written"),
        ("names", ["x"], "names: 1 for 4 seats"),
        ("totals", [9, 9, 9, 9], r"totals: \[9, 9, 9, 9\] is said, and the rules give"),
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
        ("won", [9, 9, 9, 9], "deal 1: won: [9, 9, 9, 9] is said, and the rules give ["),
        ("took", 999, "deal 1: took: 999 is said, and the rules give "),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "annulled", "deal 1: end: annulled is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write played, revoked or annulled"),
        ("six", [], "deal 1: six: 0 is said, and the rules give 6"),
        ("hands", [], "deal 1: hands: 0 for 4 seats"),
        ("hands", [["6C"]] * 4, "deal 1: hands: seat 0 has 1 cards, and 12 are dealt"),
        ("hands", [["XX"] * 12] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [["6C"] * 12] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("actions", [], "deal 1, action 1: it is missing: it is the turn of seat 0, 1, 2, 3"),
        ("actions", [[7, "-"]], "deal 1, action 1: seat 7 acts, and it is the turn of seat 0, 1, 2, 3"),
        ("actions", [[0, "what"]], "deal 1, action 1: 'what' is no action: write a card (QH)"),
        ("actions", [[0, "QH"]], "deal 1, action 1: cards are still drawn"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = recorded()
    record["deals"][0][key] = value
    assert fault(record).startswith(words)


def test_cards_that_the_seed_does_not_give_are_found() -> None:
    """Two cards are exchanged."""
    record = recorded()
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert fault(record) == "deal 1: hands: the seed gives other ones, or other last cards"


def test_nothing_follows_the_end() -> None:
    """An action or a deal after the last is one too many."""
    record = recorded()
    actions = record["deals"][0]["actions"]
    actions.append(actions[-1])
    assert fault(record) == f"deal 1, action {len(actions)}: the deal is over, and actions are left over"
    more = recorded()
    more["deals"].append(more["deals"][0])
    more.pop("seed")
    more.pop("commitment")
    assert fault(more) == f"deal {len(more['deals'])}: the game was over before this deal"


@pytest.mark.no_cover
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    line = damaged(written().encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """Forty deals in which everybody is asked after each card: so every game can be kept."""
    options: dict[str, OptionValue] = {"draw": 3, "exposing": "time", "leads": "at_risk", "win_as": "declarers"}
    actions = (((3, "expose 10C"),) * 4 + ((3, "--"),) * 49 + ((3, "bury 10C"),) * 6 + ((3, "10C+"),) * 48)[:107]
    deal = DealRecord(3, (("10C",) * 12,) * 4, ("10C",) * 6, actions, (12,) * 4, 160, (2,) * 4, "annulled")
    record = Record(
        format=FORMAT,
        game="da-bai-fen",
        players=4,
        options=options,
        deals=(deal,) * 40,
        totals=(13,) * 4,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 4,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * 40),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * 40),
    )
    assert len(write_record(record).encode()) <= RECORD_PAGE
