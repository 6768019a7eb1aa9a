"""Decides which connections are accepted, and bans addresses for a while: penalties add up per address, as in OpenSSH.

Penalties read no clock: the caller passes the time.
"""

import enum
import random
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from server.fronts.recent_visitors import RecentVisitors
from server.fronts.ssh.transport.limits import FrontLimits
from server.host.headcount import Headcount


class Offence(enum.Enum):
    """What an address is penalised for, with the penalty in seconds."""

    NOTHING_TRIED = 1.0
    NOT_PROVEN = 5.0
    TOO_SLOW = 10.0
    FLOOD = 90.0
    """Sent far more than any client needs, or something that caused a fault in the front."""


class _Penalty(Struct):
    """The penalty of one address."""

    until: float
    felt: bool


class Penalties:
    """The penalties of all addresses that have one."""

    def __init__(self, limits: FrontLimits) -> None:
        self._limits = limits
        self._penalties: OrderedDict[str, _Penalty] = OrderedDict()

    def __len__(self) -> int:
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
        """Return True if an address is banned."""
        penalty = self._penalties.get(address)
        if penalty is None:
            return False
        if penalty.until <= now:
            del self._penalties[address]
            return False
        return penalty.felt


_DICE: Final = random.SystemRandom()
"""An unpredictable source, so that no attacker can tell which connections will be dropped."""

_EARLY_DROP: Final = 0.3
"""Probability that a stranger is dropped once there are more than are welcome; it rises linearly to 1."""


class Guard:
    """Counts the connections, and decides which new ones are accepted."""

    def __init__(
        self,
        limits: FrontLimits | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = _DICE.random,
        ban: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Start without connections.

        Args:
            limits: the limits; the defaults if None.
            clock: returns the time in seconds, from any monotonic clock.
            chance: returns a random number from 0 up to 1.
            ban: returns what an address reads that the host has banned; empty for others.
        """
        self.limits = limits or FrontLimits()
        """The limits; those of the numbers of connections may be replaced at any time."""
        self._clock = clock
        self._chance = chance
        self.ban: Final = ban
        self._penalties = Penalties(self.limits)
        self._inside = Headcount()
        self._strangers = Headcount()
        # Counted separately, so that returning people cannot crowd out strangers.
        self._returning = Headcount()
        self._recent = RecentVisitors(self.limits.arrivals, self.limits.addresses)

    @property
    def inside(self) -> int:
        """The number of connections."""
        return self._inside.total

    @property
    def strangers(self) -> int:
        """The number of connections that have not completed authentication."""
        return self._strangers.total

    @property
    def crowded(self) -> bool:
        """True if there are more strangers than are always accepted."""
        return self.strangers > self.limits.strangers_welcome

    def admit(self, address: str) -> "AdmittedConnection | str":
        """Accept a connection, or return why it is refused."""
        among = self._returning if self._may_return(address) else self._strangers
        refusal = self._refusal(address, among)
        if refusal:
            return refusal
        self._inside.add(address)
        among.add(address)
        return AdmittedConnection(self, address, among)

    def punish(self, address: str, offence: Offence) -> None:
        """Penalise an address."""
        self._penalties.add(address, offence, self._clock())

    def trust(self, address: str, key: str) -> None:
        """Record that a person has proven a key; the arrival of a recent visitor is not charged to the address."""
        self._recent.enter(address, key, self._clock())

    def leave(self, address: str, key: str) -> None:
        """Stop counting one connection from an address; the key is empty if none was proven."""
        self._inside.remove(address)
        if key:
            self._recent.leave(address, key, self._clock())

    def _may_return(self, address: str) -> bool:
        """Return True if one more stranger may log in since the address has more known people than logins."""
        limits = self.limits
        if self._strangers[address] < limits.strangers_of_one or self._returning.total >= limits.returning:
            return False
        coming = self._strangers[address] + self._returning[address]
        return coming < self._recent.count(address, self._clock())

    def _refusal(self, address: str, among: Headcount) -> str:
        limits = self.limits
        if self._penalties.banned(address, self._clock()):
            return "too much went wrong from your address: wait some minutes"
        if self._inside[address] >= limits.connections_of_one:
            return f"there are already {limits.connections_of_one} connections from your address: close one first"
        if among is self._strangers and self._strangers[address] >= limits.strangers_of_one:
            return "others from your address are still logging in: wait a moment"
        if self.inside >= limits.connections or (among is self._strangers and self._drops_early()):
            return "the server is full: come back later"
        # Allow for every known person to return: those arrivals are refunded once a known key is proven.
        if not self._recent.arrive(address, self._clock(), self._recent.count(address, self._clock())):
            return "you connect too often: wait a minute"
        return ""

    def _drops_early(self) -> bool:
        """Return True if a stranger is dropped because there are many; chance decides which ones."""
        limits = self.limits
        beyond = self.strangers - limits.strangers_welcome
        if beyond < 0:
            return False
        room = limits.strangers - limits.strangers_welcome
        if beyond >= room:
            return True
        return self._chance() < _EARLY_DROP + (1 - _EARLY_DROP) * beyond / room


class AdmittedConnection:
    """One accepted connection, until it ends."""

    def __init__(self, guard: Guard, address: str, among: Headcount) -> None:
        self.address: Final = address
        self._guard = guard
        self._among = among
        self._key = ""
        self._stranger = True
        self._inside = True

    def trust(self, key: str = "") -> None:
        """Record that authentication is complete, and with which key; empty for a guest, who is not remembered."""
        if not self._stranger:
            return
        self._stranger = False
        self._among.remove(self.address)
        if key:
            self._key = key
            self._guard.trust(self.address, key)

    def punish(self, offence: Offence) -> None:
        """Penalise the address for an offence."""
        self._guard.punish(self.address, offence)

    def end(self) -> None:
        """Record that the connection is closed."""
        self.trust()
        if self._inside:
            self._inside = False
            self._guard.leave(self.address, self._key)
