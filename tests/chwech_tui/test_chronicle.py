"""The log of the table: sentences in order, with what several do in a row told as one."""

from msgspec.structs import replace

from chwech_tui.describe import LONGEST, Chronicle, note, record
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.absence import Resigned
from protocol.cards import read_card
from protocol.chwech.actions import Play
from protocol.chwech.events import Dealt, LeadPassed, Passed, Played
from protocol.seating import SeatTaken
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.values import KIND

PEOPLE = People(("Megan", "Owain", "Rhys"), Seat(0))


def told(*events: Event) -> list[str]:
    """Record events and give the sentences."""
    chronicle: Chronicle = ()
    for event in events:
        chronicle = record(chronicle, event, PEOPLE, KIND)
    return [plain(entry.line) for entry in chronicle]


def test_passes_in_a_row_are_one_sentence() -> None:
    """Who passes one after another is named together, the viewer as you."""
    passed = [Passed(Seat(seat)) for seat in (1, 2, 0)]
    assert told(*passed) == ["Owain, Rhys and you pass."]
    assert told(passed[0]) == ["Owain passes."]
    assert told(passed[2]) == ["You pass."]
    assert told(passed[2], passed[0]) == ["You and Owain pass."]


def test_what_a_bot_plays_for_the_viewer_is_told_of_the_bot() -> None:
    """Who comes back reads what they did themselves, and what was done for them."""
    away, play = replace(PEOPLE, away=True), Played(Seat(0), Play(read_card("4S")))
    chronicle: Chronicle = ()
    for event in (Passed(Seat(0)), Passed(Seat(1)), play, Resigned(Seat(0), "Megan", "steady")):
        chronicle = record(chronicle, event, away, KIND)
    assert [plain(entry.line) for entry in chronicle] == [
        "Megan (bot) and Owain pass.",
        "Megan (bot) plays 4♠",
        "You leave for good: a bot plays on.",
    ]


def test_passes_of_the_lead_and_of_a_turn_are_told_apart() -> None:
    """The two mean different things, so they never share a sentence."""
    assert told(LeadPassed(Seat(1)), LeadPassed(Seat(2)), Passed(Seat(0))) == [
        "Owain and Rhys pass the lead.",
        "You pass.",
    ]


def test_a_card_between_two_passes_keeps_them_apart() -> None:
    """The log keeps the order of what happened."""
    play = Played(Seat(2), Play(read_card("4S")))
    assert told(Passed(Seat(1)), play, Passed(Seat(0))) == ["Owain passes.", "Rhys plays 4♠", "You pass."]


def test_people_who_sit_down_are_one_sentence() -> None:
    """The bots of a new table do not fill the log."""
    assert told(SeatTaken(Seat(1), "Owain"), SeatTaken(Seat(2), "Rhys", "steady")) == ["Owain and Rhys (bot) sit down."]


def test_who_comes_in_place_of_a_bot_has_a_sentence_of_their_own() -> None:
    """So does a bot that makes way."""
    assert told(SeatTaken(Seat(1), "Owain", was="Nia"), SeatTaken(Seat(2), "Rhys", "steady", "Owain")) == [
        "Owain sits down in place of Nia (bot).",
        "The bot Owain is called Rhys from now on.",
    ]


def test_a_deal_comes_with_its_seal() -> None:
    """The commitment is in the log before the first card is played."""
    assert told(Dealt(2, Seat(1), (), "ab" * 32)) == ["Deal 2: Owain deals.", "Seal of the deck abababab…"]
    assert told(Dealt(2, Seat(1), ())) == ["Deal 2: Owain deals."]


def test_an_event_without_words_adds_nothing() -> None:
    """An event that this client does not know is not told."""
    assert told(Event()) == []


def test_the_log_forgets_what_is_long_ago() -> None:
    """A long evening does not fill the memory."""
    chronicle: Chronicle = ()
    for number in range(LONGEST + 5):
        chronicle = note(chronicle, str(number))
    assert len(chronicle) == LONGEST
    assert plain(chronicle[-1].line) == str(LONGEST + 4)
