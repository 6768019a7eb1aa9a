"""Records of Roque: written from events, read from hostile lines, replayed and compared."""

import pytest

from protocol.setup import Setup
from server.host.limits import RECORD_PAGE
from server.rules.roque.record import DealRecord, Record
from tests.conformance.kit import Laws
from tests.conformance.roque import RoqueSubject
from tests.server.rules.recorded import RECORDED, RecordedGame, longest

PLAYED = RECORDED["roque"]
FOUR = RecordedGame(Setup("roque", 4, {"most_deals": 1, "slam": 300}), Laws(RoqueSubject("roque")))


@pytest.mark.parametrize("played", [PLAYED, FOUR])
def test_a_record_has_the_keys_of_the_format_and_holds(played: RecordedGame) -> None:
    """In each deal, with actions of every kind."""
    record = played.record()
    assert played.fault(record) == ""
    keys = {"dealer", "hands", "widow", "actions", "won", "took", "scores", "end"}
    assert all(set(deal) == keys for deal in record["deals"])
    verbs = {action.split(" ")[0] for deal in record["deals"] for _, action in deal["actions"]}
    assert {"bid", "bury", "-"} <= verbs


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "roque", "game: this is a record of roque, not of roque-three"),
        ("game", "rook", "game: Invalid enum value"),
        ("players", 11, "players: Invalid enum value 11, write 3 or 4"),
        ("players", 4, "options: players: 4 do not fit, Roque for three is for 3"),
        ("options", {"most_deals": 20}, "options: most_deals has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("took", [0, 0, 0], "deal 1: took: [0, 0, 0] is said, and the rules give ["),
        ("scores", [0, 0, 0], "deal 1: scores: [0, 0, 0] is said, and the rules give ["),
        ("end", "slam", "deal 1: end: slam is said, and the rules give "),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, made, slam, failed or doubled"),
        ("widow", ["2D"], "deal 1: widow: 1 is said, and the rules give 6"),
        ("widow", ["2C"] * 6, "deal 1: hands: the pack has no 2C, or not as often"),
        ("widow", ["XX"] * 6, "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 15 are dealt"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_hands_are_those_of_the_seed() -> None:
    """In any order."""
    record = PLAYED.record()
    deal = record["deals"][0]
    deal["hands"][0].reverse()
    deal["widow"].reverse()
    assert PLAYED.fault(record) == ""
    deal["hands"][0][0], deal["widow"][0] = deal["widow"][0], deal["hands"][0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another widow"


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 40
    # Each bid is the next one, and everybody passes; six cards are laid aside, and 45 played.
    actions = (*[(2, "bid 185")] * 19, *[(2, "-")] * 2, *[(2, "bury 10C")] * 6, *[(2, "10C")] * 45)
    deal = DealRecord(2, (("10C",) * 15,) * 3, ("10C",) * 6, actions, (15,) * 3, (185,) * 3, (-370,) * 3, "doubled")
    size = longest(
        Record,
        deal,
        deals,
        game="roque-three",
        players=3,
        options={"most_deals": 40, "defenders": "both", "discards": "last_trick", "forced_dealer": True},
        totals=(-9999,) * 3,
    )
    assert size <= RECORD_PAGE
