"""The words that name tables: short, easy to say and to type."""

from typing import Final

_CONSONANTS: Final = "bdfghklmnprstvwz"
_VOWELS: Final = "aeiou"
_SYLLABLES: Final = 3


def table_code(entropy: bytes) -> str:
    """Give a word of three syllables drawn with random bytes; the caller sees to it that it is not in use."""
    number = int.from_bytes(entropy, "big")
    letters = ""
    for _ in range(_SYLLABLES):
        number, consonant = divmod(number, len(_CONSONANTS))
        number, vowel = divmod(number, len(_VOWELS))
        letters += _CONSONANTS[consonant] + _VOWELS[vowel]
    return letters
