"""The lobby as a client knows it: what changes comes to its place, and nothing else moves."""

from msgspec.structs import replace

from chwech_tui.errand import greeting_lines
from chwech_tui.model.lobby import (
    LINES_KEPT,
    Lobby,
    Told,
    acquaintances,
    changed,
    heard,
    news_of_fallbacks,
    read,
    said_aside,
    shown,
    swept,
    title_words,
)
from protocol.lobby import LobbyChanged, LobbyShown, Person, Where
from protocol.messages import Welcome
from protocol.people import SaidTo
from protocol.setup import GameOffer, Setup
from protocol.table import Line, Occupant, TableEntry, TablePhase, TableView
from tests.chwech_tui.values import table


def lobby_table(code: str, phase: TablePhase = TablePhase.GATHERING) -> TableEntry:
    """Give a table."""
    return TableEntry(code, Setup(), phase, ("Owain", "", "", "", "", ""), "gathering", vacant=5)


def line(number: int) -> Line:
    """Give something said."""
    return Line(number, "Nia", f"line {number}", float(number))


def codes(lobby: Lobby) -> list[str]:
    """Give the codes of the tables, in order."""
    return [entry.table for entry in lobby.tables]


LOBBY = shown(
    LobbyShown(
        1,
        (lobby_table("a-b-c"), lobby_table("d-e-f"), lobby_table("g-h-i")),
        (Person("Megan", Where.LOBBY), Person("Owain", Where.TABLE, "a-b-c")),
        (line(1), line(2)),
        2,
    )
)


def test_a_table_that_has_changed_keeps_its_line() -> None:
    """What is new comes last; what is gone goes before others come, so that what is in both lists is there."""
    playing = lobby_table("d-e-f", TablePhase.PLAYING)
    now = changed(LOBBY, LobbyChanged(2, (lobby_table("x-y-z"), playing)))
    assert codes(now) == ["a-b-c", "d-e-f", "g-h-i", "x-y-z"]
    assert now.tables[1] is playing
    news = LobbyChanged(
        2,
        (lobby_table("a-b-c", TablePhase.PLAYING),),
        ("a-b-c", "g-h-i", "never-was-there"),
        (Person("Owain", Where.WATCHING, "d-e-f"), Person("Rhys")),
        ("Owain", "Megan", "nobody"),
    )
    now = changed(LOBBY, news)
    assert codes(now) == ["a-b-c", "d-e-f"]
    assert now.tables[0].phase is TablePhase.PLAYING
    assert now.people == (Person("Owain", Where.WATCHING, "d-e-f"), Person("Rhys"))


def test_the_chosen_table_stays_until_another_is_chosen() -> None:
    """Whoever reaches for a line that goes at this moment does not get the next one."""
    now = changed(LOBBY, LobbyChanged(2, gone=("d-e-f",)), "d-e-f")
    assert (codes(now), now.gone) == (["a-b-c", "d-e-f", "g-h-i"], "d-e-f")
    later = changed(now, LobbyChanged(2, gone=("a-b-c",)), "d-e-f")
    assert (codes(later), later.gone) == (["d-e-f", "g-h-i"], "d-e-f")
    assert (codes(swept(later)), swept(later).gone) == (["g-h-i"], "")
    back = changed(later, LobbyChanged(2, (lobby_table("d-e-f"),)), "d-e-f")
    assert (codes(back), back.gone) == (["d-e-f", "g-h-i"], "")
    assert swept(back) is back


def test_each_line_of_talk_comes_once_and_only_the_last_are_kept() -> None:
    """What is said while one is at a table is new, and nothing else."""
    now = changed(LOBBY, LobbyChanged(3, talk=(line(2), line(3))))
    assert [said.number for said in now.talk] == [1, 2, 3]
    assert now.online == 3
    more = changed(now, LobbyChanged(3, talk=tuple(map(line, range(4, 90)))))
    assert [said.number for said in more.talk] == list(range(90 - LINES_KEPT, 90))
    assert changed(Lobby(), LobbyChanged(1, talk=(line(7),))).talk == (line(7),)
    first = shown(LobbyShown(1, (), (), (line(1),), 2))
    assert first.read == 1
    there = changed(first, LobbyChanged(2, talk=(line(2),)))
    assert there.read == 2
    back = shown(LobbyShown(2, (), (), (line(1), line(2), line(3)), 2), there)
    assert (back.read, changed(back, LobbyChanged(2, talk=(line(4),))).read) == (2, 2)
    assert read(back).read == 3


def test_everybody_else_can_be_ignored_and_is_not_heard_then() -> None:
    """Who is online, has spoken or is ignored already; what they said before comes back with them."""
    lobby = replace(LOBBY, talk=(Line(1, "Rhys", "hello", 1.0), Line(2, "Owain", "hello", 2.0)))
    known = acquaintances(lobby, frozenset({"Cat", "Owain"}), "Megan")
    assert [(one.name, one.person is not None) for one in known] == [("Owain", True), ("Rhys", False), ("Cat", False)]
    talk = (line(1), Line(2, "Rhys", "hello", 2.0))
    aside = SaidTo("Rhys", "Megan", "psst", 1.5)
    lobby = said_aside(replace(LOBBY, talk=talk), aside)
    assert heard(lobby, frozenset({"Rhys"})) == talk[:1]
    assert heard(lobby, frozenset()) == (talk[0], aside, talk[1])


OFFER = GameOffer(
    "chwech", (4,), (), ("steady", "strong"), fallbacks={"strong": "steady", "champion": "steady", "\x1b[31m": "w" * 60}
)


NOTHING = Told()


def with_bots(*levels: str) -> TableView:
    """Give a table with bots of these levels, and a free seat."""
    return replace(table(), seats=(Occupant("Megan"), *(Occupant("A bot", level) for level in levels), None))


def test_each_level_that_cannot_play_is_told_once() -> None:
    """At each table anew, with the level that plays in its place, cleaned; the others are as they should be."""
    words, known = news_of_fallbacks((OFFER,), with_bots("strong", "easy", "strong"), Told())
    assert words == "Strong bots cannot play here now: steady ones play in their place."
    for levels, before, told in (
        (("strong", "champion"), known, "Champion bots cannot play here now: steady ones play in their place."),
        (("strong", "champion"), Told("calm-river", frozenset({"strong", "champion"})), ""),
        (("steady", "easy"), NOTHING, ""),
        (("strong",), Told("other-table", frozenset({"strong"})), words),
        (("\x1b[31m",), NOTHING, f"[31m bots cannot play here now: {'w' * 24} ones play in their place."),
    ):
        assert news_of_fallbacks((OFFER,), with_bots(*levels), before)[0] == told
    assert news_of_fallbacks((), with_bots("strong"), NOTHING)[0] == ""


def welcome(title: str = "", greeting: str = "") -> Welcome:
    """Give the welcome of such a server."""
    return Welcome(1, "x", "Megan", (), title=title, greeting=greeting)


def test_words_are_cleaned_and_bounded() -> None:
    """No escape reaches the terminal; four lines of 76 cells are the most, whatever a hostile server sends."""
    assert title_words(welcome("\x1b]0;x\x07Cards\u202e" + "x" * 99)) == ("]0;xCards" + "x" * 99)[:40]
    found = greeting_lines(welcome(greeting="\x1b[2JHello\n\n" + "y" * 500 + "\nend\nmore\nmore"))
    assert found == ("[2JHello", "y" * 76, "end")
