"""The command ``serve`` as a real process."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from protocol.game import View
from protocol.messages import Accepted, Act, FromClient, ListTables, Tables
from protocol.setup import Setup
from protocol.table import TablePhase
from server.configuration import read_address, read_public_name
from server.defaults import DATABASE_NAME
from server.processes.plan import Address
from tests.server.commands.children import Player, a_child, next_id

SHORT = Setup("chwech", 4, {"deals": 2})  # A game that takes a second.


async def play_until(player: Player, seq: int) -> None:
    """Play until an event of this number has been told."""
    while player.view is not None and player.view.seq < seq:
        await player.step()


async def test_a_whole_game_over_standard_streams(tmp_path: Path) -> None:
    """A child serves a game to its end, tells every event once, and ends when its input does."""
    async with a_child("--stdio", data=tmp_path) as child:
        ann = child.player()
        await ann.greet("Ann")
        await ann.open(SHORT)
        await ann.begin()
        while await ann.step():
            pass
        assert ann.view is not None
        assert ann.view.phase is TablePhase.OVER
        assert ann.told == list(range(2, ann.view.seq + 1))
        ann.channel.close()
        assert await child.ended() == 0


async def come_back(player: Player, table: str, seq: int) -> None:
    """Find the table in the list, sit down there again, and be told exactly what was missed."""
    listed = await player.ask(ListTables)
    assert isinstance(listed, Tables)
    assert [(line.table, line.yours) for line in listed.tables] == [(table, True)]
    view = await player.join(table, seq)
    assert view.viewer == 0
    assert view.seq >= seq
    assert player.told == list(range(seq + 1, view.seq + 1))


async def one_more(player: Player) -> tuple[int, Act]:
    """Send a legal move without waiting for its answer; give it with the number of the state that it answers."""
    while not (player.view and isinstance(player.view.game, View) and player.view.game.legal):
        await player.step()
    seq, legal = player.view.seq, player.view.game.legal
    command: Act = Act(next_id(), seq, legal[-1])
    await player.channel.send(command)
    return seq, command


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """Killed again and again, with a move on its way, the server has every move that it accepted, and has it once."""
    accepted: list[FromClient] = []
    table, seq = "", 0
    for kill in range(4):
        async with a_child("--stdio", data=tmp_path) as child:
            ann = child.player()
            await ann.greet("Ann")
            if not table:
                table = await ann.open(SHORT)
                await ann.begin()
            else:
                await come_back(ann, table, seq)
            for command in accepted[-3:]:
                assert isinstance(await ann.repeat(command), Accepted)
            await play_until(ann, 15 * (kill + 1))
            seq, last = await one_more(ann)
            accepted = [*ann.acknowledged, last]
            child.kill()
            await child.ended()
    async with a_child("--stdio", data=tmp_path) as child:
        ann = child.player()
        await ann.greet()
        assert (await ann.join(table)).seq >= seq
        while await ann.step():
            pass
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)


def run(*arguments: str, stdin: int | None = subprocess.DEVNULL) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end."""
    command = [sys.executable, "-P", "-m", "chwech", "serve", *arguments]
    return subprocess.run(command, stdin=stdin, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("address", ["6660", "host:", ":6660", "host:port", "host:70000", "::1:6660", "host:-1", "a:²"])
def test_an_address_that_is_none(address: str) -> None:
    """An address that cannot be read is refused with an example of one that can."""
    with pytest.raises(ValueError, match="write HOST:PORT, such as"):
        read_address(address)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("cards.example", Address("cards.example", 0)),
        ("cards.example:2222", Address("cards.example", 2222)),
        ("192.0.2.7:22", Address("192.0.2.7", 22)),
        ("2001:db8::1", Address("2001:db8::1", 0)),
        ("[2001:db8::1]", Address("2001:db8::1", 0)),
        ("[2001:db8::1]:2222", Address("2001:db8::1", 2222)),
    ],
)
def test_a_public_name(text: str, address: Address) -> None:
    """A host name or an address, and a port where it is not the one that the server listens on."""
    assert read_public_name(text) == address


@pytest.mark.parametrize(
    "text",
    ["", ":22", "cards.example:", "cards.example:0", "cards.example:70000", "-oProxyCommand=x", "a b", "a;b", "[a",
     "a\x1b[31m", "user@cards.example", "ssh://cards.example", "fe80::1%eth0", "x" * 254, "cards.example.:22", "²"],
)  # fmt: skip
def test_a_public_name_that_is_none(text: str) -> None:
    """What nobody could type behind `ssh` is refused: it would stand in every invitation."""
    with pytest.raises(ValueError, match="is no name of a server: write HOST or HOST:PORT"):
        read_public_name(text)


def test_standard_streams_are_to_be_pipes(tmp_path: Path) -> None:
    """With a file at standard input the server says what it needs."""
    (tmp_path / "file").write_text("")
    with (tmp_path / "file").open() as file:
        ended = run("--stdio", "--data", str(tmp_path), stdin=file.fileno())
    assert ended.returncode == 1
    assert "are to be pipes" in ended.stderr
