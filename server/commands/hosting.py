"""What every host has: its store, its doors, and what it shares with its fronts."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from protocol.catalogues import in_every_language
from protocol.codec import Codec
from protocol.language import sentence
from protocol.wording import told
from server.bots.registry import ADVISERS, BOTS, SLOW, fallbacks
from server.commands.options import ADMIN_SOCKET, InnerOptions
from server.commands.process_configuration import ProcessConfiguration
from server.defaults import LOG_DAYS
from server.fronts.door import Door, DoorRoom, PassportDoor, direct_room
from server.fronts.unix_sockets import is_listening
from server.host.host import Host
from server.host.moderation.bans import ban_words
from server.host.services import HostServices
from server.processes.plan import ProcessFault
from server.processes.serving import ALONE_SECONDS
from server.processes.sockets import check_path
from server.rules.registry import GAMES
from server.storage.database import Store
from server.storage.lock import DirectoryInUse
from server.storage.store import Ban, StoreBusy, StoreFault

_log = logging.getLogger(__name__)

_PAUSE: Final = 0.1
"""Seconds before it is tried again to open a store that is held."""

S = TypeVar("S")


class HostOptions(InnerOptions):
    """The arguments of the host."""

    metrics_fd: list[int]
    link_fd: list[int]
    follows: bool = False
    """True if the host of a former program may still serve, and ends soon."""

    socket: Path
    """The Unix socket for programs of the same user on this machine."""


def services_of(codec: Codec, store: Store, *, log_days: int = LOG_DAYS) -> HostServices:
    """Return what the games of a server need."""
    return HostServices(GAMES, BOTS, codec, store, slow=SLOW, fallbacks=fallbacks, advisers=ADVISERS, log_days=log_days)


async def free_store(
    open_: Callable[[], S], socket: Path, told_to_end: asyncio.Event, *, follows: bool = False
) -> S | None:
    """Open the store as soon as it is free; None if the process is told to end first.

    Another program may lock the database for any length of time: if the host exited because of that, it would be
    restarted again and again, with growing delays. The remains of a killed server end within moments, and listen
    nowhere. After an update the former host is waited for.

    Raises:
        StoreFault: it cannot be opened, or another server is running.
    """
    patient_until = time.monotonic() + ALONE_SECONDS
    says = _log.warning
    while not told_to_end.is_set():
        try:
            return open_()
        except StoreBusy as problem:
            says("%s; it is waited for", problem)
        except DirectoryInUse:
            if not follows and (time.monotonic() > patient_until or is_listening(socket)):
                raise
            (_log.debug if follows else says)("what is left of the last server has not ended yet: it is waited for")
        says = _log.debug
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(told_to_end.wait(), _PAUSE)
    return None


async def relieved(options: HostOptions, told_to_end: asyncio.Event) -> None:
    """Wait until the host of a former program no longer holds the sockets; its supervisor ends it within seconds."""
    while options.follows and is_listening(options.socket) and not told_to_end.is_set():  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(_PAUSE)


def admin_path(data: Path) -> Path | None:
    """Return the socket of ``chwech admin`` in a data directory; where its path is too long, none, and a warning."""
    path = data / ADMIN_SOCKET
    try:
        check_path(path)
    except ProcessFault as problem:
        _log.warning("chwech admin cannot be used: %s", problem)
        return None
    return path


async def open_host(data: Path, services: HostServices, closing: contextlib.AsyncExitStack) -> Host:
    """Return a host that has loaded its tables; when the stack is closed, it says goodbye to everybody.

    What its games need beside them is read now, or a bot of another version could sit down during an upgrade.

    Raises:
        StoreFault: the store of this directory cannot be read.
    """
    services.fallbacks()
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


def copy_bans(data: Path, bans: Iterable[Ban]) -> None:
    """Write the banned addresses for the fronts of a data directory, with what each reads, in every language."""
    from server.fronts.banned import BANNED_NAME, BannedNetwork, write_banned

    def words(ban: Ban) -> str:
        return " / ".join(in_every_language(lambda: told(ban_words(ban))))

    with _told_to_fronts():
        write_banned(data / BANNED_NAME, [BannedNetwork(ban.what, ban.until, words(ban)) for ban in bans])


def copy_allowed(data: Path, keys: Iterable[str]) -> None:
    """Write the keys on the allow-list for the fronts of a data directory."""
    from server.fronts.allow_list import ALLOWED_NAME, write_allowed

    with _told_to_fronts():
        write_allowed(data / ALLOWED_NAME, keys)


@contextlib.contextmanager
def _told_to_fronts() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        _log.error("the fronts do not hear of a change, which the host heeds alone: %s", problem)


class HostDoors(NamedTuple):
    """The doors of a host: for programs of the same user, for the fronts, and for TCP."""

    own: Door
    fronts: PassportDoor
    tcp: Door

    def configure(self, told: ProcessConfiguration) -> None:
        """Take over how many get in, and whether anybody does by TCP."""
        self.fronts.room = DoorRoom(told.connections_per_address, told.connections)
        self.own.room = self.tcp.room = direct_room(told.connections_per_address, told.connections)
        self.tcp.closed = told.allow_list
