"""A table that another node runs, as the host of the node that leads uses it."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from protocol.absence import Resign, SetAway
from protocol.codec import Codec
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.messages import LeaveTable, OpenTable
from protocol.seating import QuickTable, Rematch
from server.cluster.tables.line import Line
from server.cluster.tables.messages import (
    Ask,
    AskAgain,
    Close,
    Convene,
    EndRound,
    Follow,
    FromNode,
    Look,
    Lose,
    Message,
    Overrule,
    Rated,
    SeeOff,
    Wake,
)
from server.cluster.tables.visits import Visits
from server.host.session import Session
from server.host.tables.arrivals import MayOpen, Order
from server.host.tables.ledger import TROUBLE
from server.host.tables.overruling import Glimpse, Overruling
from server.host.tables.services import Registrar
from server.storage.store import StoreFault
from server.tables.commands import AtTable, Denied
from server.tables.convening import Convening
from server.tables.log import cause_of
from server.tables.opening import Sequel

T = TypeVar("T")

_FAULT = Denied(ErrorCode.SERVER_FAULT, TROUBLE)


class NodeAccess(Struct, frozen=True):
    """What all tables of one node have."""

    line: Line[FromNode]
    codec: Codec
    visits: Visits
    directory: Registrar
    settle: Callable[["RemoteTable"], None]
    """Called when a request has been answered: the table may have stopped meanwhile."""


class RemoteTable:
    """A table at a node, for as long as somebody is there or asks something."""

    def __init__(self, node: NodeAccess, code: str) -> None:
        self.code = code
        self.members: set[Session] = set()
        """The connections at the table."""
        self.queued = 0
        """The number of requests that wait."""
        self.requests = 0
        """The number of requests and wakeups that were sent since the node last said that it has stopped."""
        self.stopped = False
        """True while the node has nobody left there."""
        self.over = False
        """True once it runs no more: whoever still knows it gets no answer, and nobody is at it."""
        self._node = node

    def __contains__(self, session: Session) -> bool:
        return session in self.members

    async def ask(self, session: Session, message: OpenTable | AtTable) -> None:
        """Answer a request in its turn."""
        doubtful = isinstance(message, OpenTable | QuickTable) and self._doubts(session, message)
        data = self._node.codec.encode_client(message)
        await self._visit(session, lambda number: Ask(self.code, number, data, doubtful))

    async def follow(self, session: Session, message: Rematch | PlayDaily, order: Order) -> None:
        """Seat a player of a rematch or of a deal of the day, whose table is opened by ``order`` for the first one."""
        doubtful, data = self._doubts(session, message), self._node.codec.encode_client(message)
        await self._visit(session, lambda number: Follow(self.code, number, data, order, doubtful))

    async def see_off(self, session: Session, message: LeaveTable | Resign | SetAway) -> None:
        """Let a player leave the table who is no longer connected to it."""
        data = self._node.codec.encode_client(message)
        await self._visit(session, lambda number: SeeOff(self.code, number, data))

    async def lose(self, session: Session) -> None:
        """Remove a connection that has ended."""
        await self._visit(session, lambda number: Lose(self.code, number))

    async def ask_again(self, session: Session, message: Rematch, may_open: MayOpen) -> Sequel | None:
        """Ask for a rematch, and return what its table is made from; None if it was refused."""
        if self.over:
            return None
        data = self._node.codec.encode_client(message)
        number = self._node.visits.begin(session, may_open)
        try:
            order: Sequel | None = await self._request(AskAgain(self.code, number, data), Sequel | None, None)
            return order
        finally:
            self._node.visits.end(session)

    async def convene(self, order: Convening) -> None:
        """Open the table of a tournament, unless it is open already."""
        await self._request(Convene(self.code, order), None, None)

    async def call_time(self) -> None:
        """Let bots play on for everybody, because a round is to end."""
        await self._request(EndRound(self.code), None, None)

    async def overrule(self, command: Overruling) -> Denied | None:
        """Carry out a command of those who run the server; return why not, if so."""
        denied: Denied | None = await self._request(Overrule(self.code, command), Denied | None, _FAULT)
        return denied

    async def glimpse(self) -> Glimpse | Denied:
        """Return what everybody may know of the table."""
        kind = tuple[Denied | None, bytes, tuple[bytes, ...]]
        nothing: tuple[Denied | None, bytes, tuple[bytes, ...]] = (_FAULT, b"", ())
        denied, view, events = await self._request(Look(self.code), kind, nothing)
        if isinstance(denied, Denied):
            return denied
        shown: Any = self._node.codec.decode_server(view)
        happened: Any = tuple(map(self._node.codec.decode_server, events))
        return Glimpse(shown.view, happened)

    def rated(self) -> None:
        """Show what the game has changed in the ratings."""
        self._node.line.tell(Rated(self.code))

    def wake(self) -> None:
        """Do what is due, though nobody is connected."""
        if not self.over:
            self._count()
            self._node.line.tell(Wake(self.code))

    async def close(self) -> None:
        """Finish the job in progress, and end."""
        await self._request(Close(self.code), None, None)

    def settle(self, session: Session, *, here: bool) -> None:
        """Note whether a connection is at the table."""
        if here:
            self.members.add(session)
        else:
            self.members.discard(session)
        self._node.visits.settle(session, self.code, here=here)

    def _doubts(self, session: Session, message: OpenTable | QuickTable | Rematch | PlayDaily) -> bool:
        return self._node.directory.doubts(cause_of(session.account.id, message)) == self.code

    async def _visit(self, session: Session, make: Callable[[int], Message]) -> None:
        """Make a request of a person; a client whose request is lost connects again, and repeats it."""
        if self.over:
            return
        self._begin()
        reply = self._node.line.send(make(self._node.visits.begin(session)))

        def take(reply: "asyncio.Future[Raw]") -> None:
            lost = reply.exception() is not None
            self.settle(session, here=not lost and msgspec.msgpack.decode(reply.result(), type=bool))
            self._node.visits.end(session)
            self._end()
            if lost:
                session.end()

        # The connection may end meanwhile, and its place at the table is still to be known.
        reply.add_done_callback(take)
        await asyncio.wait([reply])

    async def _request(self, message: Message, kind: Any, otherwise: T) -> Any:  # noqa: ANN401 - each has its own
        """Return the reply of the node, which is of this kind; ``otherwise`` if there is none."""
        if self.over:
            return otherwise
        self._begin()
        try:
            return await self._node.line.ask(message, kind)
        except StoreFault:
            return otherwise
        finally:
            self._end()

    def _begin(self) -> None:
        """Count a request."""
        self.queued += 1
        self._count()

    def _count(self) -> None:
        """Note that something is on its way, which makes the node run the table again if it has stopped."""
        self.requests += 1
        self.stopped = False

    def _end(self) -> None:
        """Note that a reply has been dealt with: the table may have stopped meanwhile."""
        self.queued -= 1
        self._node.settle(self)
