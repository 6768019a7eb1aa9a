"""How words change in a text: the forms in which the rules may write a word of the glossary, by language; pure."""

import re
from typing import Final

from protocol.language import DEFAULT

_ENDINGS: Final = {DEFAULT: "s|es", "cy": "i?au|i?on|oedd|od"}  # The endings of the plural, as patterns.

_MUTATIONS: Final = {
    "cy": {
        "ll": ("l",),
        "rh": ("r",),
        "p": ("b", "mh", "ph"),
        "t": ("d", "nh", "th"),
        "c": ("g", "ngh", "ch"),
        "b": ("f", "m"),
        "d": ("dd", "n"),
        "g": ("", "ng"),
        "m": ("f",),
    }
}
"""What the beginning of a word may become after other words; two letters that are one in Welsh come first."""

_ONE_LETTER: Final = ("ch", "dd", "ff", "ph", "th")
"""The letters of two signs that never change, though their first sign alone would."""


def beginnings(word: str, language: str) -> tuple[str, ...]:
    """Return a word as it is and with each other beginning that it may have."""
    changes = _MUTATIONS.get(language, {})
    if word.startswith(_ONE_LETTER):
        return (word,)
    first = next((letters for letters in changes if word.startswith(letters)), "")
    return (word, *(other + word.removeprefix(first) for other in changes.get(first, ())))


def pattern(words: list[str], language: str) -> re.Pattern[str] | None:
    """Return what finds any form of these words, each as a group of its own; None without words."""
    if not words:
        return None
    groups = "|".join(f"({'|'.join(map(re.escape, beginnings(word, language)))})" for word in words)
    return re.compile(rf"\b(?:{groups})(?:{_ENDINGS.get(language, '')})?\b", re.IGNORECASE)
