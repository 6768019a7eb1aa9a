"""Colours: what each hue looks like on each ground, in colour and without; the one file that names a colour.

The suits follow the palette of Okabe and Ito, which colour-blind people can tell apart, made lighter for a dark table.
"""

from functools import cache
from typing import Final

from msgspec import Struct
from rich.style import Style

from chwech_tui.drawing.card import Strokes
from chwech_tui.model.ink import Ground, Hue

TABLE_COLOUR: Final = "#16181d"
"""The ground of the whole screen; all grounds are so close to grey that 256 colours still have them."""

_GROUNDS: Final = {
    Ground.TABLE: TABLE_COLOUR,
    Ground.CARD: "#2c3038",
    Ground.SHADED: "#1b1e23",
    Ground.CHOSEN: "#f0d48a",
    Ground.BUTTON: "#262a31",
}
"""The ground of the table, of a card, of a card in the shade, of the chosen one, of a button."""

_HUES: Final = {
    Hue.TEXT: "#c9ced8",
    Hue.STRONG: "#f2f4f8",
    Hue.DIM: "#969dac",
    Hue.FAINT: "#6f7787",
    Hue.ACCENT: "#f0c75e",
    Hue.ALERT: "#ff9b71",
    Hue.CLUBS: "#3fcf9f",
    Hue.DIAMONDS: "#6cbcff",
    Hue.HEARTS: "#ff7f5f",
    Hue.SPADES: "#eef0f6",
    Hue.JOKER: "#e79fd0",
}

_SHADED: Final = {
    Hue.CLUBS: "#33806a",
    Hue.DIAMONDS: "#467399",
    Hue.HEARTS: "#9a5647",
    Hue.SPADES: "#7d8391",
    Hue.JOKER: "#8a6480",
}

_ON_CHOSEN: Final = {
    Hue.CLUBS: "#00553c",
    Hue.DIAMONDS: "#0b4a86",
    Hue.HEARTS: "#a32a0c",
    Hue.SPADES: "#1a1d24",
    Hue.JOKER: "#7a2560",
}

_BOLD: Final = frozenset({Hue.STRONG, Hue.CLUBS, Hue.DIAMONDS, Hue.HEARTS, Hue.SPADES, Hue.JOKER})


ACCENT_COLOUR: Final = _HUES[Hue.ACCENT]
TEXT_COLOUR: Final = _HUES[Hue.TEXT]
CARD_COLOUR: Final = _GROUNDS[Ground.CARD]


class Palette(Struct, frozen=True):
    """How one screen is coloured."""

    colour: bool
    """Whether colours may be used at all."""

    @property
    def strokes(self) -> Strokes:
        """How cards are drawn with this palette."""
        return Strokes.COLOUR if self.colour else Strokes.DRAWN

    def style(self, hue: Hue, ground: Ground) -> Style:
        """Give the style of a hue on a ground."""
        return _coloured(hue, ground) if self.colour else _uncoloured(hue, ground)


@cache
def _coloured(hue: Hue, ground: Ground) -> Style:
    if hue is Hue.EDGE:
        return Style(color=_GROUNDS[ground], bgcolor=TABLE_COLOUR)
    shade = {Ground.SHADED: _SHADED, Ground.CHOSEN: _ON_CHOSEN}.get(ground, _HUES).get(hue, _HUES[hue])
    return Style(color=shade, bgcolor=_GROUNDS[ground], bold=hue in _BOLD and ground is not Ground.SHADED)


@cache
def _uncoloured(hue: Hue, ground: Ground) -> Style:
    """Say by weight alone what colour would say: the marks in the picture say it too."""
    if ground is Ground.CHOSEN:
        return Style(reverse=True, bold=True)
    if ground is Ground.SHADED or hue in {Hue.DIM, Hue.FAINT}:
        return Style(dim=True)
    return Style(bold=hue in {Hue.STRONG, Hue.ACCENT, Hue.ALERT} or ground is Ground.BUTTON)
