"""Twenty-Five and Forty-Five in words: every event has a sentence, and every option of a table a phrase."""

import pytest

from chwech_tui.describe import option_words
from chwech_tui.drawing.rules_page import draw_page
from chwech_tui.games.registry import GAMES
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import Strokes
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.cards import read_card
from protocol.catalogues import catalogue
from protocol.fives.events import (
    BestCard,
    BestCardScored,
    DealEnded,
    DealSheet,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    JokerTaken,
    Played,
    Robbed,
    TricksScored,
    TrickTaken,
)
from protocol.language import speaking
from protocol.seating import Began
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.fives.game import GAMES as RULES
from server.rules.fives.variant import OPTIONS
from tests.chwech_tui.games.fives.stage import FORTY_FIVE, TWENTY_FIVE, Stage, setup

MEGAN, OWAIN, RHYS = map(Seat, range(3))
PEOPLE = People(("Megan", "Owain", "Rhys"), MEGAN)
KIND = GAMES["twenty-five"]


def sheet(ending: Ending, *totals: int) -> DealSheet:
    """Give the result of a deal."""
    return DealSheet(MEGAN, ending, (0, 0, 0), (0, 0, 0), totals)


SENTENCES = {
    "Deal 3: Owain deals, Q♥ is turned up.": Dealt(3, OWAIN, ((), (), ()), read_card("QH")),
    "Deal 1: You deal, the Joker is turned up.": Dealt(1, MEGAN, ((), (), ()), read_card("JK")),
    "Owain takes the Joker; 3♣ is turned up.": JokerTaken(OWAIN, read_card("3C")),
    "You take the Joker, with 9♦ under the pack for it; 3♣ is turned up.": JokerTaken(
        MEGAN, read_card("3C"), read_card("9D")
    ),
    "Owain robs the pack: Q♥": Robbed(OWAIN, read_card("QH")),
    "You rob the pack: Q♥ for 9♦": Robbed(MEGAN, read_card("QH"), read_card("9D")),
    "Rhys leaves the turn-up.": Declined(RHYS),
    "You leave the turn-up.": Declined(MEGAN),
    "Rhys plays 5♥": Played(RHYS, read_card("5H")),
    "Rhys takes the trick: 5 points.": TrickTaken(RHYS, (), 5),
    "You take the trick.": TrickTaken(MEGAN, (), 0),
    "Owain scores 6 for the best card, 5♥": BestCardScored(BestCard(OWAIN, read_card("5H"), 6)),
    "3 tricks: 5 points for Owain.": TricksScored(1, 3, 5),
    "5 tricks: 10 points for you.": TricksScored(0, 5, 10),
    "The deal is over: Owain is ahead with 15 points.": DealEnded(sheet(Ending.PLAYED, 5, 15, 5)),
    "The deal is over: nobody has scored yet.": DealEnded(sheet(Ending.PLAYED, 0, 0, 0)),
    "The deal is over: Owain and you are ahead with 10 points.": DealEnded(sheet(Ending.PLAYED, 10, 10, 5)),
    "You reach 25: the game is over.": DealEnded(sheet(Ending.WON, 25, 10, 5)),
    "Owain reaches 45: the game is over.": DealEnded(sheet(Ending.WON, 25, 45, 5)),
    "Owain wins with 45 points.": GameEnded((25, 45, 5), (OWAIN,)),
    "You win with 25 points, now with 33 chips.": GameEnded((25, 10, 5), (MEGAN,), (33, 13, 13)),
    "Owain and Rhys share the win with 25 points, now with 22 chips each.": GameEnded(
        (5, 25, 25), (OWAIN, RHYS), (16, 22, 22)
    ),
    "": Began(),
}


@pytest.mark.parametrize("words", SENTENCES)
def test_every_event_has_a_sentence(words: str) -> None:
    """What happens is told in the words of the table, to the viewer as ``you``."""
    assert plain(KIND.sentence(SENTENCES[words], PEOPLE)) == words


def test_no_event_of_a_game_is_passed_over_in_silence() -> None:
    """In whole games, each event has words, and none is merged with those of others."""
    for on in (TWENTY_FIVE, FORTY_FIVE):
        stage = Stage(on)
        for event in stage.turns():
            assert plain(KIND.sentence(event, People(("a", "b", "c", "d", "e"))))
            assert KIND.shared_act(event) is None


