"""Two nodes of one process over a real NATS server: people play at one table through both, and play on through one."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import Struct

from protocol.aio import client_channel
from protocol.messages import Accepted, OpenTable, Seated, Welcome
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.cluster.address import read_cluster
from server.cluster.carried import CarriedConnections
from server.cluster.node import Dialler, NodeDoor, cut_after_each_lead, lead_when_free, node_id
from server.cluster.opening import Cluster, Safety, open_cluster
from server.cluster.pipes import Pipes, Standing
from server.cluster.store import ReplicatedStore, open_replica
from server.cluster.tables.remote_tables import DOOR, RemoteTables
from server.cluster.tables.runner import TableRunner
from server.fronts.door import Door
from server.host.host import Host
from server.host.services import HostServices
from tests.server.cluster.streams import stream_pair
from tests.server.host.bots import BOTS, SLOW
from tests.server.host.world import ADVISERS, CODEC, Guest
from tests.server.lots import LOTS, LotsView

pytestmark = pytest.mark.timeout(120)

IDS = itertools.count(1)


class Node(Struct):
    """One node, which leads or runs tables for the one that does."""

    name: str
    cluster: Cluster
    store: ReplicatedStore
    pipes: Pipes
    services: HostServices
    door: NodeDoor
    dialler: Dialler
    runner: TableRunner
    closing: contextlib.AsyncExitStack
    remote: RemoteTables | None = None

    async def lead(self) -> None:
        """Lead, and let tables run at other nodes, too."""
        await lead_when_free(self.store, self.cluster.lease, self.name)
        await self.runner.drop()
        host = Host(self.services)
        await host.open()
        actors = host.actors
        epoch = self.store.place.epoch
        self.remote = RemoteTables(self.pipes, epoch, actors.parts, self.store, lambda: len(actors.here()))
        self.remote.disturbed = actors.disturb
        actors.elsewhere = self.remote.place
        self.closing.push_async_callback(self.remote.close)
        self.closing.push_async_callback(host.close)
        door = Door(host, CODEC)
        self.door.open(door)
        self.dialler.open({"own": door})

    async def guest(self, name: str = "", token: str = "") -> Guest:
        """Let somebody come to the door of this node."""
        streams, reader, writer = await stream_pair()
        serving = asyncio.create_task(self.door.let_in(reader, writer))
        guest = Guest(client_channel(*streams, CODEC), serving, IDS)
        assert isinstance(await guest.greet(name, token), Welcome)
        return guest


@contextlib.asynccontextmanager
async def node(address: str, directory: Path) -> AsyncIterator[Node]:
    """Give a node that runs tables, and leads nothing yet."""
    async with contextlib.AsyncExitStack() as closing:
        cluster = await closing.enter_async_context(open_cluster(read_cluster(address), Safety.WAIVED))
        store = open_replica(directory, cluster.journal)
        closing.push_async_callback(store.close)
        pipes = Pipes(
            cluster.client,
            read_cluster(address).name,
            node_id(),
            lambda: Standing(store.place.position, followed=store.followed),
        )
        closing.callback(asyncio.create_task(pipes.say_alive()).cancel)
        services = HostServices({"lots": LOTS}, BOTS, CODEC, store, slow=SLOW, advisers=ADVISERS)
        carried = CarriedConnections()
        runner = TableRunner(services, lambda: store.place.epoch, carried, store.pen)
        closing.callback(asyncio.create_task(cut_after_each_lead(store, pipes, runner.drop)).cancel)
        dialler = Dialler({DOOR: runner})
        await closing.enter_async_context(pipes.serving(dialler.dial))
        closing.push_async_callback(pipes.end)
        closing.push_async_callback(runner.close)
        door = NodeDoor("own", store, pipes, carried)
        yield Node(pipes.node, cluster, store, pipes, services, door, dialler, runner, closing)


async def known(one: Node, number: int) -> None:
    """Wait until so many other nodes run tables for this one."""
    assert one.remote is not None
    async with asyncio.timeout(60):
        while len(one.remote._nodes) != number:
            await asyncio.sleep(0.01)


async def play(guest: Guest) -> None:
    """Bid and agree until the game is over."""
    while guest.view.phase is not TablePhase.OVER:
        assert isinstance(guest.view.game, LotsView)
        if guest.view.game.legal:
            await guest.bid()
        elif guest.view.viewer in guest.view.waits_for:
            await guest.go_on()
        else:
            await guest.hear()


async def seated(one: Node, other: Node) -> tuple[Guest, Guest]:
    """Give two who play at a table of the other node, each through another one."""
    ann, ben = await other.guest("Ann"), await one.guest("Ben")
    made = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3, {"deals": 4}), ("plain",), pace=0))
    assert isinstance(made, Seated)
    assert isinstance(await ben.join(made.view.table), Seated)
    assert other.runner.running == 1
    assert isinstance(await ann.begin(), Accepted)
    return ann, ben


async def again(one: Node, guest: Guest) -> Guest:
    """Let somebody come back who was cut off, to their seat."""
    table = guest.view.table
    await guest.until_gone()
    await guest.hang_up()
    back = await one.guest(token=guest.token)
    assert isinstance(await back.join(table), Seated)
    return back


@pytest.mark.parametrize("how", ["leaves", "is lost", "cannot write"])
async def test_people_play_on_when_a_node_drops_out(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Their table was at that node, and one of them came through it."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    monkeypatch.setattr("server.cluster.tables.remote_tables.LOOK_SECONDS", 0.02)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        await known(one, 1)
        ann, ben = await seated(one, other)
        for guest in (ann, ben):
            await guest.until_my_turn()
            assert isinstance(await guest.bid(), Accepted)
        match how:
            case "leaves":
                other.dialler.shut()
                await other.runner.close()
            case "is lost":
                other.dialler.shut()
                other.pipes.cut()
            case _:
                await other.store._end("the disk is full")
        ann, ben = await asyncio.gather(again(one, ann), again(one, ben))
        await known(one, 0)
        assert other.runner.running == 0
        await asyncio.gather(play(ann), play(ben))
        for guest in (ann, ben):
            await guest.hang_up()


async def test_a_node_runs_tables_again_after_its_line_was_cut(
    nats_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS lost a part of it, and the same node leads on."""
    monkeypatch.setattr("server.cluster.pipes.ALIVE_SECONDS", 0.02)
    monkeypatch.setattr("server.cluster.tables.remote_tables.LOOK_SECONDS", 0.02)
    async with node(nats_address, tmp_path / "one") as one, node(nats_address, tmp_path / "other") as other:
        await one.lead()
        await known(one, 1)
        ann, ben = await seated(one, other)
        before = other.runner._line
        other.pipes.cut()
        async with asyncio.timeout(60):
            while other.runner._line in (None, before):
                await asyncio.sleep(0.01)
        await known(one, 1)
        ann, ben = await again(other, ann), await again(one, ben)
        assert other.runner.running == 1
        await asyncio.gather(play(ann), play(ben))
        for guest in (ann, ben):
            await guest.hang_up()
