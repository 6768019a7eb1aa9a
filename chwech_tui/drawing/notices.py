"""What those who run the server say, and what they are told, as it is shown."""

from protocol.administration import Notice
from protocol.language import _
from protocol.text import clean_text

_CELLS = 400


def notice_words(news: Notice) -> str:
    """Return what is said, cleaned, with who says it before."""
    return _("From those who run the server: {said}", said=clean_text(news.text, cells=_CELLS))


def reported_words(name: str) -> str:
    """Return that a report of a person has arrived."""
    return _("{name} is reported to those who run the server.", name=name)
