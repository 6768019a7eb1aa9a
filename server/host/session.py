"""One connection as the rest of the host sees it: an account, and an outbox that never makes anybody wait."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

from protocol.aio import ServerChannel
from protocol.errors import ErrorCode
from protocol.messages import FromServer, Goodbye
from server.host.limits import FLUSH_SECONDS, OUTBOX, SEND_SECONDS
from server.storage.store import Account

_log = logging.getLogger(__name__)

AT_ONCE: Final = 16
"""Messages that are written in one go."""

UNSETTLED: Final = 64 * 1024
"""Bytes that are written before it is seen to it that the client takes them."""


class Session:
    """A connection that has greeted.

    What is said to it goes out with all else that is said in the same turn of the loop; only where the client may be
    slow does a task wait for it.
    """

    def __init__(self, channel: ServerChannel, account: Account, key: str = "", run: str = "") -> None:
        """Begin with an empty outbox; nothing is sent before ``deliver``."""
        self.account = account
        """Who it is; somebody without an account can get one."""
        self.key = key
        """The key that the connection was proven with; empty where there was none."""
        self.run = run
        """The word that its client has drawn; empty where it has none."""
        self._channel = channel
        self._outbox: list[FromServer] = []
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._ending = False
        # Whether nobody need see to it that what is said is sent: somebody does already, or nobody may yet.
        self._seen_to = True
        self._unsettled = 0
        self._draining: asyncio.Task[None] | None = None
        self._patience: asyncio.Timeout | None = None

    def say(self, *messages: FromServer) -> None:
        """Put messages into the outbox; a client too far behind is disconnected instead."""
        if self._ending:
            return
        if len(self._outbox) + len(messages) > OUTBOX:
            self.part(ErrorCode.TOO_MANY.value, "you took in too little of what happened: come back")
            return
        self._outbox.extend(messages)
        self._flush_soon()

    def part(self, code: str, text: str) -> None:
        """Say goodbye, and end the connection once that is said."""
        if self._ending:
            return
        if len(self._outbox) >= OUTBOX - 1:
            # Nothing of it would arrive in time: make room for the one word that matters.
            self._outbox.clear()
        self._outbox.append(Goodbye(code, text))
        self.end()

    def end(self) -> None:
        """End the connection once all that was said is delivered; a slow client has a moment for that."""
        if self._ending:
            return
        self._ending = True
        self._flush_soon()
        if self._patience is not None:
            self._patience.reschedule(self._loop.time() + FLUSH_SECONDS)

    @property
    def ending(self) -> bool:
        """Whether it is to end: nothing more is said to its client, nor done for it."""
        return self._ending

    async def deliver(self) -> None:
        """Send what is in the outbox until the connection ends."""
        self._flush()
        try:
            await self._over
        finally:
            if self._draining is not None:
                self._draining.cancel()

    def _flush_soon(self) -> None:
        """Have sent, with what else is said in this turn of the loop, what is in the outbox."""
        if not self._seen_to:
            self._seen_to = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send what is in the outbox, or as much of it as may be before the client is seen to take it."""
        if self._over.done():
            return
        try:
            while self._outbox and self._unsettled <= UNSETTLED:
                batch, self._outbox = self._outbox[:AT_ONCE], self._outbox[AT_ONCE:]
                self._unsettled += self._channel.put(*batch)
        except Exception as problem:  # noqa: BLE001  # whatever goes wrong with one connection, the others go on
            self._break(problem)
            return
        self._seen_to = self._unsettled > UNSETTLED
        if self._seen_to:
            self._draining = asyncio.create_task(self._drain())
        elif self._ending:
            self._over.set_result(None)

    async def _drain(self) -> None:
        """Wait for a client that may be slow, and go on."""
        try:
            async with asyncio.timeout(FLUSH_SECONDS if self._ending else SEND_SECONDS) as self._patience:
                await self._channel.drain()
        except OSError as problem:
            self._break(problem)
            return
        finally:
            self._draining = self._patience = None
        self._unsettled = 0
        self._flush()

    def _break(self, problem: Exception) -> None:
        """End at once, and let a fault of ours be known; kept, it would keep its frames, and with them this session."""
        if not isinstance(problem, OSError):
            _log.error("a connection of %s fails", self.account.id, exc_info=problem)
        if not self._over.done():
            self._over.set_result(None)


class Sessions:
    """Connections, found by whose they are and by what they came with."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._sessions: set[Session] = set()

    def __iter__(self) -> Iterator[Session]:
        """Give every connection; the crowd may change while they are looked at."""
        return iter(tuple(self._sessions))

    def enter(self, session: Session) -> None:
        """Take in a connection."""
        self._sessions.add(session)

    def leave(self, session: Session) -> None:
        """Let a connection go."""
        self._sessions.discard(session)

    def has(self, account: str) -> bool:
        """Say whether an account is here."""
        return any(session.account.id == account for session in self._sessions)

    def with_key(self, key: str) -> tuple[Session, ...]:
        """Give the connections that came with a key."""
        return tuple(session for session in self._sessions if session.key == key)
