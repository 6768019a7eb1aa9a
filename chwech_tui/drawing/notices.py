"""A word from those who run the server, as it is shown."""

from protocol.administration import Notice
from protocol.language import _
from protocol.text import clean_text

_CELLS = 400


def notice_words(news: Notice) -> str:
    """Return what is said, cleaned, with who says it before."""
    return _("From those who run the server: {said}", said=clean_text(news.text, cells=_CELLS))
