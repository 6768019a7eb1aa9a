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
from chwech_tui.model.ink import SUIT_HUES, Gold, Ground, Hue, Ink, Paint
from chwech_tui.model.settings import Cards, Desktop, Settings, Theme

Inks = Mapping[Hue, str]
"""The colour of each hue on one kind of ground."""

DEPTHS: Final = 16  # The steps in which the felt becomes darker from its middle to its rim.
UNDER_RAIL: Final = DEPTHS + 1  # The felt in the shadow of the rail.
RAIL: Final = DEPTHS + 2  # The rail around the felt.


def _mixed(one: str, other: str, share: float) -> str:
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join([f"{round(first + (last - first) * share):02x}" for first, last in pairs])


_PAST: Final = {Hue.PAST: (Hue.BOX, 0.36), Hue.PAST_GOOD: (Hue.GOOD, 0.28)}
"""What stands back in a chart: what it is like, and how much of the plate shows through."""


class Felt(Struct, frozen=True):
    """The felt: in its middle, at its rim, and the rail around it."""

    middle: str
    rim: str
    rail: str
    shade: float = 0.5
    """How dark a shadow on it is."""

    def at(self, depth: int) -> str:
        """Return its colour in a row, by how deep that lies: 0 in the middle, then to the rim, and the rail."""
        if depth == RAIL:
            return self.rail
        felt = _mixed(self.middle, self.rim, min(depth, DEPTHS) / DEPTHS)
        return _mixed(felt, "#000000", 0.18 * self.shade) if depth == UNDER_RAIL else felt


class Shades(Struct, frozen=True):
    """The colours of one theme."""

    felt: Felt
    grounds: Mapping[Ground, str]
    inks: Mapping[Ground, Inks]
    marks: Mapping[Hue, str]
    """What is drawn and not read, alike on every ground."""
    few: Mapping[Ground, str] = {}
    """The grounds where there are 256 colours, for the nearest one would be tinted or too dark; the felt has one."""
    gold: tuple[str, str] = ("#d79a34", "#ffe7a8")
    """The darkest and the brightest gold."""

    def fill(self, ground: Ink, depth: int = 0) -> str:
        """Return the colour of a ground, in a row so deep."""
        if ground is Ground.TABLE:
            return self.grounds.get(Ground.TABLE) or self.felt.at(depth)
        return self.grounds[ground] if isinstance(ground, Ground) else self.ink(ground, Ground.TABLE, depth)

    def ink(self, ink: Ink, ground: Ink, depth: int = 0) -> str:
        """Return a colour on a ground, in a row so deep."""
        if isinstance(ink, Paint):
            return _mixed(ink.colour, self.grounds[Ground.SHADED], 0.42) if ink.night else ink.colour
        if isinstance(ink, Gold):
            return _mixed(*self.gold, ink.share)
        if isinstance(ink, Ground):
            return self.fill(ink, depth)
        if ink is Hue.SHADE:
            # Alike in four rows, so that the shadow of a card is written in one colour or two.
            alike = depth // 4 * 4 + 2 if depth <= DEPTHS else depth
            return _mixed(self.fill(Ground.TABLE, alike), "#000000", self.felt.shade)
        if ink is Hue.OUTLINE:
            return _mixed(self.fill(Ground.TABLE, depth), self.inks[Ground.TABLE][Hue.TEXT], 0.18)
        known = self.inks[ground if isinstance(ground, Ground) else Ground.TABLE]
        if ink in _PAST:
            of, share = _PAST[ink]
            return _mixed(self.ink(of, Ground.PLATE), self.grounds[Ground.PLATE], share)
        return known.get(ink) or self.marks[ink]


_READ: Final = (
    *(Hue.STRONG, Hue.DIM, Hue.FAINT, Hue.ACCENT, Hue.ALERT, Hue.INFO, Hue.GOOD),
    *(Hue.CLUBS, Hue.DIAMONDS, Hue.HEARTS, Hue.SPADES, Hue.JOKER, Hue.FIRST_SIDE, Hue.SECOND_SIDE, Hue.THIRD_SIDE),
)
"""What is read, in the order of ``_inks``."""


