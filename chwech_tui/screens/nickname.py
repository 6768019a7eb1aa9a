"""Asks a person who comes for the first time for a nickname, and tells what is played here."""

from typing import Final

from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.question import QuestionScreen
from chwech_tui.theme import Palette

GIST: Final = (
    "Chwech: follow the suit led or pass; the highest card takes the trick.",
    "A deal ends when somebody's hand is empty, or nobody will lead.",
    "Score: cards played, times cards won beyond a multiple of 9 (none: × 9).",
)
"""The game in three lines."""


class NicknameScreen(QuestionScreen):
    """One line to write a name on."""

    def __init__(self, palette: Palette, place: str, trouble: str = "") -> None:
        super().__init__(palette, trouble)
        self._place = place

    def words(self) -> Picture:
        """Draw the game in three lines, and the question."""
        return (
            *((Span(line, Hue.DIM),) for line in GIST),
            (),
            (Span("What shall the others call you ", Hue.STRONG), Span(f"at {self._place}?", Hue.DIM)),
        )

    def accept(self, text: str) -> str:
        """Want something to be seen of a name."""
        return "" if text else "A nickname has at least one visible letter."
