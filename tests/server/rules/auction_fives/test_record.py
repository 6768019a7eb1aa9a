"""The record of a game of Auction Forty-Fives: what it says, and what is found wrong with one."""

import functools
import json
from random import Random
from typing import Any

import pytest

from protocol.setup import Setup
from protocol.vocabulary import Event
from server.rules.auction_fives.record import make_record
from server.rules.game import InvalidSetup, Label
from server.rules.recording import write_record
from tests.conformance.auction_fives import AuctionFivesSubject
from tests.conformance.kit import Laws
from tests.server.rules.auction_fives.position import GAME
from tests.server.rules.recorded import fault_of

SETUP = Setup("auction-forty-fives", 4, {"kitty": 3, "dealer_looks": True, "deals": 6})


@functools.cache
def events() -> tuple[Event, ...]:
    """Give the events of a random game."""
    return tuple(step.event for step in Laws(AuctionFivesSubject()).play(SETUP, Random(3)))


@functools.cache
def written() -> str:
    """Give the line of a random game."""
    return GAME.record(SETUP, events(), Label(("x",) * 4, "1", "now"))


def recorded() -> dict[str, Any]:
    """Give the record of a random game, which may be changed."""
    record: dict[str, Any] = json.loads(written())
    return record


def fault(record: dict[str, Any] | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    return fault_of(GAME, record)


def test_a_record_has_the_keys_of_the_format_and_holds() -> None:
    """Only options that differ are written, and the seeds stand one for each deal."""
    record = recorded()
    assert fault(record) == ""
    assert record["options"] == SETUP.options
    assert len(record["seed"].split(" ")) == 1 + len(record["deals"])
    deal = record["deals"][0]
    assert (len(deal["kitty"]), len(deal["stock"])) == (3, 29)
    words = {action.split(" ")[0] for deal in record["deals"] for _, action in deal["actions"]}
    assert {"pass", "bid", "name", "discard", "draw"} <= words


def test_a_game_broken_off_has_its_finished_deals_only() -> None:
    """The record says that it is not complete, and holds."""
    record = make_record(SETUP, events()[:-3])
    assert (record.complete, record.names, record.id) == (False, None, None)
    assert fault(write_record(record)) == ""
    nothing = make_record(SETUP, events()[:3])
    assert (nothing.deals, nothing.totals, nothing.seed) == ((), (0, 0, 0, 0), None)
    assert fault(write_record(nothing)) == ""
    with pytest.raises(InvalidSetup):
        make_record(Setup("auction-forty-fives", 2), ())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "twenty-five", "game: Invalid enum value 'twenty-five', write auction-forty-fives"),
        ("players", 5, "players: Invalid enum value 5, write 4 or 6"),
        ("options", {"kitty": 0}, "options: kitty has its default"),
        ("totals", [0, 0, 0, 1], "totals: [0, 0, 0, 1] is said"),
        ("complete", False, "complete: False is said"),
    ],
)
def test_what_does_not_hold_is_named(key: str, value: object, words: str) -> None:
    """Each key is checked."""
    assert fault(recorded() | {key: value}).startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("dealer", 9, "deal 1: dealer: 9 is no seat"),
        ("won", [5, 5, 5, 5], "deal 1: won: [5, 5, 5, 5] is said"),
        ("scores", [9, 9, 9, 9], "deal 1: scores: [9, 9, 9, 9] is said"),
        ("end", "out", "deal 1: end: Invalid enum value 'out', write made, failed, passed"),
        ("kitty", [], "deal 1: kitty: 0 is said, and the rules give 3"),
        ("stock", [], "deal 1: stock: 0 is said, and the rules give 29"),
        ("actions", [], "deal 1, action 1: it is missing"),
        ("actions", [[0, "jump"]], "deal 1, action 1: "),
        ("hands", [[], [], []], "deal 1: hands: 3 for 4 seats"),
        ("hands", [[], [], [], []], "deal 1: hands: seat 0 has 0 cards, and 5 are dealt"),
    ],
)
def test_a_deal_that_the_rules_do_not_give_is_named(key: str, value: object, words: str) -> None:
    """With its number, and the action where it is about one."""
    record = recorded()
    record["deals"][0][key] = value
    assert fault(record).startswith(words)


def test_the_cards_are_those_of_the_pack_and_of_the_seed() -> None:
    """Whatever is written instead is found."""
    for place, words in ((0, "no XX, or not"), (1, "'XX' is no card")):
        record = recorded()
        record["deals"][0]["stock"][3] = record["deals"][0]["stock"][4] if place == 0 else "XX"
        assert words.replace("XX", record["deals"][0]["stock"][4] if place == 0 else "XX") in fault(record)
    record = recorded()
    stock = record["deals"][0]["stock"]
    stock[0], stock[1] = stock[1], stock[0]
    assert "the seed gives other ones, or other cards are left" in fault(record)


def test_deals_after_the_end_are_too_many() -> None:
    """The game was over."""
    record = recorded()
    record["deals"] = [*record["deals"], record["deals"][0]]
    del record["seed"], record["commitment"]
    assert "the game was over before this deal" in fault(record)
