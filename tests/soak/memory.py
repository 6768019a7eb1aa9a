"""``python -m tests.soak.memory``: a real server while people come and go within the limits; it must not grow."""

import argparse
import asyncio
import contextlib
import re
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
from msgspec import Struct

from protocol.aio import client_channel
from protocol.lobby import EnterLobby, LeaveLobby
from protocol.messages import FromClient, JoinTable, LeaveTable, OpenTable, ReadTable, Seated, WatchTable
from protocol.setup import Setup
from protocol.table import QuickTable, Rematch, SetAway, TablePhase
from server.fronts.ssh.session import SUBSYSTEM
from tests.bench.ssh.measured import known, usage
from tests.server.commands.children import CODEC, Child, Player, a_child, connect, hang_up
from tests.soak.sleepers import Owner, make

GROWTH_BAR = 10.0  # MB by which a process may grow.
TURN_SECONDS = 1.5  # The time between two tables of one person.
HASTE_SECONDS = 0.11  # Seconds between two commands of one person: the server takes ten a second.
HEAVY_SECONDS = 0.4  # Seconds between two commands that cost more than others.
SHORT = Setup("chwech", 4, {"deals": 1})  # A game that is soon over.
REMATCHES_OF_ONE = 40  # Games that one person asks for: an account may make fifty tables at once.


class Growth(Struct, frozen=True):
    """How a process has grown."""

    kind: str
    """Which process."""
    before: float
    """MB in the beginning."""
    after: float
    """MB in the end."""

    @property
    def good(self) -> bool:
        """Whether it is as it should be."""
        return self.after - self.before <= GROWTH_BAR

    def __str__(self) -> str:
        """Give all of it in a few words."""
        return f"{self.kind} {self.before:.1f} to {self.after:.1f} MB ({self.after - self.before:+.1f})"


class Outcome(Struct, frozen=True):
    """What came of it."""

    done: int
    """How often people did what they came for."""
    growths: list[Growth]
    """How each process has grown since everyone was there."""


async def turns(data: Path, people: int, seconds: float) -> Outcome:
    """Let people sit down at two sleeping tables of theirs by turns, over TCP."""
    owners = await make(data, people)
    async with _serving(data, "--no-ssh", "--tcp", "127.0.0.1:0") as (child, address):
        players = [await connect(address) for _ in owners]
        for player, owner in zip(players, owners, strict=True):
            await player.greet(token=owner.token)
        outcome = await _measured(child, lambda: _take_turns(players, owners, seconds))
        await hang_up(*players)
    return outcome


