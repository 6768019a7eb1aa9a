"""What a server says of itself: its name and its greeting, cleaned, for they are written by whoever hosts it."""

from typing import Final

from protocol.messages import Welcome
from protocol.text import clean_lines, clean_text

_NAME: Final = 40
"""The greatest width of the name of a server, in cells."""

_LINE: Final = 76
_LINES: Final = 4


def title_words(welcome: Welcome) -> str:
    """Return the name of a server; empty if it has none of its own."""
    return clean_text(welcome.title, cells=_NAME)


def greeting_lines(welcome: Welcome) -> tuple[str, ...]:
    """Return the greeting of a server, line by line; lines of nothing are left out."""
    return tuple(filter(None, clean_lines(welcome.greeting, cells=_LINE, lines=_LINES)))
