"""A running table as the rest of the host uses it, whether it runs in this process or in another."""

from collections.abc import Callable
from typing import Protocol

from protocol.absence import Resign, SetAway
from protocol.daily import PlayDaily
from protocol.messages import LeaveTable, OpenTable
from protocol.seating import Rematch
from server.host.session import Session
from server.host.tables.arrivals import MayOpen, Order
from server.host.tables.overruling import Glimpse, Overruling
from server.tables.commands import AtTable, Denied
from server.tables.convening import Convening
from server.tables.opening import Sequel


class RunningTable(Protocol):
    """A running table; requests are answered in the order in which they were made."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def queued(self) -> int:
        """The number of requests that wait."""

    def __contains__(self, session: Session) -> bool:
        """Return True if a connection is at the table."""

    async def ask(self, session: Session, message: OpenTable | AtTable) -> None:
        """Answer a request in its turn."""

    async def ask_again(self, session: Session, message: Rematch, may_open: MayOpen) -> Sequel | None:
        """Ask for a rematch, and return what its table is made from; None if it was refused."""

    async def follow(self, session: Session, message: Rematch | PlayDaily, order: Order) -> None:
        """Seat a player of a rematch or of a deal of the day, whose table is opened by ``order`` for the first one."""

    async def see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Let a player leave the table who is no longer connected to it."""

    async def convene(self, order: Convening) -> None:
        """Open the table of a tournament, unless it is open already."""

    async def call_time(self) -> None:
        """Let bots play on for everybody, because a round is to end."""

    async def overrule(self, command: Overruling) -> Denied | None:
        """Carry out a command of those who run the server; return why not, if so."""

    async def glimpse(self) -> Glimpse | Denied:
        """Return what everybody may know of the table."""

    def rated(self) -> None:
        """Show what the game has changed in the ratings."""

    def wake(self) -> None:
        """Do what is due, though nobody is connected."""

    async def lose(self, session: Session) -> None:
        """Remove a connection that has ended."""

    async def close(self) -> None:
        """Finish the job in progress, and end."""


Ended = Callable[[str], None]
"""Called with the code of a table that has stopped to run."""

Elsewhere = Callable[[str, str, Ended], RunningTable | None]
"""Returns a table that is run by another process from now on, until the callback is called; None to run it here.

It is given the code of the table, and the node near which it would best run: empty for this process.
"""
