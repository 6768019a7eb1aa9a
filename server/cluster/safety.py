"""Whether NATS keeps what it acknowledges: its version, on how many servers it stores, and when it writes to the disk.

Only the monitoring page of a server says when it writes to the disk: by default every two minutes, so that a power
failure takes what was acknowledged. Versions before 2.15.1 could accept two writers, or lose entries.
"""

import asyncio
import re
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from server.cluster.address import MONITOR_PORT, ClusterAddress
from server.cluster.greeting import SECONDS, Greeted, greetings
from server.storage.store import StoreFault

OLDEST: Final = (2, 15, 1)
"""The version of nats-server from which on a journal is safe."""

REPLICAS: Final = 3
"""On how many servers each entry has to be stored."""

_MOST: Final = 1 << 20
_VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(-.*)?")


class Unsafe(StoreFault):
    """A cluster of servers that could lose what they acknowledge; the text says why and what helps."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"{fault}, or use --unsafe")


class Unseen(Unsafe):
    """Servers of which nobody can tell: they may be about to start."""


class _Writing(Struct, frozen=True):
    sync_always: bool = False


class _Streams(Struct, frozen=True):
    config: _Writing = _Writing()


class ServerState(Struct, frozen=True):
    """What the monitoring page of a server says, as far as it matters here."""

    server_id: Annotated[str, Meta(max_length=256)]
    version: Annotated[str, Meta(max_length=64)]
    jetstream: _Streams = _Streams()
    server_name: Annotated[str, Meta(max_length=256)] = ""
    monitor: str = ""
    """Where its page is, which the page itself does not say."""

    def __str__(self) -> str:
        """Name the server."""
        return f"{self.server_name or self.server_id} ({self.monitor})"


class Unread(NamedTuple):
    """A monitoring page that cannot be read."""

    monitor: str
    why: str

    def __str__(self) -> str:
        """Say which, and why."""
        return f"{self.monitor}/varz ({self.why})"


class Look(NamedTuple):
    """What one look at the servers has shown."""

    states: tuple[ServerState, ...]
    """What those say of themselves that can be looked at."""

    warnings: tuple[str, ...]
    """What is wrong, and keeps no node from starting."""

    unseen: str = ""
    """Why nobody can tell whether they are safe; empty if one can."""

    down: str = ""
    """Which do not answer, if nothing can be stored therefore; empty if most do."""


def monitors_of(address: ClusterAddress) -> tuple[str, ...]:
    """Return where the servers of a cluster show their state, if nobody says otherwise."""
    return tuple(f"http://{f'[{host}]' if ':' in host else host}:{MONITOR_PORT}" for host in address.hosts)


async def look(servers: Sequence[str], monitors: Sequence[str]) -> Look:
    """Look at the servers, which are given as URLs, and at their monitoring pages."""
    asked, pages = await asyncio.gather(greetings(servers), _pages(monitors))
    states = tuple(page for page in pages if isinstance(page, ServerState))
    unread = [page for page in pages if isinstance(page, Unread)]
    silent = [one for one in asked if one.greeting is None]
    known = {state.server_id for state in states}
    hidden = [one for one in asked if one.greeting is not None and one.greeting.server_id not in known]
    warnings = [f"no NATS server answers at {one}: start it, or correct the address" for one in silent]
    if 2 * len(silent) > len(servers):
        why = f"too few NATS servers answer; none does at {_list(silent)}: start them, or correct the address"
        return Look(states, (), down=why)
    warnings += _plain(servers, asked)
    unseen = ""
    if hidden:
        those = "the NATS server {} is set, though it is" if len(hidden) == 1 else "NATS is set at {}, though it is"
        unseen = f"nobody can tell how {those.format(_list(hidden))} up{_but(unread)}: {_PAGES}"
    elif 2 * len(states) <= len(monitors):
        unseen = f"the state of NATS servers cannot be read at {_list(unread)}: start them, and {_PAGES}"
    elif len(unread) > len(silent):
        warnings.append(f"the state of a NATS server cannot be read at {_list(unread)}: start it, and {_PAGES}")
    return Look(states, tuple(warnings), unseen)


def _plain(servers: Sequence[str], asked: Sequence[Greeted]) -> Iterator[str]:
    """Yield which servers do not encrypt, of those whose connections have to be encrypted."""
    for server, one in zip(servers, asked, strict=True):
        if server.startswith("tls://") and one.greeting is not None and not one.greeting.tls_required:
            yield f"the NATS server {one} does not encrypt, so this node does not use it: give it a part `tls`"


_PAGES: Final = "give each `http: PORT` in its configuration, and name the pages of all with --cluster-monitor"


def _but(unread: Sequence[Unread]) -> str:
    return f"; no page can be read at {_list(unread)}" if unread else ""


def _list(those: Sequence[object]) -> str:
    return ", ".join(map(str, those))


async def _pages(monitors: Sequence[str]) -> list[ServerState | Unread]:
    return await asyncio.gather(*(asyncio.to_thread(_page, monitor) for monitor in monitors))


def _page(monitor: str) -> ServerState | Unread:
    try:
        with urllib.request.urlopen(f"{monitor}/varz", timeout=SECONDS) as page:  # noqa: S310 - http, as was checked
            state = msgspec.json.decode(page.read(_MOST), type=ServerState)
    except urllib.error.URLError as problem:
        return Unread(monitor, _why(problem))
    except (OSError, HTTPException, ValueError, msgspec.MsgspecError) as problem:
        return Unread(monitor, str(problem) or type(problem).__name__)
    return msgspec.structs.replace(state, monitor=monitor)


def _why(problem: urllib.error.URLError) -> str:
    cause = problem.reason
    return (cause.strerror if isinstance(cause, OSError) else "") or str(cause)


def check_servers(found: Sequence[ServerState], named: int) -> None:
    """Check what the servers say of themselves.

    Args:
        found: what those say that answer.
        named: how many there are, with those that are down now.

    Raises:
        Unsafe: they are too few, too old, or write to the disk too late.
    """
    for fault in faults_of(found, named):
        raise Unsafe(fault)


def faults_of(found: Sequence[ServerState], named: int) -> Iterator[str]:
    """Yield by what servers could lose what they acknowledge, with what would help; the arguments are as above."""
    known = {state.server_id: state for state in found}
    count = len(known) + named - len(found)
    if count < REPLICAS:
        there = "there is 1 NATS server" if count == 1 else f"there are {count} NATS servers"
        yield f"{there}, and {REPLICAS} are needed on as many machines: name all of them"
    for state in known.values():
        if not _is_new(state.version):
            wanted = ".".join(map(str, OLDEST))
            yield (
                f"the NATS server {state} could lose what it acknowledges, for it is nats-server {state.version}: "
                f"install {wanted} or later"
            )
        if not state.jetstream.config.sync_always:
            yield (
                f"the NATS server {state} acknowledges what is not on its disk: "
                "set `sync_interval: always` in the part `jetstream` of its configuration"
            )


def _is_new(version: str) -> bool:
    found = _VERSION.fullmatch(version)
    known = tuple(map(int, found.groups()[:3])) if found else ()
    return known >= OLDEST and not (found and found[4] and known == OLDEST)


def replicas_fault(replicas: int, stream: str) -> str:
    """Return what is wrong if a stream is stored on so many servers; empty if nothing is."""
    if replicas >= REPLICAS:
        return ""
    return (
        f"the stream {stream} is stored {'once' if replicas == 1 else f'{replicas} times'}: make it {REPLICAS} "
        f"times with `nats stream edit {stream} --replicas {REPLICAS}` (of natscli)"
    )
