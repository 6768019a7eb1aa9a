"""What a person types, in English and in Welsh: cards in any usual writing, and words that are nearly right."""

from collections import Counter
from collections.abc import Iterator

import pytest

from chwech_tui.model.commands import COMMANDS
from chwech_tui.model.game import GAMES
from chwech_tui.plain.reading import (
    WORDS,
    Speech,
    called,
    english,
    folded,
    listed_or,
    near,
    number_of,
    read_card,
    spoken,
    words_of,
)
from protocol.language import LANGUAGES, speaking
from protocol.messages import Act
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.values import VIEW, answers, hearts_led, seen, table

CARDS = [
    ("en", "Q♥", "QH", ()),
    ("en", "qh", "QH", ()),
    ("en", "Queen of Hearts", "QH", ()),
    ("en", "queen hearts", "QH", ()),
    ("en", "q h", "QH", ()),
    ("en", "10c", "10C", ()),
    ("en", "10 of clubs", "10C", ()),
    ("en", "ten of club", "10C", ()),
    ("en", "tc", "10C", ()),
    ("en", "thirteen of diamonds", "13D", ()),
    ("en", "ace of spades high", "AS", ("high",)),
    ("en", "joker for hearts", "JK", ("for", "hearts")),
    ("en", "jk ♥", "JK", ("h",)),
    ("en", "red joker", "RJ", ()),
    ("en", "Black Joker now", "BJ", ("now",)),
    ("en", "bj", "BJ", ()),
    ("cy", "jocer coch", "RJ", ()),
    ("cy", "brenhines y calonnau", "QH", ()),
    ("cy", "Brenhines Calon", "QH", ()),
    ("cy", "queen of hearts", "QH", ()),
    ("cy", "tri y rhawiau", "3S", ()),
    ("cy", "tri ar ddeg y diemwntau", "13D", ()),
    ("cy", "âs y clybiau isel", "AC", ("isel",)),
    ("cy", "as clybiau", "AC", ()),
    ("cy", "as", "AS", ()),
    ("cy", "as h", "AS", ("h",)),
    ("cy", "jocer fel calonnau", "JK", ("fel", "calonnau")),
    ("cy", "joker", "JK", ()),
]


@pytest.mark.parametrize(("language", "line", "card", "rest"), CARDS)
def test_a_card_is_read_in_any_usual_writing(language: str, line: str, card: str, rest: tuple[str, ...]) -> None:
    """Signs, letters and words mean the same; accents and articles may be left out; what follows is kept."""
    with speaking(language):
        named = read_card(words_of(line))
    assert (named.card.text, named.rest) == (card, rest)


def test_other_words_are_no_card() -> None:
    """A rank without a suit, or a suit alone, is none; nor are digits of other scripts and endless numbers any."""
    for line in ("", "hearts", "q", "1h", "queen of", "say qh", "q of x"):
        assert read_card(words_of(line)) is None
    assert (number_of("12"), number_of("٣"), number_of("1" * 10), number_of("x")) == (12, None, None, None)


def test_words_are_guessed_and_listed() -> None:
    """The nearest is meant, where one is near; or stands before the last."""
    assert [near(word, ["scores", "seats"]) for word in ("scorse", "xyzzy")] == ["scores", ""]
    assert [listed_or(words) for words in ([], ["a"], ["a", "b", "c"])] == ["", "a", "a, b or c"]


