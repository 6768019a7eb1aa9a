"""What a person can set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from chwech_tui.model.settings import (
    NOTED,
    SETTINGS,
    Coach,
    Rest,
    Settings,
    Theme,
    changed,
    coach_notes,
    has_coach,
    of_device,
    read_settings,
    stored_settings,
    takes_hints,
    with_coach,
    with_setting,
    without_coach,
)
from protocol.people import MOST_CHARACTERS


def test_every_setting_has_words_for_each_of_its_values() -> None:
    """Each field but keys and notes is named, each choice can be read, and a switch is true when it is on."""
    assert [*(setting.name for setting in SETTINGS), "keys", *NOTED] == [field.name for field in fields(Settings)]
    assert all(words for setting in SETTINGS for words in setting.choices.values())
    assert Settings().motion
    assert not Settings().coach


def test_settings_survive_being_stored() -> None:
    """Only what differs is stored, keys each by itself; what this client does not know is ignored."""
    settings = with_setting(with_setting(Settings(), "theme", "light"), "rest", "key")
    assert stored_settings(settings) == {"theme": "light", "rest": "key"}
    assert read_settings(stored_settings(settings)) == settings == Settings(theme=Theme.LIGHT, rest=Rest.KEY)
    assert read_settings({"theme": "neon", "hologram": "on", "rest": "long"}) == Settings(rest=Rest.LONG)
    settings = changed(changed(Settings(), "key.l", "f"), "theme", "light")
    assert stored_settings(settings) == {"theme": "light", "key.l": "f"}
    assert read_settings(stored_settings(settings)) == settings
    assert (of_device("key.l"), of_device("theme"), of_device("order")) == (True, True, False)
    with pytest.raises(ValueError, match="other keys are fixed"):
        changed(settings, "key.l", "enter")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("colour", "light", "there is no setting 'colour': choose one of theme,"),
        ("rest", "5", "choose one of short,"),
        ("language", "\udcff", "language cannot be '.udcff': choose one of auto, en, cy"),
    ],
)
def test_a_wrong_setting_is_refused_with_what_would_be_right(name: str, value: str, words: str) -> None:
    """Neither an unknown setting nor an impossible value is taken."""
    with pytest.raises(ValueError, match=words):
        with_setting(Settings(), name, value)


CODES = st.lists(st.text("abcdefgh-", min_size=1, max_size=64), max_size=8)


@given(CODES)
def test_the_last_tables_are_known(codes: list[str]) -> None:
    """The newest always, if its code fits into a setting at all, and each once; the text never grows beyond that."""
    known = ""
    for code in codes:
        known = with_coach(known, code)
        assert has_coach(known, code) == (len(code) <= MOST_CHARACTERS)
        assert len(known) <= MOST_CHARACTERS
        assert len(set(known.split())) == len(known.split())


def test_the_oldest_is_forgotten_first() -> None:
    """Four codes of the usual length fit."""
    known = ""
    for code in ("calm-river", "deep-sea", "old-oak", "red-fox", "tall-tree"):
        known = with_coach(known, code)
    assert known == "tall-tree red-fox old-oak deep-sea"
    assert with_coach(known, "old-oak") == "old-oak tall-tree red-fox deep-sea"
    assert without_coach(known, "red-fox") == "tall-tree old-oak deep-sea"
    assert without_coach(known, "calm-river") == known
    assert not has_coach("", "calm-river")
    assert not has_coach("calm-river", "calm")


def test_the_coach_is_there_in_first_games() -> None:
    """Three times a game, without hints where others would see them; never against what was said."""
    settings, first = Settings(begun="roque:2"), ("calm-river", "roque")
    notes = coach_notes(settings, first, Coach.FIRST, alone=False)
    assert notes == {"coached": "calm-river*", "begun": "roque:3"}
    assert has_coach(notes["coached"], "calm-river")
    assert (takes_hints(notes["coached"], "calm-river"), takes_hints("calm-river", "calm-river")) == (False, True)
    assert without_coach(notes["coached"], "calm-river") == ""
    assert coach_notes(settings, ("a", "bete"), Coach.FIRST, alone=True) == {"coached": "a", "begun": "roque:2 bete:1"}
    assert coach_notes(settings, first, Coach.ON, alone=False) == {"coached": "calm-river"}
    for other in (Settings(begun="roque:3"), Settings(coach=Coach.OFF), Settings(coached="calm-river*")):
        assert coach_notes(other, first, Coach.FIRST, alone=True) == {}
    assert coach_notes(settings, first, Coach.OFF, alone=True) == {}
