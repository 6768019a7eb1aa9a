"""Bête in words: every event is a sentence, in both languages, to whoever did it and to others."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.bete.words import chips, signed
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import plain
from protocol.bete.events import DealEnded, DealSheet, Dealt, Ending, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.cards import read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.rules.registry import GAMES as RULES
from tests.chwech_tui.games.bete.views import PEOPLE, at
from tests.chwech_tui.games.stage import record_of

KIND = GAMES["bete"]
ACE = read_card("AC")


def sheet(ending: Ending, sweeper: int | None = 0, king: int | None = None) -> DealSheet:
    """Give the sheet of a deal with six chips in the pool."""
    nothing = (0,) * 4
    won, held = (None if seat is None else Seat(seat) for seat in (sweeper, king))
    return DealSheet(Seat(1), ending, (Seat(0), Seat(1)), nothing, 6, (5, -7, -1, -1), (5, -7, -1, -1), 6, won, held)


SENTENCES: list[tuple[Event, str]] = [
    (Dealt(2, Seat(0), ((),) * 4, ACE), "Deal 2: You deal, A♣ is turned up."),
    (Dealt(2, Seat(1), ((),) * 4, ACE), "Deal 2: Owain deals, A♣ is turned up."),
    (TookPart(Seat(0)), "You take part."),
    (TookPart(Seat(1)), "Owain takes part."),
    (Passed(Seat(0)), "You pass."),
    (Played(Seat(1), ACE), "Owain plays A♣"),
    (TrickTaken(Seat(0), (ACE,)), "You take the trick."),
    (DealEnded(sheet(Ending.MOST)), "You win the pool of 6 chips."),
    (DealEnded(sheet(Ending.MOST, 1, 0)), "Owain wins the pool of 6 chips. You held the King of trumps."),
    (DealEnded(sheet(Ending.ALONE, 1, 2)), "Owain alone takes part, and has 6 chips. Rhys held the King of trumps."),
    (DealEnded(sheet(Ending.ALL)), "You take all five tricks: the pool of 6 chips, and what the others pay."),
    (DealEnded(replace(sheet(Ending.ALL), active=(Seat(0),))), "You win the pool of 6 chips."),
    (DealEnded(sheet(Ending.FIRST_TWO, 1)), "Owain wins 6 chips by the first two tricks."),
    (DealEnded(sheet(Ending.CARRIED, None)), "Nobody wins the pool of 6 chips."),
    (DealEnded(sheet(Ending.PASSED, None)), "Everybody has passed: the pool stays."),
    (GameEnded((5, -7, -1, -1), (Seat(0),)), "You win with +5."),
    (GameEnded((0, -7, -1, 0), (Seat(0), Seat(3))), "Nia and you share the win with 0."),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_every_event_is_a_sentence(event: Event, words: str) -> None:
    """With who held the King of trumps."""
    assert plain(KIND.sentence(event, PEOPLE)) == words
    with speaking("cy", catalogue):
        assert plain(KIND.sentence(event, PEOPLE)) != words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0"),
        (12, "+12"),
        (-125, "−125"),
        (-99_999, "−99999"),
        (123_456, "+123K"),
        (-(6**10), "−60M"),
        (10**18, "+1E"),
    ],
)
def test_chips_are_short(number: int, words: str) -> None:
    """A pool that nobody wins grows sixfold from deal to deal."""
    assert signed(number) == words
    assert len(chips(abs(number))) <= 5


def test_units_and_passes() -> None:
    """A deal is dealt, tricks are taken, a deal is scored; passes in a row are one sentence."""
    assert KIND.unit(Dealt(2, Seat(0), ((),) * 4, ACE)) is Unit.DEALT
    assert KIND.unit(TrickTaken(Seat(0), (ACE,))) is Unit.TRICK
    assert KIND.unit(DealEnded(sheet(Ending.MOST))) is Unit.DEAL
    assert KIND.unit(Passed(Seat(0))) is None
    shared = KIND.shared_act(Passed(Seat(1)))
    assert shared is not None
    assert shared[1].many == "{names} pass."
    assert KIND.shared_act(TookPart(Seat(1))) is None


def test_a_table_in_words() -> None:
    """The number of deals, what is not as usual, and the rules in short."""
    assert KIND.rules_words(Setup("bete", 4)) == "12 deals"
    setup = Setup("bete", 4, {"deals": 4, "head": True, "direction": "right"})
    assert KIND.rules_words(setup) == "4 deals, who follows has to beat the trick, to the right"
    assert (KIND.rules_sign(setup), len(KIND.crib(setup))) == ("", 3)
    assert KIND.crib(setup)[-1].startswith("Follow suit and beat the trick if you can;")
    assert KIND.crib(Setup("bete", 4))[-1].startswith("Follow suit; if you cannot,")
    assert (KIND.progress(at()), KIND.variant(at())) == ("deal 1 of 12", "pool of 4 chips")
    assert (KIND.lessons(), KIND.farewell, KIND.sides(at())) == ((), "", ())


@pytest.mark.parametrize("language", ["en", "cy"])
def test_every_word_of_the_glossary_stands_in_the_rules(language: str) -> None:
    """In the reader's language, in which a first letter may change."""
    with speaking(language, catalogue):
        rules = RULES["bete"].rules(Setup("bete", 4)).lower()
        missing = [word for word in KIND.glossary if word[1:5] not in rules]
    assert missing == []


def test_a_record_gives_the_result() -> None:
    """With a sign before each number."""
    record = record_of(Setup("bete", 4, {"deals": 4}))
    result = KIND.read_result(record)
    assert result is not None
    plain_record = json.loads(record)
    assert (result.rules, list(result.totals)) == ("Bête", plain_record["totals"])
    assert result.deals[0][0] == signed(plain_record["deals"][0]["scores"][0])
    plain_record["deals"][0]["scores"].append(5)
    assert KIND.read_result(json.dumps(plain_record)) is None
    assert KIND.read_result(json.dumps(plain_record | {"deals": [], "game": "beast"})) is None
    assert KIND.read_result("{") is None


def test_the_public_part_of_a_deal() -> None:
    """As numbers and sentences."""
    names = PEOPLE.names
    shown = KIND.public_deal(at("in, in, -, -, KC, 9C, QC", None))
    assert shown.titles == ("Part", "Cards", "Tricks", "Chips")
    assert [shown.numbers(seat) for seat in (0, 2)] == [("in", "3", "1", "0"), ("out", "5", "0", "0")]
    assert shown.sentence(names) == (
        "Deal 1 of 12, dealt by Nia. Clubs are trump; 8C is turned up. The pool has 4 chips. Owain follows."
    )
    last, now = shown.tricks(names)
    assert (last.taker, now.turns) == ("taken by Megan", ("Megan QC",))
    early = KIND.public_deal(at("", None))
    assert early.numbers(0)[0] == "-"
    assert early.sentence(names).endswith("Megan takes part or passes.")
    between = KIND.public_deal(at("-, -, in, -", None)).sentence(names)
    assert between == "Deal 2 of 12 comes next, dealt by Megan. The pool has 0 chips."
    over = KIND.public_deal(at("-, -, in, -", None, deals=1)).sentence(names)
    assert over == "The game is over. With +2: Megan, Rhys."
