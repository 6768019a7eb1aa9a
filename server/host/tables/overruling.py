"""What those who run the server do to a running table, and see of it: never more than a spectator."""

from typing import Final

from msgspec import Struct

from protocol.language import sentence
from protocol.messages import Happened
from protocol.tableview import TableView
from protocol.vocabulary import Event, View
from server.host.tables.runtime import TableRuntime
from server.tables.commands import CloseTable, Denied, ResetSeat

KICKED: Final = "kicked"
"""The goodbye code of those who are sent away."""

CLOSED: Final = sentence("those who run this server have closed this table")

SEAT_TAKEN: Final = sentence("those who run this server have taken you from your seat")

Overruling = CloseTable | ResetSeat

_EVENTS: Final = 20


class Glimpse(Struct, frozen=True):
    """A table as everybody may know it."""

    view: TableView[View]
    events: tuple[Happened[Event, View], ...]
    """The last events, in order."""


async def overrule(running: TableRuntime, command: Overruling) -> Denied | None:
    """Carry out a command, and send away whom it concerns; return why not, if so."""
    table = await running.awake()
    if isinstance(table, Denied):
        return table
    answer = await running.mind(command)
    if isinstance(answer, Denied):
        return answer
    if isinstance(command, CloseTable):
        for session in running.subscribers.sessions():
            session.part(KICKED, CLOSED)
        return None
    chair = table.chairs[command.seat]
    for session in running.subscribers.sessions():
        if chair is not None and session.account.id == chair.account:
            session.part(KICKED, SEAT_TAKEN)
    return None


async def glimpse(running: TableRuntime) -> Glimpse | Denied:
    """Return what everybody may know of a table, also of a private one."""
    table = await running.awake()
    if isinstance(table, Denied):
        return table
    people = running.subscribers
    return Glimpse(people.view_of_all(table), people.lately(table, _EVENTS))
