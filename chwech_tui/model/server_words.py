"""What those who run a server say, cleaned: its name, its greeting, notices; and what is said of a report to them."""

from typing import Final

from protocol.administration import Notice
from protocol.language import _
from protocol.messages import Welcome
from protocol.text import clean_lines, clean_text

_NAME: Final = 40
"""The greatest width of the name of a server, in cells."""

_LINE: Final = 76
_LINES: Final = 4

_NOTICE: Final = 400
"""The longest notice, in cells."""


def title_words(welcome: Welcome) -> str:
    """Return the name of a server; empty if it has none of its own."""
    return clean_text(welcome.title, cells=_NAME)


def greeting_lines(welcome: Welcome) -> tuple[str, ...]:
    """Return the greeting of a server, line by line; lines of nothing are left out."""
    return tuple(filter(None, clean_lines(welcome.greeting, cells=_LINE, lines=_LINES)))


def notice_words(news: Notice) -> str:
    """Return what is said to everybody, with who says it before."""
    return _("From those who run the server: {said}", said=clean_text(news.text, cells=_NOTICE))


def reported_words(name: str) -> str:
    """Return that a report of a person has arrived."""
    return _("{name} is reported to those who run the server.", name=name)
