"""How soon somebody whose connection was cut has their seat again, at every door, from the new connection on."""

import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from protocol.setup import Setup
from tests.bench.ssh.caller import Caller
from tests.bench.ssh.crowd import KEYS, seat
from tests.bench.ssh.house import House, guests
from tests.server.commands.children import Child, Player, a_child, connect, connect_unix

BAR = 1.0
"""Seconds until the table is drawn and can be played at."""

ROUNDS = 10
"""How often each door is tried."""


@pytest.mark.bench
async def test_the_same_seat_after_a_cut_connection(tmp_path: Path) -> None:
    """By SSH until the table is drawn and answers a key, at the other doors until it has come."""
    options = ("--ssh", "127.0.0.1:0", "--fronts", "1", "--tcp", "127.0.0.1:0")
    async with a_child(*options, data=tmp_path) as child:
        ports = await _ports(child)
        house = House(0, 0, 0, ports["SSH"], tmp_path / "fronts.sock")
        taken = {
            "SSH": await _by_ssh(house),
            "TCP": await _by_protocol("Tom", lambda: connect(f"127.0.0.1:{ports['TCP']}")),
            "Unix": await _by_protocol("Una", lambda: connect_unix(tmp_path / "chwech.sock")),
        }
    for door, times in taken.items():
        times.sort()
        print(f"\nthe same seat by {door}: median {times[ROUNDS // 2]:.3f} s, slowest {times[-1]:.3f} s (bar {BAR} s)")
    assert all(times[ROUNDS // 2] <= BAR for times in taken.values())


async def _ports(child: Child) -> dict[str, int]:
    """Read where the server listens."""
    ports: dict[str, int] = {}
    while "host key" not in (line := await child.said()):
        found = re.search(r"on (SSH|TCP) at \S*?:(\d+)", line)
        if found:
            ports[found[1]] = int(found[2])
    return ports


async def _by_ssh(house: House) -> list[float]:
    """Cut connections by SSH and call again."""
    [guest] = await guests(house, 1)
    caller = await seat(house.port, guest)
    times: list[float] = []
    for _ in range(ROUNDS):
        hang_up(caller)
        began = time.perf_counter()
        caller = await seat(house.port, guest)
        await caller.press(KEYS[0])
        times.append(time.perf_counter() - began)
    hang_up(caller)
    return times


def hang_up(caller: Caller) -> None:
    """Cut a connection."""
    assert caller._connection is not None
    caller._connection.abort()


async def _by_protocol(name: str, reach: Callable[[], Awaitable[Player]]) -> list[float]:
    """Cut connections of the protocol and come again."""
    player = await reach()
    await player.greet(name)
    table = await player.open(Setup("chwech", 6))
    await player.begin()
    times: list[float] = []
    for _ in range(ROUNDS):
        player.channel.close()
        began = time.perf_counter()
        again = await reach()
        await again.greet(token=player.token)
        view = await again.join(table)
        times.append(time.perf_counter() - began)
        assert view.viewer == 0
        player = again
    player.channel.close()
    return times
