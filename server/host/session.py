"""One connection as the rest of the host sees it: an account and a non-blocking outbox."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from protocol.aio import ServerChannel
from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.messages import Accepted, FromClient, FromServer, Refused, goodbye, refused
from server.host.limits import FLUSH_SECONDS, OUTBOX, SEND_SECONDS
from server.host.terms import PUBLIC, Terms
from server.metrics import Meters
from server.storage.store import Account

_log = logging.getLogger(__name__)

AT_ONCE: Final = 16  # Messages written in one batch.

TOO_SLOW: Final = sentence("you have read too slowly and fallen too far behind: connect again")

NOBODY: Final = Account("nobody", "")  # The account of every client that has none yet.

UNSETTLED: Final = 64 * 1024
"""Bytes written without back-pressure: beyond this, sending pauses until the client has read them."""


# A host has thousands of them.
@dataclass(eq=False, repr=False, slots=True)
class Session:
    """A connection that has been authenticated.

    All messages queued in one turn of the loop are sent together. A task is started only if the client may be slow and
    has to be waited for.
    """

    account: Account
    """The account of the client; replaced when a visitor without an account gets one."""
    terms: Terms = PUBLIC
    run: str = ""
    """The random id of this run of the client; empty if it sent none."""
    features: tuple[str, ...] = ()
    """The additions that the client understands."""
    meters: Meters = field(default_factory=Meters)
    key: str = field(init=False)
    """The key that authenticated the connection; empty if none did."""
    address: str = field(init=False)
    """The address that the connection comes from, as limits count it; empty if there is none."""
    flushes: "list[Session]" = field(init=False, default_factory=list)
    """Those who are flushed together with this one, at the end of this turn."""
    wrong_codes: int = field(init=False, default=0)
    """How many codes of keys it has tried that are not valid."""
    arrivals: int = field(init=False, default=0)
    """How many times a table has let the connection in."""
    busy: bool = field(init=False, default=False)
    """True while a message is answered: that is done to its end, also if the connection ends meanwhile."""
    _channel: ServerChannel | None = field(init=False, default=None)
    _outbox: list[FromServer] = field(init=False, default_factory=list)
    _loop: asyncio.AbstractEventLoop = field(init=False, default_factory=asyncio.get_running_loop)
    _over: "asyncio.Future[None]" = field(init=False)
    _ending: bool = field(init=False, default=False)
    _scheduled: bool = field(init=False, default=True)
    """True while no flush needs to be scheduled: one is scheduled already, or nothing may be sent yet."""
    _unsettled: int = field(init=False, default=0)
    _draining: "asyncio.Task[None] | None" = field(init=False, default=None)
    _patience: asyncio.Timeout | None = field(init=False, default=None)
    _reading: asyncio.Timeout | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Begin with an empty outbox; nothing is sent before ``converse``."""
        self.key, self.address, self._over = self.terms.key, self.terms.whence, self._loop.create_future()

    def say(self, *messages: FromServer) -> None:
        """Queue messages; a client that is too far behind is disconnected instead."""
        if self._ending:
            return
        if len(self._outbox) + len(messages) > OUTBOX:
            self.part(ErrorCode.TOO_MANY.value, TOO_SLOW)
            return
        self._outbox += messages
        if not self._scheduled:
            self._scheduled = True
            if not self.flushes:
                self._loop.call_soon(_flush, self.flushes)
            self.flushes.append(self)

    def answer(self, message: FromServer) -> None:
        """Queue the answer to a command, and count it."""
        if isinstance(message, Accepted):
            self.meters.acknowledged += 1
        elif isinstance(message, Refused):
            self.meters.refused[message.code.value] += 1
        self.say(message)

    def refuse(self, id: int | None, code: ErrorCode, text: str) -> None:
        """Refuse a command, or what came in its place."""
        self.answer(refused(id, code, text))

    def part(self, code: str, text: str) -> None:
        """Queue a goodbye, and end the connection once it is sent."""
        if self._ending:
            return
        if len(self._outbox) >= OUTBOX - 1:
            # The client would not read all of this in time: drop it to make room for the goodbye.
            self._outbox.clear()
        self.meters.goodbyes[code] += 1
        self._outbox.append(goodbye(code, text))
        self.end()

    def end(self) -> None:
        """End the connection once the outbox is sent, after ``FLUSH_SECONDS`` at the latest."""
        if self._ending:
            return
        self.say()
        self._ending = True
        if self._patience is not None:
            self._patience.reschedule(self._loop.time() + FLUSH_SECONDS)

    @property
    def unsent(self) -> int:
        """The number of messages that wait to be sent."""
        return len(self._outbox)

    @property
    def ending(self) -> bool:
        """True once the connection is to end: nothing more is sent to its client or done for it."""
        return self._ending

    @property
    def over(self) -> bool:
        """True once nothing can be sent any more."""
        return self._over.done()

    async def converse(self, channel: ServerChannel, read: Callable[[ServerChannel], Awaitable[None]]) -> None:
        """Read, and send what is queued, until either ends; what is queued by then is still sent.

        Before this, nothing is sent. Once nothing can be sent any more, waiting for the next message is cancelled.
        """
        self._channel = channel
        try:
            try:
                # A task for the reading would take a tenth of what a connection has in memory.
                async with asyncio.timeout(None) as self._reading:
                    self.flush()
                    await read(channel)
            except OSError as problem:
                # One of them is that nothing can be sent any more.
                _log.debug("a connection of %s ends: %s", self.account.id, problem)
            except Exception as problem:  # noqa: BLE001  # whatever goes wrong with one connection, the others go on
                _log.error("a connection of %s fails", self.account.id, exc_info=problem)
            self._reading = None
            self.end()
            await self._over
        finally:
            if self._draining is not None:
                self._draining.cancel()

    def flush(self) -> None:
        """Send the outbox until it is empty or the client has too much left to read."""
        if self._over.done():
            return
        assert self._channel is not None
        try:
            while self._outbox and self._unsettled <= UNSETTLED:
                self._unsettled += self._channel.put(*self._outbox[:AT_ONCE])
                del self._outbox[:AT_ONCE]
        except Exception as problem:  # noqa: BLE001  # whatever goes wrong with one connection, the others go on
            self._break(problem)
            return
        self._scheduled = self._unsettled > UNSETTLED
        if self._scheduled:
            self._draining = asyncio.create_task(self._drain())
        elif self._ending:
            self._finish()

    async def _drain(self) -> None:
        """Wait until a slow client has read what was sent, then go on."""
        assert self._channel is not None
        try:
            async with asyncio.timeout(FLUSH_SECONDS if self._ending else SEND_SECONDS) as self._patience:
                await self._channel.drain()
        except OSError as problem:
            self._break(problem)
            return
        finally:
            self._draining = self._patience = None
        self._unsettled = 0
        self.flush()

    def _break(self, problem: Exception) -> None:
        """End at once, and log a server fault; a stored exception would keep its frames and this session alive."""
        if not isinstance(problem, OSError):
            _log.error("a connection of %s fails", self.account.id, exc_info=problem)
        if not self._over.done():
            self._finish()

    def _finish(self) -> None:
        self._over.set_result(None)
        if self._reading is not None and not self.busy:
            self._reading.reschedule(self._loop.time())