@pytest.mark.parametrize(
    ("event", "unit"),
    [
        (Dealt(1, MEGAN, ((), (), ()), read_card("QH")), Unit.DEALT),
        (TrickTaken(MEGAN, (), 5), Unit.TRICK),
        (DealEnded(sheet(Ending.PLAYED, 5, 5, 5)), Unit.DEAL),
        (Played(MEGAN, read_card("5H")), None),
    ],
)
def test_deals_and_tricks_are_told_apart(event: Event, unit: Unit | None) -> None:
    """Replays and the score sheet go by these."""
    assert KIND.unit(event) is unit


@pytest.mark.parametrize(
    ("on", "words"),
    [
        (TWENTY_FIVE, "each alone"),
        (FORTY_FIVE, "two sides of two"),
        (setup("forty-five", 6, partners=True, sides="three", target=31), "three sides of two, to 31"),
        (setup("forty-five", 6, partners=True, joker="none"), "two sides of three, no Joker"),
        (setup("twenty-five", 12, pool=False, new_rule=True), "each alone, no pool, new rule"),
        (setup("twenty-five", 33, partners=True), "2 sides of 16"),
    ],
)
def test_the_rules_of_a_table_are_said_in_words(on: Setup, words: str) -> None:
    """Who plays together comes first, then what the table names; an option of a later server by its name."""
    assert GAMES[on.game].rules_words(on) == words


def test_every_value_of_every_option_has_words() -> None:
    """No option of the server is shown by its name."""
    for game, options in OPTIONS.items():
        for offer in options.offers:
            for value in offer.values if offer.name not in {"partners", "sides"} else ():
                words = GAMES[game].rules_words(setup(game, 5, **{offer.name: value}))
                assert words.removeprefix("each alone, ") not in option_words({offer.name: value}, {}) or (
                    words == "each alone, no pool"
                )


def test_the_signs_and_titles_differ() -> None:
    """A list of tables tells the two games by a number."""
    assert [GAMES[on.game].rules_sign(on) for on in (TWENTY_FIVE, FORTY_FIVE)] == ["25", "45"]
    assert [GAMES[on.game].title for on in (TWENTY_FIVE, FORTY_FIVE)] == ["Twenty-Five", "Forty-Five"]


def test_the_header_tells_how_far_the_game_is() -> None:
    """The deal, the target, who plays together, and the pool as it is."""
    stage = Stage(TWENTY_FIVE)
    next(stage.turns())
    view = stage.view(MEGAN)
    assert KIND.progress(view) == "deal 1, to 25"
    assert KIND.variant(view) == "each alone, pool of 5 chips"
    assert KIND.variant(Stage(FORTY_FIVE).view(MEGAN)) == "two sides of two"


def test_partners_are_called_by_the_letter_of_their_side() -> None:
    """The log names a side as the table and the score sheet do, wherever the viewer sits."""
    stage = Stage(setup("forty-five", 4, partners=True))
    next(iter(stage.turns()))
    people = boards.seated(Board(), stage.table(), stage.kind).people
    assert people.sides == (0, 1, 0, 1)
    names = people.names
    level, ahead = sheet(Ending.PLAYED, 10, 10, 10, 10), sheet(Ending.PLAYED, 5, 15, 5, 15)
    told = {
        "3 tricks: 5 points for Side B.": TricksScored(1, 3, 5),
        "5 tricks: 10 points for Side A.": TricksScored(0, 5, 10),
        "The deal is over: Side B is ahead with 15 points.": DealEnded(ahead),
        "The deal is over: Sides A and B are ahead with 10 points.": DealEnded(level),
        "Side B reaches 45: the game is over.": DealEnded(sheet(Ending.WON, 5, 45, 5, 45)),
        f"Side B ({names[1]} and {names[3]}) wins with 45 points.": GameEnded((5, 45, 5, 45), (OWAIN, Seat(3))),
    }
    for text, event in told.items():
        assert plain(KIND.sentence(event, people)) == text


