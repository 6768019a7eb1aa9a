"""The command that makes tournaments on the server of this machine."""

import asyncio
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from games.registry import GAMES
from protocol.codec import Codec
from server.bots.registry import BOTS
from server.commands import tournament
from server.commands.shared import SOCKET_NAME
from server.commands.tournament import TOKEN_NAME
from server.fronts.door import Door
from server.fronts.peers import listening_unix
from server.host.host import Host
from server.host.services import HostServices
from tests.running import command
from tests.server.storage.memory import MemoryStore

main = command("tournament")

CODEC = Codec()


@asynccontextmanager
async def a_server(data: Path) -> AsyncIterator[None]:
    """Open a host behind the socket of a data directory."""
    host = Host(HostServices(GAMES, BOTS, CODEC, MemoryStore()))
    await host.open()
    async with listening_unix(Door(host, CODEC).let_in, data / SOCKET_NAME):
        yield
        await host.close()


async def run(data: Path, *words: str) -> int:
    """Run the command beside the server."""
    return await asyncio.to_thread(main, ["--data", str(data), *words])


async def test_a_tournament_is_made_and_called_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The host of a server makes tournaments under one account, whose token is kept for the next time."""
    async with a_server(tmp_path):
        assert await run(tmp_path) == 0
        assert capsys.readouterr().out == "No tournaments yet.\n"
        assert await run(tmp_path, "--name", "Mair", "make", "Winter", "Cup", "league", "move=2d") == 0
        assert capsys.readouterr().out.startswith("1. Winter Cup, by Chwech\n")
        assert await run(tmp_path, "cancel", "1") == 0
        assert "Cancelled" in capsys.readouterr().out
        assert await run(tmp_path) == 0
        assert "Winter Cup  cancelled" in capsys.readouterr().out
    assert stat.S_IMODE((tmp_path / TOKEN_NAME).stat().st_mode) == 0o600


async def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the server refuses has status 1, wrong words have 2, and both say what would be right."""
    async with a_server(tmp_path):
        assert await run(tmp_path, "start", "1") == 1
        assert capsys.readouterr().err == "chwech tournament: there is no such tournament: look at the list\n"
        assert await run(tmp_path, "dance") == 2
        assert "write one of these after it: [NUMBER [ROUND]]; enter NUMBER" in capsys.readouterr().err


@pytest.mark.parametrize("kept", [b"abc.def\n", b"\xff\xfe", b"x" * 1000])
async def test_a_token_of_another_server(kept: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file with the token is named, for nothing else can be done about it, also where it is damaged."""
    (tmp_path / TOKEN_NAME).write_bytes(kept)
    async with a_server(tmp_path):
        assert await run(tmp_path) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"chwech tournament: the server does not know the token in {tmp_path / TOKEN_NAME}: ")
    assert "come without it" not in err


async def test_a_server_that_does_not_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is the reason that is said."""
    monkeypatch.setattr(tournament, "_PATIENCE", 0.05)
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / SOCKET_NAME))
        mute.listen()
        assert await run(tmp_path) == 2
    assert "(it does not answer in time): chwech serve starts one" in capsys.readouterr().err
