"""A whole server whose database another program holds, or whose disk is slow: nobody who is known is refused.

In full length by ``make attack`` alone.
"""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, FromServer, Goodbye, Hello, Refused
from protocol.setup import Setup
from protocol.talk import Say
from server.defaults import DATABASE_NAME
from tests.server.commands.children import Child, Player, a_child, connect_unix, hang_up, next_id
from tests.server.commands.test_others import children_of, connect_again

PEOPLE: Final = 12
"""How many have accounts, and sit at tables of their own."""

HELD_SECONDS: Final = 20.0
"""How long the other program holds the database."""

SLOW: Final = """
import sqlite3
import time


class Slow(sqlite3.Connection):
    def execute(self, statement, *values):
        if statement == "COMMIT":
            time.sleep({seconds})
            open("{mark}", "w").close()
        return super().execute(statement, *values)


connect = sqlite3.connect
sqlite3.connect = lambda *where, **how: connect(*where, factory=Slow, **how)
"""
"""What makes the disk of a process slow: each of its commits takes so long."""


@contextmanager
def held(data: Path) -> Iterator[None]:
    """Hold the database, as a program does that is in the middle of writing."""
    with closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def sit_down(data: Path, name: str) -> tuple[Player, str]:
    """Give somebody with an account at a table of their own."""
    player = await connect_unix(data / "chwech.sock")
    await player.greet(name)
    return player, await player.open(Setup("chwech", 4, {"deals": 1}))


async def speak(player: Player) -> FromServer:
    """Do something that is to be stored, however often that takes; what is refused is refused with a sentence."""
    words = Say(next_id(), "hello")
    while not isinstance(answer := await player.repeat(words), Accepted):
        assert isinstance(answer, Refused)
        assert answer.code is ErrorCode.SERVER_FAULT
    return answer


async def greeting_of(data: Path, name: str) -> FromServer:
    """Come as somebody new, and give the answer."""
    stranger = await connect_unix(data / "chwech.sock")
    await stranger.channel.send(Hello((1, 1), name=name))
    answer = await stranger.hear()
    await hang_up(stranger)
    return answer


async def kill_host(child: Child) -> None:
    """End the host as a loss of power would."""
    [host] = children_of(child.process.pid)
    os.kill(host, signal.SIGKILL)
    while "was ended by SIGKILL" not in await child.said():
        pass


async def live_through(data: Path, people: int, least: float) -> float:
    """Let another program hold the database while the host is killed; give how late the last act is after that."""
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        seated = [await sit_down(data, f"Person {number}") for number in range(people)]
        over = time.monotonic() + least
        with held(data):
            await kill_host(child)
            players = await asyncio.gather(*(connect_again(data / "chwech.sock", ann.token) for ann, _ in seated))
            for player, (_, table) in zip(players, seated, strict=True):
                assert (await player.join(table)).table == table
            newcomer = await greeting_of(data, "Somebody new")
            assert isinstance(newcomer, Goodbye)
            assert newcomer.code == ErrorCode.SERVER_FAULT.value
            acting = [asyncio.create_task(speak(player)) for player in players]
            await asyncio.sleep(over - time.monotonic())
            assert not any(act.done() for act in acting)
        healed = time.monotonic()
        await asyncio.gather(*acting)
        late = time.monotonic() - healed
        assert not isinstance(await greeting_of(data, "Somebody new"), Goodbye)
        await hang_up(*players, *(ann for ann, _ in seated))
        return late


@pytest.mark.no_cover
async def test_the_host_is_killed_while_the_database_is_held(tmp_path: Path) -> None:
    """Everybody comes back to their seat, new people are told to try again, and in the end all acts are done."""
    await live_through(tmp_path, 2, least=0)


@pytest.mark.attack
async def test_the_database_is_held_for_long(tmp_path: Path) -> None:
    """The same with many people, for twenty seconds."""
    print(f"acts are acknowledged {await live_through(tmp_path, PEOPLE, HELD_SECONDS):.2f} s after the end")


async def live_slowly(data: Path, people: int, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let people come, and come back after the host was killed, while each commit takes so long."""
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        seated = [await sit_down(data, f"Person {number}") for number in range(people)]
        await hang_up(*(ann for ann, _ in seated))
        child.tell_to_end()
        await child.ended()
    site = data / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SLOW.format(seconds=seconds, mark=site / "slow"))
    monkeypatch.setenv("PYTHONPATH", str(site))
    async with a_child("--no-ssh", data=data) as child:
        await child.said()
        for _ in range(2):
            players = await asyncio.gather(*(connect_again(data / "chwech.sock", ann.token) for ann, _ in seated))
            comers = [asyncio.create_task(greeting_of(data, f"New {next_id()}"[-15:])) for _ in range(people)]
            for player, (_, table) in zip(players, seated, strict=True):
                await player.join(table)
            await asyncio.gather(*map(speak, players))
            assert not [answer for answer in await asyncio.gather(*comers) if isinstance(answer, Goodbye)]
            await kill_host(child)
            await hang_up(*players)
    assert (site / "slow").exists()


@pytest.mark.no_cover
async def test_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each commit takes its time everybody is let in, by a token or as somebody new, and acts are done."""
    await live_slowly(tmp_path, 2, monkeypatch, seconds=0.2)


@pytest.mark.attack
async def test_a_very_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with three seconds a commit."""
    await live_slowly(tmp_path, PEOPLE, monkeypatch, seconds=3.0)
