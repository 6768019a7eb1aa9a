"""Records of the games of one pile: written from events, read from hostile lines, replayed and compared."""

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
from server.rules.piles.game import GAMES
from server.rules.piles.options import OPTIONS
from server.rules.piles.record import DealRecord, Record, make_record, read_record
from server.rules.piles.replay import replay
from server.rules.recording import write_record
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex
from tests.conformance.piles import EagerLaws, PilesSubject
from tests.server.rules.piles.position import CHALLENGE, DUDAK, SVOYI
from tests.server.rules.recorded import damaged, fault_of

Plain = dict[str, Any]
"""A record as JSON has it."""

SETUPS = {
    SVOYI: Setup(SVOYI, 3, {"deals": 2, "limit": 100}),
    DUDAK: Setup(DUDAK, 4, {"deals": 2, "trumps": "drawn", "limit": 100}),
    CHALLENGE: Setup(CHALLENGE, 2, {"cards": 24, "limit": 100}),
}


@functools.cache
def events_of(game: str) -> tuple[Event, ...]:
    """Give the events of a random game."""
    setup = SETUPS[game]
    return tuple(step.event for step in EagerLaws(PilesSubject(setup)).play(setup, Random(2)))


def recorded(game: str = DUDAK) -> Plain:
    """Give the record of a random game, which may be changed."""
    setup = SETUPS[game]
    label = Label(("x",) * setup.players, "1", "now")
    record: Plain = json.loads(GAMES[game].record(setup, events_of(game), label))
    return record


def unproven(game: str = DUDAK) -> Plain:
    """Give a record without its seeds."""
    return {key: value for key, value in recorded(game).items() if key not in ("seed", "commitment")}


def fault(record: Plain | str, game: str = DUDAK) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAMES[game], record)


@pytest.mark.parametrize("game", OPTIONS)
def test_a_record_has_the_keys_of_the_format_and_holds(game: str) -> None:
    """Only options that differ are written, and the seeds stand one for each deal; without them it holds as well."""
    record = recorded(game)
    assert fault(record, game) == fault(unproven(game), game) == ""
    assert record["options"] == SETUPS[game].options
    assert record["seed"].startswith("deal-v1 ")
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])
    assert {"dealer", "hands", "actions", "out", "left", "taken", "scores", "end"} <= set(record["deals"][0])
    assert ("drawn" in record["deals"][0]) == (game == DUDAK)


