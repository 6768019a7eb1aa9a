"""Words: every card, action and event as people read it."""

import pytest
from msgspec.structs import replace

from chwech_tui.describe import action_words, count, ending, glyph, play_line, sentence, victory
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.cards import FACES, read_card
from protocol.chwech.actions import PASS, Play, read_action
from protocol.chwech.events import DealEnded, Dealt, Ending, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.seating import SEATING, Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.talk import Said
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.values import SHEET, cards

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def play(text: str) -> Play:
    """Read a play."""
    read = read_action(text)
    assert isinstance(read, Play)
    return read


def test_every_card_has_a_glyph_of_its_own() -> None:
    """No two faces look alike."""
    assert len({glyph(card) for card in FACES}) == len(FACES)
    assert [glyph(read_card(text)) for text in ("QH", "10C", "13D", "JK")] == ["Q♥", "10♣", "13♦", "JK"]


@pytest.mark.parametrize(
    ("text", "words"),
    [("QH", "play Q♥"), ("AH-", "play A♥ low"), ("AH+", "play A♥ high"), ("JK=S", "play Joker for ♠")],
)
def test_a_play_in_words(text: str, words: str) -> None:
    """A play says how an Ace counts and what a Joker stands for."""
    assert action_words(play(text)) == words
    assert "play " + plain(play_line(play(text))) == words


def test_a_pass_in_words() -> None:
    """A pass is a pass."""
    assert action_words(PASS) == "pass"


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
        (SeatTaken(Seat(1), "Owain"), "Owain sits down."),
        (SeatLeft(Seat(1), "Owain"), "Owain gets up."),
        (Began(), "The game begins."),
        (Said("Owain", "well played"), "Owain: well played"),
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


def test_several_share_a_win() -> None:
    """A tie is a shared win."""
    assert victory(PEOPLE, (Seat(0),)) == "You win"
    assert victory(PEOPLE, (Seat(1), Seat(3))) == "Owain and Nia share the win"


def test_counting() -> None:
    """One has no s."""
    assert (count(1, "card"), count(0, "card")) == ("1 card", "0 cards")


TABLE_EVENTS = {
    Said: (Said("Owain\x1b", "Ha!", Seat(1)), "Owain: Ha!"),
    SeatTaken: (SeatTaken(Seat(1), "Owain", "steady"), "Owain sits down (steady bot)."),
    SeatLeft: (SeatLeft(Seat(1), "Owain"), "Owain gets up."),
    Removed: (Removed(Seat(1), "Owain"), "The host frees the seat of Owain."),
    HostGiven: (HostGiven(Seat(0), "Megan"), "You run the table now."),
    Readied: (Readied(Seat(1), ready=False), "Owain is not ready."),
    Began: (Began(), "The game begins."),
    StoodIn: (StoodIn(Seat(0), "Megan", "steady", Absence.IDLE), "A bot plays for you, who did not act."),
    CameBack: (CameBack(Seat(0), "Megan"), "You are back."),
    Resigned: (Resigned(Seat(1), "Owain", "steady"), "Owain leaves for good: a bot plays on."),
    TimedOut: (TimedOut(Seat(1), "Owain"), "Owain runs out of time."),
    Paused: (Paused((Seat(0), Seat(1))), "All have agreed: the game is paused."),
    Resumed: (Resumed(Seat(1)), "Owain ends the pause: the game goes on."),
    RematchOffered: (RematchOffered("red-tree-sky", Seat(1)), "Owain wants to play once more: n joins."),
}
"""An example of every event of the table, with its sentence."""


def test_every_event_of_the_table_has_a_sentence() -> None:
    """Nothing that is told to people is left out of the log."""
    assert set(TABLE_EVENTS) == set(SEATING)
    people = People(("Megan", "Owain"), Seat(0))
    for event, text in TABLE_EVENTS.values():
        assert plain(sentence(event, people)) == text
    assert plain(sentence(Resumed(), people)) == "The pause is over: the game goes on."
    assert plain(sentence(StoodIn(Seat(1), "Owain", "steady", Absence.LOST), people)).endswith("lost the connection.")
