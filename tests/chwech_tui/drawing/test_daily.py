"""The page of the deal of the day."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.lobby import draw_daily
from chwech_tui.model.ink import plain
from protocol.daily import Daily
from tests.chwech_tui.days import NOON, TODAY, YESTERDAY, best


def text(page: Daily, width: int = 76, height: int = 20, now: float = NOON) -> str:
    """Give the page as text."""
    return "\n".join(plain(line) for line in draw_daily(page, now, width, height))


def test_people_with_hints_are_listed_apart() -> None:
    """They stand below the others, under words of their own, however good they are."""
    lines = text(TODAY).splitlines()
    names = [line[:22] for line in lines if "Megan" in line[:22] or "Nia" in line[:22] or "with hints" in line[:22]]
    assert [name.split()[0] for name in names] == ["1", "with", "1"]


@pytest.mark.parametrize("width", [56, 76, 100])
@pytest.mark.parametrize("page", [TODAY, YESTERDAY, replace(TODAY, of_day=best(40), of_week=best(40), of_all=best(40))])
def test_a_page_fits(page: Daily, width: int) -> None:
    """However long the lists and however narrow the screen, the proof stays in sight and no line is too long."""
    lines = draw_daily(page, NOON, width, 19)
    assert len(lines) <= 19
    assert all(measure(line) <= width for line in lines)
    assert "5a5a" in plain(lines[-1]) or "5a5a" in plain(lines[-2])


def test_the_seed_is_shown_once_it_is_revealed() -> None:
    """Before that, the seal of the next day is."""
    assert "seed" not in text(TODAY)
    assert "next seal" in text(TODAY)
    assert f"seed {'17' * 32}" in text(YESTERDAY)


def test_what_a_server_says_is_cleaned() -> None:
    """Names and codes may hold anything."""
    assert YESTERDAY.result is not None
    evil = "\x1b[31m\u202e" + "x" * 300
    page = replace(YESTERDAY, day=evil, seed=evil, result=replace(YESTERDAY.result, code=evil, score=10**30, day=evil))
    shown = text(page, 56)
    assert shown.replace("\n", "").isprintable()
    assert all(len(line) <= 56 for line in shown.splitlines())
