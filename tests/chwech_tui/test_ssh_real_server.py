"""The way to a real server: one key is one person and one seat, by this client and by ``ssh``."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from chwech_tui.remote import SshAddress
from chwech_tui.ssh import Ssh
from protocol.aio import ClientChannel
from protocol.messages import Goodbye, Hello, JoinTable, ListTables, OpenTable, Seated, Tables, Welcome
from protocol.setup import Setup
from tests.chwech_tui.person import Person

PATIENCE = 60.0  # Seconds after which the test gives up.


class Place(Struct, frozen=True):
    """A server that is running."""

    address: SshAddress
    """Where it is."""
    known_as: str
    """The line of known_hosts for it."""


@contextmanager
def served(data: Path) -> Iterator[Place]:
    """Start a real server, and stop it again."""
    command = [sys.executable, "-P", "-m", "chwech", "serve", "--data", str(data)]
    process = subprocess.Popen(
        [*command, "--ssh", "127.0.0.1:0", "--fronts", "1"], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    try:
        said = ""
        while "host key is" not in said:
            line = process.stderr.readline()
            assert line, f"the server has ended: {said}"
            said += line
        port = re.search(r"listening on SSH at 127\.0\.0\.1:(\d+)", said)
        assert port is not None
        scan = ["ssh-keyscan", "-p", port[1], "127.0.0.1"]
        known_as = subprocess.run(scan, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
        yield Place(SshAddress("127.0.0.1", int(port[1])), known_as)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


async def greet(ssh: Ssh, name: str = "") -> tuple[ClientChannel, Welcome | Goodbye]:
    """Connect and greet."""
    channel = await ssh.dial()
    await channel.send(Hello((1, 1), "test", name))
    answer = await hear(channel)
    assert isinstance(answer, Welcome | Goodbye)
    return channel, answer


async def hear(channel: ClientChannel) -> object:
    """Wait for the next message."""
    return await asyncio.wait_for(channel.receive(), PATIENCE)


async def leave(channel: ClientChannel) -> None:
    """Close the channel, and wait for it."""
    channel.close()
    await asyncio.wait_for(channel.wait_closed(), PATIENCE)


async def open_table(ssh: Ssh) -> str:
    """Be refused without a name, come with one, open a table, leave, and give the code of the table."""
    channel, answer = await greet(ssh)
    assert isinstance(answer, Goodbye)
    assert answer.code == "name_needed"
    await leave(channel)
    channel, answer = await greet(ssh, "Gwladys")
    assert isinstance(answer, Welcome)
    assert (answer.name, answer.token, answer.guest) == ("Gwladys", "", False)
    await channel.send(OpenTable(1, Setup(), ("steady",)))
    seated = await hear(channel)
    assert isinstance(seated, Seated)
    await leave(channel)
    return seated.view.table


async def come_back(ssh: Ssh, code: str) -> Seated:
    """Come with the key alone, find the table, and take the seat again."""
    channel, answer = await greet(ssh)
    assert isinstance(answer, Welcome)
    assert answer.name == "Gwladys"
    await channel.send(ListTables(2))
    tables = await hear(channel)
    assert isinstance(tables, Tables)
    assert [(entry.table, entry.yours) for entry in tables.tables] == [(code, True)]
    await channel.send(JoinTable(3, code))
    seated = await hear(channel)
    assert isinstance(seated, Seated)
    await leave(channel)
    return seated


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Give a person in whose place this process is."""
    person = Person(tmp_path)
    for name, value in person.environment.items():
        monkeypatch.setenv(name, value)
    return person


async def test_a_seat_is_kept_by_the_key_whichever_way_one_comes(person: Person, tmp_path: Path) -> None:
    """The key alone brings back name and seat; ``ssh`` with the same key is the same person at the same table."""
    person.make_key()
    with served(tmp_path / "data") as place:
        person.know(place.known_as)
        ssh = Ssh(place.address)
        code = await open_table(ssh)
        await ssh.stop()
        again = Ssh(place.address)
        assert (await come_back(again, code)).view.viewer == 0
        await again.stop()
        assert "You are Gwladys." in by_ssh(place, "whoami")
        assert code in by_ssh(place, "tables")


def by_ssh(place: Place, word: str) -> str:
    """Ask the server as people do who have nothing but OpenSSH."""
    command = ["ssh", "-o", "BatchMode=yes", "-p", str(place.address.port), "chwech@127.0.0.1", word]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=True
    ).stdout


async def test_whoever_has_no_key_is_told_so_and_can_be_a_guest(person: Person, tmp_path: Path) -> None:
    """Nobody is made a guest without being asked: the server would take them in without a word."""
    with served(tmp_path / "data") as place:
        person.know(place.known_as)
        ssh = Ssh(place.address)
        with pytest.raises(OSError, match="got none from you"):
            await ssh.dial()
        assert ssh.denied
        ssh.become_guest()
        channel, answer = await greet(ssh, "Gwladys")
        await leave(channel)
        await ssh.stop()
        assert isinstance(answer, Welcome)
        assert answer.guest
