"""Two terminals of one person: the second client plays on the server of the first, and goes on without it."""

import os
import socket
import stat
from pathlib import Path

import pytest

from protocol.messages import Goodbye, JoinTable, ListTables, Seated, Tables
from protocol.setup import Setup
from server.commands import offline
from server.commands.offline import SECOND_SOCKET
from server.storage.files import DirectoryInUse, DirectoryLock
from tests.server.commands.children import Child, Player, a_child, hang_up

SHORT = Setup("chwech", 4, {"deals": 1})


async def tables_of(player: Player) -> list[str]:
    """Give the codes of a player's own tables."""
    answer = await player.ask(ListTables)
    assert isinstance(answer, Tables)
    return [entry.table for entry in answer.tables if entry.yours]


async def first_one(child: Child) -> Player:
    """Give the client of a server that has the data and listens: one that starts at the same time could be quicker."""
    player = child.player()
    await player.greet("Ann")
    return player


async def gone(child: Child, player: Player) -> None:
    """Let a client go, and its server with it."""
    await hang_up(player)
    assert await child.ended() == 0


async def test_a_second_client_has_the_same_games(tmp_path: Path) -> None:
    """It is the same person, with the rights of the owner of this machine, and the socket is for that user alone."""
    async with a_child("--stdio", data=tmp_path) as first:
        ann = await first_one(first)
        code = await ann.open(SHORT, seed="x")
        async with a_child("--stdio", data=tmp_path) as second:
            again = second.player()
            assert (await again.greet("Ann")).name == "Ann"
            assert await tables_of(again) == [code]
            assert stat.S_IMODE((tmp_path / SECOND_SOCKET).stat().st_mode) == 0o600
            other = await again.open(SHORT, seed="y")
            assert set(await tables_of(ann)) == {code, other}
            await gone(second, again)
        await gone(first, ann)


async def test_the_second_goes_on_when_the_first_has_ended(tmp_path: Path) -> None:
    """It is told to come back, and the server that it starts then has everything."""
    async with a_child("--stdio", data=tmp_path) as first:
        ann = await first_one(first)
        async with a_child("--stdio", data=tmp_path) as second:
            again = second.player()
            await again.greet("Ann")
            code = await again.open(SHORT)
            await again.begin()
            await hang_up(ann)
            while not isinstance(told := await again.hear(), Goodbye):
                pass
            assert told.code == "closing"
            assert await second.ended() == 0
        assert await first.ended() == 0
    assert not (tmp_path / SECOND_SOCKET).exists()
    async with a_child("--stdio", data=tmp_path) as third:
        back = third.player()
        await back.greet("Ann")
        assert isinstance(await back.ask(lambda number: JoinTable(number, code)), Seated)
        await gone(third, back)


async def test_data_in_other_hands_is_said_in_words(tmp_path: Path) -> None:
    """Where a server for others has the data, its owner reads what is on and what helps."""
    lock = DirectoryLock(tmp_path)
    async with a_child("--stdio", data=tmp_path) as child:
        said = await child.said()
        assert f"another Chwech has the games in {tmp_path}, perhaps `chwech serve`" in said
        assert "end it, or start with --data FOLDER" in said
        assert await child.ended() == 1
    with pytest.raises(DirectoryInUse, match="another Chwech has the games"):
        await offline._open(tmp_path)
    lock.close()


async def test_nothing_is_said_to_the_socket_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that others can write to, a socket of theirs or a link to one is not the server of the first."""
    strange = tmp_path / "strange"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(strange))
        listener.listen()
        (tmp_path / SECOND_SOCKET).symlink_to(strange)
        assert await offline._first(tmp_path) is None
        strange.rename(tmp_path / SECOND_SOCKET)
        monkeypatch.setattr(os, "getuid", lambda: -1)
        assert await offline._first(tmp_path) is None
        monkeypatch.undo()
        near = await offline._first(tmp_path)
        assert near is not None
        near[1].close()
        await near[1].wait_closed()
