"""Guests, whose names are free again when they have gone and have no seat at an unfinished table."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from protocol.absence import SetAway
from protocol.aio import pair
from protocol.messages import LeaveTable
from server.host.accounts.codes import Codes
from server.host.lobby.directory import TableDirectory
from server.host.rate_limit import Headcount
from server.host.services import HostServices
from server.host.session import Session, Sessions
from server.host.tables.actors import TableActors
from server.storage.store import Account, Key, StoreFault, Token

_log = logging.getLogger(__name__)

MAX_ID: Final = 2**63 - 1
"""The greatest command id."""

RETURN_SECONDS: Final = 120.0
"""How long the guests of an earlier run are waited for, whose fronts may still be with them."""


class Guests:
    """Knows which guests are here, and forgets the others."""

    def __init__(
        self, services: HostServices, lobby: TableDirectory, actors: TableActors, crowd: Sessions, codes: Codes
    ) -> None:
        """Begin with nobody."""
        self._store = services.store
        self._codec = services.codec
        self._directory = lobby
        self._actors = actors
        self._sessions = crowd
        self._codes = codes
        # Nobody who is just coming is forgotten; afterwards they are in the crowd at once, or not at all.
        self._arriving = Headcount()
        self._waiting: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to forget the guests of an earlier run: at once who sits nowhere, after a while the others.

        Raises:
            StoreFault: the store cannot be read.
        """
        guests = await self._store.guests()
        self._waiting = asyncio.create_task(self._await_strays(guests)) if guests else None

    async def close(self) -> None:
        """Wait for nobody any more."""
        if self._waiting is not None:
            self._waiting.cancel()
            await asyncio.gather(self._waiting, return_exceptions=True)

    async def claim(self, account: Account, proof: Token | Key | None) -> bool:
        """Keep a new account; False where somebody who has not let go of it has the name, or the key.

        Raises:
            StoreFault: the store cannot be used.
        """
        with self._arriving.counted(account.id):
            if await self._store.register(account, proof):
                return True
            holder = await self._store.named(account.name)
            if holder is not None:
                await self._release(holder)
            return await self._store.register(account, proof)

    async def known(self, account: str) -> Account | None:
        """Give a guest who was here before, if they are not forgotten.

        Raises:
            StoreFault: the store cannot be used.
        """
        with self._arriving.counted(account):
            return await self._store.account(account)

    async def see_off(self, session: Session, last: int) -> None:
        """Let a guest who has gone get up, and be forgotten; ``last`` is the greatest command id they have sent."""
        guest = session.account
        if not guest.guest:
            return
        with _noted():
            if await self._gone_for_good(guest):
                await self._get_up(session, last)
            await self._release(guest)

    async def _await_strays(self, guests: tuple[Account, ...]) -> None:
        """Forget who sits nowhere; wait for the others, whose seats nobody else can have, and see off who has not come.

        Nobody waits for this: a store that can be read and not written is good enough to serve.
        """
        with _noted():
            for guest in guests:
                await self._release(guest)
        await asyncio.sleep(RETURN_SECONDS)
        for guest in guests:
            here = self._arriving[guest.id] > 0 or self._sessions.has(guest.id)
            if not here and self._directory.seated_at(guest.id):
                _, unheard = pair(self._codec)
                await self.see_off(Session(unheard, guest), MAX_ID - 1)

    async def _gone_for_good(self, guest: Account) -> bool:
        """Say whether a guest cannot come back: neither with a key that has joined, nor with one that still can."""
        if self._codes.holds(guest.id, asyncio.get_running_loop().time()):
            return False
        known = await self._store.account(guest.id)
        return known is not None and known.guest

    async def _get_up(self, session: Session, last: int) -> None:
        """Let a guest get up everywhere, as they would by a command: else others would wait for them for ever."""
        for table in self._directory.seated_at(session.account.id):
            if self._sessions.has(session.account.id):
                return
            await self._actors.room(table).see_off(session, LeaveTable(min(last + 1, MAX_ID)))
            if self._directory.sits(table, session.account.id):
                # By correspondence a seat waits for who leaves the table, and a bot plays only for who says so.
                await self._actors.room(table).see_off(session, SetAway(min(last + 2, MAX_ID), away=True))

    async def _release(self, account: Account) -> None:
        """Let a guest who is neither here nor at a table be forgotten."""
        here = self._arriving[account.id] > 0 or self._sessions.has(account.id)
        if account.guest and not here and not self._directory.seated_at(account.id):
            await self._store.forget(account.id)


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Go on where somebody cannot be forgotten: it is tried again when their name is wanted, and at the next start."""
    try:
        yield
    except StoreFault:
        _log.exception("a guest cannot be forgotten")
