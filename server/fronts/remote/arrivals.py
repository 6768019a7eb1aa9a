"""Limits of a gateway before anybody is known: how many shake hands at once, and how often strangers may try.

An address from which a known front has come gets the room that the many visitors of a front need; strangers share what
is left, so that they cost the machine next to nothing. This file reads no clock: the caller passes the time.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from server.host.headcount import Headcount
from server.host.rate_limits import Rate, TokenBucket, TokenBuckets

HANDSHAKES: Final = 64
"""Handshakes at once."""

HANDSHAKES_OF_KNOWN: Final = 32
"""Handshakes at once from an address of a known front."""

HANDSHAKES_OF_STRANGERS: Final = 16
"""Handshakes at once from all other addresses together."""

HANDSHAKES_OF_STRANGER: Final = 4
"""Handshakes at once from one of them."""

TRIES_OF_STRANGER: Final = Rate(0.5, 10.0)
"""Connections from an address of no known front."""

TRIES_OF_STRANGERS: Final = Rate(10.0, 50.0)
"""Connections from all such addresses."""

REMEMBERED: Final = 256
"""Addresses of known fronts; the one unused for longest is forgotten first."""


class Arrivals:
    """Counts those who arrive."""

    def __init__(self, now: float) -> None:
        """Begin with nobody; ``now`` is the time in seconds, by a monotonic clock."""
        self._known: OrderedDict[str, None] = OrderedDict()
        self._strangers = Headcount()
        self._trusted = Headcount()
        self._tries = TokenBuckets(TRIES_OF_STRANGER)
        self._all_tries = TokenBucket(TRIES_OF_STRANGERS, now)

    def know(self, address: str) -> None:
        """Remember that a known front has come from an address."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def lets_in(self, address: str, now: float) -> bool:
        """Return True if somebody from this address may shake hands."""
        if self._trusted.total + self._strangers.total >= HANDSHAKES:
            return False
        if address in self._known:
            return self._trusted[address] < HANDSHAKES_OF_KNOWN
        if self._strangers.total >= HANDSHAKES_OF_STRANGERS or self._strangers[address] >= HANDSHAKES_OF_STRANGER:
            return False
        # The address first: one that has tried too often must not use up what is left for all the others.
        return self._tries.take(address, 1.0, now) and self._all_tries.take(1.0, now)

    @contextlib.contextmanager
    def shaking_hands(self, address: str) -> Iterator[None]:
        """Count a handshake for as long as the context lasts."""
        with (self._trusted if address in self._known else self._strangers).counted(address):
            yield