def _inks(
    plain: tuple[str, str, str],
    marks: tuple[str, str, str, str],
    suits: tuple[str, ...],
    sides: tuple[str, ...] = (),
) -> Inks:
    """Name the colours of what is read.

    Args:
        plain: three of plain text, from strong to faint.
        marks: accent, alert, information and what is good.
        suits: the suits and the Joker.
        sides: the sides of a table; empty where they are never named, as on a card.
    """
    named = dict(zip(_READ, (*plain, *marks, *suits, *(sides or plain[:1] * 3)), strict=True))
    return {Hue.TEXT: plain[0], Hue.TERM: plain[0], **named}


def _drawn(*colours: str, edge: str = "#937d61") -> Mapping[Hue, str]:
    """Name the colours of what is drawn and not read: boxes full, empty and even, backs, brass and a halo."""
    hues = (Hue.BOX, Hue.EMPTY, Hue.EVEN, Hue.BACK, Hue.BRASS, Hue.HALO)
    return {**dict(zip(hues, colours, strict=True)), Hue.EDGE: edge}


def _shades(felt: Felt, marks: Mapping[Hue, str], few: Mapping[Ground, str], **grounds: tuple[str, Inks]) -> Shades:
    """Name the grounds besides the felt, each with what stands on it; the felt has what stands on a plate."""
    named = {Ground[name.upper()]: look for name, look in grounds.items()}
    inks = {ground: inks for ground, (_, inks) in named.items()}
    fills = {ground: colour for ground, (colour, _) in named.items()}
    return Shades(felt, fills, {**inks, Ground.TABLE: inks[Ground.PLATE]}, marks, few)


_PRINTED: Final = _inks(
    ("#1b2233", "#3d4356", "#545a64"),
    ("#7d4300", "#9d1f17", "#0d528f", "#095c39"),
    ("#0b6440", "#b84a06", "#b8202c", "#1b2540", "#6b2c91"),
)
"""On cards as printed: hearts and diamonds are reds, clubs and spades dark; each has a shade of its own."""

_GOLDEN: Final = _inks(
    ("#14110a", "#3a3220", "#453c27"),
    ("#4a3000", "#7c1d06", "#0b3f6e", "#05402a"),
    ("#004a2c", "#7f2d00", "#a00f14", "#14110a", "#5e1d6e"),
)

_LIT: Final = _inks(
    ("#f3f1e7", "#cadcd2", "#a6c2b4"),
    ("#ffcf5a", "#ffa08c", "#93d4ff", "#7be3a4"),
    ("#86dfae", "#ffb469", "#ff9d96", "#dfe7f5", "#dcb0ff"),
    ("#d9b8ff", "#d6e07a", "#9fe3ef"),
)
"""On the dark felt and all that lies on it."""

_NIGHT: Final = {
    Ground.TABLE: "#1c1c1c",
    Ground.CARD: "#ffffff",
    Ground.SHADED: "#3a3a3a",
    Ground.PLATE: "#262626",
    Ground.BUTTON: "#303030",
}

DARK: Final = _shades(
    Felt("#195241", "#0a2620", "#2a1c16"),
    _drawn("#e9e3d0", "#2a6450", "#3a7a5c", "#d9656f", "#b98a3e", "#ffcf5a"),
    _NIGHT,
    plate=("#0b2f27", _LIT),
    button=("#123f34", _LIT),
    card=("#f6efde", _PRINTED),
    shaded=("#27434a", _LIT),
    chosen=("#f2cf73", _GOLDEN),
)

_SUNLIT: Final = _inks(
    ("#17231e", "#33453c", "#3a4d43"),
    ("#6f3b00", "#9d1f17", "#0d528f", "#095c39"),
    ("#0b5d3c", "#822b00", "#96121f", "#1b2540", "#6b2c91"),
    ("#6b2c91", "#4f4e00", "#00525a"),
)

_LIGHT: Final = _shades(
    Felt("#d9e8d8", "#bed4c2", "#e9dcc6", shade=0.28),
    _drawn("#3b5a4c", "#c3d6c6", "#8fc3a4", "#a83a48", "#b08236", "#e09a12"),
    {
        Ground.TABLE: "#d7ffd7",
        Ground.CARD: "#ffffff",
        Ground.SHADED: "#e4e4e4",
        Ground.PLATE: "#eeeeee",
        Ground.BUTTON: "#ffffff",
    },
    plate=("#eff5ec", _SUNLIT),
    button=("#fffdf6", _SUNLIT),
    card=("#fcf9f2", _PRINTED),
    shaded=("#c0cec4", _SUNLIT),
    chosen=("#f6d77f", _GOLDEN),
)
LIGHT: Final = replace(_LIGHT, gold=("#9a5e0c", "#7a4600"))

