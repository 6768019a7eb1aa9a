"""Random codes that are shown on one screen and typed on another."""

from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Thirty-two characters, none of which is mistaken for another: five bits each."""

_GROUP: Final = 4

_MISREAD: Final = str.maketrans("1I", "LL", "- ")


def new_code(entropy: bytes, length: int) -> str:
    """Return a code of so many characters; ``entropy`` holds five random bits for each, or more."""
    number = int.from_bytes(entropy, "big")
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(length))


def shown(code: str) -> str:
    """Return a code in groups of four, as people read it."""
    return "-".join(code[place : place + _GROUP] for place in range(0, len(code), _GROUP))


def typed(text: str) -> str:
    """Return the code that someone has typed, without groups, in capitals, and with what is easily misread mended."""
    return text.upper().translate(_MISREAD)
