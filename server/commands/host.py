"""The internal command ``host``: the only server process that runs the tables and writes them to the store."""

import contextlib
import functools
import logging
import socket
from typing import TYPE_CHECKING, Final

from protocol.codec import Codec
from protocol.messages import VERSION
from protocol.version import program_version
from server.commands import hosting, process
from server.fronts.door import Door, PassportDoor
from server.fronts.peers import listening_unix, take_tcp
from server.host.garbage import tidy
from server.host.host import Host
from server.host.limits import ServerConfiguration
from server.processes.serving import raise_open_files, tell_loaded, tell_ready, told_by_supervisor
from server.processes.sockets import FRONTS_NAME
from server.storage.sqlite import SqliteStore
from server.storage.store import StoreFault

if TYPE_CHECKING:
    from server.commands.standby import StandBy
    from server.storage.postgres import PostgresStore

_LIFELINE: Final = 0

_log = logging.getLogger(__name__)


def main() -> int:
    """Run the tables until told to end, and return the exit status."""
    options = process.read_options(_LIFELINE)
    raise_open_files()
    return process.run_serving(_serve(options), StoreFault, configuration=options.configuration, process="host")


async def _serve(options: process.ProcessOptions) -> None:
    configuration, codec, feed, here = options.configuration, Codec(), process.ConfigurationFeed(), hosting.HostHere()
    with told_by_supervisor(_LIFELINE, feed.hear, _log) as told_to_end:
        tell_loaded(options.ready_fd)
        standing: StandBy | None = None
        told_ready = False

        def status() -> str:
            return process.told_to_operator(hosting.status_of(here.host) if here.host is not None else here.words)

        async def ready() -> None:
            nonlocal told_ready
            if not told_ready:
                told_ready = True
                page = hosting.showing(here, options.data, options.metrics)
                await closing.enter_async_context(page)
                tell_ready(options.ready_fd, f"{program_version()} {VERSION}", status=status)

        async with contextlib.AsyncExitStack() as closing:
            store: SqliteStore | PostgresStore | None
            if options.store:
                # Nobody else loads what that needs.
                from server.commands import standby

                await hosting.relieved(options, told_to_end)
                standing = standby.StandBy(options, here)
                store = await standing.store(told_to_end, ready)
            else:
                store = await hosting.free_store(options.data, options.socket, told_to_end, follows=options.follows)
            if store is None:
                return
            services = hosting.services_of(codec, store, log_days=configuration.keep_logs)
            here.host = host = await hosting.open_host(options.data, services, closing)
            doors = await _listen(host, codec, options, standing, closing)

            def configure(told: ServerConfiguration) -> None:
                host.configure(told)
                doors.configure(told)

            configure(configuration)
            feed.follow(configure)
            closing.enter_context(tidy())
            await ready()
            await told_to_end.wait()
        if store.lost:
            raise StoreFault("another machine has taken over: this one stands by")


async def _listen(
    host: Host,
    codec: Codec,
    options: process.ProcessOptions,
    standing: "StandBy | None",
    closing: contextlib.AsyncExitStack,
) -> hosting.HostDoors:
    data = options.data
    host.moderation.share(functools.partial(hosting.copy_bans, data), functools.partial(hosting.copy_allowed, data))
    own, tcp = Door(host, codec), Door(host, codec)
    doors = hosting.HostDoors(own, PassportDoor(host, codec, {"unix": own.serve, "tcp": tcp.serve}), tcp)
    for serve, path in ((own.let_in, options.socket), (doors.fronts.let_in, data / FRONTS_NAME)):
        await closing.enter_async_context(listening_unix(serve, path))
    for number in options.tcp:
        server = await take_tcp(doors.tcp.let_in, socket.socket(fileno=number))
        closing.callback(server.close)
    if standing is not None:
        await closing.enter_async_context(standing.letting_in(doors.fronts))
    return doors
