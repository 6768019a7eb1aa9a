"""The codes of tables: three words that a person can say aloud, and how a typed code is read."""

import re
from importlib.resources import files
from typing import Final

WORDS_OF_A_CODE: Final = 3
"""The number of words in a code: almost four thousand million codes, far too many to guess."""

_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")

_LIST: Final = (files("server.tables") / "words.txt").read_text("utf-8")

WORDS: Final = tuple(word for line in _LIST.splitlines() if not line.startswith("#") for word in line.split())
"""The words that codes are made of; the first four letters tell each from every other."""


def table_code(entropy: bytes) -> str:
    """Return three different words drawn from at least five random bytes; the caller checks that no table has them."""
    words = list(WORDS)
    number = int.from_bytes(entropy, "big")
    drawn = []
    for _ in range(WORDS_OF_A_CODE):
        # A word that is drawn leaves the list, so that none comes twice.
        number, place = divmod(number, len(words))
        drawn.append(words.pop(place))
    return "-".join(drawn)


def read_code(text: str) -> str:
    """Return a typed code in its stored form: capitals, spaces and hyphens do not matter."""
    return _NO_LETTER.sub("-", text.casefold()).strip("-")
