"""Many people behind one address: the host is killed again and again, and all of them are back where they sat."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import asyncssh
import pytest

from chwech_tui.address import SshAddress
from chwech_tui.link import Identity, Link, News
from chwech_tui.ssh import Ssh
from protocol.absence import StoodIn
from protocol.aio import ClientChannel
from protocol.messages import Begin, Happened, JoinTable, OpenTable, Seated, TableChanged
from protocol.setup import Arrangement, Setup
from protocol.tableview import TableView
from tests.chwech_tui.person import Person
from tests.server.commands.test_fronts import Served, served
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import Visit, enter

SEATS = 5
"""People at a table."""

WITHIN = 5.0
"""Seconds after which all are back."""


class Native:
    """A client that speaks the protocol over SSH, as `chwech join` does, without its screen."""

    def __init__(self, port: int, name: str, key: Path) -> None:
        self.ssh = Ssh(SshAddress("127.0.0.1", port), key)
        self.link = Link(self._dial, self._hear, Identity(name), self.ssh.explain)
        self.dials = 0
        self.seated = 0
        self.stood_in: list[StoodIn] = []
        self.view: TableView | None = None

    def all_here(self) -> bool:
        """Say whether somebody sits on every seat, and is connected."""
        return self.view is not None and all(seat is not None and seat.here for seat in self.view.seats)

    async def _dial(self) -> ClientChannel:
        self.dials += 1
        return await self.ssh.dial()

    def _hear(self, news: News) -> None:
        if isinstance(news, Seated | Happened | TableChanged):
            self.view = news.view
        if isinstance(news, Seated):
            self.seated += 1
        if isinstance(news, Happened) and isinstance(news.event, StoodIn):
            self.stood_in.append(news.event)


def new_key() -> asyncssh.SSHKey:
    """Make a key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def natives(port: int, person: Person, count: int) -> AsyncIterator[list[Native]]:
    """Let so many clients come one by one, each with a key of their own."""
    made: list[Native] = []
    tasks = []
    try:
        for number in range(count):
            key = person.home / f"key{number}"
            person.make_key(key)
            made.append(Native(port, f"Native{number}", key))
            tasks.append(asyncio.create_task(made[-1].link.run()))
            assert await made[-1].ssh.arrive() == ""
        yield made
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(native.ssh.stop() for native in made))


async def seat(people: Sequence[Native]) -> list[str]:
    """Let them sit down, so many at each table, and give the codes."""
    codes = []
    for first in people[::SEATS]:
        opening = partial(OpenTable, setup=Setup("chwech", SEATS), arrangement=Arrangement(takeover=False))
        first.link.ask(opening)
        await until(partial(getattr, first, "view"))
        assert first.view is not None
        codes.append(first.view.table)
    for number, native in enumerate(people):
        if native.view is None:
            native.link.ask(partial(JoinTable, table=codes[number // SEATS]))
    await until(lambda: all(native.view is not None for native in people))
    return codes


@asynccontextmanager
async def screens(port: int, codes: Sequence[str]) -> AsyncIterator[list[Visit]]:
    """Let people come by plain ``ssh``, one to each of these tables."""
    async with AsyncExitStack() as leaving:
        visits = []
        for number, code in enumerate(codes):
            connection = await leaving.enter_async_context(
                asyncssh.connect(
                    "127.0.0.1",
                    port,
                    username="chwech",
                    client_keys=[new_key()],
                    known_hosts=None,
                    config=None,
                    agent_path=None,
                )
            )
            visit = await enter(connection, command=code)
            await visit.sees("What shall the others call you")
            visit.type(f"Screen{number}\r")
            visits.append(visit)
        yield visits


def seated_again(clients: Sequence[Native], times: int) -> bool:
    """Say whether all have come back so often."""
    return all(one.seated == times + 1 for one in clients)


async def kill_host(server: Served) -> None:
    """Kill it, and wait until that is said."""
    host, _ = server.processes()
    os.kill(host, signal.SIGKILL)
    assert "the host was ended by SIGKILL" in await server.child.said()


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Give somebody with an OpenSSH of their own who takes any host for what it says."""
    person = Person(tmp_path)
    person.configure("Host *", "StrictHostKeyChecking accept-new")
    for name, value in person.environment.items():
        monkeypatch.setenv(name, value)
    return person


async def survive(person: Person, people: int, screened: int, kills: int, fronts: int) -> list[float]:
    """Let so many people play, kill the host so often, and give the seconds until all were back each time."""
    took = []
    directory = person.home / "data"
    directory.mkdir()
    async with served(directory, fronts) as server, natives(server.port, person, people) as clients:
        codes = await seat(clients)
        async with screens(server.port, codes[-1:] * screened):
            await until(lambda: all(one.all_here() for one in clients))
            for one in clients[::SEATS]:
                one.link.ask(Begin)
            for number in range(1, kills + 1):
                await kill_host(server)
                began = time.monotonic()
                await until(partial(seated_again, clients, number))
                await until(lambda: all(one.all_here() for one in clients))
                took.append(time.monotonic() - began)
            assert [one.dials for one in clients] == [1] * people
            assert not any(one.stood_in for one in clients)
    return took


async def test_people_behind_one_address_are_back_at_once(person: Person) -> None:
    """Six people of one address sit where they sat after the host was killed twice, on the connections they had."""
    await survive(person, people=4, screened=1, kills=2, fronts=1)


@pytest.mark.attack
async def test_fifteen_people_behind_one_address_are_back_at_once(person: Person) -> None:
    """Fifteen people of one address, twelve with clients of their own, are back within seconds each of three times."""
    took = await survive(person, people=12, screened=3, kills=3, fronts=2)
    print(" ".join(f"{seconds:.1f} s" for seconds in took))
    assert max(took) <= WITHIN