OF_GAMES = tuple(dict.fromkeys(word for kind in GAMES.values() for key in kind.keys for word in key.words))
EVERY = (*WORDS, *OF_GAMES)
LETTERS = {word for command in COMMANDS for word in command.typed if len(word) == 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_words_of_a_language_are_the_same(language: str) -> None:
    """Not even without accents, nor as a word of another meaning in English, which stays good; each is one word."""
    with speaking(language):
        own = {word: folded(called(word)) for word in EVERY}
        assert [word for word, number in Counter(own.values()).items() if number > 1] == []
        assert [word for word, said in own.items() if said in EVERY and said != word] == []
        for word in EVERY:
            assert own[word].isalpha(), word
            assert len(called(word)) > 1
            assert [english(one, EVERY) for one in (word, called(word).lower(), own[word])] == [word] * 3
        assert [called(letter) for letter in LETTERS] == list(LETTERS)


# For a Welsh reader


@pytest.fixture
def welsh() -> Iterator[None]:
    """Speak Welsh."""
    with speaking("cy"):
        yield


@pytest.mark.usefixtures("welsh")
def test_welsh_has_words_of_its_own() -> None:
    """For nearly everything, and for cards; a word that means nothing stays as it is."""
    assert (called("hand"), called("help"), called("back")) == ("llaw", "cymorth", "nôl")
    assert [english(word) for word in ("llaw", "hand", "nol", "q", "xyzzy")] == ["hand", "hand", "back", "q", "xyzzy"]
    assert sum(called(word) == word for word in EVERY) == 0
    cards = "brenhines y calonnau, tri ar ddeg y diemwntau, deg y clybiau; rhawiau"
    assert spoken("Q♥, 13♦, 10♣; ♠", Speech.WORDS) == cards
    assert spoken("Q♥, 10♣", Speech.LETTERS) == "QH, 10C"


NOUNS = ("cerdyn", "gerdyn", "cherdyn", "cerdyn", "cerdyn", "cherdyn", "cerdyn")


@pytest.mark.parametrize(("number", "noun"), [*enumerate(NOUNS, 1)])
@pytest.mark.usefixtures("welsh")
def test_numerals_mutate_what_follows(number: int, noun: str) -> None:
    """The hand is told by as many cards as it has, in the form that the numeral asks for."""
    talk = Talk()
    talk.sit(table(seen(VIEW, hand=" ".join(["KC", "10D", "QH", "AH", "JK", "4C", "5C"][:number]))))
    talk.goes(*((line, f"Eich {number} {noun}: …") for line in ("llaw", "hand", "h")))


@pytest.mark.usefixtures("welsh")
def test_a_game_is_played_in_both_languages() -> None:
    """Its words, questions and letters; the English label of a choice stays good."""
    for line in ("pasio", "pass", "p"):
        talk = Talk()
        talk.sit(table())
        talk.goes((line, "", Act(0, 7, answers("-")[0])))
    talk = Talk()
    talk.sit(table(seen(hearts_led(ruleset="original"), legal="AH+ AH- -")))
    talk.goes(("âs y calonnau", "…"), ("low", "", Act(0, 7, answers("AH-")[0])))
    for line in ("jocer rhawiau", "jocer spades", "1 s"):
        talk = Talk()
        talk.sit(table(seen(VIEW, prompt="lead", legal="JK=C JK=D JK=H JK=S", hand="JK", trick="")))
        talk.goes((line, "", Act(0, 7, answers("JK=S")[0])))
    talk.goes(("gadael", "…"), ("na", "Ni wnaed dim."), ("leave", "…"), ("ie", "Rydych chi'n gadael y bwrdd."))


@pytest.mark.usefixtures("welsh")
def test_help_shows_the_words_of_the_language() -> None:
    """With the letters of every language, and what follows in its own words; of English words it tells as well."""
    talk = Talk(REMOTE)
    talk.sit(table())
    told = talk.write("cymorth")
    assert "Y sefyllfa: tro (t), llaw (h), tric (u)" in told
    assert "Chwarae: cerdyn (brenhines y calonnau, qh, neu ei rif), pasio (p), dechrau, eto (n)" in told
    assert "dweud TESTUN" in told
    assert talk.write("sgo") == talk.write("scores")
    meant = "Nid oes gorchymyn 'sgoriua'. Oeddech chi'n golygu sgoriau? cymorth i'w rhestru; dweud TESTUN i sgwrsio."
    talk.goes(
        *((line, "llaw (h): eich cardiau.") for line in ("help hand", "cymorth llaw")),
        ("sgoriua", meant),
        ("scoress", "Nid oes gorchymyn 'scoress'. Oeddech chi'n golygu sgoriau?…"),
        ("byrddau", "I ffwrdd o fwrdd yn unig y gellir defnyddio byrddau…"),
    )
