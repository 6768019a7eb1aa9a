"""Guests: temporary accounts, deleted when the guest has left and has no seat at an unfinished table."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterator
from typing import Final

from protocol.absence import SetAway
from protocol.messages import LeaveTable
from server.host.accounts.keys import Codes
from server.host.limits import Headcount
from server.host.services import HostServices
from server.host.session import Session, Sessions
from server.host.tables.actor import TableActors
from server.storage.store import Account, Key, StoreFault, Token

_log = logging.getLogger(__name__)

MAX_ID: Final = 2**63 - 1

LARGEST_ID: Final = MAX_ID - 3
"""The greatest command id of a client: above it are those by which a guest who does not come back gets up."""

ANY_ID: Final = MAX_ID - 2
"""Stands for the last command of a guest or a connection of which it is not known.

A guest who does not come back gets up by commands with greater ids.
"""

RETURN_SECONDS: Final = 120.0
"""Seconds that the guests of an earlier run have to return; their fronts may still be connected to them."""


class Guests:
    """Registers guests, and deletes those who have left."""

    def __init__(self, services: HostServices, actors: TableActors, sessions: Sessions, codes: Codes) -> None:
        self._store = services.store
        self._directory = actors.directory
        self._actors = actors
        self._sessions = sessions
        self._codes = codes
        # Guests who are being admitted must not be deleted; afterwards they have a session at once, or none at all.
        self._arriving = Headcount()
        self._waiting: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Start to delete the guests of an earlier run: at once those without a seat, later the others."""
        guests = await self._store.guests()
        if guests:
            self._wait(self._await_strays(guests))

    async def close(self) -> None:
        """Stop waiting for guests who may return."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

    def _wait(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def claim(self, account: Account, proof: Token | Key | None) -> bool:
        """Store a new account; return False if its name or key belongs to another account that is still in use."""
        with self._arriving.counted(account.id):
            if await self._store.register(account, proof):
                return True
            holder = await self._store.named(account.name)
            if holder is not None:
                await self._release(holder)
            return await self._store.register(account, proof)

    async def known(self, account: str) -> Account | None:
        """Return a guest who was here before, if their account still exists."""
        with self._arriving.counted(account):
            return await self._store.account(account)

    async def see_off(self, session: Session, last: int) -> None:
        """Let a guest who has left give up their seats, and delete them; ``last`` is their greatest command id."""
        guest = session.account
        if not guest.guest:
            return
        with _noted():
            if await self._gone_for_good(guest):
                await self._get_up(session, last)
            await self._release(guest)
        left = self._codes.seconds_left(guest.id, asyncio.get_running_loop().time())
        if left > 0 and not self._is_here(guest):
            self._wait(self._see_off_later(guest, last, left))

    async def _see_off_later(self, guest: Account, last: int, seconds: float) -> None:
        """See a guest off once their code has expired, unless they are back."""
        await asyncio.sleep(seconds)
        if not self._is_here(guest):
            await self.see_off(Session(guest), last)

    def _is_here(self, guest: Account) -> bool:
        return self._arriving[guest.id] > 0 or self._sessions.has(guest.id)

    async def _await_strays(self, guests: tuple[Account, ...]) -> None:
        """Delete guests without a seat; give the others time to return, then free the seats of those who have not.

        The server does not wait for this task: a store that can be read but not written is good enough to serve.
        """
        with _noted():
            for guest in guests:
                await self._release(guest)
        await asyncio.sleep(RETURN_SECONDS)
        for guest in guests:
            if not self._is_here(guest) and self._directory.seated_at(guest.id):
                await self.see_off(Session(guest), ANY_ID)

    async def _gone_for_good(self, guest: Account) -> bool:
        """Return True if a guest cannot return: their account has no key and no valid code to add one."""
        if self._codes.holds(guest.id, asyncio.get_running_loop().time()):
            return False
        known = await self._store.account(guest.id)
        return known is not None and known.guest

    async def _get_up(self, session: Session, last: int) -> None:
        """Let a guest leave all their tables as if by a command: otherwise others would wait for them for ever."""
        for table in self._directory.seated_at(session.account.id):
            if self._sessions.has(session.account.id):
                return
            await self._actors.of(table).see_off(session, LeaveTable(last + 1))
            if self._directory.sits(table, session.account.id):
                # At a correspondence table a player who leaves keeps the seat; a bot plays only for one who is away.
                await self._actors.of(table).see_off(session, SetAway(last + 2, away=True))

    async def _release(self, account: Account) -> None:
        """Delete a guest who is neither connected nor at a table."""
        if account.guest and not self._is_here(account) and not self._directory.seated_at(account.id):
            await self._store.forget(account.id)


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Log a store fault and go on: deletion is tried again when the name is wanted, and at the next start."""
    try:
        yield
    except StoreFault:
        _log.exception("a guest cannot be forgotten")
