"""The host of a server that is one node of a cluster: it stands by until it may lead, and runs the tables from then on.

A node that finds that another one leads has stood still for too long. It ends at once, with all that it knows, and its
supervisor starts another, which stands by.
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable
from typing import Final

from protocol.codec import Codec
from server.cluster.address import ClusterAddress, InvalidAddress, read_cluster, with_credentials
from server.cluster.carried import CarriedConnections
from server.cluster.figures import Leading, cluster_samples, storing_fault
from server.cluster.journal import CANNOT_STORE
from server.cluster.node import Dialler, NodeDoor, cut_after_each_lead, lead_when_free, node_id, renew
from server.cluster.opening import Cluster, Safety, open_cluster
from server.cluster.pipes import Pipes, Serving, Standing
from server.cluster.store import ReplicatedStore, open_replica
from server.cluster.storing_watch import watch_storing
from server.cluster.tables.remote_tables import DOOR as TABLES_DOOR
from server.cluster.tables.remote_tables import RemoteTables
from server.cluster.tables.runner import TableRunner
from server.commands.figures_page import ShownHost, showing
from server.commands.hosting import (
    HostDoors,
    HostOptions,
    admin_path,
    free_store,
    open_host,
    services_of,
    share_bans,
    status_of,
)
from server.commands.log import told_to_operator
from server.commands.process_configuration import ConfigurationFeed, ProcessConfiguration
from server.database_files import REPLICA_NAME
from server.fronts.admin_door import AdminDoor
from server.fronts.door import Door, PassportDoor
from server.fronts.listeners import take_tcp
from server.fronts.unix_sockets import listening_unix
from server.host.garbage import tidy
from server.host.host import Host
from server.host.services import HostServices
from server.metrics.figures import Sample
from server.processes.serving import tell_ready
from server.storage.store import StoreFault
from server.tasks import end_task, work_until

_log = logging.getLogger(__name__)

TCP: Final = "tcp"
"""The door for clients that come by TCP."""

DROPPED: Final = 1
"""The exit status of a host that was fenced."""


async def serve_node(
    options: HostOptions,
    configuration: ProcessConfiguration,
    feed: ConfigurationFeed,
    codec: Codec,
    told_to_end: asyncio.Event,
) -> None:
    """Serve as one node of a cluster until told to end.

    Raises:
        StoreFault: the cluster cannot be used.
    """
    node, cuts = node_id(), list[Callable[[], None]]()
    safety = Safety.WAIVED if options.unsafe else Safety.CHECKED
    async with contextlib.AsyncExitStack() as closing:
        address = _address(options)
        opening = open_cluster(address, safety, options.cluster_monitor, lambda: _call(cuts))
        cluster = await closing.enter_async_context(opening)
        replica = options.data / REPLICA_NAME
        store = await free_store(lambda: open_replica(replica, cluster.journal), options.socket, told_to_end)
        if store is None:
            return
        closing.push_async_callback(store.close)
        closing.callback(asyncio.create_task(watch_storing(cluster.journal, address.servers)).cancel)
        leading = Leading()
        pipes = Pipes(cluster.client, address.name, node, lambda: served.standing)
        services = services_of(codec, store, log_days=configuration.keep_logs)
        served = _Node(options, services, cluster, store, pipes, leading)
        cuts.append(served.pipes.cut)
        await served.stand_by(closing)
        if await served.leads(told_to_end):
            await served.stop_running()
            await served.serve(configuration, feed, told_to_end)


def _call(those: list[Callable[[], None]]) -> None:
    for one in those:
        one()


def _address(options: HostOptions) -> ClusterAddress:
    try:
        return with_credentials(read_cluster(options.cluster), options.data)
    except (InvalidAddress, OSError) as problem:
        raise StoreFault(str(problem)) from problem


class _Node:
    """The parts of a node, from its start to its end."""

    def __init__(
        self,
        options: HostOptions,
        services: HostServices,
        cluster: Cluster,
        store: ReplicatedStore,
        pipes: Pipes,
        leading: Leading,
    ) -> None:
        self._options = options
        self._services = services
        self._codec = services.codec
        self._cluster = cluster
        self._store = store
        self.pipes = pipes
        self._node = pipes.node
        self._leading = leading
        self._shown: ShownHost | None = None
        paths = {"own": options.socket, "admin": admin_path(options.data), "fronts": options.fronts_socket}
        self._paths = {name: path for name, path in paths.items() if path is not None}
        carried = CarriedConnections()
        self._doors = {name: NodeDoor(name, store, pipes, carried) for name in (*self._paths, TCP)}
        self._runner = TableRunner(services, lambda: store.place.epoch, carried, store.pen)
        self._running: Callable[[], int] = lambda: self._runner.running
        self._dialler = Dialler({TABLES_DOOR: self._runner})
        self._status: Callable[[], str] = lambda: f"stands by, while {store.place.leader or 'nobody'} leads"

    @property
    def standing(self) -> Standing:
        """How this node stands, as others are told."""
        return Standing(self._store.place.position, self._leading.seconds, self._running(), self._store.followed)

    async def stand_by(self, closing: contextlib.AsyncExitStack) -> None:
        """Let people in, carry them to the node that leads, and say that this process is ready."""
        closing.callback(asyncio.create_task(self.pipes.say_alive()).cancel)
        closing.callback(asyncio.create_task(cut_after_each_lead(self._store, self.pipes, self._runner.drop)).cancel)
        for name, path in self._paths.items():
            await closing.enter_async_context(listening_unix(self._doors[name], path))
        for number in self._options.listen_fd:
            server = await take_tcp(self._doors[TCP], socket.socket(fileno=number))
            closing.callback(server.close)
        await closing.enter_async_context(self.pipes.serving(self._dialler.dial))
        closing.push_async_callback(self.pipes.end)
        closing.push_async_callback(self._runner.close)
        closing.callback(self._dialler.shut)
        page = showing(self, self._options.data, self._options.fronts_socket, self._options.metrics_fd)
        await closing.enter_async_context(page)
        tell_ready(self._options.ready_fd, status=lambda: told_to_operator(self._status()))

    async def leads(self, told_to_end: asyncio.Event) -> bool:
        """Return True once this node leads, or False if it is told to end first.

        Raises:
            StoreFault: the copy of this node cannot be continued.
        """
        return await work_until(told_to_end, lead_when_free(self._store, self._cluster.lease, self._node))

    async def stop_running(self) -> None:
        """Run no tables for the node that led, now that this one leads."""
        await self._runner.drop()

    async def serve(
        self, configuration: ProcessConfiguration, feed: ConfigurationFeed, told_to_end: asyncio.Event
    ) -> None:
        """Run the tables until told to end, and hand them over; a node that was fenced ends here."""
        lease = self._cluster.lease
        async with contextlib.AsyncExitStack() as closing:
            closing.push_async_callback(lease.release, self._node)
            closing.push_async_callback(end_task, asyncio.create_task(renew(lease, self._node)))
            # The lines to other nodes are needed until the host is closed.
            lines = await closing.enter_async_context(contextlib.AsyncExitStack())
            host = await open_host(self._options.data, self._services, closing)
            self._spread(host, lines)
            self._open_doors(host, configuration, feed)
            self._leading.begin()
            self._shown = ShownHost(host)
            closing.enter_context(tidy())
            self._status = lambda: f"leads; {status_of(host)}"
            if await work_until(told_to_end, self._store.fenced()):
                _log.error("this node stood still, and %s leads by now: it drops its tables", self._store.place.leader)
                os._exit(DROPPED)
            self._dialler.shut()

    def _spread(self, host: Host, lines: contextlib.AsyncExitStack) -> None:
        """Let tables run at other nodes, too."""
        actors = host.actors
        epoch, count = self._store.place.epoch, lambda: len(actors.here())
        remote = RemoteTables(self.pipes, epoch, actors.parts, self._store, count)
        remote.disturbed = actors.disturb
        actors.elsewhere = remote.place
        self._running = count
        lines.push_async_callback(remote.close)

    async def samples(self) -> list[Sample]:
        """Return the figures of the cluster, and those of the host once this node leads; before, what its tables count.

        Raises:
            StoreFault: the store cannot be read.
        """
        found = await cluster_samples(self._cluster.journal, self._store, self.pipes)
        return found + (await self._shown.samples() if self._shown is not None else self._services.meters.samples())

    async def trouble(self) -> str:
        """Return why this node could neither lead nor serve; empty if all is well."""
        try:
            self._store.check()
        except StoreFault as problem:
            return f"the journal is not followed: {problem}"
        fault = await storing_fault(self._cluster.journal)
        if fault:
            return f"{CANNOT_STORE}: {fault}"
        return await self._shown.trouble() if self._shown is not None else ""

    def _open_doors(self, host: Host, configuration: ProcessConfiguration, feed: ConfigurationFeed) -> None:
        share_bans(host, self._options.data)
        doors = HostDoors(Door(host, self._codec), PassportDoor(host, self._codec), Door(host, self._codec))

        def configure(told: ProcessConfiguration) -> None:
            host.configure(told.host())
            doors.configure(told)

        configure(configuration)
        feed.follow(configure)
        behind: dict[str, Serving] = {
            "own": doors.own,
            "fronts": doors.fronts,
            "admin": AdminDoor(host, self._codec),
            TCP: doors.tcp,
        }
        for name, door in self._doors.items():
            door.open(behind[name])
        self._dialler.open(behind)
