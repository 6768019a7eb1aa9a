"""Remembers recent visitors by address, so that a returning person is not counted as a stranger.

Only people who completed authentication, or presented a valid token, are remembered; a name that is merely claimed is
not. Each person's returns are rate-limited, and only a few people per address are remembered, so that creating many
accounts gains next to nothing. This file reads no clock: the caller passes the time.
"""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from server.host.limits import Rate, TokenBucket, TokenBuckets

LATELY: Final = 600.0
"""Seconds after which a person who left counts as a stranger again."""

RETURNS: Final = Rate(1 / 15, 4.0)
"""Returns of one person without being counted as a stranger."""

OF_ONE: Final = 16
"""People remembered per address; the one who has been away longest is forgotten first, nobody who is connected."""

ADDRESSES: Final = 1024
"""Addresses with remembered people; the one that has been idle longest is forgotten first."""


class _Regular(Struct):
    """A person who is connected or was recently."""

    returns: TokenBucket
    here: int = 0
    left: float = 0.0
    """When the last of their connections ended, in seconds."""


class RecentVisitors:
    """Limits how often one address arrives, and remembers its people, whose returns are no arrivals."""

    def __init__(self, arrivals: Rate, addresses: int | None = None) -> None:
        self._addresses = addresses
        self.limit(arrivals)
        self._people: OrderedDict[str, OrderedDict[str, _Regular]] = OrderedDict()

    def limit(self, arrivals: Rate) -> None:
        """Replace the limit of arrivals; it begins anew for every address."""
        self._arrivals = TokenBuckets(arrivals, self._addresses)

    def count(self, address: str, now: float) -> int:
        """Return how many people of an address are connected or were recently."""
        people = self._of(address)
        for who in [who for who, one in people.items() if not one.here and now - one.left > LATELY]:
            del people[who]
        return len(people)

    def arrive(self, address: str, now: float, credit: float = 0.0) -> bool:
        """Count an arrival, ``credit`` of them in advance; True if it is within the limit of the address."""
        return self._arrivals.take(address, 1.0, now, credit)

    def enter(self, address: str, who: str, now: float) -> bool:
        """Record that a person has authenticated; True if they return within the rate limit: then it was no arrival."""
        self.count(address, now)
        people = self._people.setdefault(address, OrderedDict())
        self._people.move_to_end(address)
        known = people.pop(who, None)
        people[who] = regular = known or _Regular(TokenBucket(RETURNS, now))
        regular.here += 1
        if len(people) > OF_ONE:
            gone = [name for name, one in people.items() if not one.here]
            del people[min(gone, key=lambda name: people[name].left) if gone else next(iter(people))]
        if len(self._people) > ADDRESSES:
            self._people.popitem(last=False)
        returns = known is not None and known.returns.take(1.0, now)
        if returns:
            self._arrivals.give(address, 1.0)
        return returns

    def leave(self, address: str, who: str, now: float) -> None:
        """Record that one connection of a person has ended."""
        regular = self._of(address).get(who)
        if regular is not None:
            regular.here = max(0, regular.here - 1)
            regular.left = now

    def _of(self, address: str) -> OrderedDict[str, _Regular]:
        return self._people.get(address) or OrderedDict()
