"""Text in ASCII, for terminals that show nothing else: each character is replaced by one of the same width.

Escape sequences are ASCII and pass unchanged.
"""

import unicodedata
from typing import Final

from protocol.text import text_width

UNKNOWN: Final = "?"  # The replacement for each cell of a character without an ASCII counterpart.

_SIGNS: Final = {
    # The suits.
    "c": "♣♧",
    "d": "♦♢",
    "h": "♥♡",
    "s": "♠♤",
    # Marks, arrows and signs.
    # The mark of a bot and what looks like it; no letter, since a name follows it.
    "*": "★■□●◆°º˚ᵒ∘◦○⚬",
    ".": "·…•",
    "^": "↑▴▲",
    "v": "↓▾▼",
    "<": "←‹«◂◀",
    ">": "→›»▸▶",
    "x": "×✕✖⨯✓",
    "~": "±",
    "'": "‘’′",
    '"': "“”„",
    " ": "\u00a0▁▂▃░▒▔▕▏▎▍▖▗▘▝▚▞",
    # The spinner; light lines with their corners.
    "|": "⠋⠼⠏│╎╵╷┆",
    "/": "⠙⠴",
    "-": "⠹⠦⠇─╌╴╶┄−–—‐‑",
    "\\": "⠸⠧",
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼",
    # Double and heavy lines, which must not look like light ones; blocks.
    "=": "═━",
    "#": "║╔╗╚╝╠╣╦╩╬┃┏┓┗┛┣┫┳┻╋█▇▆▅▄▀▌▐▓▉▊▋▙▛▜▟",
}
"""Each ASCII character with the characters that it replaces."""


class _Table(dict[int, str]):
    """Maps the characters of the screens by a table, and works out the others, which occur in people's names."""

    def __missing__(self, code: int) -> str:
        """Return the replacement of a character; it is not stored, so that no text makes the table grow."""
        character = chr(code)
        return character if character.isascii() else _stand_in(character)


def _stand_in(character: str) -> str:
    """Return the letter without its accents if that has the same width, or a question mark for each cell."""
    cells = text_width(character)
    base = unicodedata.normalize("NFKD", character)[0]
    if base.isascii() and base.isprintable() and cells == 1:
        return base
    if "\u2801" <= character <= "\u28ff":
        # The dots of a curve.
        return "."
    return UNKNOWN * cells


TABLE: Final = _Table({ord(character): sign for sign, characters in _SIGNS.items() for character in characters})


def to_ascii(text: str) -> str:
    """Return the text in ASCII, with the same width in cells."""
    return text if text.isascii() else text.translate(TABLE)
