"""The options of Chwech in words, in every language."""

import pytest

from chwech_tui.games.chwech.words import OPTIONS
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, _, speaking
from protocol.text import text_width


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_fits_the_form(name: str, language: str) -> None:
    """Its title has at most 24 cells, what a value changes at most 72, and both begin with a capital."""
    option = OPTIONS[name]
    with speaking(language, catalogue):
        title, abouts = _(option.title), [_(value.about) for value in option.values.values()]
        labels = [_(value.label) for value in option.values.values() if value.label]
    assert text_width(title) <= 24
    assert max(map(text_width, abouts)) <= 72
    assert all(text[0].isupper() for text in (title, *abouts))
    assert len(set(labels)) == len(labels)
