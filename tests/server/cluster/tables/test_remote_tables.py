"""Where tables run: near those who want them, not many more than elsewhere, and at no node that is lost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import cast

from msgspec import Struct

from server.cluster.pipes import NobodyLeads, Other, Pipes, Standing
from server.cluster.tables.line import Line
from server.cluster.tables.messages import Begin, Disturbed, Enter, FromLeader, Leaving, Message, Run
from server.cluster.tables.remote_tables import BEHIND, DOOR, LOOK_SECONDS, MARGIN, RemoteTables
from server.storage.store import Account
from tests.server.cluster.elsewhere import Admitting
from tests.server.cluster.tables.lines import Wire, settle
from tests.server.cluster.tables.nodes import session
from tests.server.host.world import World, a_world
from tests.server.virtual_time import in_virtual_time


class End(Struct):
    """The end of a pipe."""

    reader: asyncio.StreamReader
    writer: Wire


class Nodes:
    """The pipes to nodes in memory."""

    def __init__(self) -> None:
        """Begin without nodes."""
        self.others: dict[str, Other] = {}
        self.standing = Standing(0)
        self.lines: dict[str, Line[FromLeader]] = {}
        self.heard: dict[str, list[Message]] = {}
        self.closed: set[str] = set()
        """Those that open no door."""
        self.opened_doors: list[str] = []

    def come(self, name: str) -> None:
        """Let a node live."""
        self.others[name] = Other(Standing(0), 0.0)

    @asynccontextmanager
    async def opened(self, name: str, door: str) -> AsyncIterator[End]:
        """Open a pipe to a node."""
        self.opened_doors.append(f"{name}/{door}")
        if name in self.closed:
            raise NobodyLeads(name)
        at_leader, at_node = asyncio.StreamReader(), asyncio.StreamReader()
        line: Line[FromLeader] = Line(at_node, Wire(at_leader), FromLeader)
        self.lines[name], heard = line, self.heard.setdefault(name, [])

        def take(message: FromLeader) -> Awaitable[object] | None:
            heard.append(message)
            return None

        running = asyncio.create_task(line.run(take))
        yield End(at_leader, Wire(at_node))
        await running


class Spread:
    """A host whose tables run at other nodes, too."""

    def __init__(self, world: World, *names: str) -> None:
        """Begin with these nodes."""
        self.nodes = Nodes()
        for name in names:
            self.nodes.come(name)
        self.here = 0
        self.disturbances = 0
        self.ended: list[str] = []
        self.parts = world.host.actors.parts
        self.admitting = Admitting()
        self.tables = RemoteTables(cast(Pipes, self.nodes), 5, self.parts, self.admitting, lambda: self.here)
        self.tables.disturbed = self._disturb
        self._codes = iter(map(str, range(10_000)))

    def _disturb(self) -> None:
        self.disturbances += 1

    def place(self, near: str = "") -> str:
        """Run one more table, and give where."""
        code = next(self._codes)
        if self.tables.place(code, near, self.ended.append) is None:
            self.here += 1
            return ""
        return next(name for name, node in self.tables._nodes.items() if code in node._tables)


@asynccontextmanager
async def spread(*names: str) -> AsyncIterator[Spread]:
    """Give a host that knows these nodes."""
    async with a_world() as world:
        one = Spread(world, *names)
        await settle()
        yield one
        await one.tables.close()


@in_virtual_time
async def test_a_node_is_told_who_leads() -> None:
    """First of all, at the door for tables."""
    async with spread("a") as one:
        assert one.nodes.opened_doors == [f"a/{DOOR}"]
        assert one.nodes.heard["a"] == [Begin(5, "writer 1")]


@in_virtual_time
async def test_a_table_runs_near_whoever_wants_it() -> None:
    """Also near those who come to this node."""
    async with spread("a", "b") as one:
        assert [one.place(near) for near in ("a", "b", "", "b", "a", "")] == ["a", "b", "", "b", "a", ""]
        await settle()
        assert one.nodes.heard["a"][1:] == [Run("0", None), Run("4", None)]


@in_virtual_time
async def test_no_node_runs_many_more_than_another() -> None:
    """Beyond the margin, a table runs where fewest do."""
    async with spread("a") as one:
        assert [one.place("a") for _ in range(MARGIN + 1)] == ["a"] * (MARGIN + 1)
        assert one.place("a") == ""
        assert one.place("a") == "a"
        assert one.place("a") == ""


@in_virtual_time
async def test_what_is_wanted_nowhere_runs_where_fewest_do() -> None:
    """So does what is wanted near a node that is not known; this node is the first of equals."""
    async with spread("a") as one:
        assert [one.place("unknown") for _ in range(4)] == ["", "a", "", "a"]


@in_virtual_time
async def test_a_node_that_leaves_gets_no_more() -> None:
    """Though they are wanted there."""
    async with spread("a") as one:
        assert one.place("a") == "a"
        one.nodes.lines["a"].tell(Leaving())
        await settle()
        assert one.place("a") == ""


@in_virtual_time
async def test_nodes_are_found_when_they_come() -> None:
    """Also one that opened no door before, and one that was lost."""
    async with spread("a") as one:
        one.nodes.closed.add("b")
        one.nodes.come("b")
        await asyncio.sleep(LOOK_SECONDS)
        await settle()
        assert one.place("b") == ""
        one.nodes.closed.clear()
        one.nodes.lines["a"].end()
        await asyncio.sleep(LOOK_SECONDS)
        await settle()
        assert one.place("b") == "b"
        assert one.place("a") == "a"
        assert sorted(one.nodes.opened_doors) == [f"{name}/{DOOR}" for name in ("a", "a", "b", "b")]
        assert one.nodes.heard["a"][:2] == [Begin(5, "writer 1"), Begin(5, "writer 2")]


@in_virtual_time
async def test_a_node_that_has_much_to_read_runs_no_tables_yet() -> None:
    """It would know only late that a record is stored, and one that cannot continue its copy never would."""
    async with spread("a") as one:
        one.nodes.standing = Standing(BEHIND + 7)
        one.nodes.come("b")
        await asyncio.sleep(LOOK_SECONDS)
        await settle()
        assert one.place("b") != "b"
        one.nodes.others["b"] = Other(Standing(7, followed=False), 0.0)
        await asyncio.sleep(LOOK_SECONDS)
        await settle()
        assert one.place("b") != "b"
        one.nodes.others["b"] = Other(Standing(7), 0.0)
        await asyncio.sleep(LOOK_SECONDS)
        await settle()
        assert one.place("b") == "b"


@in_virtual_time
async def test_a_lost_node_disturbs_the_clocks_of_all() -> None:
    """Its players may be reconnecting: no time runs for them, wherever their tables go on."""
    async with spread("a", "b") as one:
        assert one.place("a") == "a"
        one.nodes.lines["a"].end()
        await settle()
        assert one.ended == ["0"]
        assert one.admitting.excluded == [("writer 1", ("0",))]
        assert one.disturbances == 1
        assert one.nodes.heard["b"] == [Begin(5, "writer 2"), Disturbed()]
        assert one.place("a") == ""


@in_virtual_time
async def test_a_lost_node_without_tables_disturbs_nobody() -> None:
    """Nobody was there."""
    async with spread("a", "b") as one:
        one.nodes.lines["a"].end()
        await settle()
        assert one.disturbances == 0
        assert one.nodes.heard["b"] == [Begin(5, "writer 2")]


@in_virtual_time
async def test_what_is_hidden_is_told_to_every_node() -> None:
    """Where the account is known."""
    async with spread("a", "b") as one:
        table = one.tables.place("code", "a", one.ended.append)
        assert table is not None
        ann = session("Ann")
        losing = asyncio.create_task(table.lose(ann))
        await settle()
        one.nodes.heard["a"].clear()
        one.parts.blocks._hidden["ann"] = {"ben": "Ben"}
        one.parts.blocks.changed("ann")
        await settle()
        assert one.nodes.heard["a"] == [Enter(1, Account("ann", "Ann"), "run of Ann", {"ben": "Ben"})]
        assert one.nodes.heard["b"] == [Begin(5, "writer 2")]
        one.nodes.lines["a"].end()
        await losing


@in_virtual_time
async def test_an_end_ends_all_lines() -> None:
    """And no node is looked for any more."""
    async with spread("a", "b") as one:
        await one.tables.close()
        await settle()
        assert all(line.ended for line in one.nodes.lines.values())
        one.nodes.come("c")
        await asyncio.sleep(2 * LOOK_SECONDS)
        assert f"c/{DOOR}" not in one.nodes.opened_doors
