"""The texts of each language, read from the compiled files in ``protocol/locale``."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from protocol.language import DEFAULT, LANGUAGES

LOCALE: Final = Path(__file__).parent / "locale"
"""The folder with a folder for each language."""

DOMAIN: Final = "chwech"
"""The name of the compiled file of each language."""


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the texts in a language; those of the source for English, and for a language that is not there."""
    if language == DEFAULT or language not in LANGUAGES:
        return NullTranslations()
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        return GNUTranslations(file)