_STARK: Final = _inks(
    ("#ffffff", "#e4e4e4", "#d0d0d0"),
    ("#ffd700", "#ffaf87", "#87d7ff", "#87ffaf"),
    ("#afffd7", "#ffd7af", "#ffb7b0", "#ffffff", "#ffafff"),
    ("#a8d8ff", "#dfe88a", "#dcc8ff"),
)

CONTRAST: Final = _shades(
    Felt("#000000", "#000000", "#000000"),
    _drawn("#ffffff", "#4e4e4e", "#5f875f", "#ff8787", "#8a8a8a", "#ffd700", edge="#000000"),
    {},
    plate=("#121212", _STARK),
    button=("#303030", _STARK),
    card=(
        "#ffffff",
        _inks(
            ("#000000", "#303030", "#3a3a3a"),
            ("#5f2d00", "#870000", "#003f73", "#00431f"),
            ("#004a2a", "#7a2d00", "#af0000", "#000000", "#5f0087"),
        ),
    ),
    shaded=("#303030", _STARK),
    chosen=(
        "#ffd700",
        _inks(
            ("#000000", "#1c1c1c", "#262626"),
            ("#000000", "#5f0000", "#00264d", "#002a1a"),
            ("#002a1a", "#5f0000", "#5f0000", "#000000", "#3f005f"),
        ),
    ),
)
"""Every text has a contrast of 7 or more."""

_FOUR_COLOURS: Final = _inks(
    ("#f3f1e7", "#cadcd2", "#a6c2b4"),
    ("#f0e442", "#ffa066", "#9ad0ff", "#f3f1e7"),
    ("#58dcb0", "#7cc6ff", "#ff9a66", "#dfe7f5", "#f0b0da"),
    ("#9ad0ff", "#d9d38a", "#d3c4ff"),
)

_COLOUR_BLIND: Final = _shades(
    Felt("#1d4a52", "#0c2429", "#2a1c16"),
    _drawn("#e9e3d0", "#2b5c66", "#4f8791", "#e0a040", "#b98a3e", "#f0e442"),
    _NIGHT,
    plate=("#0d2c32", _FOUR_COLOURS),
    button=("#143c44", _FOUR_COLOURS),
    card=(
        "#f4f2ec",
        _inks(
            ("#101317", "#454b54", "#545a64"),
            ("#6b4c00", "#9a4200", "#005b94", "#00644a"),
            ("#00644a", "#005b94", "#a83f00", "#101317", "#8c3f70"),
        ),
    ),
    shaded=("#27434a", _FOUR_COLOURS),
    chosen=(
        "#f0e05a",
        _inks(
            ("#101317", "#33373d", "#3f444b"),
            ("#4a3400", "#7a2d00", "#003f66", "#003f2e"),
            ("#004d38", "#004a7a", "#8a2d00", "#101317", "#702d58"),
        ),
    ),
)
"""The suits in the palette of Okabe and Ito, made darker and lighter: four colours that all eyes tell apart."""

THEMES: Final[Mapping[Theme, Shades]] = {
    Theme.AUTO: DARK,
    Theme.DARK: DARK,
    Theme.LIGHT: LIGHT,
    Theme.CONTRAST: CONTRAST,
    Theme.COLOUR_BLIND: _COLOUR_BLIND,
}


class InkPair(Struct, frozen=True):
    """A pair of the sixteen colours, by rich's names."""

    ink: str = "default"
    ground: str = "default"
    bold: bool = False


class Sixteen(Struct, frozen=True):
    """The looks of a terminal of sixteen colours, whose exact shades nobody knows."""

    grounds: Mapping[Ground, InkPair]
    """The look of text on each ground."""
    hues: Mapping[tuple[Hue, Ground], InkPair]
    """The looks that differ from it."""

    def look(self, hue: Hue, ground: Ground) -> InkPair:
        """Return the look of a hue on a ground."""
        return self.hues.get((hue, ground)) or self.grounds[ground]


_RED: Final = (Hue.DIAMONDS, Hue.HEARTS)
_BLACK: Final = (Hue.CLUBS, Hue.SPADES)
_ON_WHITE: Final = {hue: InkPair("red", "bright_white") for hue in _RED} | {
    Hue.JOKER: InkPair("magenta", "bright_white")
}

