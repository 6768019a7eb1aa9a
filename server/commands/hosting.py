"""What every host has, whether it is one server alone or a node of a cluster."""

import contextlib
import logging
from pathlib import Path
from typing import NamedTuple

from protocol.codec import Codec
from protocol.language import sentence
from server.bots.registry import ADVISERS, BOTS, SLOW, fallbacks
from server.commands.configured import ProcessConfiguration
from server.commands.options import InnerOptions
from server.fronts.door import Door, DoorRoom, PassportDoor
from server.host.host import Host
from server.host.limits import LOG_DAYS
from server.host.services import HostServices
from server.rules.registry import GAMES
from server.storage.moderating import Ban
from server.storage.store import Store, StoreFault

_log = logging.getLogger(__name__)


class HostOptions(InnerOptions):
    """The arguments of the host."""

    metrics_fd: list[int]
    socket: Path
    """The Unix socket for programs of the same user on this machine."""

    cluster: str = ""
    """The address of the cluster that this server is a node of; empty if it is one alone."""

    cluster_monitor: list[str]
    unsafe: bool = False


def services_of(codec: Codec, store: Store, *, log_days: int = LOG_DAYS) -> HostServices:
    """Return what the games of a server need."""
    return HostServices(GAMES, BOTS, codec, store, slow=SLOW, fallbacks=fallbacks, advisers=ADVISERS, log_days=log_days)


async def open_host(data: Path, services: HostServices, closing: contextlib.AsyncExitStack) -> Host:
    """Return a host that has loaded its tables; when the stack is closed, it says goodbye to everybody.

    Raises:
        StoreFault: the store of this directory cannot be read.
    """
    host = Host(services)
    closing.push_async_callback(host.close)
    try:
        await host.open()
    except StoreFault as problem:
        raise StoreFault(
            sentence(
                "what is in {place} cannot be read: {problem}; put back a copy, or choose another with --data",
                place=data,
                problem=problem,
            )
        ) from problem
    return host


def status_of(host: Host) -> str:
    """Return what a service manager shows of a host."""
    return sentence("tables: {tables}, connections: {connections}", tables=host.tables, connections=host.sessions)


def share_bans(host: Host, data: Path) -> None:
    """Let the fronts of a data directory know which addresses are banned."""
    from server.fronts.ban_file import write_banned
    from server.fronts.banned import BANNED_NAME

    def share(bans: tuple[Ban, ...]) -> None:
        try:
            write_banned(data / BANNED_NAME, bans)
        except OSError as problem:
            _log.error("the fronts do not hear of banned addresses, whom the host keeps out alone: %s", problem)

    host.moderation.share(share)


class HostDoors(NamedTuple):
    """The doors of a host: for programs of the same user, for the fronts, and for TCP."""

    own: Door
    fronts: PassportDoor
    tcp: Door

    def configure(self, told: ProcessConfiguration) -> None:
        """Take over how many get in, and whether anybody does by TCP."""
        self.fronts.room = told.room()
        self.own.room = self.tcp.room = DoorRoom(2 * told.connections_per_address, told.connections)
        self.tcp.closed = told.allow_list