def _flush(sessions: list[Session]) -> None:
    """Flush all of these sessions: one call for all that have something to send."""
    due = sessions[:]
    sessions.clear()
    for session in due:
        session.flush()


class Handler(NamedTuple):
    """What answers a kind of message."""

    answer: Callable[[Session, Any], Awaitable[FromServer | None]]
    """Returns the answer; None if it comes later."""
    cost: float = 1.0
    """What the message costs of the command rate."""
    nameless: bool = False
    """True if a client without an account may send it."""


Handlers = Mapping[type[FromClient], Handler]
"""The handlers of a part of the host, by the kind of message."""


class Sessions:
    """The connected sessions, found by account or key."""

    def __init__(self) -> None:
        self._sessions: set[Session] = set()
        self._flushes: list[Session] = []

    def __iter__(self) -> Iterator[Session]:
        """Iterate over a copy of the sessions, so that they may change meanwhile."""
        return iter(tuple(self._sessions))

    def __len__(self) -> int:
        return len(self._sessions)

    def enter(self, session: Session) -> None:
        """Add a session, which is flushed together with the others."""
        self._sessions.add(session)
        session.flushes = self._flushes

    def leave(self, session: Session) -> None:
        """Remove a session."""
        self._sessions.discard(session)

    def of_account(self, account: str) -> tuple[Session, ...]:
        """Return the sessions of an account."""
        return tuple(session for session in self._sessions if session.account.id == account)

    def with_key(self, key: str) -> tuple[Session, ...]:
        """Return the sessions that were authenticated with a key."""
        return tuple(session for session in self._sessions if session.key == key)
