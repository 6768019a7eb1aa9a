"""The lobby in lines, as far as it tells the time."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.lobby import (
    draw_about,
    draw_bars,
    draw_daily,
    draw_people,
    draw_people_list,
    draw_statistics,
    share_line,
    table_words,
)
from chwech_tui.model.ink import plain
from chwech_tui.model.lobby import Lobby
from chwech_tui.model.review import Firsts, Form
from protocol.archive import Statistics
from protocol.daily import Daily
from protocol.setup import Arrangement, Clock, Setup
from protocol.tableview import TableEntry, TablePhase
from tests.chwech_tui.days import NOON, TODAY, YESTERDAY, best

NOW = 1_790_000_000.0
DAY = 86_400.0
MINE = TableEntry(
    "slow-owl",
    Setup("chwech", 4),
    TablePhase.PLAYING,
    ("Megan", "Owain", "Bot", "Bot"),
    "deal 1 of 8",
    yours=True,
    arrangement=Arrangement(Clock(3 * DAY)),
    turn="Megan",
    your_turn=True,
    deadline=NOW + 2.5 * DAY,
)


def about(entry: TableEntry) -> str:
    """Give what is said of a table."""
    return " ".join("".join(span.text for span in line) for line in draw_about(entry, "revised rules", (200, 4), NOW))


def test_whose_turn_it_is_by_correspondence() -> None:
    """It is said first, with the time that is left."""
    assert about(MINE).startswith("It is your turn, 2 days left. Megan, Owain")
    theirs = replace(MINE, turn="Owain", your_turn=False, deadline=NOW + 7200)
    assert about(theirs).startswith("It is Owain's turn, 2 h left. ")
    long = replace(theirs, turn="Annalise Wilhelmina")
    assert about(long).startswith("It is Annalise Wilhelmina's turn, 2 h left. ")
    assert about(replace(MINE, deadline=None)).startswith("It is your turn. ")
    assert about(replace(MINE, turn="", your_turn=False)).startswith("Megan, Owain")


def test_the_line_of_a_table_calls_whose_turn_it_is() -> None:
    """What is left stands in place of the clock; of others' turns the list says nothing."""
    assert table_words(MINE, "revised", 78, NOW).split()[0] == "Play"
    assert "2 days" in table_words(MINE, "revised", 78, NOW)
    theirs = table_words(replace(MINE, your_turn=False), "revised", 78, NOW)
    assert theirs.startswith("Go on")
    assert "3 days" in theirs
    assert "45 min" in table_words(replace(MINE, deadline=NOW + 2700), "revised", 78, NOW)
    assert "0 min" in table_words(replace(MINE, deadline=NOW - 5), "revised", 78, NOW)


def test_before_the_server_has_answered_nobody_is_counted() -> None:
    """Whoever reads it is online, so a number that nobody knows is not told as none."""
    for drawn in (draw_people(Lobby(), 60, 1), draw_people_list(Lobby(), 60, 4)):
        assert plain(drawn[0]).strip() == "Online: –"


def text(page: Daily, width: int = 76, height: int = 20, now: float = NOON) -> str:
    """Give the page as text."""
    return "\n".join(plain(line) for line in draw_daily(page, now, width, height))


@pytest.mark.parametrize("width", [56, 76, 100])
@pytest.mark.parametrize("page", [TODAY, YESTERDAY, replace(TODAY, of_day=best(40), of_week=best(40), of_all=best(40))])
def test_a_page_fits(page: Daily, width: int) -> None:
    """However long the lists and however narrow the screen, the proof stays in sight and no line is too long."""
    lines = draw_daily(page, NOON, width, 19)
    assert len(lines) <= 19
    assert all(measure(line) <= width for line in lines)
    assert "5a5a" in plain(lines[-1]) or "5a5a" in plain(lines[-2])


def test_what_a_server_says_is_cleaned() -> None:
    """Names and codes may hold anything."""
    assert YESTERDAY.result is not None
    evil = "\x1b[31m\u202e" + "x" * 300
    page = replace(YESTERDAY, day=evil, seed=evil, result=replace(YESTERDAY.result, code=evil, score=10**30, day=evil))
    shown = text(page, 56)
    assert shown.replace("\n", "").isprintable()
    assert all(len(line) <= 56 for line in shown.splitlines())


def test_a_column_is_as_high_as_its_value() -> None:
    """The greatest fills the plot, nothing is empty, and half of it is half as high."""
    assert [plain(line) for line in draw_bars((0, 40, 80), 2)] == ["    80   █", "     0  ██"]
    assert plain(draw_bars((0, 10, 80), 1)[0]) == "    80  ▁█"


@pytest.mark.parametrize("values", [(0,), (0, 0, 0), (5,), (-3, 4), (-5,)])
def test_any_values_can_be_drawn(values: tuple[int, ...]) -> None:
    """Zeros alone, one game, and points below zero make no exception."""
    lines = [plain(line) for line in draw_bars(values, 3)]
    assert len(lines) == 3
    assert all(len(line) == 7 + len(values) for line in lines)


@pytest.mark.parametrize(("part", "whole", "filled"), [(0, 10, 0), (5, 10, 12), (10, 10, 24), (11, 10, 24), (0, 0, 0)])
def test_a_share_is_a_bar(part: int, whole: int, filled: int) -> None:
    """None, half, all, more than a server should say, and nothing at all."""
    assert plain(share_line("x", part, whole)).count("█") == filled


def test_more_games_than_columns() -> None:
    """The newest stay."""
    played = Statistics(1, "Ann", 500, 1, 16, 400, "chwech", "exact multiples of nine", 3)
    lines = [plain(line) for line in draw_statistics(played, Form((9,) * 499 + (90,)), 60, 4, counts_deals=True)]
    assert all(len(line) <= 60 for line in lines)
    assert "Your total in 53 games, the newest at the right" in lines
    assert lines[1].endswith("█")


def test_what_another_server_says_is_cleaned() -> None:
    """The name of what is counted may be anything at all."""
    played = Statistics(1, "Ann", 1, 1, 16, 400, "chwech", "\x1b[31mred\u202e" + "x" * 200, 3)
    text = "".join(
        plain(line) for line in draw_statistics(played, Form((9,), (Firsts(4, 1, 0),)), 78, 3, counts_deals=True)
    )
    assert text.isprintable()


def test_what_is_no_share_of_the_deals_is_a_number_a_deal() -> None:
    """Of cards taken up or tricks there may be many in a deal, or by chance fewer than deals: that is no per cent."""
    played = Statistics(1, "Ann", 1, 1, 6, 400, game="dudak", counted="cards taken up", count=206)
    for count, shown in ((206, "206, 34.3 a deal"), (3, "3, 0.5 a deal")):
        drawn = draw_statistics(replace(played, count=count), Form(), 78, 3, counts_deals=False)
        lines = [plain(line).strip() for line in drawn]
        assert lines[:2] == ["Cards taken up, by deals", shown]
