"""Who was here lately, by address: somebody who comes back is not counted as a stranger is.

Only who has completed authentication, or was welcomed by a token, is remembered; what somebody merely names is not.
Everybody may come back so often and no oftener, and few are remembered of one address, so that whoever makes himself
many accounts wins next to nothing by it. This file knows no clock: whoever asks says what time it is.
"""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from server.host.rate_limit import TokenBucket

LATELY: Final = 600.0
"""Seconds after which somebody who has gone is a stranger again."""

RETURNS_PER_SECOND: Final = 1 / 15
"""How often one person may come back for long without being counted as a stranger."""

RETURNS_AT_ONCE: Final = 4.0
"""How often in a burst."""

OF_ONE: Final = 16
"""People of one address who are remembered; the one longest away is forgotten first."""

ADDRESSES: Final = 1024
"""Addresses whose people are remembered; the one longest away is forgotten first."""


class _Regular(Struct):
    """Somebody who is here or was here lately."""

    returns: TokenBucket
    """How often they may come back."""

    here: int = 0
    """Their connections."""

    left: float = 0.0
    """When the last of them ended."""


class Regulars:
    """Remembers people by their addresses."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._people: OrderedDict[str, OrderedDict[str, _Regular]] = OrderedDict()

    def count(self, address: str, now: float) -> int:
        """Give how many people of an address are here or were here lately."""
        people = self._of(address)
        for who in [who for who, one in people.items() if not one.here and now - one.left > LATELY]:
            del people[who]
        return len(people)

    def enter(self, address: str, who: str, now: float) -> bool:
        """Take in that somebody has proven who they are; True where they come back, and not too often."""
        self.count(address, now)
        people = self._people.setdefault(address, OrderedDict())
        self._people.move_to_end(address)
        known = people.pop(who, None)
        people[who] = regular = known or _Regular(TokenBucket(RETURNS_PER_SECOND, RETURNS_AT_ONCE, now))
        regular.here += 1
        if len(people) > OF_ONE:
            people.popitem(last=False)
        if len(self._people) > ADDRESSES:
            self._people.popitem(last=False)
        return known is not None and known.returns.take(1.0, now)

    def leave(self, address: str, who: str, now: float) -> None:
        """Take in that a connection of somebody has ended."""
        regular = self._of(address).get(who)
        if regular is not None:
            regular.here = max(0, regular.here - 1)
            regular.left = now

    def _of(self, address: str) -> OrderedDict[str, _Regular]:
        """Give the people of an address."""
        return self._people.get(address) or OrderedDict()