async def turns_by_ssh(data: Path, people: int, seconds: float) -> Outcome:
    """Let people of one address do the same over SSH."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(people)]
    owners = await make(data, people, keys=tuple(key.get_fingerprint() for key in keys))
    async with (
        _serving(data, "--ssh", "127.0.0.1:0", "--fronts", "1") as (child, address),
        contextlib.AsyncExitStack() as connections,
    ):
        players = [await _by_ssh(address, key, connections) for key in keys]
        for player in players:
            await player.greet()
        return await _measured(child, lambda: _take_turns(players, owners, seconds))


async def rematches(data: Path, people: int, games: int) -> Outcome:
    """Let people play short games with bots, each after the first as a rematch, over TCP."""
    async with _serving(data, "--no-ssh", "--tcp", "127.0.0.1:0") as (child, address):
        players = [await connect(address) for _ in range(people)]
        for number, player in enumerate(players):
            await player.greet(f"Player {number}")
            answer = await player.ask(lambda command: OpenTable(command, SHORT, pace=0))
            assert isinstance(answer, Seated), answer
            await player.begin()
        outcome = await _measured(child, lambda: _play_on(players, games))
        await hang_up(*players)
    return outcome


async def whims(data: Path, people: int, seconds: float) -> Outcome:
    """Let people come, look here and there, sit down, get up and go, again and again, over TCP."""
    owners = await make(data, people)
    async with _serving(data, "--no-ssh", "--tcp", "127.0.0.1:0") as (child, address):
        await asyncio.gather(*(_whim(address, owner, owners) for owner in owners))

        async def one(owner: Owner) -> int:
            end, done = time.monotonic() + seconds, 0
            while not done or time.monotonic() < end:
                await _whim(address, owner, owners)
                done += 1
            return done

        async def all_of_them() -> int:
            return sum(await asyncio.gather(*map(one, owners)))

        return await _measured(child, all_of_them)


async def _whim(address: str, owner: Owner, owners: list[Owner]) -> None:
    """Do one after the other what costs a client least and the server most, and cut the line in the end."""
    player = await connect(address)
    await player.greet(token=owner.token)
    other = owners[owners.index(owner) - 1].tables[0]
    wishes: list[Callable[[int], FromClient]] = [
        EnterLobby,
        lambda number: ReadTable(number, other),
        lambda number: WatchTable(number, other),
        LeaveTable,
        lambda number: JoinTable(number, owner.tables[0]),
        lambda number: SetAway(number, away=True),
        lambda number: SetAway(number, away=False),
        lambda number: QuickTable(number, SHORT),
        LeaveTable,
        LeaveLobby,
    ]
    for wish in wishes:
        await player.ask(wish)
        await asyncio.sleep(HEAVY_SECONDS)
    player.channel.close()


@asynccontextmanager
async def _serving(data: Path, *options: str) -> AsyncIterator[tuple[Child, str]]:
    """Start a server, and give it with the address of its one door for all."""
    async with a_child(*options, data=data) as child:
        while (found := re.search(r"127\.0\.0\.1:\d+", line := await child.said())) is None:
            assert line, "the server does not say where it listens"
        reading = asyncio.create_task(_swallow(child))
        yield child, found[0]
        child.tell_to_end()
        await child.ended()
        reading.cancel()


async def _swallow(child: Child) -> None:
    """Let the server say what it has to say, however long it is silent."""
    assert child.process.stderr is not None
    while await child.process.stderr.readline():
        pass


async def _by_ssh(address: str, key: asyncssh.SSHKey, connections: contextlib.AsyncExitStack) -> Player:
    """Give a client that speaks over SSH."""
    host, _, port = address.rpartition(":")
    connection = await connections.enter_async_context(
        asyncssh.connect(host, int(port), username="chwech", client_keys=[key], known_hosts=None, config=None)
    )
    writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
    return Player(client_channel(reader, writer, CODEC))


async def _measured(child: Child, doing: Callable[[], Awaitable[int]]) -> Outcome:
    """Do something, and give how the processes of a server have grown by it."""
    pids = known(child.process.pid)
    before = {kind: usage(pid).memory for kind, pid in pids.items()}
    done = await doing()
    return Outcome(done, [Growth(kind, before[kind], usage(pid).memory) for kind, pid in pids.items()])


async def _take_turns(players: list[Player], owners: list[Owner], seconds: float) -> int:
    """Let each sit down at one table after the other for so long."""
    end = time.monotonic() + seconds

    async def one(player: Player, owner: Owner) -> int:
        done = 0
        while time.monotonic() < end or done < len(owner.tables):
            await player.join(owner.tables[done % len(owner.tables)])
            done += 1
            await asyncio.sleep(TURN_SECONDS)
        return done

    return sum(await asyncio.gather(*(one(player, owner) for player, owner in zip(players, owners, strict=True))))


async def _play_on(players: list[Player], games: int) -> int:
    """Let each play so many games and ask for another after each."""

    async def one(player: Player) -> int:
        for _ in range(games):
            await _to_the_end(player)
            answer = await player.ask(Rematch)
            assert isinstance(answer, Seated), answer
        return games

    return sum(await asyncio.gather(*(one(player) for player in players)))


async def _to_the_end(player: Player) -> None:
    """Play a game to its end."""
    while (view := player.view) is not None and view.phase is not TablePhase.OVER:
        await player.step()
        await asyncio.sleep(HASTE_SECONDS)


async def main() -> int:
    """Run all of it, print what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.memory", description=__doc__)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--rematches", type=int, default=800)
    parser.add_argument("--only", choices=("tcp", "ssh", "whims", "rematches"))
    chosen = parser.parse_args()
    runs: dict[str, tuple[str, Callable[[Path], Awaitable[Outcome]]]] = {
        "tcp": ("8 by TCP, two sleeping tables by turns", lambda data: turns(data, 8, chosen.seconds)),
        "ssh": ("15 by SSH of one address, the same", lambda data: turns_by_ssh(data, 15, chosen.seconds)),
        "whims": ("8 by TCP, who come, look, sit, go", lambda data: whims(data, 8, chosen.seconds)),
        "rematches": (
            "rematches",
            lambda data: rematches(data, max(1, chosen.rematches // REMATCHES_OF_ONE), REMATCHES_OF_ONE),
        ),
    }
    good = True
    for name, (what, run) in runs.items():
        if chosen.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                began = time.monotonic()
                outcome = await run(Path(folder))
            good &= all(growth.good for growth in outcome.growths)
            told = ", ".join(map(str, outcome.growths))
            print(f"{what}: {outcome.done} in {time.monotonic() - began:.0f} s; {told}", flush=True)
    print(f"no process may grow by more than {GROWTH_BAR:.0f} MB: {'met' if good else 'MISSED'}")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
