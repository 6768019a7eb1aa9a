"""What a run of the client came for, and the games it can choose from."""

from datetime import datetime

import pytest

from chwech_tui.errand import (
    ErrandState,
    Greet,
    Join,
    PlayNow,
    Watch,
    command,
    complete,
    greeting_lines,
    key_command,
    new_game_command,
    record_command,
    unfinished,
)
from protocol.message import Seat
from protocol.messages import OpenTable, Welcome
from protocol.setup import GameOffer, OptionOffer, Setup
from protocol.table import TableEntry, TablePhase

OFFER = GameOffer("chwech", (6, 4), (OptionOffer("ruleset", "", ("revised", "original")),), ("steady",))
FORTY_FIVE = GameOffer("forty-five", (5, 4), (), ())
OTHER = GameOffer("whist", (4,), (), ())


def test_an_order_is_completed_by_what_the_server_offers() -> None:
    """The usual number of players is filled in, options at their defaults go; a game that is not offered stays."""
    assert complete(Setup("chwech", 0, {"ruleset": "revised"}), [OFFER]) == Setup("chwech", 6)
    assert complete(Setup("chwech", 4, {"ruleset": "original"}), [OFFER]) == Setup("chwech", 4, {"ruleset": "original"})
    assert complete(Setup("whist", 0), [OFFER]) == Setup("whist", 0)


@pytest.mark.parametrize(
    ("hours", "left", "words"),
    [
        (20, 3.5, "Game night tonight at 20:00: 3 h"),
        (14, 0.5, "Game night today at 14:00: 30 min"),
        (20, 30, "Game night on Friday at 20:00: 30 h"),
        (20, -1, "Game night now, since 20:00"),
        (20, 1e300, ""),
        (float("nan"), 1, ""),
    ],
)
def test_when_the_game_night_is_stands_before_the_greeting(hours: float, left: float, words: str) -> None:
    """By the reader's clock; nothing is said of times that no clock knows."""
    friday = datetime(2026, 12, 4).astimezone().timestamp()
    news = Welcome(1, "x", "Megan", (), greeting="Hello", night_at=friday + hours * 3600, night_in=left * 3600)
    assert greeting_lines(news) == (*[words] * bool(words), "Hello")


def test_a_visit_offers_the_games_that_both_sides_know() -> None:
    """A game of the server that this client cannot show is left out; before the greeting there is none."""
    visit = ErrandState(Greet())
    assert (visit.offers, visit.name) == ({}, "")
    visit.welcomed(Welcome(1, "server", "Megan", (OTHER, OFFER)))
    assert visit.offers == {"Chwech": OFFER}
    assert visit.order.setup == Setup("chwech", 6)
    assert visit.setups == [Setup("chwech", 6)]
    visit.welcomed(Welcome(1, "server", "Megan", (FORTY_FIVE, OFFER)))
    assert visit.setups == [Setup("chwech", 6), Setup("forty-five", 5)]


SIX = Setup("chwech", 6)


def entry(code: str, setup: Setup, phase: TablePhase = TablePhase.PLAYING, *, yours: bool = True) -> TableEntry:
    """Give a line of the list of tables."""
    return TableEntry(code, setup, phase, (), "", yours)


def test_the_newest_game_of_the_same_kind_is_gone_on_with() -> None:
    """Only one's own, unfinished, with the same players and options, wherever the first dealer sat."""
    tables = (
        entry("a", Setup("chwech", 5)),
        entry("b", Setup("chwech", 6, {"ruleset": "original"})),
        entry("c", SIX, TablePhase.OVER),
        entry("d", SIX, yours=False),
        entry("e", Setup("chwech", 6, {}, first_dealer=Seat(3))),
        entry("f", SIX),
    )
    found = unfinished(tables, OpenTable(0, SIX))
    assert found.table == "e"
    assert unfinished(tables[:4], OpenTable(0, SIX)) is None


@pytest.mark.parametrize(
    ("setup", "data", "words"),
    [
        (SIX, "", ""),
        (Setup("chwech", 5), "", " --players 5"),
        (Setup("twenty-five", 6), "/my games", " twenty-five --data '/my games'"),
        (
            Setup("chwech", 4, {"ruleset": "original", "review_won": True, "deals": 3}),
            "",
            " --players 4 --option ruleset=original --option review_won=true --option deals=3",
        ),
    ],
)
def test_a_new_game_of_the_same_kind_has_a_command(setup: Setup, data: str, words: str) -> None:
    """It names whatever is not as usual."""
    told = new_game_command(PlayNow(OpenTable(0, setup), data=data), 6)
    assert told == f"chwech play --new{words}"


@pytest.mark.parametrize(
    ("errand", "come", "ask"),
    [
        (Join("cards.example"), "chwech join cards.example quiet-nine", "ssh -t chwech@cards.example"),
        (
            Watch("cards.example:22", "x"),
            "chwech join cards.example:22 quiet-nine",
            "ssh -t ssh://chwech@cards.example:22",
        ),
        (Join("tcp://cards.example:1"), "chwech join tcp://cards.example:1 quiet-nine", "ssh -t chwech@cards.example"),
        (Join("h", "", "ssh -t chwech@h -p 1 {code}"), "ssh -t chwech@h -p 1 quiet-nine", "ssh -t chwech@h -p 1"),
    ],
)
def test_others_are_told_a_command_that_they_can_type(errand: Join | Watch, come: str, ask: str) -> None:
    """The command leads to the same server, in the way that was come."""
    assert command(errand, "quiet-nine") == come
    assert key_command(errand, "code") == f"{ask} keys join code"
    assert record_command(errand, "17") == f"{ask.replace(' -t', '', 1)} history 17 > game.jsonl"
