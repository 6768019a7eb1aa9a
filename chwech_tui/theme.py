"""Colours: the style of each hue on each ground, with and without colour; the only file that names colours.

The suits use the palette of Okabe and Ito, made lighter for a dark table: colour-blind people can tell them apart.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final

from msgspec import Struct
from rich.style import Style

from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import Ground, Hue

TABLE_COLOUR: Final = "#16181d"
"""The ground of the whole screen; all grounds are close enough to grey to survive a palette of 256 colours."""

_GROUNDS: Final = {
    Ground.TABLE: TABLE_COLOUR,
    Ground.CARD: "#2c3038",
    Ground.SHADED: "#1b1e23",
    Ground.CHOSEN: "#f0d48a",
    Ground.BUTTON: "#262a31",
}
_HUES: Final = {
    Hue.TEXT: ("#c9ced8", "white"),
    Hue.STRONG: ("#f2f4f8", "bright_white"),
    Hue.DIM: ("#969dac", "cyan"),
    Hue.FAINT: ("#6f7787", "cyan"),
    Hue.TERM: ("#c9ced8", "white"),
    Hue.ACCENT: ("#f0c75e", "bright_yellow"),
    Hue.ALERT: ("#ff9b71", "bright_red"),
    Hue.CLUBS: ("#3fcf9f", "bright_green"),
    Hue.DIAMONDS: ("#6cbcff", "bright_cyan"),
    Hue.HEARTS: ("#ff7f5f", "bright_red"),
    Hue.SPADES: ("#eef0f6", "bright_white"),
    Hue.JOKER: ("#e79fd0", "bright_magenta"),
    Hue.EDGE: ("", "white"),
}
"""The colour of each hue, and that of sixteen; bright black is none of them, for it may equal the background."""

_SUITS: Final = {
    Hue.CLUBS: {Ground.SHADED: "#33806a", Ground.CHOSEN: "#00553c"},
    Hue.DIAMONDS: {Ground.SHADED: "#467399", Ground.CHOSEN: "#0b4a86"},
    Hue.HEARTS: {Ground.SHADED: "#9a5647", Ground.CHOSEN: "#a32a0c"},
    Hue.SPADES: {Ground.SHADED: "#7d8391", Ground.CHOSEN: "#1a1d24"},
    Hue.JOKER: {Ground.SHADED: "#8a6480", Ground.CHOSEN: "#7a2560"},
}
"""The other colours of the suits on some grounds."""

_BOLD: Final = frozenset({Hue.STRONG, *_SUITS})

ACCENT_COLOUR: Final = _HUES[Hue.ACCENT][0]
TEXT_COLOUR: Final = _HUES[Hue.TEXT][0]
CARD_COLOUR: Final = _GROUNDS[Ground.CARD]


class Colours(Enum):
    """How many colours a terminal has; the values are rich's names for such colour systems."""

    NONE = ""
    """No colours: weight and marks replace them."""

    SIXTEEN = "standard"
    """The sixteen of the Linux console; their exact shades depend on the terminal."""

    MANY = "256"
    ALL = "truecolor"


class Palette(Struct, frozen=True):
    """What the terminal of a screen can show, and so how the screen looks."""

    colours: Colours = Colours.ALL
    ascii: bool = False

    @property
    def strokes(self) -> Strokes:
        """How cards are drawn: as coloured areas with enough colours and half blocks, otherwise as outlines."""
        drawn = self.ascii or self.colours in {Colours.NONE, Colours.SIXTEEN}
        return Strokes.DRAWN if drawn else Strokes.COLOUR

    def style(self, hue: Hue, ground: Ground) -> Style:
        """Return the style of a hue on a ground."""
        if self.colours is Colours.NONE:
            return _uncoloured(hue, ground)
        return _plainly_coloured(hue, ground) if self.colours is Colours.SIXTEEN else _coloured(hue, ground)


@cache
def _coloured(hue: Hue, ground: Ground) -> Style:
    if hue is Hue.EDGE:
        return Style(color=_GROUNDS[ground], bgcolor=TABLE_COLOUR)
    shade = _SUITS.get(hue, {}).get(ground, _HUES[hue][0])
    bold = hue in _BOLD and ground is not Ground.SHADED
    return Style(color=shade, bgcolor=_GROUNDS[ground], bold=bold, underline=hue is Hue.TERM or None)


@cache
def _plainly_coloured(hue: Hue, ground: Ground) -> Style:
    """Return a style of the sixteen colours, each pair chosen by hand.

    It is never bold, which some consoles draw as another colour.
    """
    if ground is Ground.CHOSEN:
        return Style(color="black", bgcolor="white")
    ink = _HUES[hue][1]
    if ground is Ground.SHADED:
        ink = ink.removeprefix("bright_")
    return Style(color=ink, bgcolor="blue" if ground is Ground.BUTTON else "black", underline=hue is Hue.TERM or None)


@cache
def _uncoloured(hue: Hue, ground: Ground) -> Style:
    """Return a style that replaces colour by weight; the marks in the picture carry the same information."""
    if ground is Ground.CHOSEN:
        return Style(reverse=True, bold=True)
    if ground is Ground.SHADED or hue in {Hue.DIM, Hue.FAINT}:
        return Style(dim=True)
    bold = hue in {Hue.STRONG, Hue.ACCENT, Hue.ALERT} or ground is Ground.BUTTON
    return Style(bold=bold, underline=hue is Hue.TERM or None)


_COLOURLESS: Final = ("dumb", "unknown", "vt1", "vt2")
"""The prefixes of TERM for terminals without colour."""

_COLOURFUL: Final = ("xterm", "tmux", "screen", "putty", "konsole", "gnome", "vte", "rxvt-unicode", "iterm", "st-")
"""The prefixes of TERM for terminals with 256 colours, even if the name does not say so."""

_BRILLIANT: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "contour")
"""The prefixes of TERM for terminals with 24-bit colours; SSH clients seldom send COLORTERM to a server."""


def palette_of(environment: Mapping[str, str]) -> Palette:
    """Return the palette of a terminal, by TERM, COLORTERM, NO_COLOR and the locale."""
    return Palette(_colours(environment), ascii=not _unicode(environment))


def _colours(environment: Mapping[str, str]) -> Colours:
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term.startswith(_COLOURLESS):
        return Colours.NONE
    said = environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct")
    if said or term.removeprefix("xterm-").startswith(_BRILLIANT):
        return Colours.ALL
    return Colours.MANY if "256" in term or term.startswith(_COLOURFUL) else Colours.SIXTEEN


def _unicode(environment: Mapping[str, str]) -> bool:
    """Return True if the locale is UTF-8 or unknown."""
    told = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in told if value), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
