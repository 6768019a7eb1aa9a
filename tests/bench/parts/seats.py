"""How soon someone whose connection was cut has their seat again, at every door, from the new connection on."""

import asyncio
import re
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from lab.load.caller import Caller
from protocol.setup import Setup
from tests.bench.measure import Better, Findings, Measure, Other, Scale
from tests.bench.peers.scratch import Scratch
from tests.bench.relay import Relay
from tests.bench.ssh.crowd import KEYS, seat
from tests.bench.ssh.echo import an_echo, strangers
from tests.bench.ssh.house import Guest, House, guests
from tests.chwech_tui.emulator import Emulator
from tests.chwech_tui.person import Person
from tests.chwech_tui.terminal import Terminal
from tests.server.commands.children import Child, Player, a_child, connect, connect_unix

FLOOR = "floor: a plain SSH server, connected and answering a key"

NOTES = (
    "From the connection that follows a cut one: a person until they act at the table, a program until it has it.",
)

WORDS = 8  # How often someone speaks up after a cut: nobody may say much more in a breath.
ROUNDS = 10  # How often each other door is tried.


async def back(data: Path, rounds: int, words: int) -> tuple[dict[str, list[float]], tuple[float, ...]]:
    """Give the seconds that each way back took: a program until the table has come; a person until they act there."""
    options = ("--ssh", "127.0.0.1:0", "--fronts", "1", "--tcp", "127.0.0.1:0")
    async with a_child(*options, data=data) as child:
        ports = await _ports(child)
        house = House(0, 0, (), ports["SSH"], data / "fronts.sock")
        taken = {
            "plain ssh": await _by_ssh(house.port, (await guests(house, 1))[0], rounds),
            "chwech join, by SSH": await _by_client(data, ports["SSH"], "", words),
            "chwech join, by TCP": await _by_client(data, ports["TCP"], "tcp://", words),
            "a program, by TCP": await _by_protocol("Tom", lambda: connect(f"127.0.0.1:{ports['TCP']}"), rounds),
            "a program, by Unix socket": await _by_protocol("Una", lambda: connect_unix(data / "chwech.sock"), rounds),
        }
    async with an_echo() as echo:
        return taken, _in_milliseconds(await _by_ssh(echo.port, strangers(1)[0], rounds))


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Cut connections at every door, and at a plain SSH server."""
    with tempfile.TemporaryDirectory() as folder:
        taken, floors = asyncio.run(back(Path(folder), scale.of(ROUNDS), scale.of(WORDS)))
    measures = [
        Measure(f"seated again by {door}", "ms", Better.LESS, _in_milliseconds(times), (Other(FLOOR, floors),))
        for door, times in taken.items()
    ]
    return Findings(tuple(measures), NOTES)


def _in_milliseconds(times: Sequence[float]) -> tuple[float, ...]:
    return tuple(1000 * one for one in times)


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
    await asyncio.to_thread(terminal.until, "deal 1")
    taken = [await _cut(relay, terminal, f"word{number}") for number in range(words)]
    terminal.screen = b""
    terminal.press("qy")
    await asyncio.to_thread(terminal.until, "quit")
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
