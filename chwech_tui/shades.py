"""The colours of each theme: what every hue looks like on every ground; the only file that names colours.

Text has a contrast of 4.5 or more on its ground, also after the reduction to 256 colours; a test computes it.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from chwech_tui.model.ink import Ground, Hue
from chwech_tui.model.settings import Theme

Inks = Mapping[Hue, str]
"""The colour of each hue on one kind of ground."""


class Shades(Struct, frozen=True):
    """The colours of one theme."""

    grounds: Mapping[Ground, str]
    inks: Mapping[Ground, Inks]
    few: Mapping[Ground, str] = {}
    """The grounds that are another colour where there are 256: the nearest one would be tinted or too dark."""

    def ink(self, hue: Hue, ground: Ground) -> str:
        """Return the colour of a hue on a ground."""
        return self.inks[ground][hue]

    def reduced(self) -> "Shades":
        """Return the colours for a terminal of 256."""
        return Shades({**self.grounds, **self.few}, self.inks)


def _inks(
    plain: tuple[str, str, str, str],
    marks: tuple[str, str],
    suits: tuple[str, ...],
    edge: str,
    sides: tuple[str, str, str] | None = None,
) -> Inks:
    """Name colours.

    Args:
        plain: four of plain text, from strong to faint.
        marks: accent and alert.
        suits: the suits and the Joker.
        edge: the edge of a card.
        sides: the sides of a table; None where they are never named, as on a card.
    """
    strong, text, dim, faint = plain
    clubs, diamonds, hearts, spades, joker = suits
    first, second, third = sides or (text, text, text)
    return {
        Hue.STRONG: strong,
        Hue.TEXT: text,
        Hue.TERM: text,
        Hue.DIM: dim,
        Hue.FAINT: faint,
        Hue.ACCENT: marks[0],
        Hue.ALERT: marks[1],
        Hue.CLUBS: clubs,
        Hue.DIAMONDS: diamonds,
        Hue.HEARTS: hearts,
        Hue.SPADES: spades,
        Hue.JOKER: joker,
        Hue.FIRST_SIDE: first,
        Hue.SECOND_SIDE: second,
        Hue.THIRD_SIDE: third,
        Hue.EDGE: edge,
    }


def _shades(few: Mapping[Ground, str], **grounds: tuple[str, Inks]) -> Shades:
    named = {Ground[name.upper()]: look for name, look in grounds.items()}
    return Shades(
        {ground: colour for ground, (colour, _) in named.items()},
        {ground: inks for ground, (_, inks) in named.items()},
        few,
    )


_PRINTED: Final = _inks(
    ("#101317", "#23272e", "#454b54", "#545a64"),
    ("#6f4700", "#9a2b0a"),
    ("#0c5a38", "#bd3a00", "#bb1226", "#101317", "#74278a"),
    "#9a9484",
)
"""On cards as printed: hearts and diamonds are reds, clubs and spades dark; each has a shade of its own."""

_GOLDEN: Final = _inks(
    ("#14110a", "#1f1a10", "#3a3220", "#453c27"),
    ("#4a3000", "#7c1d06"),
    ("#004a2c", "#7f2d00", "#a00f14", "#14110a", "#5e1d6e"),
    "#6d5310",
)

_MOONLIT: Final = _inks(
    ("#f2f4f8", "#d3d8df", "#a9b1bf", "#9aa2b0"),
    ("#f0c75e", "#ff9b71"),
    ("#7fd6a8", "#ffad66", "#ff8f86", "#eef0f6", "#e0a8f0"),
    "#59616d",
    ("#86c5ff", "#c3d86b", "#d0b8ff"),
)

_NIGHT: Final = {Ground.TABLE: "#1c1c1c", Ground.CARD: "#ffffff", Ground.SHADED: "#303030", Ground.BUTTON: "#303030"}

DARK: Final = _shades(
    _NIGHT,
    table=("#15191d", _MOONLIT),
    card=("#f4efe3", _PRINTED),
    shaded=(
        "#262b31",
        _inks(
            ("#d3d8df", "#c3c9d2", "#a9b1bf", "#9aa2b0"),
            ("#d9b75e", "#e89a78"),
            ("#86b89d", "#d29a68", "#d98d87", "#b4bac4", "#bf97ca"),
            "#4d5560",
        ),
    ),
    chosen=("#f2cf73", _GOLDEN),
    button=("#2a3037", _MOONLIT),
)

_SUNLIT: Final = _inks(
    ("#14171b", "#2a2e34", "#444a52", "#4c525a"),
    ("#6b3f00", "#8f2409"),
    ("#0a5233", "#8f2d00", "#a3121a", "#101317", "#65207a"),
    "#b3ab98",
    ("#134f8f", "#4a5200", "#5b2f8f"),
)

LIGHT: Final = _shades(
    {Ground.TABLE: "#f2f2f2", Ground.SHADED: "#e0e0e0", Ground.BUTTON: "#e0e0e0"},
    table=("#ece6d8", _SUNLIT),
    card=("#fffdf8", _PRINTED),
    shaded=(
        "#e0d9c9",
        _inks(
            ("#24282d", "#3a3f46", "#474c54", "#50555d"),
            ("#6b4000", "#8f2a10"),
            ("#2f5a45", "#7f2f2f", "#96203c", "#43474e", "#5f2f70"),
            "#c2b9a5",
        ),
    ),
    chosen=("#f6d77f", _GOLDEN),
    button=("#dcd3be", _SUNLIT),
)

_STARK: Final = _inks(
    ("#ffffff", "#ffffff", "#e4e4e4", "#d0d0d0"),
    ("#ffd700", "#ffaf87"),
    ("#afffd7", "#ffd7af", "#ffb7b0", "#ffffff", "#ffafff"),
    "#8a8a8a",
    ("#a8d8ff", "#dfe88a", "#dcc8ff"),
)

CONTRAST: Final = _shades(
    {},
    table=("#000000", _STARK),
    card=(
        "#ffffff",
        _inks(
            ("#000000", "#000000", "#303030", "#3a3a3a"),
            ("#5f2d00", "#870000"),
            ("#004a2a", "#7a2d00", "#af0000", "#000000", "#5f0087"),
            "#000000",
        ),
    ),
    shaded=("#303030", _STARK),
    chosen=(
        "#ffd700",
        _inks(
            ("#000000", "#000000", "#1c1c1c", "#262626"),
            ("#000000", "#5f0000"),
            ("#002a1a", "#5f0000", "#5f0000", "#000000", "#3f005f"),
            "#000000",
        ),
    ),
    button=("#303030", _STARK),
)
"""Every text has a contrast of 7 or more."""

_FOUR_COLOURS: Final = _inks(
    ("#f2f4f8", "#d3d8df", "#a9b1bf", "#9aa2b0"),
    ("#f0e442", "#ff9b4f"),
    ("#3fcf9f", "#6cbcff", "#ff965f", "#eef0f6", "#e79fd0"),
    "#59616d",
    ("#9ad0ff", "#d9d38a", "#d3c4ff"),
)

_COLOUR_BLIND: Final = _shades(
    _NIGHT,
    table=("#15191d", _FOUR_COLOURS),
    card=(
        "#f4f2ec",
        _inks(
            ("#101317", "#23272e", "#454b54", "#545a64"),
            ("#6b4c00", "#9a4200"),
            ("#00644a", "#005b94", "#a83f00", "#101317", "#8c3f70"),
            "#95969a",
        ),
    ),
    shaded=(
        "#262b31",
        _inks(
            ("#d3d8df", "#c3c9d2", "#a9b1bf", "#9aa2b0"),
            ("#d5cb50", "#e89a5e"),
            ("#4fb08f", "#6fa8d6", "#d98d62", "#b4bac4", "#c892b5"),
            "#4d5560",
        ),
    ),
    chosen=(
        "#f0e05a",
        _inks(
            ("#101317", "#1c1f24", "#33373d", "#3f444b"),
            ("#4a3400", "#7a2d00"),
            ("#004d38", "#004a7a", "#8a2d00", "#101317", "#702d58"),
            "#7d7420",
        ),
    ),
    button=("#2a3037", _FOUR_COLOURS),
)
"""The suits in the palette of Okabe and Ito, made darker and lighter: four colours that all eyes tell apart."""

THEMES: Final[Mapping[Theme, Shades]] = {
    Theme.AUTO: DARK,
    Theme.DARK: DARK,
    Theme.LIGHT: LIGHT,
    Theme.CONTRAST: CONTRAST,
    Theme.COLOUR_BLIND: _COLOUR_BLIND,
}


class Look(Struct, frozen=True):
    """A pair of the sixteen colours, by rich's names."""

    ink: str = "default"
    ground: str = "default"
    bold: bool = False


