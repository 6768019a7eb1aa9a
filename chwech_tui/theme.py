"""The look of a terminal: how many colours it has, the theme and the edges of cards; and the style of each hue."""

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.style import Style

from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Ink
from chwech_tui.model.settings import Cards, Settings, Theme
from chwech_tui.shades import CONSOLE, EVERYWHERE, THEMES, Shades

_BOLD: Final = frozenset({Hue.STRONG, *SUIT_HUES.values()})


class Background(Enum):
    """The background of a terminal before anything is drawn on it."""

    UNKNOWN = "unknown"
    DARK = "dark"
    LIGHT = "light"


class Colours(Enum):
    """How many colours a terminal has; the values are rich's names for such colour systems."""

    # Looks are cached by it, and Enum's own hash is slow.
    __hash__ = object.__hash__

    NONE = ""
    """No colours: weight and marks replace them."""
    SIXTEEN = "standard"
    """The sixteen of the Linux console; their exact shades depend on the terminal."""
    MANY = "256"
    ALL = "truecolor"

    @property
    def system(self) -> Literal["standard", "256", "truecolor"]:
        """What everything is written in, by rich's name; without colours weight is still written."""
        match self:
            case Colours.ALL:
                return "truecolor"
            case Colours.MANY:
                return "256"
            case _:
                return "standard"


@cache
def shades_of(colours: Colours, theme: Theme) -> Shades:
    """Return the colours of a theme on a terminal with so many."""
    shades = THEMES[theme]
    return shades.reduced() if colours is Colours.MANY else shades


class Palette(Struct, frozen=True, gc=False):
    """What the terminal of a screen can show, and so how the screen looks."""

    colours: Colours = Colours.ALL
    ascii: bool = False
    theme: Theme = Theme.AUTO
    """AUTO is dark, or fit for any background where there are sixteen colours."""
    cards: Cards = Cards.PAINTED
    erases: bool = True
    """True if what the terminal erases takes the ground that is set, as all do but an old multiplexer."""

    @property
    def strokes(self) -> Strokes:
        """How cards are drawn: painted, with large figures, or by lines for a terminal of few colours or signs."""
        if self.ascii or self.colours in {Colours.NONE, Colours.SIXTEEN}:
            return Strokes.DRAWN
        return Strokes.LEGIBLE if self.cards is Cards.LEGIBLE else Strokes.PAINTED

    @property
    def painted(self) -> bool:
        """True if screens are a felt with a rail, and what lies on it has colours of its own."""
        return self.strokes is not Strokes.DRAWN

    @property
    def shades(self) -> Shades:
        """The colours of the theme; a terminal of sixteen has none of them."""
        return shades_of(self.colours, self.theme)

    def style(self, hue: Ink, ground: Ink, depth: int = 0) -> Style:
        """Return the style of a hue on a ground, in a row of the screen that lies so deep."""
        if self.colours is Colours.ALL or self.colours is Colours.MANY:
            return _coloured(self, hue, ground, depth)
        # Without colours a plate is the table, and there is no paint.
        own = hue if isinstance(hue, Hue) else Hue.TEXT
        plain = ground if isinstance(ground, Ground) and ground is not Ground.PLATE else Ground.TABLE
        return _uncoloured(own, plain) if self.colours is Colours.NONE else _plainly_coloured(self, own, plain)


@cache
def _coloured(palette: Palette, hue: Ink, ground: Ink, depth: int) -> Style:
    shades, bold = palette.shades, hue in _BOLD and ground is not Ground.SHADED
    underlined = _underlined(hue) if isinstance(hue, Hue) else None
    return Style(
        color=shades.ink(hue, ground, depth), bgcolor=shades.fill(ground, depth), bold=bold, underline=underlined
    )


@cache
def _plainly_coloured(palette: Palette, hue: Hue, ground: Ground) -> Style:
    """Return a style of the sixteen colours: those of a console if it is known to be one, otherwise fit for any."""
    look = (CONSOLE if palette.theme is Theme.DARK else EVERYWHERE).look(hue, ground)
    return Style(color=look.ink, bgcolor=look.ground, bold=look.bold, underline=_underlined(hue))


def _underlined(hue: Hue) -> bool | None:
    """Return True for a word that is explained in place; None, so that nothing is sent for any other."""
    return hue is Hue.TERM or None


@cache
def _uncoloured(hue: Hue, ground: Ground) -> Style:
    """Return a style that replaces colour by weight; the marks in the picture carry the same information."""
    if ground is Ground.CHOSEN:
        return Style(reverse=True, bold=True)
    if ground is Ground.SHADED or hue in {Hue.DIM, Hue.FAINT, Hue.EMPTY, Hue.EVEN}:
        return Style(dim=True)
    bold = hue in {Hue.STRONG, Hue.ACCENT, Hue.ALERT, Hue.GOOD, Hue.INFO} or ground is Ground.BUTTON
    return Style(bold=bold, underline=_underlined(hue))


_COLOURLESS: Final = ("dumb", "unknown", "vt1", "vt2")  # The prefixes of TERM for terminals without colour.

_FEW: Final = re.compile(r"-color$|(?<!\d)(?:8|16|52|64|88)color")
"""What the name of a terminal contains that has fewer than 256 colours, and says so."""

_COLOURFUL: Final = ("xterm", "tmux", "screen", "putty", "konsole", "gnome", "vte", "rxvt-unicode", "iterm", "st-")
"""The prefixes of TERM for terminals with 256 colours, even if the name does not say so."""

_BRILLIANT: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "contour")
"""The prefixes of TERM for terminals with 24-bit colours; SSH clients seldom send COLORTERM to a server."""


_CONSOLES: Final = ("linux", "cons25", "ansi", "pcansi")
"""The prefixes of TERM for consoles of sixteen colours on black."""


def palette_of(environment: Mapping[str, str]) -> Palette:
    """Return the palette of a terminal, by TERM, COLORTERM, NO_COLOR and the locale."""
    console = environment.get("TERM", "").lower().startswith(_CONSOLES)
    theme = Theme.DARK if console else Theme.AUTO
    erases = not environment.get("TERM", "").lower().startswith("screen")
    return Palette(_colours(environment), ascii=not _unicode(environment), theme=theme, erases=erases)


def palette_with(terminal: Palette, settings: Settings, background: Background) -> Palette:
    """Return the palette of a terminal with a person's settings; a theme that is not set follows the background."""
    theme = settings.theme
    if theme is Theme.AUTO:
        theme = Theme.LIGHT if background is Background.LIGHT else terminal.theme
    return replace(terminal, theme=theme, cards=settings.cards)


def _colours(environment: Mapping[str, str]) -> Colours:
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term.startswith(_COLOURLESS) or term.endswith(("-m", "-mono")):
        return Colours.NONE
    said = environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct")
    if said or term.removeprefix("xterm-").startswith(_BRILLIANT):
        return Colours.ALL
    many = "256" in term or (term.startswith(_COLOURFUL) and not _FEW.search(term))
    return Colours.MANY if many else Colours.SIXTEEN


def _unicode(environment: Mapping[str, str]) -> bool:
    """Return True if the locale is UTF-8 or unknown."""
    told = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in told if value), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
