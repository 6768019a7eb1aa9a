"""The texts of each language, read from the compiled files in ``protocol/locale``."""

import struct
from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from protocol.language import DEFAULT, LANGUAGES, speaking

LOCALE: Final = Path(__file__).parent / "locale"
"""The folder with a folder for each language."""

DOMAIN: Final = "chwech"
"""The name of the compiled file of each language."""


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the texts in a language; those of the source where it is not there, or its file cannot be read."""
    if language == DEFAULT or language not in LANGUAGES:
        return NullTranslations()
    try:
        with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError, LookupError, struct.error):
        # The library checks nothing but the first bytes; a damaged file must end no game.
        return NullTranslations()


def in_every_language(say: Callable[[], str]) -> list[str]:
    """Return what a function says in each language, for people whose own is not known."""
    said = []
    for language in LANGUAGES:
        with speaking(language, catalogue):
            said.append(say())
    return said
