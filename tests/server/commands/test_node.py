"""Two real servers that are nodes of one cluster: people are where they were, whichever of them goes."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from protocol.messages import Goodbye, Hello
from protocol.setup import Setup
from server.commands.backup import main as backup
from server.commands.cluster_configuration import check_cluster, cluster_arguments
from server.commands.figures_page import STATUS_NAME
from server.commands.restore import main as restore
from server.commands.serve import main
from server.commands.top import main as top
from server.commands.tournament import TOKEN_NAME
from server.commands.tournament import main as tournament
from server.configuration.keys import KEYS, Configuration
from server.database_files import DATABASE_NAME
from server.host.tables.ledger import record_reader
from server.metrics.page import read_page
from server.processes.plan import ProcessFault
from server.storage import logs
from tests.nats_servers import NatsServer
from tests.server.cluster.copies import log_in
from tests.server.commands.children import CODEC, Child, Player, a_child, connect_unix, hang_up
from tests.server.commands.test_others import children_of

LONG = Setup("chwech", 4, {"deals": 12})
"""A game that nobody finishes here."""

DOOR = "chwech.sock"


async def host_of(child: Child) -> int:
    """Give the number of the process that runs, or would run, the tables of a node."""
    async with asyncio.timeout(60):
        while not (found := children_of(child.process.pid)):
            await asyncio.sleep(0.01)
    return found[0]


async def play(*players: Player, actions: int = 12) -> None:
    """Let these people play on, until so many of their commands are acknowledged."""
    wanted = sum(len(player.acknowledged) for player in players) + actions

    async def go_on(player: Player) -> None:
        while await player.step():
            pass

    playing = [asyncio.create_task(go_on(player)) for player in players]
    async with asyncio.timeout(60):
        while sum(len(player.acknowledged) for player in players) < wanted:
            await asyncio.sleep(0.01)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def gone(player: Player) -> None:
    """Wait until the connection has ended."""
    with contextlib.suppress(ConnectionError):
        while not isinstance(await player.hear(), Goodbye):
            pass
    await _let_go(player)


async def _let_go(player: Player) -> None:
    """Close a connection whose other end may be gone."""
    with contextlib.suppress(ConnectionError):
        await hang_up(player)


async def greeted(door: Path, token: str) -> Player:
    """Give a client whom somebody has let in; whoever is about to end lets in nobody."""
    async with asyncio.timeout(60):
        while (player := await _greeted(door, token)) is None:
            await asyncio.sleep(0.02)
    return player


async def _greeted(door: Path, token: str) -> Player | None:
    try:
        player = await connect_unix(door)
    except OSError:
        return None
    try:
        await player.greet(token=token)
    except (OSError, AssertionError):
        await _let_go(player)
        return None
    return player


async def back(player: Player, door: Path, table: str) -> Player:
    """Come again, and give the client once it has its seat."""
    again = await greeted(door, player.token)
    again.acknowledged = player.acknowledged
    assert player.view is not None
    view = await again.join(table, player.view.seq)
    assert view.viewer == player.view.viewer
    assert view.seq >= player.view.seq
    return again


async def one_organiser(one: Path, two: Path) -> None:
    """Make a tournament on one node, and call it off on another with a copy of the token."""
    words = ("make", "Winter", "Cup", "league", "move=2d")
    assert await asyncio.to_thread(tournament, [*words, "--data", str(one)]) == 0
    assert await asyncio.to_thread(tournament, ["--data", str(two)]) == 1
    shutil.copy(one / TOKEN_NAME, two)
    assert await asyncio.to_thread(tournament, ["cancel", "1", "--data", str(two)]) == 0


async def says(child: Child, text: str) -> None:
    """Wait until a server says this."""
    while text not in await child.said():
        pass


@pytest.mark.timeout(180)
async def test_tables_outlive_their_node(nats_server: NatsServer, nats_address: str, tmp_path: Path) -> None:
    """A seat is reached by either node, is kept when one ends or stands still, and everything done is in every log."""
    one, two = tmp_path / "1", tmp_path / "2"
    cluster = ("--no-ssh", "--unsafe", "--cluster", nats_address)
    async with contextlib.AsyncExitStack() as closing:
        async with a_child(*cluster, data=one) as first:
            await says(first, "listening on the Unix socket")
            ann = await connect_unix(one / DOOR)
            # Who is let in is let in by somebody who leads, so the first one does.
            await ann.greet("Ann")
            second = await closing.enter_async_context(a_child(*cluster, data=two))
            await says(second, "listening on the Unix socket")
            ben = await connect_unix(two / DOOR)
            await ben.greet("Ben")
            other = await connect_unix(two / DOOR)
            with pytest.raises(AssertionError, match="somebody else here is called Ann"):
                await other.greet("Ann")
            await hang_up(other)
            table = await ann.open(LONG)
            await ben.join(table)
            await ann.begin()
            await play(ann, ben)
            first.tell_to_end()
            await asyncio.gather(gone(ann), gone(ben))
            assert await first.ended() == 0
        ben = await back(ben, two / DOOR, table)
        async with a_child(*cluster, data=one) as first:
            await says(first, "listening on the Unix socket")
            ann = await back(ann, one / DOOR, table)
            await play(ann, ben)
            host = await host_of(second)
            os.kill(host, signal.SIGSTOP)
            await gone(ann)
            ann = await back(ann, one / DOOR, table)
            os.kill(host, signal.SIGCONT)
            await says(second, "this node stood still, and")
            await gone(ben)
            ben = await back(ben, two / DOOR, table)
            await play(ann, ben)
            await hang_up(ann, ben)
            second.tell_to_end()
            first.tell_to_end()
            assert [await first.ended(), await second.ended()] == [0, 0]
    found = log_in(one, table)
    causes = Counter(record.cause.id for record in map(record_reader(CODEC), found) if record.cause)
    acknowledged = [command for player in (ann, ben) for command in player.acknowledged]
    assert all(causes[command.id] == 1 for command in acknowledged if not isinstance(command, Hello))
    behind = log_in(two, table)
    assert behind == found[: len(behind)]


@pytest.mark.timeout(180)
async def test_nodes_are_watched_and_backed_up(
    nats_server: NatsServer, nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either node shows all of the cluster, and a backup of its copy, made while it runs, holds what was stored."""
    one, two = tmp_path / "1", tmp_path / "2"
    cluster = ("--no-ssh", "--unsafe", "--cluster", nats_address)
    async with a_child(*cluster, data=one) as first, a_child(*cluster, data=two) as second:
        await says(first, "listening on the Unix socket")
        await says(second, "listening on the Unix socket")
        ann = await connect_unix(two / DOOR)
        await ann.greet("Ann")
        table = await ann.open(LONG)
        await ann.begin()
        await play(ann)
        shown = {}
        for data in (one, two):
            assert await asyncio.to_thread(top, ["--once", "--data", str(data)]) == 0
            shown[data] = capsys.readouterr().out
            assert re.search(
                r"^cluster +2 nodes; \S+ has led for \d+ s, lead 1; \d+ entries$", shown[data], re.MULTILINE
            )
            nodes = re.findall(r"^  node    \S+: tables (\d); \d+ entries, \d+ behind; ", shown[data], re.MULTILINE)
            # Ann's table runs at one of them.
            assert sorted(nodes) == ["0", "1"]
            assert f"  NATS    {nats_server.name}: leads the journal" in shown[data]
            assert await read_page(data / STATUS_NAME, "/health") == "ok\n"
        assert sorted("\nactions " in text for text in shown.values()) == [False, True]
        await one_organiser(one, two)
        for data in (one, two):
            kept = tmp_path / f"{data.name}.tar"
            await asyncio.sleep(1.2)
            assert await asyncio.to_thread(backup, [str(kept), "--data", str(data)]) == 0
            assert await asyncio.to_thread(restore, [str(kept), "--data", str(tmp_path / f"again {data.name}")]) == 0
        await hang_up(ann)
    acknowledged = {command.id for command in ann.acknowledged if not isinstance(command, Hello)}
    for data in (one, two):
        with closing(sqlite3.connect(tmp_path / f"again {data.name}" / DATABASE_NAME)) as connection:
            records = map(record_reader(CODEC), logs.read(connection, table))
            assert acknowledged <= {record.cause.id for record in records if record.cause}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--unsafe",), "--unsafe says something of a cluster, and there is none: add --cluster URL"),
        (("--cluster-monitor", "http://a:1"), "--cluster-monitor says something of a cluster, and there is none"),
        (("--cluster", "http://a"), "'http://a' is no address of a cluster: write nats://HOST:PORT"),
        (("--cluster", "nats://u:p@a"), "a password in an address is read by others"),
        (("--cluster-monitor", "a:1"), "'a:1' is no place where NATS shows its state: write http://HOST:PORT"),
    ],
)
def test_what_is_no_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], why: str
) -> None:
    """Nothing is made, and the text says what would be right."""
    data = tmp_path / "data"
    for more in ((), ("--check",)):
        with contextlib.suppress(SystemExit):
            assert main(["--no-ssh", "--data", str(data), *options, *more]) == 1
        said = capsys.readouterr()
        assert why in said.out + said.err
    assert not data.exists()