WELSH = {
    "Rhaniad 1: rydych chi'n rhannu, a throir y Jocer.": Dealt(1, MEGAN, ((), (), ()), read_card("JK")),
    "Rhaniad 3: mae Owain yn rhannu, a throir Q♥.": Dealt(3, OWAIN, ((), (), ()), read_card("QH")),
    "Mae Owain yn cymryd y Jocer; troir 3♣.": JokerTaken(OWAIN, read_card("3C")),
    "Rydych chi'n dwyn o'r pecyn: Q♥ am 9♦": Robbed(MEGAN, read_card("QH"), read_card("9D")),
    "Mae Rhys yn gadael y cerdyn a drowyd.": Declined(RHYS),
    "Mae Rhys yn cymryd y tric: 5 pwynt.": TrickTaken(RHYS, (), 5),
    "Rydych chi'n cymryd y tric.": TrickTaken(MEGAN, (), 0),
    "Rydych chi'n sgorio 6 am y cerdyn gorau, 5♥": BestCardScored(BestCard(MEGAN, read_card("5H"), 6)),
    "3 thric: 3 phwynt i Owain.": TricksScored(1, 3, 3),
    "2 dric: 2 bwynt i chi.": TricksScored(0, 2, 2),
    "5 tric: 6 phwynt i Rhys.": TricksScored(2, 5, 6),
    "Mae'r rhaniad ar ben: rydych chi ar y blaen gyda 15 pwynt.": DealEnded(sheet(Ending.PLAYED, 15, 5, 5)),
    "Mae Owain yn cyrraedd 25: mae'r gêm ar ben.": DealEnded(sheet(Ending.WON, 5, 25, 5)),
    "Rydych chi'n ennill gyda 25 pwynt, nawr gyda 33 sglodyn.": GameEnded((25, 10, 5), (MEGAN,), (33, 13, 13)),
}


@pytest.mark.parametrize("words", WELSH)
def test_in_welsh_numerals_mutate_and_the_verb_comes_first(words: str) -> None:
    """A noun stays in the singular after a number, and changes its first letter after 2, 3 and 6."""
    with speaking("cy", catalogue):
        assert plain(KIND.sentence(WELSH[words], PEOPLE)) == words


def test_in_welsh_a_side_is_named_as_one() -> None:
    """The letters of sides are the same in every language."""
    people = People(("Megan", "Owain", "Rhys", "Nia"), MEGAN, sides=(0, 1, 0, 1))
    with speaking("cy", catalogue):
        told = DealEnded(sheet(Ending.PLAYED, 5, 15, 5, 15))
        assert plain(KIND.sentence(told, people)) == "Mae'r rhaniad ar ben: mae Ochr B ar y blaen gyda 15 pwynt."
        assert plain(KIND.sentence(TricksScored(1, 3, 5), people)) == "3 thric: 5 pwynt i Ochr B."
        assert KIND.rules_words(setup("forty-five", 6, partners=True, joker="none")) == "dwy ochr o dri, dim Jocer"


def test_the_crib_tells_what_tricks_are_worth() -> None:
    """As the options of the table have it."""
    assert KIND.crib(TWENTY_FIVE)[1] == "A trick is worth 5, and 25 win."
    best = "The highest trump played in a deal is worth {points} more."
    usual = KIND.crib(FORTY_FIVE)[1]
    assert usual == f"A trick is worth 5, and 45 win. {best.format(points=5)}"
    together = KIND.crib(setup("forty-five", 4, trick_scores="majority", best_card=6, target=31))[1]
    assert together == (f"Three or four tricks of a deal are worth 5, all five 10, and 31 win. {best.format(points=6)}")
    assert "all five win the game, and so do 45" in KIND.crib(setup("forty-five", 4, trick_scores="game"))[1]


def test_who_alone_is_ahead_is_told_so() -> None:
    """To the viewer as part of a sentence."""
    told = KIND.sentence(DealEnded(sheet(Ending.PLAYED, 15, 5, 5)), PEOPLE)
    assert plain(told) == "The deal is over: you are ahead with 15 points."


TABLES = (Setup("twenty-five", 4, {"partners": True, "double_stake": True}), Setup("forty-five", 5))


def test_the_words_are_found_in_the_rules_of_the_readers_language() -> None:
    """In Welsh there is a word for each of the English ones, and the rules have it."""
    english = GAMES["twenty-five"].glossary
    with speaking("cy", catalogue):
        glossary = GAMES["twenty-five"].glossary
        pages = [draw_page(RULES[one.game].rules(one), 80, glossary, Strokes.COLOUR) for one in TABLES]
    assert len(glossary) == len(english)
    assert not english.keys() & glossary.keys() - {"partner"}
    assert all(word == word.lower() for word in glossary)
    marked = {term.word for page in pages for term in page.words}
    assert {"rhaniad", "tric", "trwmp", "cerdyn a drowyd", "dal yn ôl", "ochr", "sglodyn"} <= marked <= set(glossary)


def test_the_pool_of_spoil_five_is_won_by_tricks() -> None:
    """There is no winner of a game who takes it, and no score that is carried over."""
    usual, spoil = (GAMES[name].glossary for name in ("twenty-five", "spoil-five"))
    assert usual.keys() == spoil.keys()
    assert {word for word in usual if usual[word] != spoil[word]} == {"deal", "pool"}
    assert "winner of the game" not in spoil["pool"]
    assert "scores" not in spoil["deal"]
