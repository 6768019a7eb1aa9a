"""Limits of SSH connections, of one address too, and bans: penalties add up per address, as in OpenSSH.

Penalties read no clock: the caller passes the time.
"""

import enum
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from server.defaults import CONNECTIONS, CONNECTIONS_OF_ONE
from server.fronts.peers import RecentVisitors
from server.host.limits import Headcount, Rate, ServerConfiguration, too_many

READ_AT_ONCE: Final = 4096  # Bytes read from one connection before other connections get their turn.


class FrontLimits(Struct, frozen=True):
    """The limits of one front, each the most that is allowed.

    ``…_of_one`` counts for one address.
    """

    connections: int = CONNECTIONS
    connections_of_one: int = CONNECTIONS_OF_ONE
    strangers: int = 96
    """Maximum number of concurrent connections that have not completed authentication ("strangers").

    Beyond it, each new one displaces the one that has come least far.
    """
    strangers_of_one: int = 4
    returning: int = 16
    """Further strangers, over all addresses together, from addresses where at least as many people are known."""
    arrivals: Rate = Rate(1 / 6, 20.0)
    """New connections from one address: 30 in any minute."""
    addresses: int = 16_384
    """Addresses whose arrivals are counted; the one that has been idle longest is forgotten first."""
    sources: int = 65_536
    """Addresses whose penalties are remembered; the oldest penalties are dropped first."""
    penalty_felt: float = 15.0
    """Seconds of penalty that have to add up before an address is banned."""
    penalty_longest: float = 600.0
    handshake_seconds: float = 20.0
    """Seconds within which a stranger has to exchange keys."""
    handshakes: Rate = Rate(80.0, 20.0)
    """Strangers' key exchanges; more have to wait, so that players hardly notice a crowd."""
    login_seconds: float = 60.0
    """Seconds to authenticate: a person may be reading a fingerprint or typing a passphrase."""
    session_seconds: float = 20.0
    """Seconds within which an authenticated visitor has to start a session."""
    stuck_seconds: float = 25.0
    """Seconds without accepting output before a connection is cut; output also waits during a key exchange."""
    close_seconds: float = 30.0
    """Seconds that a channel may take to close: on a slow network the end of an answer is still being sent."""
    linger_seconds: float = 3.0
    """Seconds that a connection may stay after its last session has ended and its channel is closed."""
    keepalive_seconds: int = 15
    """Seconds of silence between keepalive requests; the fourth one without an answer ends the connection."""
    tries: int = 6
    stranger_bytes: int = 65_536
    idle_bytes: int = 327_680
    """Maximum number of bytes between authentication and the start of a session: the largest packet, and some more.

    So the longest command that a client can send is answered with a sentence.
    """
    session_bytes: Rate = Rate(16_384.0, 131_072.0)
    """Input of a session; more waits in the sender's own machine."""
    refused_channels: int = 16
    """Refused channels after which a connection is cut."""
    key_exchanges: Rate = Rate(1 / 60, 8.0)
    variables: int = 32
    """Maximum number of environment variables of a session, all sent before it starts."""

    def configured(self, told: ServerConfiguration) -> "FrontLimits":
        """Return these limits as configured; where many share an address, more may arrive, and fail, in any time."""
        share = max(1.0, told.connections_per_address / CONNECTIONS_OF_ONE)
        return replace(
            self,
            connections=told.connections,
            connections_of_one=told.connections_per_address,
            strangers_of_one=int(self.strangers_of_one * share),
            arrivals=Rate(self.arrivals.per_second * share, self.arrivals.at_once * share),
            penalty_felt=self.penalty_felt * share,
        )


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
        self.limits = limits
        self._penalties: OrderedDict[str, _Penalty] = OrderedDict()

    def __len__(self) -> int:
        return len(self._penalties)

    def add(self, address: str, offence: Offence, now: float) -> float:
        """Penalise an address; return for how many seconds it is banned if this was one offence too many."""
        penalty = self._penalties.pop(address, None)
        if penalty is None or penalty.until <= now:
            penalty = _Penalty(now, felt=False)
        penalty.until = min(penalty.until + offence.value, now + self.limits.penalty_longest)
        felt = not penalty.felt and penalty.until - now >= self.limits.penalty_felt
        penalty.felt = penalty.felt or felt
        self._penalties[address] = penalty
        if len(self._penalties) > self.limits.sources:
            self._penalties.popitem(last=False)
        return penalty.until - now if felt else 0.0

    def banned(self, address: str, now: float) -> bool:
        """Return True if an address is banned."""
        penalty = self._penalties.get(address)
        if penalty is None:
            return False
        if penalty.until <= now:
            del self._penalties[address]
            return False
        return penalty.felt


