"""The plot of how somebody has played."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.lobby import draw_bars, draw_statistics, share_line
from chwech_tui.model.ink import plain
from chwech_tui.model.review import Firsts, Form
from protocol.archive import Statistics


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
    played = Statistics(1, "Ann", 500, 1, 16, 400, 3, "chwech", "exact multiples of nine", 3)
    lines = [plain(line) for line in draw_statistics(played, Form((9,) * 499 + (90,)), 60, 4, counts_deals=True)]
    assert all(len(line) <= 60 for line in lines)
    assert "Your total in 53 games, the newest at the right" in lines
    assert lines[1].endswith("█")


def test_what_another_server_says_is_cleaned() -> None:
    """The name of what is counted may be anything at all."""
    played = Statistics(1, "Ann", 1, 1, 16, 400, 3, "chwech", "\x1b[31mred\u202e" + "x" * 200, 3)
    text = "".join(
        plain(line) for line in draw_statistics(played, Form((9,), (Firsts(4, 1, 0),)), 78, 3, counts_deals=True)
    )
    assert text.isprintable()


def test_no_game_is_said_in_words() -> None:
    """An empty page would look like a fault."""
    assert "No game of yours" in plain(draw_statistics(Statistics(1, "Ann", 0), Form(), 78, 3, counts_deals=False)[0])


def test_what_is_no_share_of_the_deals_is_a_number_a_deal() -> None:
    """Of cards taken up or tricks there may be many in a deal, or by chance fewer than deals: that is no per cent."""
    played = Statistics(1, "Ann", 1, 1, 6, 400, game="dudak", counted="cards taken up", count=206)
    for count, shown in ((206, "206, 34.3 a deal"), (3, "3, 0.5 a deal")):
        drawn = draw_statistics(replace(played, count=count), Form(), 78, 3, counts_deals=False)
        lines = [plain(line).strip() for line in drawn]
        assert lines[:2] == ["Cards taken up, by deals", shown]
