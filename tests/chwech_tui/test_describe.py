"""Words: every card and every event of the table as people read it."""

from typing import get_args

from msgspec.structs import replace

from chwech_tui.describe import LONGEST, Chronicle, ago, clock_sign, left_sign, note, record, span_words, table_sentence
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People, victory
from protocol.cards import read_card
from protocol.game import Answered, View
from protocol.language import speaking
from protocol.message import Seat, TableEvent
from protocol.setup import Clock
from protocol.table import (
    Absence,
    Began,
    CameBack,
    Event,
    HostGiven,
    PaceSet,
    Paused,
    Readied,
    RematchOffered,
    Removed,
    Resigned,
    Resumed,
    Said,
    SeatLeft,
    SeatTaken,
    StoodIn,
    TimedOut,
)
from tests.chwech_tui.values import KIND, VIEW, seen, told

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


TABLE_EVENTS: dict[type[TableEvent], tuple[Event, str]] = {
    Said: (Said("Owain\x1b", "Ha!", Seat(1)), "Owain: Ha!"),
    SeatTaken: (SeatTaken(Seat(1), "Owain", "steady"), "Owain sits down (steady bot)."),
    SeatLeft: (SeatLeft(Seat(1), "Owain"), "Owain gets up."),
    Removed: (Removed(Seat(1), "Owain"), "The host frees Owain's seat."),
    HostGiven: (HostGiven(Seat(0), "Megan"), "You are the host now."),
    PaceSet: (PaceSet(Seat(1), 0.3), "Owain sets the pace of bots: 0.3 s."),
    Readied: (Readied(Seat(1), ready=False), "Owain is not ready."),
    Began: (Began(), "The game begins."),
    StoodIn: (StoodIn(Seat(0), "Megan", "steady", Absence.IDLE), "A bot plays on for you."),
    CameBack: (CameBack(Seat(0), "Megan"), "You are back."),
    Resigned: (Resigned(Seat(1), "Owain", "steady"), "Owain leaves for good: a bot plays on."),
    TimedOut: (TimedOut(Seat(1), "Owain"), "Owain runs out of time."),
    Paused: (Paused((Seat(0), Seat(1))), "All have agreed: the game is paused."),
    Resumed: (Resumed(Seat(1)), "Owain ends the pause: the game goes on."),
    RematchOffered: (RematchOffered("red-tree-sky", Seat(1)), "Owain wants a rematch."),
}
"""An example of every event of the table, with its sentence."""


def test_every_event_of_the_table_has_a_sentence() -> None:
    """Nothing that is told to people is left out of the log."""
    assert set(TABLE_EVENTS) == {one for one in get_args(Event) if issubclass(one, TableEvent)}
    people = People(("Megan", "Owain"), Seat(0))
    for event, text in TABLE_EVENTS.values():
        assert plain(table_sentence(event, people)) == text
    assert plain(table_sentence(StoodIn(Seat(0), "Megan", "steady", Absence.AWAY), people)) == "You step away."
    assert plain(table_sentence(Resumed(), people)) == "The pause is over: the game goes on."
    assert plain(table_sentence(StoodIn(Seat(1), "Owain", "steady", Absence.LOST), people)).endswith("who is away.")


def test_how_long_ago() -> None:
    """Roughly, as one says it; what a clock that was set back makes of it is no nonsense."""
    minute, hour, day = 60.0, 3600.0, 86_400.0
    told = {
        -day: "just now", 0: "just now", 19 * minute: "just now", 20 * minute: "20 minutes ago",
        89 * minute: "90 minutes ago", 1.5 * hour: "2 hours ago", 35 * hour: "35 hours ago", 1.5 * day: "2 days ago",
        400 * day: "400 days ago",
    }  # fmt: skip
    assert {seconds: ago(seconds) for seconds in told} == told


def test_spans_of_time_in_welsh() -> None:
    """In a sentence the noun is written out, in a column it is short."""
    day = 86_400.0
    with speaking("cy"):
        assert [span_words(days * day) for days in (1, 2, 3, 14)] == [
            "1 diwrnod",
            "2 ddiwrnod",
            "3 diwrnod",
            "14 diwrnod",
        ]
        assert [clock_sign(Clock(days * day)) for days in (1, 3, 14)] == ["1 dydd", "3 d", "14 d"]
        assert [left_sign(seconds) for seconds in (3 * day, 23 * 3600, 300)] == ["3 d", "23 awr", "5 mun"]
    assert [left_sign(seconds) for seconds in (3 * day, 23 * 3600, 300)] == ["3 days", "23 h", "5 min"]


