"""Connections to peers: where they come in, how limits tell addresses apart, and what is logged of them.

A flood of attacks does not become a flood of log lines. The kernel is told what to do for those that fall silent.
"""

import asyncio
import contextlib
import logging
import socket
import stat
import time
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final

from msgspec import Struct

from protocol.aio import ByteStream, Serve
from protocol.language import _
from protocol.text import clean_lines
from server.fronts.own_files import FrontFault
from server.host.limits import Rate, TokenBucket, TokenBuckets


def address_key(peername: object) -> str:
    """Return the key that limits count by: an IPv4 address, an IPv6 /64 network, or this machine."""
    if not isinstance(peername, tuple) or not peername:
        return "this machine"
    try:
        address = ip_address(str(peername[0]).partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.compressed if address.ipv4_mapped else address.exploded[:19]
    return address.compressed


Option = tuple[str, int, int]
"""The name of an option, its level, and its value."""

ASK_AGAIN: Final[Option] = ("TCP_RTO_MAX_MS", socket.IPPROTO_TCP, 2_000)
"""Linux (6.15) retransmits to a silent peer at least this often (in ms), so that a repaired network is noticed soon."""

_NUMBERS: Final = {"TCP_NOTSENT_LOWAT": 25, "TCP_RTO_MAX_MS": 44}
"""Linux options that this version of Python may have no name for."""


def give_up(seconds: int) -> Option:
    """Return the option with which Linux ends a connection whose peer has acknowledged nothing for this long."""
    return "TCP_USER_TIMEOUT", socket.IPPROTO_TCP, seconds * 1000


PATIENT: Final = (
    ("SO_KEEPALIVE", socket.SOL_SOCKET, 1),
    ("TCP_KEEPIDLE", socket.IPPROTO_TCP, 30),
    ("TCP_KEEPINTVL", socket.IPPROTO_TCP, 10),
    ("TCP_KEEPCNT", socket.IPPROTO_TCP, 3),
    ASK_AGAIN,
    # Clients reconnect automatically, so a silent connection need not be kept for long.
    give_up(20),
)
"""How long the kernel keeps a connection whose peer is silent."""


def tell_kernel(connection: socket.socket, options: Iterable[Option]) -> None:
    """Set these options; options unknown to the kernel and sockets already closed are ignored."""
    for name, level, value in options:
        number = getattr(socket, name, None) or _NUMBERS.get(name)
        if number is not None and (level == socket.SOL_SOCKET or connection.family != socket.AF_UNIX):
            with contextlib.suppress(OSError):
                connection.setsockopt(level, number, value)


LATELY: Final = 600.0  # Seconds after which a person who left counts as a stranger again.
RETURNS: Final = Rate(1 / 15, 4.0)  # Returns of one person without being counted as a stranger.

PEOPLE_OF_ONE: Final = 16
"""People remembered per address; the one who has been away longest is forgotten first, nobody who is connected."""

ADDRESSES: Final = 1024  # Addresses with remembered people; the one that has been idle longest is forgotten first.


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
        if len(people) > PEOPLE_OF_ONE:
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


LOGGED: Final = Rate(5.0, 100.0)

REFUSALS_LOGGED: Final = Rate(1 / 60, 1.0)
"""Warnings about refused connections; what is beyond this is only counted, unless the log is verbose."""

_CELLS: Final = 200

_LINES: Final = 100

_log = logging.getLogger(__name__)


class ConnectionLog:
    """Writes lines about connections, and counts the lines left out by the rate limit."""

    def __init__(self, log: logging.Logger = _log, clock: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock = clock
        self._lines = TokenBucket(LOGGED, clock())
        self._left_out = 0
        self._refusals = TokenBucket(REFUSALS_LOGGED, clock())
        self._refused = 0

    def refusal(self, address: str, reason: str) -> None:
        """Log that a connection was refused, once a minute with the number of those in between."""
        if not self._refusals.take(1.0, self._clock()):
            self._refused += 1
            self.info("a connection from %s is refused: %s", address, reason)
            return
        more, self._refused = self._refused, 0
        also = f"; {more} more were refused since the last such line" if more else ""
        self.warning("a connection from %s is refused: %s%s", address, reason, also)

    def info(self, text: str, *details: object) -> None:
        """Log a routine event."""
        self._write(logging.INFO, text, details)

    def warning(self, text: str, *details: object) -> None:
        """Log something that an operator may want to know."""
        self._write(logging.WARNING, text, details)

    def fault(self, fault: BaseException, text: str, *details: object) -> None:
        """Log a fault of the front itself, with its traceback; the text may contain what a stranger wrote."""
        lines = clean_lines("".join(traceback.format_exception(fault)), cells=_CELLS, lines=_LINES)
        self._write(logging.ERROR, f"{text}\n%s", (*details, "\n".join(lines).rstrip()))

    def _write(self, level: int, text: str, details: tuple[object, ...]) -> None:
        if not self._log.isEnabledFor(level):
            return
        if not self._lines.take(1.0, self._clock()):
            self._left_out += 1
            return
        if self._left_out:
            self._log.warning("%d lines about connections were left out", self._left_out)
            self._left_out = 0
        self._log.log(level, text, *details)


_BACKLOG: Final = 100


async def take_tcp(serve: Serve, listener: socket.socket) -> asyncio.Server:
    """Serve on a socket that the caller has bound."""
    return await asyncio.get_running_loop().create_server(_patient(serve), sock=listener, backlog=_BACKLOG)


def _patient(serve: Serve) -> Callable[[], ByteStream]:
    """Return what begins connections, with time-outs for a peer that has gone without a word."""

    async def let_in(reader: ByteStream, writer: ByteStream) -> None:
        tell_kernel(writer.get_extra_info("socket"), PATIENT)
        await serve(reader, writer)

    return lambda: ByteStream(let_in)


@contextlib.asynccontextmanager
async def listening_unix(serve: Serve, path: Path) -> AsyncIterator[asyncio.Server]:
    """Open the socket, and remove it at the end; raise ``FrontFault`` if a server or another file is there."""
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: ByteStream(serve), sock=_bind(path), backlog=_BACKLOG)
    try:
        yield server
    finally:
        server.close()
        _remove(path)


def _bind(path: Path) -> socket.socket:
    _make_way(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        path.chmod(0o600)
    except OSError as problem:
        listener.close()
        raise FrontFault(
            _("cannot listen on {path}: {problem}; choose another with --socket", path=path, problem=problem)
        ) from problem
    return listener


def _make_way(path: Path) -> None:
    """Remove a socket that a killed server left behind."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as problem:
        raise FrontFault(
            _("cannot look at {path}: {problem}; choose another with --socket", path=path, problem=problem.strerror)
        ) from problem
    if not stat.S_ISSOCK(kind):
        raise FrontFault(_("{path} is no socket: choose another with --socket", path=path))
    if is_listening(path):
        raise FrontFault(
            _("another server listens on {path}: end it first, or choose another with --socket", path=path)
        )
    _remove(path)


def is_listening(path: Path) -> bool:
    """Return True if a server listens on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
