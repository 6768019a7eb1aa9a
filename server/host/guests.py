"""Guests, whose names are free again when they have gone and have no seat at an unfinished table."""

import contextlib
import logging
from collections import Counter
from collections.abc import Iterator

from server.host.crowd import Crowd
from server.host.lobby import Lobby
from server.storage.people import Account, Key, Token
from server.storage.store import Store, StoreFault

_log = logging.getLogger(__name__)


class Guests:
    """Knows which guests are here, and forgets the others."""

    def __init__(self, store: Store, lobby: Lobby, crowd: Crowd) -> None:
        """Begin with nobody."""
        self._store = store
        self._lobby = lobby
        self._crowd = crowd
        self._arriving: Counter[str] = Counter()

    async def open(self) -> None:
        """Forget the guests of an earlier run who sit nowhere.

        Raises:
            StoreFault: the store cannot be used.
        """
        for guest in await self._store.guests():
            await self._release(guest)

    async def claim(self, account: Account, proof: Token | Key | None) -> bool:
        """Keep a new account; False where somebody who has not let go of it has the name, or the key.

        Raises:
            StoreFault: the store cannot be used.
        """
        with self._awaiting(account.id):
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
        with self._awaiting(account):
            return await self._store.account(account)

    async def leave(self, account: Account) -> None:
        """Forget a guest who has gone, and sits nowhere."""
        try:
            await self._release(account)
        except StoreFault:
            # The name is looked at again when somebody wants it, and when the server starts.
            _log.exception("a guest cannot be forgotten")

    async def _release(self, account: Account) -> None:
        """Let a guest who is neither here nor at a table be forgotten."""
        here = self._arriving[account.id] > 0 or self._crowd.has(account.id)
        if account.guest and not here and not self._lobby.seats(account.id):
            await self._store.forget(account.id)

    @contextlib.contextmanager
    def _awaiting(self, account: str) -> Iterator[None]:
        """Forget nobody who is just coming; afterwards they are in the crowd at once, or not at all."""
        self._arriving[account] += 1
        try:
            yield
        finally:
            self._arriving[account] -= 1
            if not self._arriving[account]:
                del self._arriving[account]
