"""The forms for a table and for a tournament: every label and every value whole, in each language."""

from collections.abc import Iterator

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.model.form import Form, blank_form, rows, step
from chwech_tui.screens.menu import MENU_WIDTH, form_lines
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.setup import GameOffer
from protocol.text import text_width
from server.rules.registry import GAMES as RULES

OFFERS = {
    GAMES[name].title: GameOffer(name, game.players, game.options, ("steady", "strong"), game.about, game.minutes)
    for name, game in RULES.items()
}
WORDS = {GAMES[name].title: GAMES[name].options for name in RULES}

MARK = 2
"""The cells before a line, where the cursor of a menu stands."""


def forms(title: str) -> Iterator[Form]:
    """Yield a form of a game for each number of players, and every value of each of its choices."""
    form = blank_form({title: OFFERS[title]}, WORDS, shared=True)
    for _ in form.offer.players:
        for row in rows(form):
            yield from turned(form, row.name)
        form = step(form, "players", 1)


def turned(form: Form, name: str) -> Iterator[Form]:
    """Yield a form with each value of one choice."""
    now = form
    while any(row.name == name for row in rows(now)):
        yield now
        now = step(now, name, 1)
        if rows(now) == rows(form):
            return


@pytest.mark.parametrize("title", OFFERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_cut(language: str, title: str) -> None:
    """Also where a label is longer than the usual column, and beside the longest value."""
    with speaking(language, catalogue):
        for form in forms(title):
            shown = rows(form)
            lines = form_lines([(row.label, row.value) for row in shown])
            for row, line in zip(shown, lines, strict=True):
                assert line.startswith(f"{row.label} ")
                assert line.endswith(f" ‹ {row.value} ›")
                assert text_width(line) <= MENU_WIDTH - MARK, line
            assert len({text_width(line.partition("‹")[0]) for line in lines}) == 1, "one column"