class HandshakeStage(enum.IntEnum):
    """How far a stranger has come; when there is no room, those who have come least far are displaced first."""

    SILENT = 0
    """Has sent nothing."""
    SPOKEN = 1
    """Has sent something, but exchanged no keys."""
    KEYED = 2
    """Has exchanged keys, but not completed authentication."""
    QUEUED = 3
    """Waits for this front to exchange keys, so is not displaced."""


_NEW_SECONDS: Final = 0.5
"""Seconds that a network may take to bring what a stranger sends next; until then it has not come least far."""


FULL: Final = "the server is full: come back later"
OFTEN: Final = "you connect too often: wait a minute"


class Guard:
    """Counts the connections, and decides which new ones are accepted."""

    def __init__(
        self,
        limits: FrontLimits | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        ban: Callable[[str], str] = lambda _: "",
    ) -> None:
        """Start without connections; ``ban`` returns what an address reads that the host has banned."""
        self.limits = limits or FrontLimits()
        self.clock: Final = clock
        self.ban: Final = ban
        self.felt: Callable[[str, float], None] = lambda _address, _seconds: None
        """Called with each address that is banned for a while, so that all other fronts hold it off too."""
        self._penalties = Penalties(self.limits)
        self._inside = Headcount()
        self._strangers = Headcount()
        # Counted separately, so that returning people cannot crowd out strangers.
        self._returning = Headcount()
        self._unknown: dict[AdmittedConnection, None] = {}
        """The connections that have not completed authentication, the oldest first."""
        self._recent = RecentVisitors(self.limits.arrivals, self.limits.addresses)

    def configure(self, limits: FrontLimits) -> None:
        """Replace the limits."""
        self.limits = self._penalties.limits = limits
        self._recent.limit(limits.arrivals)

    @property
    def inside(self) -> int:
        """The number of connections."""
        return self._inside.total()

    @property
    def strangers(self) -> int:
        """The number of connections that have not completed authentication."""
        return self._strangers.total()

    def admit(self, address: str, displace: Callable[[], None] = lambda: None) -> "AdmittedConnection | str":
        """Accept a connection, or return why it is refused; ``displace`` is called if it has to make room later."""
        among = self._returning if self._may_return(address) else self._strangers
        if self._penalties.banned(address, self.clock()):
            return "too much went wrong from your address: wait some minutes"
        displaced = self._displaced(address, among)
        if isinstance(displaced, str):
            return displaced
        # Allow for every known person to return: those arrivals are refunded once a known key is proven.
        if not self._recent.arrive(address, self.clock(), self._recent.count(address, self.clock())):
            return OFTEN
        if displaced is not None:
            displaced.end()
            displaced.displace()
        self._inside[address] += 1
        among[address] += 1
        connection = AdmittedConnection(self, address, among, displace)
        self._unknown[connection] = None
        return connection

    def add_session(self, connection: "AdmittedConnection", *, beside: bool) -> str:
        """Count one more session of a connection; return why not, empty if it is counted.

        It is an arrival, and ``beside`` another session it is a connection of its own as well.
        """
        address, now = connection.address, self.clock()
        if beside and self._inside[address] >= self.limits.connections_of_one:
            return self._crowd()
        if beside and self.inside >= self.limits.connections:
            return FULL
        if not self._recent.arrive(address, now, self._recent.count(address, now)):
            return OFTEN
        if beside:
            self._inside[address] += 1
            if connection.key:
                self._recent.enter(address, connection.key, now)
        return ""

    def punish(self, address: str, offence: Offence) -> None:
        """Penalise an address."""
        if seconds := self._penalties.add(address, offence, self.clock()):
            self.felt(address, seconds)

    def trust(self, connection: "AdmittedConnection") -> None:
        """Record that authentication is complete; the arrival of a recent visitor is not charged to the address."""
        del self._unknown[connection]
        connection.among.remove(connection.address)
        if connection.key:
            self._recent.enter(connection.address, connection.key, self.clock())

    def leave(self, connection: "AdmittedConnection") -> None:
        """Stop counting a connection, or one of its sessions."""
        self._inside.remove(connection.address)
        if connection.key:
            self._recent.leave(connection.address, connection.key, self.clock())

    def _crowd(self) -> str:
        return too_many(self.limits.connections_of_one)

    def _may_return(self, address: str) -> bool:
        """Return True if one more stranger may log in since the address has more known people than logins."""
        limits = self.limits
        free = self._strangers[address] < limits.strangers_of_one and self.strangers < limits.strangers
        if free or self._returning.total() >= limits.returning:
            return False
        coming = self._strangers[address] + self._returning[address]
        return coming < self._recent.count(address, self.clock())

    def _displaced(self, address: str, among: Headcount) -> "AdmittedConnection | str | None":
        """Return which stranger makes room for one more connection, None if there is room, or why there is none."""
        limits, now = self.limits, self.clock()
        own = (one for one in self._unknown if one.address == address and one.rank(now) is HandshakeStage.SILENT)
        if self._inside[address] >= limits.connections_of_one:
            return next(own, self._crowd())
        if among is self._strangers and self._strangers[address] >= limits.strangers_of_one:
            text = "others from your address are still logging in: wait a moment"
            return next((one for one in own if one.among is among), text)
        if self.inside < limits.connections and (among is self._returning or self.strangers < limits.strangers):
            return None
        waiting = [one for one in self._unknown if one.among is self._strangers]
        idle = [one for one in waiting if one.progress is not HandshakeStage.QUEUED]
        return min(idle, key=lambda one: (one.rank(now), one.since), default=FULL)