def test_what_follows_by_itself_is_no_action() -> None:
    """The last suit of four seats, and a trump card that has to be turned up, stand in no record."""
    setup = Setup(SVOYI, 4, {"deals": 1, "limit": 100})
    steps = EagerLaws(PilesSubject(setup)).play(setup, Random(1))
    record = make_record(SVOYI, setup, [step.event for step in steps])
    named = [action for _, action in record.deals[0].actions if action.startswith("trump")]
    assert len(named) == 3
    assert fault(write_record(record), SVOYI) == ""


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    events = events_of(DUDAK)
    record = make_record(DUDAK, SETUPS[DUDAK], events[:-9])
    assert (record.complete, record.names, record.id, record.played_at) == (False, None, None, None)
    assert len(record.deals) == 1
    assert fault(write_record(record)) == ""
    nothing = make_record(DUDAK, SETUPS[DUDAK], events[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(DUDAK, Setup(DUDAK, 5), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "challenge", "game: this is a record of challenge, not of dudak"),
        ("game", "durak", "game: Invalid enum value"),
        ("players", 5, "players: Invalid enum value 5, write 2, 3 or 4"),
        ("players", 3, "names: 4 for 3 seats"),
        ("options", {"pickup": "all"}, "options: pickup has its default, and only the others are written"),
        ("options", {"sixes": False}, "options: 'sixes' is no option of Dudak"),
        ("totals", [9, 0, 0, 0], r"totals: \[9, 0, 0, 0\] is said, and the rules give"),
        ("complete", False, "complete: False is said, and the rules give True"),
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits for each of the"),
        ("more", 1, "unknown field `more`"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    with pytest.raises(InvalidRecord, match=words):
        list(GAMES[DUDAK].replay(json.dumps(recorded() | {key: value})))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 9, "deal 1: dealer: 9 is no seat, they are 0 to 3"),
        ("left", [5, 5, 5, 5], "deal 1: left: [5, 5, 5, 5] is said, and the rules give ["),
        ("taken", [5, 5, 5, 5], "deal 1: taken: [5, 5, 5, 5] is said, and the rules give ["),
        ("out", [0, 1, 2, 3], "deal 1: out: [0, 1, 2, 3] is said, and the rules give ["),
        ("scores", [9, 0, 0, 0], "deal 1: scores: [9, 0, 0, 0] is said, and the rules give ["),
        ("end", "repetition", "deal 1: end: repetition is said, and the rules give "),
        ("end", "won", "deal 1: end: Invalid enum value 'won', write out, limit or repetition"),
        ("drawn", [], "deal 1: drawn: 0 for 4 seats"),
        ("drawn", ["6C"] * 4, "deal 1: hands: the pack has no 6C, or not as often"),
        ("drawn", ["XX"] * 4, "deal 1: hands: 'XX' is no card"),
        ("hands", [], "deal 1: hands: 0 for 4 seats"),
        ("actions", [], "deal 1, action 1: it is missing: it is the turn of seat"),
        ("actions", [[7, "take"]], "deal 1, action 1: seat 7 acts, and it is the turn of seat"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = recorded()
    record["deals"][0][key] = value
    assert fault(record).startswith(words)


def test_hands_are_checked() -> None:
    """The whole pack, dealt in equal parts, and as the seed gives it."""
    record = recorded()
    hands = record["deals"][0]["hands"]
    hands[0].reverse()
    assert fault(record) == "", "in any order"
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert fault(record) == "deal 1: hands: the seed gives other ones"
    card = hands[0].pop()
    assert fault(record) == "deal 1: hands: 1 cards of the pack are not dealt"
    hands[1].append(card)
    loose = unproven()
    loose["deals"][0]["hands"] = hands
    assert fault(loose) == "deal 1: hands: the pack is not dealt so, in equal parts"


def test_hands_of_challenge_are_mirror_images_in_a_record_too() -> None:
    """Other hands cannot come from any shuffle."""
    record = unproven(CHALLENGE)
    hands = record["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    why = "deal 1: hands: they are not mirror images with two cards of every suit"
    assert fault(record, CHALLENGE) == why
    record["deals"][0]["actions"][0][1] = "what"
    assert fault(record, CHALLENGE).startswith("deal 1, action 1: 'what' is no action")
    record["deals"][0]["actions"][0][1] = "take"
    assert fault(record, CHALLENGE).startswith("deal 1, action 1: name your trump suit first")


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


def test_the_game_is_over_when_it_is_over() -> None:
    """A deal after the last is one too many; a commitment belongs to its seed."""
    record = unproven(CHALLENGE)
    more = record | {"deals": record["deals"] * 2}
    assert fault(more, CHALLENGE) == "deal 2: the game was over before this deal"
    wrong = recorded()
    wrong["commitment"] = wrong["commitment"][:-1] + ("0" if wrong["commitment"][-1] != "0" else "1")
    assert fault(wrong) == "deal 2: the commitment is not the SHA-256 of the seed"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    game = data.draw(st.sampled_from([*OPTIONS]))
    line = damaged(json.dumps(recorded(game)).encode(), data)
    with contextlib.suppress(InvalidRecord):
        list(replay(read_record(line)))


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals of the most people, each with the most moves: so every game can be kept."""
    most = {offer.name: max(offer.values) for offer in OPTIONS[SVOYI].offers if offer.name in ("deals", "limit")}
    deals, limit = int(most["deals"]), int(most["limit"])
    actions = ((3, "trump C"), *[(3, "take")] * limit)
    deal = DealRecord(3, (("10C",) * 9,) * 4, actions, (0, 1, 2), (36,) * 4, (9999,) * 4, (1,) * 4, "limit")
    record = Record(
        format=FORMAT,
        game="svoyi-koziri",
        players=4,
        options={"pickup": "some", "plain": 2, "trump": 4, **most},
        deals=(deal,) * deals,
        totals=(10,) * 4,
        complete=True,
        names=("\U00020000\u0323" * NAME_CELLS,) * 4,
        played_at="2026-01-01T00:00:00+00:00",
        id="9" * 19,
        seed=write_hex(SHUFFLE_VERSION, ["5e" * 32] * deals),
        commitment=write_hex(COMMITMENT_SCHEME, ["c0" * 32] * deals),
    )
    assert len(write_record(record).encode()) <= RECORD_PAGE
