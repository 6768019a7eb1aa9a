"""What the host keeps in mind about keys between two questions: the codes that hold, and how often codes were tried."""

import asyncio
from typing import Final

from server.host.bucket import Bucket
from server.host.buckets import Buckets
from server.host.codes import Codes
from server.host.crowd import Crowd
from server.host.house import House
from server.host.session import Session
from server.storage.people import Revoking

REVOKED: Final = "revoked"
"""The code of the goodbye to whoever came with a key that is no key of the account any more."""

KEYS: Final = 20
"""Keys of one account."""

TRIES: Final = 5
"""Wrong codes that one connection may send."""

TRIES_PER_SECOND: Final = 1 / 30
"""Codes that may be tried from one address for long."""

TRIES_AT_ONCE: Final = 10.0
"""Codes that may be tried from one address at once."""

# With a thousand codes open, somebody who tries this often from everywhere finds one in thirty years.
TRIES_OF_ALL_PER_SECOND: Final = 1.0
"""Codes that may be tried by all people together for long."""

TRIES_OF_ALL_AT_ONCE: Final = 60.0
"""Codes that may be tried by all people together at once."""


class Keyring:
    """One for the whole host."""

    def __init__(self, house: House, crowd: Crowd) -> None:
        """Begin with no codes."""
        self.house = house
        """What the host works with."""
        self._crowd = crowd
        self._revoking: set[asyncio.Task[Revoking]] = set()
        self.codes = Codes(house.outside.entropy)
        """The codes that hold."""
        self._tries = Buckets(TRIES_PER_SECOND, TRIES_AT_ONCE)
        self._all_tries = Bucket(TRIES_OF_ALL_PER_SECOND, TRIES_OF_ALL_AT_ONCE, 0.0)

    def may_try(self, address: str, now: float) -> bool:
        """Say whether a code may be tried from this address now, and count it."""
        # The address first: who has tried too often takes nothing from all the others.
        return self._tries.take(address, 1.0, now) and self._all_tries.take(1.0, now)

    async def revoke(self, asker: Session, key: str, *, last: bool) -> Revoking:
        """Take a key from the asker's account, and send away all others who came with it.

        Raises:
            StoreFault: that cannot be written.
        """
        # Whoever asks may be gone before it is done; those who came with the key must not stay for that.
        task = asyncio.create_task(self._revoke(asker, key, last=last))
        self._revoking.add(task)
        task.add_done_callback(self._revoking.discard)
        return await asyncio.shield(task)

    async def _revoke(self, asker: Session, key: str, *, last: bool) -> Revoking:
        """Do so."""
        outcome = await self.house.store.revoke(asker.account.id, key, last=last)
        if outcome is Revoking.REVOKED:
            # A code that was asked for with this very key must not bring its owner back.
            self.codes.end(asker.account.id)
            for session in self._crowd.with_key(key):
                if session is not asker:
                    session.part(REVOKED, "the key of this connection was revoked from another one")
        return outcome
