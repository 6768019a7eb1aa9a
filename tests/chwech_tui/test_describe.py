"""Words: every card and every event of the table as people read it."""

import pytest

from chwech_tui.describe import (
    ago,
    cards_words,
    clock_sign,
    left_sign,
    span_words,
    table_sentence,
    victory,
)
from chwech_tui.model.cards import glyph
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.cards import FACES, read_card
from protocol.catalogues import catalogue
from protocol.language import speaking
from protocol.seating import SEATING, Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.setup import Clock
from protocol.talk import Said
from protocol.vocabulary import Seat

PEOPLE = People(("Megan", "Owain", "Rhys", "Nia"), Seat(0))


def test_every_card_has_a_glyph_of_its_own() -> None:
    """No two faces look alike."""
    assert len({glyph(card) for card in FACES}) == len(FACES)
    assert [glyph(read_card(text)) for text in ("QH", "10C", "13D", "JK")] == ["Q♥", "10♣", "13♦", "JK"]


def test_several_share_a_win() -> None:
    """A tie is a shared win."""
    assert victory(PEOPLE, (Seat(0),)) == "You win"
    assert victory(PEOPLE, (Seat(1), Seat(3))) == "Owain and Nia share the win"


def test_counting() -> None:
    """One has no s."""
    assert (cards_words(1), cards_words(0)) == ("1 card", "0 cards")


TABLE_EVENTS = {
    Said: (Said("Owain\x1b", "Ha!", Seat(1)), "Owain: Ha!"),
    SeatTaken: (SeatTaken(Seat(1), "Owain", "steady"), "Owain sits down (steady bot)."),
    SeatLeft: (SeatLeft(Seat(1), "Owain"), "Owain gets up."),
    Removed: (Removed(Seat(1), "Owain"), "The host frees the seat of Owain."),
    HostGiven: (HostGiven(Seat(0), "Megan"), "You run the table now."),
    Readied: (Readied(Seat(1), ready=False), "Owain is not ready."),
    Began: (Began(), "The game begins."),
    StoodIn: (StoodIn(Seat(0), "Megan", "steady", Absence.IDLE), "A bot plays on for you."),
    CameBack: (CameBack(Seat(0), "Megan"), "You are back."),
    Resigned: (Resigned(Seat(1), "Owain", "steady"), "Owain leaves for good: a bot plays on."),
    TimedOut: (TimedOut(Seat(1), "Owain"), "Owain runs out of time."),
    Paused: (Paused((Seat(0), Seat(1))), "All have agreed: the game is paused."),
    Resumed: (Resumed(Seat(1)), "Owain ends the pause: the game goes on."),
    RematchOffered: (RematchOffered("red-tree-sky", Seat(1)), "Owain wants to play once more."),
}
"""An example of every event of the table, with its sentence."""


def test_every_event_of_the_table_has_a_sentence() -> None:
    """Nothing that is told to people is left out of the log."""
    assert set(TABLE_EVENTS) == set(SEATING)
    people = People(("Megan", "Owain"), Seat(0))
    for event, text in TABLE_EVENTS.values():
        assert plain(table_sentence(event, people)) == text
    assert plain(table_sentence(StoodIn(Seat(0), "Megan", "steady", Absence.AWAY), people)) == "You step away."
    assert plain(table_sentence(Resumed(), people)) == "The pause is over: the game goes on."
    assert plain(table_sentence(StoodIn(Seat(1), "Owain", "steady", Absence.LOST), people)).endswith(
        "who is not at the table."
    )


def test_how_long_ago() -> None:
    """Roughly, as one says it; what a clock that was set back makes of it is no nonsense."""
    minute, hour, day = 60.0, 3600.0, 86_400.0
    told = {
        -day: "just now", 0: "just now", 19 * minute: "just now", 20 * minute: "20 minutes ago",
        89 * minute: "90 minutes ago", 1.5 * hour: "2 hours ago", 35 * hour: "35 hours ago", 1.5 * day: "2 days ago",
        400 * day: "400 days ago",
    }  # fmt: skip
    assert {seconds: ago(seconds) for seconds in told} == told


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 cerdyn"), (1, "1 cerdyn"), (2, "2 gerdyn"), (3, "3 cherdyn"), (4, "4 cerdyn"), (6, "6 cherdyn")],
)
def test_welsh_nouns_mutate_after_numerals(number: int, words: str) -> None:
    """The noun stays in the singular, and its first letter follows the numeral."""
    with speaking("cy", catalogue):
        assert cards_words(number) == words


def test_spans_of_time_in_welsh() -> None:
    """In a sentence the noun is written out, in a column it is short."""
    day = 86_400.0
    with speaking("cy", catalogue):
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
    """To the viewer it speaks politely, of others by their names; of several in one sentence."""
    with speaking("cy", catalogue):
        told = [plain(table_sentence(Readied(Seat(seat), ready=False), PEOPLE)) for seat in (0, 1)]
        assert told == ["Dydych chi ddim yn barod.", "Dydy Owain ddim yn barod."]
        assert victory(PEOPLE, (Seat(0), Seat(3))) == "Nia a chi sy'n rhannu'r fuddugoliaeth"
        assert (
            plain(table_sentence(SeatTaken(Seat(1), "Owain", "steady"), PEOPLE)) == "Mae Owain yn eistedd (bot cyson)."
        )
