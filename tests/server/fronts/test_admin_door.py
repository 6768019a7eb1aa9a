"""The door for the owner of the machine, and the command that knocks there."""

import asyncio
import os
import stat
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from string import ascii_letters

import msgspec
import pytest

from protocol.administration import AdminReply
from protocol.codec import Codec
from protocol.framing import HEADER
from server.bots.registry import BOTS
from server.commands.hosting import copy_allowed, copy_bans
from server.commands.shared import ADMIN_SOCKET
from server.fronts import door
from server.fronts.door import LONGEST_ASKED, AdminDoor, user_name
from server.fronts.listeners import listening_unix
from server.fronts.own_files import BANNED_NAME
from server.fronts.public_keys import ALLOWED_NAME, allowed_keys
from server.host.host import Host
from server.host.services import HostServices
from server.rules.registry import GAMES
from server.storage.store import AuditEntry, StoreFault
from tests.running import command
from tests.server.storage.memory import MemoryStore

main = command("admin")

CODEC = Codec()


class FullStore(MemoryStore):
    """A store whose disk is full when told so."""

    full = False

    async def write_audit(self, entry: AuditEntry) -> None:
        """Add an entry, or fail."""
        if self.full:
            raise StoreFault("the disk is full")
        await super().write_audit(entry)


@asynccontextmanager
async def a_server(data: Path) -> AsyncIterator[FullStore]:
    """Open a host behind the admin socket of a data directory."""
    store = FullStore()
    host = Host(HostServices(GAMES, BOTS, CODEC, store))
    await host.open()
    host.moderation.share(partial(copy_bans, data), partial(copy_allowed, data))
    async with listening_unix(AdminDoor(host, CODEC).let_in, data / ADMIN_SOCKET):
        yield store
        await host.close()


async def run(data: Path, *words: str) -> int:
    """Run the command beside the server."""
    return await asyncio.to_thread(main, ["--data", str(data), *words])


async def test_the_owner_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is done has status 0 and is noted with the name of the user; only the owner can open the socket."""
    async with a_server(tmp_path):
        assert await run(tmp_path, "status") == 0
        assert "people here: 0" in capsys.readouterr().out
        assert await run(tmp_path, "ban", "address", "192.0.2.0/24", "1h", "--", "--floods") == 0
        assert stat.S_IMODE((tmp_path / ADMIN_SOCKET).stat().st_mode) == 0o600
        assert b"192.0.2.0/24" in (tmp_path / BANNED_NAME).read_bytes()
        capsys.readouterr()
        assert await run(tmp_path, "audit") == 0
        assert f"{user_name(os.geteuid())} by socket: ban address 192.0.2.0/24" in capsys.readouterr().out


async def test_keys_are_put_on_the_list_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of them, one a line, is in the copy that the fronts read; a wrong line adds nobody."""
    keys = [f"SHA256:{letter * 43}" for letter in ascii_letters]
    async with a_server(tmp_path):
        for text, status in (("\n".join(keys), 0), ("", 2), (f"{keys[0]}\nnonsense\n", 2)):
            monkeypatch.setattr("sys.stdin", StringIO(text))
            assert await run(tmp_path, "allow", "-") == status
        assert "line 2, 'nonsense', is neither a public key" in capsys.readouterr().err
        assert allowed_keys(tmp_path / ALLOWED_NAME).look() == set(keys)
        monkeypatch.setattr("sys.stdin", StringIO("\n".join(keys[1:])))
        assert await run(tmp_path, "disallow", "-") == 0
        assert allowed_keys(tmp_path / ALLOWED_NAME).look() == {keys[0]}


async def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the server does not do has status 1, what cannot be sent has 2, and a sentence says what would be right."""
    async with a_server(tmp_path) as store:
        assert await run(tmp_path, "kick", "Nobody") == 1
        assert capsys.readouterr().err == "chwech admin: nobody is called 'Nobody': players lists who is here\n"
        for words in (["x" * 201], ["x"] * 61):
            assert await run(tmp_path, "say", *words) == 2
            assert "60 words at most, and a word 200 characters" in capsys.readouterr().err
        store.full = True
        assert await run(tmp_path, "say", "hello") == 1
        assert "the server cannot use its store now: the disk is full" in capsys.readouterr().err


async def test_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no server runs it says so, and how to start one; so it does where one hangs up."""
    assert await run(tmp_path, "status") == 2
    err = capsys.readouterr().err
    assert err.startswith(f"chwech admin: no server answers at {tmp_path / ADMIN_SOCKET} (")
    assert err.endswith("chwech serve starts one\n")
    async with await asyncio.start_unix_server(lambda _, writer: writer.close(), str(tmp_path / ADMIN_SOCKET)):
        assert await run(tmp_path, "status") == 2
    assert "chwech serve starts one" in capsys.readouterr().err


async def test_another_user(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is neither the user that runs the server nor root is refused, whatever the rights of the file say."""
    monkeypatch.setattr(door, "peer_user", lambda _: os.geteuid() + 4711)
    async with a_server(tmp_path) as store:
        assert await run(tmp_path, "say", "hello") == 1
        assert "this is for the user that runs the server, and for root" in capsys.readouterr().err
        assert await store.audit(5) == ()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (struct.pack(">I", 0), "a command has 1 to"),
        (struct.pack(">I", LONGEST_ASKED + 1), "a command has 1 to"),
        (struct.pack(">I", 3) + b"abc", "this is no command"),
        (struct.pack(">I", 1) + msgspec.msgpack.encode(5), "this is no command"),
    ],
)
async def test_what_is_no_command(sent: bytes, said: str, tmp_path: Path) -> None:
    """Whatever somebody sends there is answered with one sentence, and the connection is closed."""
    async with a_server(tmp_path):
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / ADMIN_SOCKET))
        writer.write(sent)
        answer = await reader.read()
        reply = msgspec.msgpack.decode(answer[HEADER:], type=AdminReply)
        assert reply.refused
        assert said in reply.lines[0]
        writer.close()