class AdmittedConnection:
    """One accepted connection, until it ends."""

    def __init__(self, guard: Guard, address: str, among: Headcount, displace: Callable[[], None]) -> None:
        self.address: Final = address
        self.among: Final = among  # Where it is counted until authentication is complete.
        self.displace: Final = displace  # Ends the connection to make room for another.
        self.progress = HandshakeStage.SILENT
        self.since = guard.clock()  # When it came so far, in seconds.
        self.key = ""  # The key that was proven; empty until then, and for a guest, who is not remembered.
        self._guard = guard
        self._stranger = True
        self._inside = True

    def advance(self, progress: HandshakeStage) -> None:
        """Record how far it has come."""
        if progress is not self.progress:
            self.progress = progress
            self.since = self._guard.clock()

    def rank(self, now: float) -> HandshakeStage:
        """Return how far it counts as having come when one of the strangers is displaced, the lowest first.

        What is new counts one step more, no further: a burst of silent ones displaces nobody who types a passphrase.
        """
        fresh = now - self.since < _NEW_SECONDS and self.progress is not HandshakeStage.QUEUED
        return HandshakeStage(self.progress + fresh)

    def trust(self, key: str = "") -> None:
        """Record that authentication is complete, and with which key."""
        if self._stranger:
            self._stranger = False
            self.key = key
            self._guard.trust(self)

    def end(self) -> None:
        """Record that the connection is closed."""
        self.trust()
        if self._inside:
            self._inside = False
            self._guard.leave(self)
