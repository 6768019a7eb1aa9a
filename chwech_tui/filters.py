"""The filters that everything drawn passes through, so that no screen needs to know what its terminal cannot show."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

from chwech_tui.ascii import to_ascii
from chwech_tui.theme import Colours, Palette


class AsciiFilter(LineFilter):
    """Replaces the characters of a line by ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the same segments with ASCII characters."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]


def filters_of(palette: Palette) -> Sequence[LineFilter]:
    """Return the line filters that a palette needs."""
    colourless = (NoColor(),) if palette.colours is Colours.NONE else ()
    return (*colourless, AsciiFilter()) if palette.ascii else colourless
