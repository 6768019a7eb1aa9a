"""The deal of the day by words."""

from msgspec.structs import replace

from chwech_tui.errand import Greet, Join
from protocol.catalogues import catalogue
from protocol.daily import DailyMark, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.language import speaking
from protocol.messages import Refused, Seated
from protocol.setup import Setup
from tests.chwech_tui.days import RESULT, TODAY, YESTERDAY, best
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.stage import Stage

DONE = replace(TODAY, spent=True, result=RESULT)


def test_a_day_is_told() -> None:
    """One's own line first, then what can be done, the best of each list, and the seal."""
    talk = Talk(REMOTE)
    talk.write("today")
    told = talk.hear(replace(DONE, id=talk.number(ReadDaily))).splitlines()
    assert told[:4] == [
        "Deal of the day, 21 Nov.",
        "Your result: Chwech 312 · 21 Nov · 989369 · 3×9 · 2/6 · 4at7z8MVHKr1YaZPuwfM2bJfugMT.",
        "today practice plays the same deals for practice.",
        "This day: Megan 420, Nia 430 (with hints).",
    ]
    assert told[-1] == f"The seal of the day: {'5a' * 32}"


def test_a_day_that_is_over_tells_its_seed() -> None:
    """What proves the deals is told as long as anybody may want to check them."""
    talk = Talk(REMOTE)
    talk.write("today")
    told = talk.hear(replace(YESTERDAY, id=talk.number(ReadDaily), ends_at=NOW - 1))
    assert "The day is over." in told
    assert f"Its seed: {'17' * 32}" in told


def test_ways_to_the_table() -> None:
    """The words after the command lead to the game that counts, or to practice; others are explained."""
    talk = Talk()
    for line, sent in (("today play", PlayDaily(0)), ("today practice", PlayDaily(0, practice=True))):
        talk.write(line)
        assert talk.latest() == sent
    assert talk.write("today now").startswith("today tells the day, today play goes")
    new = talk.hear(replace(TODAY, id=0, of_day=best(9)))
    assert "You have not played yet: today play begins the game that counts." in new
    assert "Bronwen" in new
    assert "Idris" not in new.splitlines()[3]
    assert "today play goes on with it." in talk.hear(replace(TODAY, id=0, spent=True, table="calm-river"))


def test_the_table_says_what_is_played() -> None:
    """Whoever arrives hears whether the game counts, once."""
    table = Stage(Setup()).table()
    talk = Talk()
    first = talk.hear(Seated(0, table, daily=DailyMark("2026-11-21")))
    assert "The deal of the day, 21 Nov: this game counts." in first
    assert "this game counts" not in talk.hear(Seated(0, table, daily=DailyMark("2026-11-21")))


def test_a_refusal_leads_to_the_list() -> None:
    """Whoever is not let in is told why, and what else there is."""
    talk = Talk()
    talk.write("today play")
    told = talk.hear(Refused(talk.number(PlayDaily), ErrorCode.INVALID_SETUP, "there is no game 'chwech' here"))
    assert told.startswith("There is no game 'chwech' here.")


def test_the_program_can_be_started_for_the_day() -> None:
    """The day is asked for after the menu."""
    for errand in (Greet(daily=True), Join("cards.example", daily=True)):
        assert Talk(errand).sent[-1] == ReadDaily(0)


def test_the_day_in_welsh() -> None:
    """Commands can be typed in Welsh, and everything is told in it."""
    with speaking("cy", catalogue):
        talk = Talk()
        talk.write("heddiw ymarfer")
        assert talk.latest() == PlayDaily(0, practice=True)
        assert talk.hear(replace(DONE, id=0)).startswith("Rhaniad y dydd, 21 Tach.")
