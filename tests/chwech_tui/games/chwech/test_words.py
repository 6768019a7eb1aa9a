"""Chwech in words: every play, event and rule as people read it."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.rules_page import draw_page
from chwech_tui.games.chwech.words import (
    OPTIONS,
    crib,
    ending,
    play_line,
    play_words,
    rules_sign,
    rules_words,
    sentence,
)
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.catalogues import catalogue
from protocol.chwech.actions import Play, read_action
from protocol.chwech.events import DealEnded, Dealt, Ending, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.language import LANGUAGES, _, speaking
from protocol.setup import Setup
from protocol.text import text_width
from protocol.vocabulary import Event, Seat
from server.rules.registry import GAMES as RULES
from tests.chwech_tui.values import SHEET, cards

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def play(text: str) -> Play:
    """Read a play."""
    read = read_action(text)
    assert isinstance(read, Play)
    return read


def test_the_crib_speaks_of_jokers_only_where_there_are_some() -> None:
    """Four play without them; a ruleset that is not known has no sentence of its own."""
    for ruleset in ("revised", "original"):
        with_jokers, without = (crib(Setup("chwech", players, {"ruleset": ruleset})) for players in (6, 4))
        assert sum("Joker" in line for line in with_jokers) == 2
        assert not any("Joker" in line for line in without)
        assert len(with_jokers) == len(without) == 4
    assert len(crib(Setup("chwech", 6, {"ruleset": "strange"}))) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [("QH", "play Q♥"), ("AH-", "play A♥ low"), ("AH+", "play A♥ high"), ("JK=S", "play Joker for ♠")],
)
def test_a_play_in_words(text: str, words: str) -> None:
    """A play says how an Ace counts and what a Joker stands for."""
    assert play_words(play(text)) == words
    assert "play " + plain(play_line(play(text))) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Dealt(1, Seat(0), ()), "Deal 1: You deal."),
        (Led(Seat(1), play("JK=H")), "Owain leads Joker for ♥"),
        (Played(Seat(0), play("9D")), "You play 9♦"),
        (Passed(Seat(2)), "Rhys passes."),
        (LeadPassed(Seat(0)), "You pass the lead."),
        (TrickTaken(Seat(3), cards("9D")), "Nia takes 1 card."),
        (TrickTaken(Seat(0), cards("9D 10D")), "You take 2 cards."),
        (DealEnded(SHEET), "You are out: the deal ends."),
        (GameEnded((10, 20, 5, 5), (Seat(1),)), "Owain wins with 20."),
        (Event(), ""),
    ],
)
def test_every_event_in_words(event: Event, words: str) -> None:
    """What happened reads as a sentence, and what is not known has no words."""
    assert plain(sentence(event, PEOPLE)) == words


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ((0, 3, 9, 2), "You are out: the deal ends."),
        ((1, 0, 9, 2), "Owain is out: the deal ends."),
        ((0, 0, 9, 2), "Owain and you are out: the deal ends."),
        ((1, 0, 0, 2), "Owain and Rhys are out: the deal ends."),
    ],
)
def test_who_went_out(left: tuple[int, ...], words: str) -> None:
    """One or several can go out in the last trick."""
    assert ending(replace(SHEET, left=left), PEOPLE) == words


def test_a_deadlock_in_words() -> None:
    """A deal can end with cards in every hand."""
    assert ending(replace(SHEET, ending=Ending.DEADLOCK), PEOPLE) == "Deadlock: everybody passed the lead."


def test_rules_are_said() -> None:
    """The ruleset, and each option that differs from it."""
    options: dict[str, bool | int | str] = {
        "deals": 1,
        "review_won": True,
        "joker_beats_last_ace": False,
        "five_pack": "low",
    }
    said = rules_words(Setup("chwech", 5, options))
    assert said == "revised rules, 1 deal, the cards won lie open, no joker beats last ace, no Twos and Threes"
    assert rules_words(Setup("chwech", 5, {"ruleset": "original"})) == "original rules"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Dealt(1, Seat(0), ()), "Rhaniad 1: chi sy'n rhannu."),
        (Dealt(2, Seat(1), ()), "Rhaniad 2: Owain sy'n rhannu."),
        (Led(Seat(1), play("JK=H")), "Mae Owain yn arwain Jocer dros ♥"),
        (Played(Seat(0), play("AD-")), "Rydych chi'n chwarae A♦ isel"),
        (Passed(Seat(2)), "Mae Rhys yn pasio."),
        (TrickTaken(Seat(3), cards("9D")), "Mae Nia yn cymryd 1 cerdyn."),
        (TrickTaken(Seat(3), cards("9D 10D")), "Mae Nia yn cymryd 2 gerdyn."),
        (TrickTaken(Seat(0), cards("9D 10D JD")), "Rydych chi'n cymryd 3 cherdyn."),
        (TrickTaken(Seat(0), cards("9D 10D JD QD")), "Rydych chi'n cymryd 4 cerdyn."),
        (TrickTaken(Seat(3), cards("9D 10D JD QD KD JK")), "Mae Nia yn cymryd 6 cherdyn."),
        (DealEnded(SHEET), "Rydych chi allan: daw'r rhaniad i ben."),
    ],
)
def test_every_event_in_welsh(event: Event, words: str) -> None:
    """The noun after a numeral mutates as that numeral asks, and the viewer is spoken to."""
    with speaking("cy", catalogue):
        assert plain(sentence(event, PEOPLE)) == words


@pytest.mark.parametrize("language", ["en", "cy"])
def test_the_sign_of_the_rules_fits_its_column(language: str) -> None:
    """It has at most eight cells, and each ruleset has its own."""
    with speaking(language, catalogue):
        signs = {rules_sign(Setup(players=6, options={"ruleset": name})) for name in ("revised", "original")}
    assert len(signs) == 2
    assert max(map(len, signs)) <= 8


@pytest.mark.parametrize("language", ["en", "cy"])
def test_every_word_stands_in_the_rules_of_its_language(language: str) -> None:
    """Each is marked somewhere in the rules of six or of four, and in the form in which they have it."""
    with speaking(language, catalogue):
        glossary = GAMES["chwech"].glossary
        texts = [RULES["chwech"].rules(Setup("chwech", players)) for players in (6, 4)]
        pages = [draw_page(text, 80, glossary, Strokes.COLOUR) for text in texts]
    assert {term.word for page in pages for term in page.words} == set(glossary)
    assert all(word == word.lower() for word in glossary)


def test_the_words_are_those_of_the_reader() -> None:
    """Another language has other words, and as many."""
    with speaking("cy", catalogue):
        welsh = GAMES["chwech"].glossary
    assert len(welsh) == len(GAMES["chwech"].glossary)
    assert "tric" in welsh
    assert "trick" not in welsh


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
