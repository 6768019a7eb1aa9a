"""The lobby as a client knows it: what the server has shown, and each change put in its place."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.people import shown_name
from protocol.lobby import LobbyChanged, LobbyShown, Person
from protocol.tableview import TableEntry
from protocol.talk import Line

LINES_KEPT: Final = 50
"""How many lines of talk are kept."""


class Lobby(Struct, frozen=True):
    """All that there is in the lobby."""

    tables: tuple[TableEntry, ...] = ()
    """The tables, in the order in which they are listed."""

    people: tuple[Person, ...] = ()
    """Who is online; only some of them where there are very many."""

    talk: tuple[Line, ...] = ()
    """What was said last, in order."""

    online: int = 0
    """How many people are online."""

    gone: str = ""
    """The code of a table that is listed still because it was chosen, although there is no such table any more."""


def shown(news: LobbyShown) -> Lobby:
    """Give the lobby as the server shows it."""
    return Lobby(news.tables, news.people, news.talk[-LINES_KEPT:], news.online)


def changed(lobby: Lobby, news: LobbyChanged, chosen: str = "") -> Lobby:
    """Take in a change; tables keep their lines, new ones come last, and the one that is chosen stays.

    Args:
        lobby: how it was.
        news: what has changed.
        chosen: the code of the table that must not slip away while somebody reaches for it.
    """
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
    """Give up the line of a table that is gone."""
    if not lobby.gone:
        return lobby
    return replace(lobby, tables=tuple(table for table in lobby.tables if table.table != lobby.gone), gone="")


class Acquaintance(Struct, frozen=True):
    """Somebody who can be ignored, or heard again."""

    name: str
    """Who, as the screens write it."""

    person: Person | None = None
    """Where they are; None for somebody who is not online, as far as is known."""


def acquaintances(lobby: Lobby, ignored: Iterable[str], own: str) -> tuple[Acquaintance, ...]:
    """Give everybody else: who is online, who has said something, and who is ignored."""
    known = {shown_name(person.name): person for person in lobby.people}
    spoke = (shown_name(line.name) for line in reversed(lobby.talk))
    names = dict.fromkeys((*known, *spoke, *sorted(ignored)))
    names.pop(shown_name(own), None)
    return tuple(Acquaintance(name, known.get(name)) for name in names if name)


def heard(talk: tuple[Line, ...], ignored: frozenset[str]) -> tuple[Line, ...]:
    """Give what was said by those who are not ignored."""
    return tuple(line for line in talk if shown_name(line.name) not in ignored) if ignored else talk


def _people(people: Iterable[Person], news: LobbyChanged) -> tuple[Person, ...]:
    """Take out who has left, then put in who has come or moved."""
    known = {person.name: person for person in people}
    for name in news.left:
        known.pop(name, None)
    known.update({person.name: person for person in news.people})
    return tuple(known.values())


def _together(talk: tuple[Line, ...], more: tuple[Line, ...]) -> tuple[Line, ...]:
    """Add lines; one that is known already comes once."""
    last = talk[-1].number if talk else 0
    return (*talk, *(line for line in more if line.number > last))[-LINES_KEPT:]
