"""The screen in ASCII, for a terminal that shows nothing else: each character becomes one of the same width.

Whatever is drawn passes here on its way to such a terminal, so that no screen need know of it. Escape sequences are
ASCII and pass untouched.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter, NoColor

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


UNKNOWN: Final = "?"
"""What stands for each cell of a character that ASCII has nothing for."""

_SIGNS: Final = {
    # The suits.
    "c": "♣♧",
    "d": "♦♢",
    "h": "♥♡",
    "s": "♠♤",
    # Marks, arrows and signs.
    "*": "★■□●◆",
    ".": "·…•",
    "^": "↑▴▲",
    "v": "↓▾▼",
    "<": "←‹«◂◀",
    ">": "→›»▸▶",
    "x": "×✕✖⨯",
    "o": "°º˚ᵒ∘◦○⚬",
    "'": "‘’′",
    '"': "“”„",
    " ": "\u00a0▁▂▃░▒▔▕▏▎▍▖▗▘▝",
    # The mark that turns; light lines with their corners.
    "|": "⠋⠼⠏│╎╵╷┆",
    "/": "⠙⠴",
    "-": "⠹⠦⠇─╌╴╶┄−–—‐‑",
    "\\": "⠸⠧",
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼",
    # Double and heavy lines, which must not look like light ones; blocks.
    "=": "═━",
    "#": "║╔╗╚╝╠╣╦╩╬┃┏┓┗┛┣┫┳┻╋█▇▆▅▄▀▌▐▓▉▊▋▙▛▜▟",
}
"""Each sign with the characters that it stands for."""


class _Table(dict[int, str]):
    """Knows the characters of the screens by heart and finds out the others, which other people's names are made of."""

    def __missing__(self, code: int) -> str:
        """Give what stands for a character; nothing is kept, so that no text makes the table grow."""
        character = chr(code)
        return character if character.isascii() else _stand_in(character)


def _stand_in(character: str) -> str:
    """Give the letter below the accents, where there is one of the same width, or a question mark for each cell."""
    cells = cell_len(character)
    base = unicodedata.normalize("NFKD", character)[0]
    if base.isascii() and base.isprintable() and cells == 1:
        return base
    return UNKNOWN * cells


TABLE: Final = _Table({ord(character): sign for sign, characters in _SIGNS.items() for character in characters})
"""What stands for the characters that the screens use."""


def to_ascii(text: str) -> str:
    """Give a text of the same width, in cells, that is made of ASCII alone."""
    return text if text.isascii() else text.translate(TABLE)
