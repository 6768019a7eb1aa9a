"""The allow-list, all of it in memory, and the invitations to it: codes that put a key on it, stored as hashes."""

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from server.host.services import HostServices
from server.storage.store import Invitation
from server.typed_code import ALPHABET, new_code, shown, typed

MOST: Final = 10_000
"""The most keys: each machine has a copy of the list, which is written anew with each change."""

MOST_INVITATIONS: Final = 1000
"""Invitations that are valid at once."""

_LENGTH: Final = 12
_BYTES: Final = 8
_CODE: Final = re.compile(rf"[{ALPHABET}]{{{_LENGTH}}}")


class Allowed:
    """The keys of those who get in while the list is used."""

    def __init__(self, services: HostServices) -> None:
        """Begin with none."""
        self._services = services
        self.keys: dict[str, str] = {}
        """The keys, each with a comment."""
        self.changed: Callable[[Iterable[str]], None] = lambda _: None
        """Called with all keys whenever they have changed."""

    async def load(self) -> None:
        """Load the stored list."""
        self.keys = await self._services.store.allowed()

    async def add(self, keys: Mapping[str, str]) -> int:
        """Put keys on the list, and return how many are new; those that are on it keep their comment.

        Raises:
            OverflowError: there would be too many.
        """
        new = {key: comment for key, comment in keys.items() if key not in self.keys}
        if len(self.keys) + len(new) > MOST:
            raise OverflowError
        if new:
            await self._services.store.allow(new)
            self._take({**self.keys, **new})
        return len(new)

    async def remove(self, keys: Iterable[str]) -> int:
        """Take keys from the list, and return how many were on it."""
        gone = self.keys.keys() & set(keys)
        if gone:
            await self._services.store.disallow(gone)
            self._take({key: comment for key, comment in self.keys.items() if key not in gone})
        return len(gone)

    async def invite(self, uses: int, until: float) -> str:
        """Return a new code for so many people, which ends then; empty if there are too many."""
        outside = self._services.outside
        code = new_code(outside.entropy(_BYTES), _LENGTH)
        invitation = Invitation(_digest(code), uses, until)
        kept = await self._services.store.keep_invitation(invitation, outside.now(), MOST_INVITATIONS)
        return shown(code) if kept else ""

    async def use(self, code: str, key: str) -> bool:
        """Put a key on the list by the code that its owner has typed; False if that is not valid."""
        code, now = typed(code), self._services.outside.now()
        # Nothing is stored on behalf of a code that is none.
        if not _CODE.fullmatch(code) or len(self.keys) >= MOST:
            return False
        comment = f"invited, {time.strftime('%Y-%m-%d', time.gmtime(now))}"
        if not await self._services.store.use_invitation(_digest(code), key, comment, now):
            return False
        self._take({key: comment, **self.keys})
        return True

    def _take(self, keys: dict[str, str]) -> None:
        self.keys = keys
        self.changed(keys)


def _digest(code: str) -> str:
    """Return the hash of a code, whose sixty random bits cannot be found from it in years."""
    return hashlib.sha256(f"chwech invitation {code}".encode()).hexdigest()
