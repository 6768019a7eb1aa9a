"""The record of a game of Auction Forty-Fives: what it says, and what is found wrong with one."""

import pytest

from tests.server.rules.recorded import RECORDED

PLAYED = RECORDED["auction_fives"]


def test_a_record_has_the_keys_of_the_format() -> None:
    """In each deal, with actions of every kind."""
    record = PLAYED.record()
    deal = record["deals"][0]
    assert (len(deal["kitty"]), len(deal["stock"])) == (3, 29)
    words = {action.split(" ")[0] for deal in record["deals"] for _, action in deal["actions"]}
    assert {"pass", "bid", "name", "discard", "draw"} <= words


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "twenty-five", "game: Invalid enum value 'twenty-five', write auction-forty-fives"),
        ("players", 5, "players: Invalid enum value 5, write 4 or 6"),
        ("options", {"kitty": 0}, "options: kitty has its default"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert PLAYED.fault(PLAYED.record() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("won", [5, 5, 5, 5], "deal 1: won: [5, 5, 5, 5] is said"),
        ("scores", [9, 9, 9, 9], "deal 1: scores: [9, 9, 9, 9] is said"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write made, failed, passed"),
        ("kitty", [], "deal 1: kitty: 0 is said, and the rules give 3"),
        ("stock", [], "deal 1: stock: 0 is said, and the rules give 29"),
        ("actions", [[0, "jump"]], "deal 1, action 1: "),
        ("hands", [[], [], []], "deal 1: hands: 3 for 4 seats"),
        ("hands", [[], [], [], []], "deal 1: hands: seat 0 has 0 cards, and 5 are dealt"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = PLAYED.record()
    record["deals"][0][key] = value
    assert PLAYED.fault(record).startswith(words)


def test_the_cards_are_those_of_the_pack_and_of_the_seed() -> None:
    """Whatever is written instead is found."""
    for place, words in ((0, "no XX, or not"), (1, "'XX' is no card")):
        record = PLAYED.record()
        record["deals"][0]["stock"][3] = record["deals"][0]["stock"][4] if place == 0 else "XX"
        assert words.replace("XX", record["deals"][0]["stock"][4] if place == 0 else "XX") in PLAYED.fault(record)
    record = PLAYED.record()
    stock = record["deals"][0]["stock"]
    stock[0], stock[1] = stock[1], stock[0]
    assert "the seed gives other ones, or other cards are left" in PLAYED.fault(record)
