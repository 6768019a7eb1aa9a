"""Settings, and how cards are written, by words."""

import pytest

from chwech_tui.model.settings import Theme
from chwech_tui.plain.reading import Speech, from_record, spoken
from protocol.identity import KeepSettings
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.values import table


def test_settings_are_told_and_changed() -> None:
    """What is set holds at every table of this visit."""
    talk = Talk()
    assert "Colours: as the terminal.\n" in talk.write("settings")
    assert talk.write("set theme light") == "Colours: light."
    assert talk.latest() == KeepSettings(0, {}, {"theme": "light"})
    assert talk.write("set auto-pass on") == "Auto-pass: on."
    assert talk.latest() == KeepSettings(0, {"auto_pass": "on"}, {})
    talk.write("set auto-pass off")
    assert talk.latest() == KeepSettings(0, {"auto_pass": ""}, {})
    talk.sit(table())
    assert talk.now.board.settings.theme is Theme.LIGHT
    assert talk.write("settings theme") == (
        "Colours: light. Dark or light follows the background of your terminal, if it tells. "
        "It can be as the terminal, dark, light, high contrast or for colour-blind eyes."
    )


@pytest.mark.parametrize(
    ("line", "words", "kept"),
    [
        ("set colours dark", "Colours: dark.", {"theme": "dark"}),
        ("set Colours high contrast", "Colours: high contrast.", {"theme": "contrast"}),
        ("set theme eyes", "Colours: for colour-blind eyes.", {"theme": "colour-blind"}),
        ("set theme colour-blind", "Colours: for colour-blind eyes.", {"theme": "colour-blind"}),
        ("set trick rests 4", "Trick rests: 4 seconds.", {"rest": "long"}),
        ("set rest key", "Trick rests: until a key.", {"rest": "key"}),
        ("set hand your own", "Hand: your own.", {"order": "own"}),
        ("set window off", "Window title: off.", {"title": "off"}),
    ],
)
def test_settings_go_by_their_titles_and_by_their_names(line: str, words: str, kept: dict[str, str]) -> None:
    """A title may be cut to its first word, and a value to a beginning that is clear."""
    talk = Talk()
    assert talk.write(line) == words
    sent = talk.latest()
    assert isinstance(sent, KeepSettings)
    assert {**sent.account, **sent.device} == kept


def test_wrong_settings_say_what_is_right() -> None:
    """Names, values, and what is missing."""
    talk = Talk(REMOTE)
    assert talk.write("set theme pink").startswith("Colours cannot be 'pink': choose as the terminal, dark")
    assert talk.write("set colour red").startswith("There is no setting 'colour'")
    assert talk.write("set theme").startswith("Colours: as the terminal. Dark or light follows")
    assert talk.write("set xyzzy on").startswith("There is no setting 'xyzzy': choose Colours, Cards")
    assert talk.write("settings themes") == "There is no setting 'themes': did you mean theme?"


def test_cards_are_written_as_one_likes() -> None:
    """From the next line on."""
    talk = Talk()
    assert talk.write("cards words") == "Cards are written so from now on: queen of hearts."
    assert "Your 5 cards: king of clubs, ten of diamonds" in talk.sit(table())
    assert talk.write("cards letters").endswith("QH.")
    assert talk.write("cards").startswith("Cards can be written as signs, letters or words")


@pytest.mark.parametrize(
    ("speech", "line"),
    [
        (Speech.SIGNS, "You lead Q♥, then 10♣; Joker for ♠: ♠ spades."),
        (Speech.LETTERS, "You lead QH, then 10C; Joker for spades: spades."),
        (Speech.WORDS, "You lead queen of hearts, then ten of clubs; Joker for spades: spades."),
    ],
)
def test_cards_are_written_as_chosen(speech: Speech, line: str) -> None:
    """As signs, as letters, or as words for voices; a suit that stands alone is a word but for signs."""
    assert spoken("You lead Q♥, then 10♣; Joker for ♠: ♠ spades.", speech) == line


def test_letters_are_ascii() -> None:
    """Other signs and accents go, too; nothing that controls a terminal stays."""
    assert spoken("Siân: 9 × 9\x1b[31m…", Speech.LETTERS) == "Sian: 9 x 9[31m."


def test_the_notation_of_records_becomes_words() -> None:
    """Passes, Aces and Jokers are said."""
    turns = ["Ann QH", "Ben -", "Cat AH+", "Dan AH-", "Eve JK=S", "Flo JK", "Gil 10C"]
    said = "Ann Q♥, Ben passed, Cat A♥ high, Dan A♥ low, Eve Joker for ♠, Flo Joker, Gil 10♣"
    assert ", ".join(map(from_record, turns)) == said
