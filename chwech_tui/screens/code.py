"""Asks for the code of a table: how one comes to a table that is in no list."""

from typing import ClassVar

from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.question import QuestionScreen


class CodeScreen(QuestionScreen):
    """One line to write a code on."""

    CELLS: ClassVar[int] = 28

    def words(self) -> Picture:
        """Draw the question."""
        return (
            (Span("Which table?", Hue.STRONG),),
            (),
            (Span("Its code has three words, such as amber-river-stone; spaces do as well.", Hue.DIM),),
        )
