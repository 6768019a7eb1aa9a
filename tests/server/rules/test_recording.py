"""What holds for the records of all games of several deals: written from events, read from hostile lines, replayed."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.records import LONGEST, RecordFault
from protocol.setup import Setup
from server.rules.fives.record import RECORDING
from server.rules.game import Break, InvalidSetup
from tests.server.rules.recorded import RECORDED, RecordedGame, damaged


@pytest.fixture(params=RECORDED)
def played(request: pytest.FixtureRequest) -> RecordedGame:
    """Give one game after the other."""
    return RECORDED[request.param]


def test_a_record_holds(played: RecordedGame) -> None:
    """Only options that differ are written, and the seeds stand one for each deal; without them it holds as well."""
    record = played.record()
    assert played.fault(record) == played.fault(played.unproven()) == ""
    assert record["options"] == played.setup.options
    assert record["seed"].startswith("deal-v1 ")
    assert len(record["seed"].split(" ")) == len(record["commitment"].split(" ")) == 1 + len(record["deals"])


def test_a_game_broken_off_has_its_finished_deals_only(played: RecordedGame) -> None:
    """The record says that it is not complete, and holds; it needs neither names nor seeds."""
    ends = [place for place, event in enumerate(played.events) if played.game.breaks(event) is Break.DEAL]
    record = json.loads(played.line_of(played.events[: ends[-1]]))
    assert (record["complete"], len(record["deals"])) == (False, len(ends) - 1)
    assert played.fault(record) == ""
    nothing = json.loads(played.line_of(played.events[: ends[0]]))
    assert (nothing["deals"], nothing["totals"], "seed" in nothing) == ([], [0] * played.setup.players, False)
    assert played.fault({key: value for key, value in nothing.items() if key not in ("names", "id", "played_at")}) == ""


def test_a_setup_that_the_game_does_not_have_is_not_recorded(played: RecordedGame) -> None:
    """Nobody plays it."""
    with pytest.raises(InvalidSetup):
        RecordedGame(Setup(played.setup.game, 31), played.laws).line_of(())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("format", "chwech-record/2", "format: Invalid enum value 'chwech-record/2', write chwech-record/1"),
        ("game", "whist", "game: Invalid enum value 'whist', write "),
        ("players", 31, "players: Invalid enum value 31, write "),
        ("names", ["x"], "names: 1 for "),
        ("totals", [99], "totals: [99] is said, and the rules give ["),
        ("complete", False, "complete: False is said, and the rules give True"),
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits"),
        ("commitment", "sha256 00", "commitment: write sha256 and 64 hex digits"),
        ("more", 1, "Object contains unknown field `more`"),
    ],
)
def test_what_does_not_hold_is_named(played: RecordedGame, key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert played.fault(played.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 31, "deal 1: dealer: 31 is no seat, they are 0 to "),
        ("scores", [99], "deal 1: scores: [99] is said, and the rules give ["),
        ("end", "out!", "deal 1: end: Invalid enum value 'out!', write "),
        ("hands", [], "deal 1: hands: 0 for "),
        ("actions", [], "deal 1, action 1: it is missing: it is the turn of seat "),
        ("actions", [[31, "-"]], "deal 1, action 1: seat 31 acts, and it is the turn of seat "),
        ("actions", [[0]], "deal 1, action 1: Expected `array` of length 2"),
    ],
)
def test_a_deal_that_does_not_hold_is_named(played: RecordedGame, key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = played.record()
    record["deals"][0][key] = value
    assert played.fault(record).startswith(words)


def test_nothing_follows_the_end(played: RecordedGame) -> None:
    """An action or a deal after the last is one too many."""
    record = played.record()
    actions = record["deals"][0]["actions"]
    actions.append(actions[-1])
    assert played.fault(record) == f"deal 1, action {len(actions)}: the deal is over, and actions are left over"
    more = played.unproven()
    more["deals"].append(more["deals"][0])
    assert played.fault(more) == f"deal {len(more['deals'])}: the game was over before this deal"


def test_a_commitment_belongs_to_its_seed(played: RecordedGame) -> None:
    """Another one is found."""
    record = played.record()
    record["commitment"] = record["commitment"][:-1] + ("0" if record["commitment"][-1] != "0" else "1")
    assert played.fault(record) == f"deal {len(record['deals'])}: the commitment is not the SHA-256 of the seed"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "this is no JSON object of a game"),
        (b"[]", "Expected `object`, got `array`"),
        (b"\xef\xbb\xbf{}", "a byte order mark stands before the record"),
        (b" " * (LONGEST + 1), "a record has at most"),
        (b'{"format":"chwech-record/1","format":"chwech-record/1"}', "Object missing required field"),
        (b"[" * 5000, "Expected `object`|this is no JSON"),
        (b'{"format": "\xff"}', "this is no UTF-8: invalid start byte"),
        (RECORDED["fives"].line.encode()[:-1] + b', "complete": true}', "complete: the key stands twice"),
    ],
    ids=lambda value: value[:30],
)
def test_a_line_that_is_no_record_is_refused(line: bytes, words: str) -> None:
    """Before anything is played."""
    with pytest.raises(RecordFault, match=words):
        RECORDING.read(line)


@pytest.mark.no_cover
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_damaged_record_is_a_fault_or_still_a_record(data: st.DataObject) -> None:
    """Any change of bytes is either found or leaves a record that holds."""
    played = RECORDED[data.draw(st.sampled_from(sorted(RECORDED)))]
    line = damaged(played.line.encode(), data)
    with contextlib.suppress(RecordFault, UnicodeDecodeError):
        list(played.game.replay(line.decode()))
