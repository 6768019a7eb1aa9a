"""Plain mode for a Welsh reader: what is said, and what may be typed."""

from collections.abc import Iterator

import pytest

from chwech_tui.plain.reading import Speech, read_card, spoken, words_of
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.messages import Act
from tests.chwech_tui.plain.talk import REMOTE, Talk
from tests.chwech_tui.values import VIEW, answers, hearts_led, seen, table


@pytest.fixture(autouse=True)
def welsh() -> Iterator[None]:
    """Speak Welsh."""
    with speaking("cy", catalogue):
        yield


@pytest.mark.parametrize(
    ("line", "card", "rest"),
    [
        ("brenhines y calonnau", "QH", ()),
        ("Brenhines Calon", "QH", ()),
        ("queen of hearts", "QH", ()),
        ("qh", "QH", ()),
        ("tri y rhawiau", "3S", ()),
        ("tri ar ddeg y diemwntau", "13D", ()),
        ("âs y clybiau isel", "AC", ("isel",)),
        ("as clybiau", "AC", ()),
        ("as y clybiau", "AC", ()),
        ("as", "AS", ()),
        ("as h", "AS", ("h",)),
        ("jocer fel calonnau", "JK", ("fel", "calonnau")),
        ("joker", "JK", ()),
    ],
)
def test_cards_are_named_in_both_languages(line: str, card: str, rest: tuple[str, ...]) -> None:
    """Accents may be left out, and so may the article."""
    named = read_card(words_of(line))
    assert named is not None
    assert (named.card.text, named.rest) == (card, rest)


def test_cards_are_said_in_welsh() -> None:
    """As words for voices; as signs and letters they are the same as in English."""
    assert spoken("Q♥, 13♦, 10♣; ♠", Speech.WORDS) == (
        "brenhines y calonnau, tri ar ddeg y diemwntau, deg y clybiau; rhawiau"
    )
    assert spoken("Q♥, 10♣", Speech.LETTERS) == "QH, 10C"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "Eich 1 cerdyn: "),
        (2, "Eich 2 gerdyn: "),
        (3, "Eich 3 cherdyn: "),
        (4, "Eich 4 cerdyn: "),
        (6, "Eich 6 cherdyn: "),
        (7, "Eich 7 cerdyn: "),
    ],
)
def test_numerals_mutate_what_follows(number: int, words: str) -> None:
    """The hand is told by as many cards as it has, in the form that the numeral asks for."""
    talk = Talk()
    talk.sit(table(seen(VIEW, hand=" ".join(["KC", "10D", "QH", "AH", "JK", "4C", "5C"][:number]))))
    for line in ("llaw", "hand", "h"):
        assert talk.write(line).startswith(words)


@pytest.mark.parametrize("line", ["pasio", "pass", "p"])
def test_the_words_of_a_game_go_in_both_languages(line: str) -> None:
    """And its letter as well."""
    talk = Talk()
    talk.sit(table())
    talk.write(line)
    assert talk.latest() == Act(0, 7, answers("-")[0])


def test_questions_are_answered_in_both_languages() -> None:
    """The English label of a choice stays good; a suit has its Welsh name too."""
    view = seen(hearts_led(ruleset="original"), legal="AH+ AH- -")
    talk = Talk()
    talk.sit(table(view))
    talk.write("âs y calonnau")
    talk.write("low")
    assert talk.latest() == Act(0, 7, answers("AH-")[0])
    view = seen(VIEW, prompt="lead", legal="JK=C JK=D JK=H JK=S", hand="JK", trick="")
    for line in ("jocer rhawiau", "jocer spades", "1 s"):
        talk = Talk()
        talk.sit(table(view))
        talk.write(line)
        assert talk.latest() == Act(0, 7, answers("JK=S")[0])
    talk.write("gadael")
    assert talk.write("na") == "Ni wnaed dim."
    talk.write("leave")
    assert talk.write("ie") == "Rydych chi'n gadael y bwrdd."


def test_help_shows_the_words_of_the_language() -> None:
    """With the letters of every language, and what follows in its own words; of English words it tells as well."""
    talk = Talk(REMOTE)
    talk.sit(table())
    told = talk.write("cymorth")
    assert "Y sefyllfa: tro (t), llaw (h), tric (u)" in told
    assert "Chwarae: cerdyn (brenhines y calonnau, qh, neu ei rif), pasio (p), dechrau, eto (n)" in told
    assert "dweud TESTUN" in told
    assert talk.write("help hand") == talk.write("cymorth llaw") == "llaw (h): eich cardiau."
    assert talk.write("sgo") == talk.write("scores")
    assert talk.write("sgoriua") == (
        "Nid oes gorchymyn 'sgoriua'. Oeddech chi'n golygu sgoriau? cymorth i'w rhestru; dweud TESTUN i sgwrsio."
    )
    assert "Oeddech chi'n golygu sgoriau? " in talk.write("scoress")
    assert talk.write("byrddau").startswith("I ffwrdd o fwrdd yn unig y gellir defnyddio byrddau")
