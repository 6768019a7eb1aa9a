"""Settings, and how cards are written, by words."""

from chwech_tui.model.settings import Theme
from protocol.settings import KeepSettings
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.values import table


def test_settings_are_told_and_changed() -> None:
    """What is set holds at every table of this visit."""
    talk = Talk()
    assert "theme: auto.\n" in talk.write("settings")
    assert talk.write("set theme light") == "theme: light."
    assert talk.latest() == KeepSettings(0, {}, {"theme": "light"})
    assert talk.write("set auto-pass on") == "auto_pass: on."
    assert talk.latest() == KeepSettings(0, {"auto_pass": "on"}, {})
    talk.write("set auto-pass off")
    assert talk.latest() == KeepSettings(0, {"auto_pass": ""}, {})
    talk.sit(table())
    assert talk.state.board.settings.theme is Theme.LIGHT
    assert talk.write("settings theme").splitlines()[3] == "light: light."


def test_wrong_settings_say_what_is_right() -> None:
    """Names, values, and what is missing."""
    talk = Talk(REMOTE)
    assert talk.write("set theme pink").startswith("Theme cannot be 'pink': choose one of auto")
    assert talk.write("set colour red").startswith("There is no setting 'colour'")
    assert talk.write("set theme") == "Write set, the name of a setting and its value: settings tells them."
    assert talk.write("settings themes") == "There is no setting 'themes': did you mean theme?"


def test_cards_are_written_as_one_likes() -> None:
    """From the next line on."""
    talk = Talk()
    assert talk.write("cards words") == "Cards are written so from now on: queen of hearts."
    assert "Your 5 cards: king of clubs, ten of diamonds" in talk.sit(table())
    assert talk.write("cards letters").endswith("QH.")
    assert talk.write("cards").startswith("Cards can be written as signs, letters or words")