class Sixteen(Struct, frozen=True):
    """The looks of a terminal of sixteen colours, whose exact shades nobody knows."""

    grounds: Mapping[Ground, Look]
    """The look of text on each ground."""

    hues: Mapping[tuple[Hue, Ground], Look]
    """The looks that differ from it."""

    def look(self, hue: Hue, ground: Ground) -> Look:
        """Return the look of a hue on a ground."""
        return self.hues.get((hue, ground)) or self.grounds[ground]


_RED: Final = (Hue.DIAMONDS, Hue.HEARTS)
_BLACK: Final = (Hue.CLUBS, Hue.SPADES)
_ON_WHITE: Final = {hue: Look("red", "bright_white") for hue in _RED} | {Hue.JOKER: Look("magenta", "bright_white")}

EVERYWHERE: Final = Sixteen(
    {
        Ground.TABLE: Look(),
        Ground.CARD: Look("black", "bright_white"),
        Ground.SHADED: Look(),
        Ground.CHOSEN: Look("bright_white", "black"),
        Ground.BUTTON: Look("black", "white"),
    },
    {
        **{(hue, Ground.CARD): look for hue, look in _ON_WHITE.items()},
        **{(hue, Ground.TABLE): look for hue, look in _ON_WHITE.items()},
        **{(hue, Ground.TABLE): Look("black", "bright_white") for hue in _BLACK},
        (Hue.STRONG, Ground.TABLE): Look(bold=True),
        (Hue.ACCENT, Ground.TABLE): Look(bold=True),
        (Hue.ALERT, Ground.TABLE): Look("bright_white", "red"),
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
        Ground.TABLE: Look("white", "black"),
        Ground.CARD: Look("white", "black"),
        Ground.SHADED: Look("white", "black"),
        Ground.CHOSEN: Look("bright_white", "blue"),
        Ground.BUTTON: Look("white", "blue"),
    },
    {
        **{
            (hue, ground): Look(ink, "black")
            for hue, ink in _ON_BLACK.items()
            for ground in (Ground.TABLE, Ground.CARD)
        },
        **{(hue, Ground.BUTTON): Look("bright_white", "blue") for hue in (Hue.STRONG, *_BLACK)},
        (Hue.ACCENT, Ground.BUTTON): Look("bright_yellow", "blue"),
    },
)
"""On a black background with VGA's colours, as on the Linux console."""
