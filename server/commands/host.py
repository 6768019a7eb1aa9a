"""The internal command ``host``: the only server process that runs the tables and writes them to the store."""

import asyncio
import contextlib
import logging
import socket
import time
from pathlib import Path
from typing import Final

from protocol.codec import Codec
from protocol.dialects import DIALECTS
from server.commands.configured import ConfigurationFeed, ProcessConfiguration, read_configuration
from server.commands.hosting import HostDoors, HostOptions, open_host, services_of, share_bans, status_of
from server.commands.log import run_serving, told_to_operator
from server.commands.options import ADMIN_SOCKET, inner_parser
from server.commands.showing import ShownHost, showing
from server.fronts.door import Door, PassportDoor
from server.host.garbage import tidy
from server.host.host import Host
from server.processes.plan import ProcessFault
from server.processes.serving import ALONE_SECONDS, raise_open_files, tell_ready, told_by_supervisor
from server.processes.sockets import check_path
from server.storage.lock import DirectoryInUse
from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import StoreBusy, StoreFault

_log = logging.getLogger(__name__)

_LIFELINE: Final = 0

_PAUSE: Final = 0.1


def main(argv: list[str]) -> int:
    """Run the tables until told to end, and return the exit status."""
    parser = inner_parser("host")
    parser.add_argument("--socket", type=Path, required=True, metavar="PATH")
    parser.add_argument("--metrics-fd", type=int, action="append", default=[], metavar="N")
    parser.add_argument("--cluster", default="", metavar="URL")
    parser.add_argument("--cluster-monitor", action="append", default=[], metavar="URL")
    parser.add_argument("--unsafe", action="store_true")
    options = parser.parse_args(argv, HostOptions())
    raise_open_files()
    configuration = read_configuration(options.configuration)
    return run_serving(
        _serve(options, configuration),
        StoreFault,
        verbose=configuration.verbose,
        form=configuration.log,
        process="host",
    )


async def free_store(data: Path, socket: Path, told_to_end: asyncio.Event) -> SqliteStore | None:
    """Open the store as soon as it is free; None if the process is told to end first.

    Another program may lock the database for any length of time: if the host exited because of that, it would be
    restarted again and again, with growing delays. The remains of a killed server end within moments, and listen
    nowhere.

    Raises:
        StoreFault: it cannot be opened, or another server is running.
    """
    from server.fronts.unix_sockets import is_listening

    patient_until = time.monotonic() + ALONE_SECONDS
    says = _log.warning
    while not told_to_end.is_set():
        try:
            return open_store(data)
        except StoreBusy as problem:
            says("%s; it is waited for", problem)
        except DirectoryInUse:
            if time.monotonic() > patient_until or is_listening(socket):
                raise
            says("what is left of the last server has not ended yet: it is waited for")
        says = _log.debug
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(told_to_end.wait(), _PAUSE)
    return None


async def _serve(options: HostOptions, configuration: ProcessConfiguration) -> None:
    codec, feed = Codec(DIALECTS), ConfigurationFeed()
    with told_by_supervisor(_LIFELINE, feed.hear) as told_to_end:
        if options.cluster:
            # What a server alone never needs.
            from server.commands.node import serve_node

            await serve_node(options, configuration, feed, codec, told_to_end)
            return
        store = await free_store(options.data, options.socket, told_to_end)
        if store is None:
            return
        async with contextlib.AsyncExitStack() as closing:
            services = services_of(codec, store, log_days=configuration.keep_logs)
            host = await open_host(options.data, services, closing)
            doors = await _listen(host, codec, options, closing)

            def configure(told: ProcessConfiguration) -> None:
                host.configure(told.host())
                doors.configure(told)

            configure(configuration)
            feed.follow(configure)
            await closing.enter_async_context(
                showing(ShownHost(host), options.data, options.fronts_socket, options.metrics_fd)
            )
            closing.enter_context(tidy())
            tell_ready(options.ready_fd, status=lambda: told_to_operator(status_of(host)))
            await told_to_end.wait()


async def _open_admin_door(host: Host, codec: Codec, data: Path, closing: contextlib.AsyncExitStack) -> None:
    from server.fronts.admin_door import AdminDoor
    from server.fronts.unix_sockets import listening_unix

    path = data / ADMIN_SOCKET
    try:
        check_path(path)
    except ProcessFault as problem:
        _log.warning("chwech admin cannot be used: %s", problem)
        return
    await closing.enter_async_context(listening_unix(AdminDoor(host, codec), path))


async def _listen(host: Host, codec: Codec, options: HostOptions, closing: contextlib.AsyncExitStack) -> HostDoors:
    from server.fronts.listeners import take_tcp
    from server.fronts.unix_sockets import listening_for_many

    share_bans(host, options.data)
    await _open_admin_door(host, codec, options.data, closing)
    doors = HostDoors(Door(host, codec), PassportDoor(host, codec), Door(host, codec))
    await closing.enter_async_context(listening_for_many(doors.own, options.socket))
    if options.fronts_socket:
        await closing.enter_async_context(listening_for_many(doors.fronts, options.fronts_socket))
    for number in options.listen_fd:
        server = await take_tcp(doors.tcp, socket.socket(fileno=number))
        closing.callback(server.close)
    return doors
