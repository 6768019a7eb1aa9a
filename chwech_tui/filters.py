"""What is done to every line before it goes to the terminal; nothing, for a terminal that can show everything."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

from chwech_tui.ascii import to_ascii
from chwech_tui.theme import Colours, Palette


class AsciiFilter(LineFilter):
    """Writes a line in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give the same segments with other characters."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


def filters_of(palette: Palette) -> Sequence[LineFilter]:
    """Give the filters that a palette asks for."""
    colourless = (NoColor(),) if palette.colours is Colours.NONE else ()
    return (*colourless, AsciiFilter()) if palette.ascii else colourless
