"""The internal command ``host``: the only server process that runs the tables and writes them to the store."""

import contextlib
import functools
import logging
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from protocol.codec import Codec
from protocol.dialects import DIALECTS
from protocol.messages import VERSION
from protocol.version import program_version
from server.commands.figures_page import showing
from server.commands.hosting import (
    HostDoors,
    HostOptions,
    ListCopies,
    admin_path,
    free_store,
    leased_store,
    open_host,
    services_of,
    status_of,
)
from server.commands.log import run_serving, told_to_operator
from server.commands.options import STORE_VARIABLE, inner_parser
from server.commands.process_configuration import ConfigurationFeed, ProcessConfiguration, read_configuration
from server.configuration.file import InvalidConfiguration
from server.configuration.reading import effective
from server.fronts.door import Door, PassportDoor
from server.host.garbage import tidy
from server.host.host import Host
from server.processes.serving import raise_open_files, tell_loaded, tell_ready, told_by_supervisor
from server.storage.sqlite import SqliteStore, open_store
from server.storage.store import StoreFault

if TYPE_CHECKING:
    from server.storage.postgres import PostgresStore

_LIFELINE: Final = 0

_log = logging.getLogger(__name__)


def main(argv: list[str]) -> int:
    """Run the tables until told to end, and return the exit status."""
    parser = inner_parser("host")
    parser.add_argument("--socket", type=Path, required=True, metavar="PATH")
    parser.add_argument("--follows", action="store_true")
    parser.add_argument("--metrics-fd", type=int, action="append", default=[], metavar="N")
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


async def _serve(options: HostOptions, configuration: ProcessConfiguration) -> None:
    codec, feed = Codec(DIALECTS), ConfigurationFeed()
    with told_by_supervisor(_LIFELINE, feed.hear, _log) as told_to_end:
        tell_loaded(options.ready_fd)
        store: SqliteStore | PostgresStore | None
        if address := os.environ.get(STORE_VARIABLE):
            store = await leased_store(address, "", told_to_end)
        else:
            opening = functools.partial(open_store, options.data)
            store = await free_store(opening, options.socket, told_to_end, follows=options.follows)
        if store is None:
            return
        async with contextlib.AsyncExitStack() as closing:
            services = services_of(codec, store, log_days=configuration.keep_logs)
            host = await open_host(options.data, services, closing)
            doors = await _listen(host, codec, options, closing)

            def configure(told: ProcessConfiguration) -> None:
                host.configure(replace(told.host(), notify=_webhook(told)))
                doors.configure(told)

            configure(configuration)
            feed.follow(configure)
            await closing.enter_async_context(showing(host, options.data, options.fronts_socket, options.metrics_fd))
            closing.enter_context(tidy())
            tell_ready(
                options.ready_fd, f"{program_version()} {VERSION}", status=lambda: told_to_operator(status_of(host))
            )
            await told_to_end.wait()
        if store.lost:
            raise StoreFault("another machine has taken over: this one stands by")


def _webhook(told: ProcessConfiguration) -> str:
    """Return the webhook of those who run the server; empty for none."""
    try:
        file = Path(told.file) if told.file else None
        return told.notify or effective({}, os.environ, file).values.notify or ""
    except InvalidConfiguration as problem:
        _log.warning("there is no webhook until the configuration is mended: %s", problem)
        return ""


async def _open_admin_door(host: Host, codec: Codec, data: Path, closing: contextlib.AsyncExitStack) -> None:
    from server.fronts.admin_door import AdminDoor
    from server.fronts.unix_sockets import listening_unix

    path = admin_path(data)
    if path is not None:
        await closing.enter_async_context(listening_unix(AdminDoor(host, codec), path))


async def _listen(host: Host, codec: Codec, options: HostOptions, closing: contextlib.AsyncExitStack) -> HostDoors:
    from server.fronts.listeners import take_tcp
    from server.fronts.unix_sockets import listening_for_many

    copies = ListCopies(options.data)
    host.moderation.share(copies.write_bans, copies.write_allowed)
    await _open_admin_door(host, codec, options.data, closing)
    doors = HostDoors(Door(host, codec), PassportDoor(host, codec), Door(host, codec))
    await closing.enter_async_context(listening_for_many(doors.own, options.socket))
    if options.fronts_socket:
        await closing.enter_async_context(listening_for_many(doors.fronts, options.fronts_socket))
    for number in options.listen_fd:
        server = await take_tcp(doors.tcp, socket.socket(fileno=number))
        closing.callback(server.close)
    return doors