def test_the_log_in_welsh_tells_the_viewer_from_others() -> None:
    """Politely to the viewer, of others by their names; a tie is a shared win."""
    with speaking("cy"):
        both = [plain(table_sentence(Readied(Seat(seat), ready=False), PEOPLE)) for seat in (0, 1)]
        assert both == ["Dydych chi ddim yn barod.", "Dydy Owain ddim yn barod."]
        assert victory(PEOPLE, (Seat(0), Seat(3))) == "Nia a chi sy'n rhannu'r fuddugoliaeth"
        assert (
            plain(table_sentence(SeatTaken(Seat(1), "Owain", "steady"), PEOPLE)) == "Mae Owain yn eistedd (bot cyson)."
        )
    assert victory(PEOPLE, (Seat(0),)) == "You win"
    assert victory(PEOPLE, (Seat(1), Seat(3))) == "Owain and Nia share the win"


CHRONICLE_PEOPLE = People(("Megan", "Owain", "Rhys"), Seat(0))


def log(*events: Event, view: View | None = None) -> list[str]:
    """Record events and give the sentences."""
    chronicle: Chronicle = ()
    for event in events:
        chronicle = record(chronicle, event, CHRONICLE_PEOPLE, KIND, view)
    return [plain(entry.line) for entry in chronicle]


def test_passes_in_a_row_are_one_sentence() -> None:
    """The viewer is you; those of the lead and of a turn, or on both sides of a card, are told apart."""
    passed = [told("passed", seat) for seat in (1, 2, 0)]
    assert log(*passed) == ["Owain, Rhys and you pass."]
    assert log(passed[0]) == ["Owain passes."]
    assert log(passed[2]) == ["You pass."]
    assert log(passed[2], passed[0]) == ["You and Owain pass."]
    assert log(told("lead_passed", 1), told("lead_passed", 2), told("passed", 0)) == [
        "Owain and Rhys pass the lead.",
        "You pass.",
    ]
    play = told("played", 2, play=read_card("4S"))
    assert log(told("passed", 1), play, told("passed", 0)) == ["Owain passes.", "Rhys plays 4♠", "You pass."]


def test_what_a_bot_plays_for_the_viewer_is_told_of_the_bot() -> None:
    """Who comes back reads what they did themselves, and what was done for them."""
    away, play = replace(CHRONICLE_PEOPLE, away=True), told("played", 0, play=read_card("4S"))
    chronicle: Chronicle = ()
    for event in (told("passed", 0), told("passed", 1), play, Resigned(Seat(0), "Megan", "steady")):
        chronicle = record(chronicle, event, away, KIND)
    assert [plain(entry.line) for entry in chronicle] == [
        "Megan (bot) and Owain pass.",
        "Megan (bot) plays 4♠",
        "You leave for good: a bot plays on.",
    ]


def test_people_who_sit_down_are_one_sentence() -> None:
    """Who comes in place of a bot has a sentence of their own, and so does a bot that makes way."""
    assert log(SeatTaken(Seat(1), "Owain"), SeatTaken(Seat(2), "Rhys", "steady")) == ["Owain and Rhys (bot) sit down."]
    assert log(SeatTaken(Seat(1), "Owain", was="Nia"), SeatTaken(Seat(2), "Rhys", "steady", "Owain")) == [
        "Owain sits down in place of Nia (bot).",
        "The bot Owain is now called Rhys.",
    ]


def test_a_deal_comes_with_its_seal() -> None:
    """Before the first card; what this client does not know is not told."""
    dealt, sealed = replace(told("dealt", 1, deal=2), seat=None), seen(VIEW, commitment="ab" * 32)
    assert log(dealt, view=sealed) == ["Deal 2: Owain deals.", "Seal of the deck abababab…"]
    assert log(dealt) == ["Deal 2: Owain deals."]
    assert log(Answered(Seat(0), "-", (("of_a_newer_kit", {}),))) == []


def test_the_log_forgets_what_is_long_ago() -> None:
    """A long evening does not fill the memory."""
    chronicle: Chronicle = ()
    for number in range(LONGEST + 5):
        chronicle = note(chronicle, str(number))
    assert len(chronicle) == LONGEST
    assert plain(chronicle[-1].line) == str(LONGEST + 4)
