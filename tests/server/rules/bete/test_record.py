"""Records of Bête: written from events, read from hostile lines, replayed and compared."""

import pytest

from server.host.limits import RECORD_PAGE
from server.rules.bete.record import DealRecord, Record
from tests.server.rules.recorded import RECORDED, longest

PLAYED = RECORDED["bete"]


def test_a_record_has_the_keys_of_the_format() -> None:
    """In each deal, with actions of every kind."""
    record = PLAYED.record()
    keys = {"dealer", "hands", "turned", "actions", "won", "scores", "end", "pool"}
    assert all(set(deal) == keys for deal in record["deals"])
    assert {"in", "-"} <= {action for deal in record["deals"] for _, action in deal["actions"]}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "beast", "game: Invalid enum value 'beast', write bete"),
        ("players", 6, "players: Invalid enum value 6, write 2 to 5"),
        ("players", 4, "names: 3 for 4 seats"),
        ("options", {"deals": 12}, "options: deals has its default, and only the others are written"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 6], "deal 1: won: [5, 5, 6] is said, and the rules give ["),
        ("scores", [9, 9, 9], "deal 1: scores: [9, 9, 9] is said, and the rules give ["),
        ("pool", 99, "deal 1: pool: 99 is said, and the rules give 3"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write passed, alone, most, all, first_two or carried"),
        ("turned", "2C", "deal 1: hands: the pack has no 2C, or not as often"),
        ("turned", "XX", "deal 1: hands: 'XX' is no card"),
        ("hands", [[], [], []], "deal 1: hands: seat 0 has 0 cards, and 5 are dealt"),
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
    assert PLAYED.fault(record) == ""
    deal["hands"][0][0], deal["turned"] = deal["turned"], deal["hands"][0][0]
    assert PLAYED.fault(record) == "deal 1: hands: the seed gives other ones, or another card is turned up"


def test_the_longest_record_fits_into_a_message() -> None:
    """The most deals, each with the most that can happen in it: so every game can be kept."""
    deals = 20
    deal = DealRecord(
        4, (("10C",) * 5,) * 5, "10C", ((4, "10C"),) * 30, (5,) * 5, (-(10**16),) * 5, "first_two", 10**16
    )
    size = longest(
        Record,
        deal,
        deals,
        game="bete",
        players=5,
        options={"deals": 20, "head": True, "alone": "play", "all_tricks": "chip", "direction": "right"},
        totals=(-(10**16),) * 5,
    )
    assert size <= RECORD_PAGE
