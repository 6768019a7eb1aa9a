"""The words that name tables: three of a published list, easy to say on the phone and to type.

The list is the English one of BIP-39: 2,048 words, no two of which begin with the same four letters.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Final

WORDS_OF_A_CODE: Final = 3
"""How many words name a table: more than eight thousand million codes, far more than anybody can try."""

_BITS: Final = 11
_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")


def table_code(entropy: bytes) -> str:
    """Give three words drawn with at least five random bytes; the caller sees to it that they are not in use."""
    number = int.from_bytes(entropy, "big")
    places = (number >> _BITS * place & (1 << _BITS) - 1 for place in range(WORDS_OF_A_CODE))
    return "-".join(_words()[place] for place in places)


def read_code(text: str) -> str:
    """Give a code as it is kept, however it was typed: capitals, spaces and hyphens do not matter."""
    return _NO_LETTER.sub("-", text.casefold()).strip("-")


@cache
def _words() -> tuple[str, ...]:
    """Give the list, read when the first table is opened."""
    return tuple((files("mnemonic") / "wordlist" / "english.txt").read_text("utf-8").split())