EVERYWHERE: Final = Sixteen(
    {
        Ground.TABLE: InkPair(),
        Ground.CARD: InkPair("black", "bright_white"),
        Ground.SHADED: InkPair(),
        Ground.CHOSEN: InkPair("bright_white", "black"),
        Ground.BUTTON: InkPair("black", "white"),
    },
    {
        **{(hue, Ground.CARD): look for hue, look in _ON_WHITE.items()},
        **{(hue, Ground.TABLE): look for hue, look in _ON_WHITE.items()},
        **{(hue, Ground.TABLE): InkPair("black", "bright_white") for hue in _BLACK},
        (Hue.STRONG, Ground.TABLE): InkPair(bold=True),
        (Hue.ACCENT, Ground.TABLE): InkPair(bold=True),
        (Hue.ALERT, Ground.TABLE): InkPair("bright_white", "red"),
    },
)
"""Where the background may be dark or light: the terminal's own colours, and pairs that are readable in the palettes
of xterm, the VGA console, Tango and both of Solarized. Red and magenta on white have 4.2 in Solarized, at least 4.6 in
the others; a console that has no bright backgrounds takes CONSOLE.
"""

_ON_BLACK: Final = {
    Hue.STRONG: "bright_white",
    Hue.ACCENT: "bright_yellow",
    Hue.ALERT: "bright_red",
    Hue.CLUBS: "bright_white",
    Hue.DIAMONDS: "bright_red",
    Hue.HEARTS: "bright_red",
    Hue.SPADES: "bright_white",
    Hue.JOKER: "bright_magenta",
    Hue.FIRST_SIDE: "bright_cyan",
    Hue.SECOND_SIDE: "bright_green",
    Hue.THIRD_SIDE: "bright_magenta",
}

CONSOLE: Final = Sixteen(
    {
        Ground.TABLE: InkPair("white", "black"),
        Ground.CARD: InkPair("white", "black"),
        Ground.SHADED: InkPair("white", "black"),
        Ground.CHOSEN: InkPair("bright_white", "blue"),
        Ground.BUTTON: InkPair("white", "blue"),
    },
    {
        **{
            (hue, ground): InkPair(ink, "black")
            for hue, ink in _ON_BLACK.items()
            for ground in (Ground.TABLE, Ground.CARD)
        },
        **{(hue, Ground.BUTTON): InkPair("bright_white", "blue") for hue in (Hue.STRONG, *_BLACK)},
        (Hue.ACCENT, Ground.BUTTON): InkPair("bright_yellow", "blue"),
    },
)
"""On a black background with VGA's colours, as on the Linux console."""


_BOLD: Final = frozenset({Hue.STRONG, Hue.ACCENT, *SUIT_HUES.values()})


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
    return replace(shades, grounds={**shades.grounds, **shades.few}) if colours is Colours.MANY else shades


class Palette(Struct, frozen=True, gc=False):
    """What the terminal of a screen can show, and so how the screen looks."""

    colours: Colours = Colours.ALL
    ascii: bool = False
    theme: Theme = Theme.AUTO
    """AUTO is dark, or fit for any background where there are sixteen colours."""
    cards: Cards = Cards.PAINTED
    erases: bool = True
    """True if what the terminal erases takes the ground that is set, as all do but an old multiplexer."""
    notices: Desktop = Desktop.OFF
    """How the terminal is asked for a notification of the desktop, as far as its name says."""

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
    words = " ".join(environment.get(name, "").lower() for name in ("TERM", "TERM_PROGRAM", "LC_TERMINAL"))
    found = (notices for notices, names in _NOTICES.items() if any(name in words for name in names))
    notices = next(found, Desktop.OFF)
    return Palette(_colours(environment), ascii=not _unicode(environment), theme=theme, erases=erases, notices=notices)


_NOTICES: Final = {
    # A multiplexer takes the sequences for itself.
    Desktop.OFF: ("tmux", "screen"),
    Desktop.OSC777: ("foot", "ghostty", "rxvt"),
    Desktop.OSC99: ("kitty",),
    Desktop.OSC9: ("wezterm", "iterm"),
}
"""What the names of terminals have in them that know a sequence for notifications."""


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
