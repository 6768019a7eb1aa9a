"""Who is sent away for a while: penalties add up for each address, as in OpenSSH.

This file knows no clock: whoever asks says what time it is.
"""

import enum
import random
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from server.fronts.regulars import Regulars
from server.fronts.ssh.transport.limits import FrontLimits
from server.host.rate_limit import Headcount, TokenBuckets


class Offence(enum.Enum):
    """What an address is penalised for, with the seconds that it costs."""

    NOTHING_TRIED = 1.0
    """It left without an attempt to prove who it is."""

    NOT_PROVEN = 5.0
    """It tried, and failed."""

    TOO_SLOW = 10.0
    """It took too long."""

    FLOOD = 90.0
    """It sent more than anybody needs, or what made the front stumble."""


class _Penalty(Struct):
    """What an address has coming."""

    until: float
    """When it is forgiven."""

    felt: bool
    """Whether it has been enough to be sent away until then."""


class Penalties:
    """Keeps the penalties of the addresses that have some."""

    def __init__(self, limits: FrontLimits) -> None:
        """Begin with nobody punished."""
        self._limits = limits
        self._penalties: OrderedDict[str, _Penalty] = OrderedDict()

    def __len__(self) -> int:
        """Give how many addresses are remembered."""
        return len(self._penalties)

    def add(self, address: str, offence: Offence, now: float) -> None:
        """Penalise an address."""
        penalty = self._penalties.pop(address, None)
        if penalty is None or penalty.until <= now:
            penalty = _Penalty(now, felt=False)
        penalty.until = min(penalty.until + offence.value, now + self._limits.penalty_longest)
        penalty.felt = penalty.felt or penalty.until - now >= self._limits.penalty_felt
        self._penalties[address] = penalty
        if len(self._penalties) > self._limits.sources:
            self._penalties.popitem(last=False)

    def banned(self, address: str, now: float) -> bool:
        """Say whether an address is to be sent away."""
        penalty = self._penalties.get(address)
        if penalty is None:
            return False
        if penalty.until <= now:
            del self._penalties[address]
            return False
        return penalty.felt


_DICE: Final = random.SystemRandom()
"""Nobody outside can tell who will be dropped."""

_EARLY_DROP: Final = 0.3
"""How likely a stranger is dropped as soon as there are more than are welcome; it rises to certainty."""


class Guard:
    """Counts who is inside, and decides who may come in."""

    def __init__(
        self,
        limits: FrontLimits | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = _DICE.random,
    ) -> None:
        """Begin with nobody inside.

        Args:
            limits: the bounds; the usual ones unless told.
            clock: the time in seconds, by any clock that only goes forward.
            chance: a number from 0 up to 1, another one each time.
        """
        self.limits: Final = limits or FrontLimits()
        """The bounds that hold here."""
        self._clock = clock
        self._chance = chance
        self._penalties = Penalties(self.limits)
        self._inside = Headcount()
        self._strangers = Headcount()
        # Counted by themselves, so that nobody can crowd strangers out by being known.
        self._returning = Headcount()
        self._regulars = Regulars()
        bounds = self.limits
        self._arrivals = TokenBuckets(bounds.arrivals_per_second, bounds.arrivals_at_once, bounds.addresses)

    @property
    def inside(self) -> int:
        """How many connections there are."""
        return self._inside.total

    @property
    def strangers(self) -> int:
        """How many of them have not completed authentication."""
        return self._strangers.total

    @property
    def crowded(self) -> bool:
        """Whether there are more strangers than are always let in."""
        return self.strangers > self.limits.strangers_welcome

    def admit(self, address: str) -> "Stay | str":
        """Let a connection in, or say why not."""
        among = self._returning if self._may_return(address) else self._strangers
        refusal = self._refusal(address, among)
        if refusal:
            return refusal
        self._inside.add(address)
        among.add(address)
        return Stay(self, address, among)

    def punish(self, address: str, offence: Offence) -> None:
        """Remember what an address has done."""
        self._penalties.add(address, offence, self._clock())

    def trust(self, address: str, key: str) -> None:
        """Know somebody who has proven a key; whoever was here lately has not counted as an arrival."""
        if self._regulars.enter(address, key, self._clock()):
            self._arrivals.give(address, 1.0)

    def leave(self, address: str, key: str) -> None:
        """Count one connection from an address no more; the key is empty where none was proven."""
        self._inside.remove(address)
        if key:
            self._regulars.leave(address, key, self._clock())

    def _may_return(self, address: str) -> bool:
        """Say whether more than so many strangers may log in at once from where as many people are known."""
        limits = self.limits
        if self._strangers[address] < limits.strangers_of_one or self._returning.total >= limits.returning:
            return False
        coming = self._strangers[address] + self._returning[address]
        return coming < self._regulars.count(address, self._clock())

    def _refusal(self, address: str, among: Headcount) -> str:
        """Say why a connection from this address is not let in; nothing if it is."""
        limits = self.limits
        if self._penalties.banned(address, self._clock()):
            return "too much went wrong from your address: wait some minutes"
        if self._inside[address] >= limits.connections_of_one:
            return f"there are already {limits.connections_of_one} connections from your address: close one first"
        if among is self._strangers and self._strangers[address] >= limits.strangers_of_one:
            return "others from your address are still logging in: wait a moment"
        if self.inside >= limits.connections or (among is self._strangers and self._drops_early()):
            return "the server is full: come back later"
        # As many as are known here may be on their way back: theirs are given back when they have proven it.
        known = self._regulars.count(address, self._clock())
        if not self._arrivals.take(address, 1.0, self._clock(), known):
            return "you connect too often: wait a minute"
        return ""

    def _drops_early(self) -> bool:
        """Say whether a stranger is dropped because there are many; who it hits is left to chance."""
        limits = self.limits
        beyond = self.strangers - limits.strangers_welcome
        if beyond < 0:
            return False
        room = limits.strangers - limits.strangers_welcome
        if beyond >= room:
            return True
        return self._chance() < _EARLY_DROP + (1 - _EARLY_DROP) * beyond / room


class Stay:
    """One connection that was let in, until it ends."""

    def __init__(self, guard: Guard, address: str, among: Headcount) -> None:
        """Begin as a stranger's, counted among others."""
        self.address: Final = address
        """Where it comes from."""
        self._guard = guard
        self._among = among
        self._key = ""
        self._stranger = True
        self._inside = True

    def trust(self, key: str = "") -> None:
        """Say that authentication is complete, and by which key; empty for a guest, whom nobody knows again."""
        if not self._stranger:
            return
        self._stranger = False
        self._among.remove(self.address)
        if key:
            self._key = key
            self._guard.trust(self.address, key)

    def punish(self, offence: Offence) -> None:
        """Say that it has done something."""
        self._guard.punish(self.address, offence)

    def end(self) -> None:
        """Say that it is closed."""
        self.trust()
        if self._inside:
            self._inside = False
            self._guard.leave(self.address, self._key)