def test_a_check_names_the_copy(nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That is where a node would store everything."""
    assert main(["--no-ssh", "--data", str(tmp_path), "--cluster", nats_address, "--unsafe", "--check"]) == 0
    assert f"database: {tmp_path / 'cluster' / 'chwech.sqlite'} would be made" in capsys.readouterr().out


def test_a_cluster_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not installed it is told how."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ProcessFault, match="needs the package nats-py"):
        check_cluster(configuration("nats://a"))


def configuration(cluster: str, monitors: str | None = None, *, unsafe: bool = False) -> Configuration:
    """Give a configuration that is the default but for the cluster."""
    values: dict[str, Any] = {key.field: key.default_value for key in KEYS}
    return Configuration(**values)._replace(cluster=cluster, cluster_monitor=monitors, unsafe=unsafe)


def test_what_the_host_is_told() -> None:
    """Of a cluster, where it is and what is asked of it; of none, nothing."""
    assert cluster_arguments(configuration("")) == ()
    asked = cluster_arguments(configuration("nats://a", "http://a:1,http://b:2", unsafe=True))
    assert asked == ("--cluster=nats://a", "--cluster-monitor=http://a:1", "--cluster-monitor=http://b:2", "--unsafe")


async def test_unsafe_servers_are_refused(nats_server: NatsServer, nats_address: str, tmp_path: Path) -> None:
    """A node that was not told to take them ends, and says what is wrong with them."""
    options = ("--no-ssh", "--cluster", nats_address, "--cluster-monitor", nats_server.monitor_url)
    async with a_child(*options, data=tmp_path) as child:
        await says(child, "there is 1 NATS server, and 3 are needed on as many machines")
        assert await child.ended() == 1
    (tmp_path / "nats_credentials").write_text("nobody")
    async with a_child(*options, data=tmp_path) as child:
        await says(child, "nats_credentials")
        assert await child.ended() == 1
