"""What every host has: its store, its doors, what it shares with its fronts, and the page of all figures."""

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from games.registry import GAMES
from protocol.codec import Codec
from protocol.language import in_every_language, sentence, told
from server.bots.registry import ADVISERS, BOTS, SLOW, fallbacks
from server.commands.process import ProcessOptions
from server.commands.shared import STATUS_NAME
from server.defaults import LOG_DAYS
from server.fronts.door import Door, DoorRoom, PassportDoor, direct_room
from server.fronts.own_files import BANNED_NAME, BannedNetwork, FrontFault, write_banned
from server.fronts.page import status_json, status_lines
from server.fronts.peers import is_listening, listening_unix, take_tcp
from server.fronts.public_keys import ALLOWED_NAME, write_allowed
from server.host.host import Host
from server.host.limits import ServerConfiguration
from server.host.moderation import ban_words
from server.host.services import HostServices
from server.metrics import SECONDS, Page, ProcessWatch, Sample, Shown, packed, read_page, unpacked, written
from server.processes.serving import ALONE_SECONDS
from server.storage.database import Store
from server.storage.files import DirectoryInUse
from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import Ban, StoreBusy, StoreFault

_log = logging.getLogger(__name__)

_PAUSE: Final = 0.1  # Seconds before it is tried again to open a store that is held.


def services_of(codec: Codec, store: Store, *, log_days: int = LOG_DAYS) -> HostServices:
    """Return what the games of a server need."""
    return HostServices(GAMES, BOTS, codec, store, slow=SLOW, fallbacks=fallbacks, advisers=ADVISERS, log_days=log_days)


async def free_store(
    data: Path, socket: Path, told_to_end: asyncio.Event, *, follows: bool = False
) -> SqliteStore | None:
    """Open the store of a directory as soon as it is free; None if the process is told to end first.

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
            return open_store(data)
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


async def relieved(options: ProcessOptions, told_to_end: asyncio.Event) -> None:
    """Wait until the host of a former program no longer holds the sockets; its supervisor ends it within seconds."""
    while options.follows and is_listening(options.socket) and not told_to_end.is_set():  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(_PAUSE)


async def open_host(data: Path, services: HostServices, closing: contextlib.AsyncExitStack) -> Host:
    """Return a host that has loaded its tables; when the stack is closed, it says goodbye to everyone.

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
                "what is in {place} cannot be read: {problem}; restore a copy, or choose another with --data",
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

    def words(ban: Ban) -> str:
        return " / ".join(in_every_language(lambda: told(ban_words(ban))))

    with _told_to_fronts():
        write_banned(data / BANNED_NAME, [BannedNetwork(ban.what, ban.until, words(ban)) for ban in bans])


def copy_allowed(data: Path, keys: Iterable[str]) -> None:
    """Write the keys on the allow-list for the fronts of a data directory."""
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

    def configure(self, told: ServerConfiguration) -> None:
        """Take over how many get in, and whether anybody does by TCP."""
        self.fronts.room = DoorRoom(told.connections_per_address, told.connections)
        self.own.room = self.tcp.room = direct_room(told.connections_per_address, told.connections)
        self.tcp.closed = told.allow_list


class HostHere:
    """The host that is shown, once this machine runs the tables."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.words = ""  # What is said as long as it does not.


@contextlib.asynccontextmanager
async def showing(here: HostHere, data: Path, listeners: Sequence[int]) -> AsyncIterator[None]:
    """Show the figures of all processes while the context lasts; ``listeners`` are descriptors of bound sockets."""
    _remove_stale(data)
    with contextlib.closing(ProcessWatch("host")) as watch:

        async def metrics() -> Shown:
            return Shown(written(await _collected(here.host, watch, data)))

        async def figures() -> Shown:
            return Shown(packed(await _collected(here.host, watch, data)), "application/json")

        async def health() -> Shown:
            said, found = await asyncio.gather(_trouble(here.host), _figures_of(data))
            silent = [front for front, figures in found.items() if not isinstance(figures, list)]
            trouble = said or "; ".join(f"{front} does not answer, so nobody gets in there" for front in silent)
            return Shown(f"{trouble or 'ok'}\n", well=not trouble)

        async def status() -> Shown:
            lines = status_lines(await here.host.status()) if here.host is not None else [here.words]
            return Shown("\n".join([*lines, ""]), "text/plain; charset=utf-8")

        async def status_for_programs() -> Shown:
            found = status_json(await here.host.status()) if here.host is not None else '{"standby": true}\n'
            return Shown(found, "application/json")

        page = Page({
            "/metrics": metrics,
            "/figures": figures,
            "/health": health,
            "/status": status,
            "/status.json": status_for_programs,
        })  # fmt: skip
        async with contextlib.AsyncExitStack() as closing:
            with contextlib.suppress(FrontFault):
                await closing.enter_async_context(listening_unix(page.let_in, data / STATUS_NAME))
            for number in listeners:
                server = await take_tcp(page.let_in, socket.socket(fileno=number))
                closing.callback(server.close)
            yield
    _remove_stale(data)


async def _collected(host: Host | None, watch: ProcessWatch, data: Path) -> list[Sample]:
    """Return the figures of all processes; where the store does not answer, without those of the tables."""
    found = (await _figures_of(data)).values()
    others = [*watch.samples(), *(one for figures in found if isinstance(figures, list) for one in figures)]
    try:
        return [*(await host.samples() if host is not None else ()), *others]
    except StoreFault:
        return others


async def _trouble(host: Host | None) -> str:
    """Return what is wrong; empty if all is well, or this machine stands by."""
    if host is None:
        return ""
    try:
        async with asyncio.timeout(SECONDS):
            await host.samples()
            await host.probe()
    except StoreFault as problem:
        return f"nothing can be stored, so nobody can act: {problem}"
    except TimeoutError:
        return "the store does not answer in time, so nobody can act"
    return ""


async def _figures_of(data: Path) -> dict[str, list[Sample] | BaseException]:
    """Return the figures of all fronts by their names, or why one does not answer: it is busy, stopped or gone."""

    async def figures(path: Path) -> list[Sample]:
        return unpacked(await read_page(path, "/figures"))

    paths = _sockets(data)
    found = await asyncio.gather(*map(figures, paths), return_exceptions=True)
    return {path.stem.replace("-", " "): one for path, one in zip(paths, found, strict=True)}


def _remove_stale(data: Path) -> None:
    """Remove the sockets that killed fronts have left."""
    for path in _sockets(data):
        if not is_listening(path):
            path.unlink(missing_ok=True)


def _sockets(data: Path) -> list[Path]:
    return sorted(data.glob("front-*.sock"))
