"""Roque in words: every event is a sentence, in both languages, to whoever did it and to others."""

import pytest

from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import plain
from protocol.cards import Suit, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.roque.events import (
    BidMade,
    Buried,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    Passed,
    Played,
    TrickTaken,
    WidowTaken,
)
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.registry import GAMES as RULES
from tests.chwech_tui.games.roque.views import PEOPLE, at
from tests.server.rules.roque.position import THREE

KIND = GAMES["roque"]
ACE = read_card("AC")


def sheet(ending: Ending, points: int, declarer: int | None = 0) -> DealSheet:
    """Give the sheet of a deal in which 125 was bid."""
    other = (135, 30) if ending is Ending.MADE else (75, 90)
    seat = None if declarer is None else Seat(declarer)
    return DealSheet(
        Seat(1), ending, (6, 6, 0, 0), other * 2, (points, other[1]) * 2, (points, 90) * 2, seat, 125, Suit.CLUBS
    )


SENTENCES: list[tuple[Event, str]] = [
    (Dealt(2, Seat(0), ((),) * 4), "Deal 2: You deal."),
    (Dealt(2, Seat(1), ((),) * 4), "Deal 2: Owain deals."),
    (BidMade(Seat(0), 125), "You bid 125."),
    (BidMade(Seat(1), 125), "Owain bids 125."),
    (Passed(Seat(0)), "You pass."),
    (Passed(Seat(1)), "Owain passes."),
    (WidowTaken(Seat(1), 125), "Owain takes the widow, for 125."),
    (WidowTaken(Seat(0), 125, (ACE, read_card("2H"))), "You take the widow, for 125: A♣ 2♥"),
    (Buried(Seat(0), ACE), "You lay A♣ aside"),
    (Buried(Seat(1)), ""),
    (Played(Seat(0), ACE), "You play A♣"),
    (Played(Seat(1), ACE), "Owain plays A♣"),
    (TrickTaken(Seat(0), (ACE,), 15), "You take the trick: 15 points."),
    (TrickTaken(Seat(1), (ACE,), 15), "Owain takes the trick: 15 points."),
    (DealEnded(sheet(Ending.MADE, 135)), "You bid 125 and took 135."),
    (DealEnded(sheet(Ending.DOUBLED, -250)), "You bid 125 and took only 75: −250."),
    (DealEnded(sheet(Ending.SLAM, 250, 2)), "Rhys bid 125 and took every trick: 250."),
    (DealEnded(sheet(Ending.PASSED, 0, None)), "Everybody has passed: nothing is scored."),
    (GameEnded((505, 90) * 2, (Seat(0), Seat(2))), "Rhys and you win together with 505 points."),
    (GameEnded((90, 505) * 2, (Seat(1), Seat(3))), "Owain and Nia win together with 505 points."),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_every_event_is_a_sentence(event: Event, words: str) -> None:
    """Others are not told one by one what a declarer lays aside."""
    assert plain(KIND.sentence(event, PEOPLE)) == words
    with speaking("cy", catalogue):
        assert bool(plain(KIND.sentence(event, PEOPLE))) == bool(words)
        assert plain(KIND.sentence(event, PEOPLE)) != words or not words


def test_passes_in_a_row_are_one_sentence() -> None:
    """Nothing else is done by several seats in a row."""
    shared = KIND.shared_act(Passed(Seat(1)))
    assert shared is not None
    assert (shared[0], shared[1].many) == (1, "{names} pass.")
    assert KIND.shared_act(BidMade(Seat(1), 85)) is None


def test_units() -> None:
    """A deal is dealt, tricks are taken, and a deal is scored."""
    assert KIND.unit(Dealt(2, Seat(0), ((),) * 4)) is Unit.DEALT
    assert KIND.unit(TrickTaken(Seat(0), (ACE,), 15)) is Unit.TRICK
    assert KIND.unit(DealEnded(sheet(Ending.MADE, 135))) is Unit.DEAL
    assert KIND.unit(Passed(Seat(0))) is None


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("roque", 4), "two sides of two"),
        (
            Setup("roque", 4, {"target": 255, "slam": 330, "forced_dealer": True}),
            "two sides of two, to 255, every trick scores 330, the dealer has to play if everybody passes",
        ),
        (Setup(THREE, 3, {"defenders": "both"}), "one against two, defenders score together"),
    ],
)
def test_the_rules_of_a_table_in_words(setup: Setup, words: str) -> None:
    """Who plays together, and what is not as usual."""
    assert GAMES[setup.game].rules_words(setup) == words


def test_the_rest_of_a_table_in_words() -> None:
    """Its sign, the rules in short, the progress."""
    setup = Setup("roque", 4, {"lowest_bid": 100, "target": 1005})
    assert KIND.rules_sign(setup) == "1005"
    assert GAMES[THREE].rules_sign(Setup(THREE, 3)) == "650"
    assert KIND.crib(setup)[0].startswith("Bid from 100;")
    assert KIND.crib(setup)[2].endswith("1005 win.")
    assert (KIND.progress(at()), KIND.variant(at())) == ("deal 1, to 505", "two sides of two")
    assert GAMES[THREE].variant(at(game=THREE)) == "one against two"
    assert (KIND.lessons(), KIND.farewell) == ((), "")


@pytest.mark.parametrize("language", ["en", "cy"])
def test_every_word_stands_in_the_rules(language: str) -> None:
    """Of one game or the other, in the reader's language."""
    with speaking(language, catalogue):
        rules = "".join(RULES[game].rules(Setup(game, players)) for game, players in (("roque", 4), ("roque-three", 3)))
        missing = [word for word in GAMES["roque"].glossary if word[:4] not in rules.lower()]
    assert missing == []
