"""Whether NATS keeps what it acknowledges: its version, on how many servers it stores, and when it writes to the disk.

Only the monitoring page of a server says when it writes to the disk: by default every two minutes, so that a power
failure takes what was acknowledged. Versions before 2.15.1 could accept two writers, or lose entries.
"""

import asyncio
import logging
import re
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from server.cluster.address import MONITOR_PORT, ClusterAddress
from server.storage.store import StoreFault

_log = logging.getLogger(__name__)

OLDEST: Final = (2, 15, 1)
"""The version of nats-server from which on a journal is safe."""

REPLICAS: Final = 3
"""On how many servers each entry has to be stored."""

_SECONDS: Final = 5.0
_MOST: Final = 1 << 20
_VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(-.*)?")


class Unsafe(StoreFault):
    """A cluster of servers that could lose what they acknowledge; the text says why and what helps."""


class Unseen(Unsafe):
    """A server whose state cannot be read: it may be about to start."""


class _Writing(Struct, frozen=True):
    sync_always: bool = False


class _Streams(Struct, frozen=True):
    config: _Writing = _Writing()


class ServerState(Struct, frozen=True):
    """What the monitoring page of a server says, as far as it matters here."""

    server_id: Annotated[str, Meta(max_length=256)]
    version: Annotated[str, Meta(max_length=64)]
    jetstream: _Streams = _Streams()


def monitors_of(address: ClusterAddress) -> tuple[str, ...]:
    """Return where the servers of a cluster show their state, if nobody says otherwise."""
    return tuple(f"http://{f'[{host}]' if ':' in host else host}:{MONITOR_PORT}" for host in address.hosts)


async def states(monitors: Sequence[str]) -> tuple[ServerState, ...]:
    """Return what the monitoring pages say; a server that is down is left out while most of them answer.

    Raises:
        Unseen: most of them cannot be read.
    """
    asked = (asyncio.to_thread(_state, monitor) for monitor in monitors)
    found = await asyncio.gather(*asked, return_exceptions=True)
    known = tuple(state for state in found if isinstance(state, ServerState))
    missing = [problem for problem in found if isinstance(problem, BaseException)]
    if missing and 2 * len(known) <= len(monitors):
        raise missing[0]
    for problem in missing:
        _log.warning("one NATS server is not looked at: %s", problem)
    return known


def _state(monitor: str) -> ServerState:
    try:
        with urllib.request.urlopen(f"{monitor}/varz", timeout=_SECONDS) as page:  # noqa: S310 - http, as was checked
            return msgspec.json.decode(page.read(_MOST), type=ServerState)
    except (OSError, HTTPException, ValueError, msgspec.MsgspecError) as problem:
        text = (
            f"the state of a NATS server cannot be read at {monitor}/varz ({problem}): start it, give it `http: PORT` "
            "in its configuration, and name all of them with --cluster-monitor"
        )
        raise Unseen(text) from problem


def check_servers(found: Sequence[ServerState], named: int) -> None:
    """Check what the servers say of themselves.

    Args:
        found: what those say that answer.
        named: how many there are, with those that are down now.

    Raises:
        Unsafe: they are too few, too old, or write to the disk too late.
    """
    known = {state.server_id: state for state in found}
    if len(known) + named - len(found) < REPLICAS:
        raise Unsafe(
            f"there are {len(known)} NATS servers, and {REPLICAS} are needed on as many machines: "
            "name all of them, or use --unsafe"
        )
    for state in known.values():
        _check_version(state.version)
        if not state.jetstream.config.sync_always:
            raise Unsafe(
                f"the NATS server {state.server_id} acknowledges what is not on its disk: "
                "set `sync_interval: always` in the part `jetstream` of its configuration, or use --unsafe"
            )


def _check_version(version: str) -> None:
    found = _VERSION.fullmatch(version)
    known = tuple(map(int, found.groups()[:3])) if found else ()
    if known < OLDEST or (found and found[4] and known == OLDEST):
        wanted = ".".join(map(str, OLDEST))
        raise Unsafe(
            f"nats-server {version} could lose what it acknowledges: install {wanted} or later, or use --unsafe"
        )


def check_replicas(replicas: int, stream: str) -> None:
    """Check on how many servers a stream is stored.

    Raises:
        Unsafe: on too few.
    """
    if replicas < REPLICAS:
        raise Unsafe(
            f"the stream {stream} is stored {'once' if replicas == 1 else f'{replicas} times'}: make it {REPLICAS} "
            f"times with `nats stream edit {stream} --replicas {REPLICAS}`, or use --unsafe"
        )
