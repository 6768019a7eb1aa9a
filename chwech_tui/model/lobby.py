"""The state of the lobby in the client: the snapshot from the server, with each change merged into it."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.people import shown_name
from protocol.lobby import LobbyChanged, LobbyShown, Person
from protocol.tableview import TableEntry
from protocol.talk import Line

LINES_KEPT: Final = 50


class Lobby(Struct, frozen=True):
    """The tables, people and chat of the lobby."""

    tables: tuple[TableEntry, ...] = ()
    people: tuple[Person, ...] = ()
    """The people online; incomplete if there are very many."""

    talk: tuple[Line, ...] = ()
    """The latest chat lines, the oldest first."""

    online: int = 0
    gone: str = ""
    """The code of a closed table that stays listed because it is chosen; empty if there is none."""


def shown(news: LobbyShown) -> Lobby:
    """Return the lobby of a snapshot."""
    return Lobby(news.tables, news.people, news.talk[-LINES_KEPT:], news.online)


def changed(lobby: Lobby, news: LobbyChanged, chosen: str = "") -> Lobby:
    """Merge a change; the table with the code ``chosen`` must not disappear while the user is about to press a key."""
    fresh = {table.table: table for table in news.tables}
    out = {code for code in news.gone if code not in fresh}
    gone = chosen if chosen in out else "" if lobby.gone in fresh else lobby.gone
    tables = tuple(
        fresh.pop(table.table, table) for table in lobby.tables if table.table not in out or table.table == gone
    )
    return Lobby(
        (*tables, *fresh.values()),
        _people(lobby.people, news),
        _together(lobby.talk, news.talk),
        news.online,
        gone,
    )


def swept(lobby: Lobby) -> Lobby:
    """Remove the table that was listed only because it was chosen."""
    if not lobby.gone:
        return lobby
    return replace(lobby, tables=tuple(table for table in lobby.tables if table.table != lobby.gone), gone="")


class Acquaintance(Struct, frozen=True):
    """A person who can be ignored, or heard again."""

    name: str
    person: Person | None = None
    """Their entry in the lobby; None if they are not known to be online."""


def acquaintances(lobby: Lobby, ignored: Iterable[str], own: str) -> tuple[Acquaintance, ...]:
    """Return the other people that the viewer may want to ignore: those online, in the chat, or ignored already."""
    known = {shown_name(person.name): person for person in lobby.people}
    spoke = (shown_name(line.name) for line in reversed(lobby.talk))
    names = dict.fromkeys((*known, *spoke, *sorted(ignored)))
    names.pop(shown_name(own), None)
    return tuple(Acquaintance(name, known.get(name)) for name in names if name)


def heard(talk: tuple[Line, ...], ignored: frozenset[str]) -> tuple[Line, ...]:
    """Return the chat lines of people who are not ignored."""
    return tuple(line for line in talk if shown_name(line.name) not in ignored) if ignored else talk


def _people(people: Iterable[Person], news: LobbyChanged) -> tuple[Person, ...]:
    """Remove the people who left, then add or update those who came or moved."""
    known = {person.name: person for person in people}
    for name in news.left:
        known.pop(name, None)
    known.update({person.name: person for person in news.people})
    return tuple(known.values())


def _together(talk: tuple[Line, ...], more: tuple[Line, ...]) -> tuple[Line, ...]:
    """Append the chat lines that are not known yet, by their numbers."""
    last = talk[-1].number if talk else 0
    return (*talk, *(line for line in more if line.number > last))[-LINES_KEPT:]
