"""The way to a real server: one key is one person and one seat, by this client and by ``ssh``."""

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from chwech_tui.address import SshAddress
from chwech_tui.ssh.arrival import Person, arrive
from chwech_tui.ssh.way import Way
from protocol.aio import ClientChannel
from protocol.messages import Goodbye, Hello, JoinTable, ListTables, OpenTable, Seated, Tables, Welcome
from protocol.setup import Setup
from protocol.vocabulary import View
from tests.chwech_tui.ssh.person import Typist, make_key

PATIENCE = 60.0
"""Seconds after which the test gives up."""


class Place(Struct, frozen=True):
    """A server that is running."""

    address: SshAddress
    """Where it is."""

    fingerprint: str
    """The fingerprint of its host key, as it says by itself."""


@contextmanager
def served(data: Path) -> Iterator[Place]:
    """Start a real server, and stop it again."""
    command = [sys.executable, "-P", "-m", "server", "serve", "--data", str(data)]
    process = subprocess.Popen(
        [*command, "--ssh", "127.0.0.1:0", "--fronts", "1"], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    assert process.stderr is not None
    try:
        said = ""
        while "host key is" not in said:
            line = process.stderr.readline()
            assert line, f"the server has ended: {said}"
            said += line
        port = re.search(r"listening on SSH at 127\.0\.0\.1:(\d+)", said)
        key = re.search(r"host key is (\S+)", said)
        assert port is not None
        assert key is not None
        yield Place(SshAddress("127.0.0.1", int(port[1])), key[1])
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


async def greet(way: Way, name: str = "") -> tuple[ClientChannel, Welcome | Goodbye]:
    """Connect and greet."""
    channel = await way.dial()
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


async def open_table(way: Way) -> str:
    """Be refused without a name, come with one, open a table, leave, and give the code of the table."""
    channel, answer = await greet(way)
    assert isinstance(answer, Goodbye)
    assert answer.code == "name_needed"
    await leave(channel)
    channel, answer = await greet(way, "Gwladys")
    assert isinstance(answer, Welcome)
    assert (answer.name, answer.token, answer.guest) == ("Gwladys", "", False)
    await channel.send(OpenTable(1, Setup(), ("steady",)))
    seated = await hear(channel)
    assert isinstance(seated, Seated)
    await leave(channel)
    return seated.view.table


async def come_back(way: Way, code: str) -> Seated[View]:
    """Come with the key alone, find the table, and take the seat again."""
    channel, answer = await greet(way)
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


def test_a_seat_is_kept_by_the_key_whichever_way_one_comes(tmp_path: Path) -> None:
    """The key alone brings back name and seat; ``ssh`` with the same key is the same person at the same table."""
    key = tmp_path / ".ssh" / "id_ed25519"
    make_key(key)
    person = Person(tmp_path, tmp_path / "own")
    with served(tmp_path / "data") as place, asyncio.Runner() as runner:
        # The fingerprint that the server tells its owner is an answer to the question.
        way = arrive(runner, place.address, person, Typist(f"{place.fingerprint}\n").terminal)
        code = runner.run(open_table(way))
        again = arrive(runner, place.address, person, Typist().terminal)
        assert runner.run(come_back(again, code)).view.viewer == 0
        if shutil.which("ssh") is not None:
            assert "You are Gwladys." in by_ssh(place, key, tmp_path, "whoami")
            assert code in by_ssh(place, key, tmp_path, "tables")


def by_ssh(place: Place, key: Path, home: Path, word: str) -> str:
    """Ask the server by OpenSSH, which finds the host known already."""
    options = ["IdentitiesOnly=yes", "IdentityAgent=none", "BatchMode=yes", f"Port={place.address.port}"]
    options += [f"UserKnownHostsFile={home / '.ssh' / 'known_hosts'}", "GlobalKnownHostsFile=/dev/null"]
    words = [word for option in options for word in ("-o", option)]
    command = ["ssh", "-F", "none", "-i", str(key), *words, "chwech@127.0.0.1", word]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=True
    ).stdout


def test_a_guest_needs_no_account(tmp_path: Path) -> None:
    """As ``guest`` even somebody with a key is nobody in particular."""
    person = Person(tmp_path, tmp_path / "own")
    with served(tmp_path / "data") as place, asyncio.Runner() as runner:
        address = SshAddress(place.address.host, place.address.port, "guest")
        way = arrive(runner, address, person, Typist("yes\n").terminal)

        async def come() -> bool:
            channel, answer = await greet(way, "Gwladys")
            await leave(channel)
            return isinstance(answer, Welcome) and answer.guest

        assert runner.run(come())
