"""How soon somebody whose connection was cut has their seat again, at every door, from the new connection on."""

import asyncio
import re
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from protocol.setup import Setup
from server.load.caller import Caller
from tests.bench import floor
from tests.bench.relay import Relay
from tests.bench.ssh.crowd import KEYS, seat
from tests.bench.ssh.echo import an_echo, strangers
from tests.bench.ssh.house import Guest, House, guests
from tests.chwech_tui.emulator import Emulator
from tests.chwech_tui.person import Person
from tests.chwech_tui.terminal import Terminal
from tests.server.commands.children import Child, Player, a_child, connect, connect_unix

BAR = 100.0
"""How many times as long as a plain SSH server, from a new connection to the answer to a key, the slowest takes."""

WORDS = 8
"""How often somebody speaks up after a cut: nobody may say much more in a breath."""

ROUNDS = 10
"""How often each other door is tried."""


async def measure(data: Path, rounds: int, words: int) -> tuple[dict[str, list[float]], list[float]]:
    """Give the seconds that each way back took: a program until the table has come; a person until they act there."""
    options = ("--ssh", "127.0.0.1:0", "--fronts", "1", "--tcp", "127.0.0.1:0")
    async with a_child(*options, data=data) as child:
        ports = await _ports(child)
        house = House(0, 0, 0, ports["SSH"], data / "fronts.sock")
        taken = {
            "plain ssh": await _by_ssh(house.port, (await guests(house, 1))[0], rounds),
            "chwech join, by SSH": await _by_client(data, ports["SSH"], "", words),
            "chwech join, by TCP": await _by_client(data, ports["TCP"], "tcp://", words),
            "a program, by TCP": await _by_protocol("Tom", lambda: connect(f"127.0.0.1:{ports['TCP']}"), rounds),
            "a program, by Unix socket": await _by_protocol("Una", lambda: connect_unix(data / "chwech.sock"), rounds),
        }
    async with an_echo() as echo:
        return taken, await _by_ssh(echo.port, strangers(1)[0], rounds)


@pytest.mark.bench
async def test_the_same_seat_after_a_cut_connection(tmp_path: Path) -> None:
    """At every door whoever was cut off is back soon."""
    taken, floors = await measure(tmp_path, ROUNDS, WORDS)
    least = statistics.median(floors)
    print()
    held = [
        floor.held(
            f"the same seat by {door}: median {statistics.median(times):.3f} s, slowest {max(times):.3f} s; slowest",
            max(times),
            least,
            BAR,
        )
        for door, times in taken.items()
    ]
    assert all(held)


@pytest.mark.no_cover
async def test_the_benchmark_comes_back_by_every_door(tmp_path: Path) -> None:
    """At its smallest one connection is cut at each door, and the seat is there again."""
    taken, floors = await measure(tmp_path, 1, 1)
    assert {len(times) for times in (*taken.values(), floors)} == {1}
    assert len(taken) == 5


async def _ports(child: Child) -> dict[str, int]:
    """Read where the server listens."""
    ports: dict[str, int] = {}
    while "host key" not in (line := await child.said()):
        found = re.search(r"on (SSH|TCP) at \S*?:(\d+)", line)
        if found:
            ports[found[1]] = int(found[2])
    return ports


async def _by_ssh(port: int, guest: Guest, rounds: int) -> list[float]:
    """Cut connections by SSH and call again."""
    caller = await seat(port, guest)
    times: list[float] = []
    for _ in range(rounds):
        hang_up(caller)
        began = time.perf_counter()
        caller = await seat(port, guest)
        await caller.press(KEYS[0])
        times.append(time.perf_counter() - began)
    hang_up(caller)
    return times


def hang_up(caller: Caller) -> None:
    """Cut a connection."""
    assert caller._connection is not None
    caller._connection.abort()


async def _by_client(data: Path, port: int, scheme: str, words: int) -> list[float]:
    """Cut the line of a client that comes back by itself; what is typed meanwhile is done once the table is there."""
    friend = await connect_unix(data / "chwech.sock")
    await friend.greet(f"Friend {port}")
    table = await friend.open(Setup("chwech", 6))
    relay = Relay(port)
    home = data / f"home {port}"
    home.mkdir()
    argv = ["join", f"{scheme}127.0.0.1:{await relay.open()}", table, "--data", str(home), "--name", f"Nia {port}"]
    person = Person(home)
    person.make_key()
    terminal = Terminal(argv, person.environment, controls=True)
    if not scheme:
        await asyncio.to_thread(terminal.until, "(yes/no/[fingerprint])? ")
        terminal.press("yes\n")
    await asyncio.to_thread(terminal.until, "Are you ready?")
    await friend.begin()
    await asyncio.to_thread(terminal.until, "Seal ")
    taken = [await _cut(relay, terminal, f"word{number}") for number in range(words)]
    terminal.screen = b""
    terminal.press("qy")
    await asyncio.to_thread(terminal.until, " quit")
    terminal.press("q")
    assert await asyncio.to_thread(terminal.close) == 0
    relay.close()
    friend.channel.close()
    return taken


async def _cut(relay: Relay, terminal: Terminal, word: str) -> float:
    """Cut the line, say a word, and give the seconds from the new connection until all have heard it."""
    relay.cut()
    terminal.press(f"t{word}\r")
    await asyncio.to_thread(_until_said, terminal, word)
    return time.perf_counter() - relay.at


def _until_said(terminal: Terminal, word: str) -> None:
    """Read what is drawn until the word stands behind a name: only what has changed is drawn."""
    screen = Emulator(100, 30)
    fed = 0
    end = time.perf_counter() + 30
    while f": {word} " not in "".join(character for row in screen.rows for character, _ in row):
        assert time.perf_counter() < end, f"{word!r} was never said"
        terminal.read()
        screen.feed(terminal.screen[fed:].decode(errors="replace"))
        fed = len(terminal.screen)


async def _by_protocol(name: str, reach: Callable[[], Awaitable[Player]], rounds: int) -> list[float]:
    """Cut connections of the protocol and come again."""
    player = await reach()
    await player.greet(name)
    table = await player.open(Setup("chwech", 6))
    await player.begin()
    times: list[float] = []
    for _ in range(rounds):
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
