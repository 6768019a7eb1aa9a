"""The archive of a real server, killed at the end of a game."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from protocol.archive import GameEntry, Games, ListGames, ReadRecord, RecordPart
from protocol.setup import Setup
from server.__main__ import main as program
from server.commands.verify import HOLDS
from tests.running import command
from tests.server.commands.children import PATIENCE, Player, a_child

main = command("verify")


async def first_game(player: Player) -> GameEntry:
    """Ask for one's games until there is one."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await player.ask(ListGames)
            assert isinstance(answer, Games), answer
            if answer.games:
                (entry,) = answer.games
                return entry


async def test_a_server_that_is_killed_when_a_game_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether or not it had filed the game, the next server has it once, and its record holds."""
    async with a_child("--stdio", data=tmp_path) as child:
        ann = child.player()
        await ann.greet("Ann")
        code = await ann.open(Setup(players=4, options={"deals": 1}))
        await ann.begin()
        while await ann.step():
            pass
        child.kill()
        await child.ended()
    async with a_child("--stdio", data=tmp_path) as child:
        ann = child.player()
        await ann.greet()
        entry = await first_game(ann)
        assert (entry.game, entry.table, entry.seat) == (1, code, 0)
        part = await ann.ask(partial(ReadRecord, game=1))
        assert isinstance(part, RecordPart)
        assert not part.more
    kept = tmp_path / "game.jsonl"
    kept.write_text("".join(f"{line}\n" for line in part.lines), "utf-8")
    assert main([str(kept)]) == HOLDS
    assert capsys.readouterr().out.startswith("1 game holds: ")
    assert program(["history", "--data", str(tmp_path)]) == 0
    assert f"{code}  chwech  1. " in capsys.readouterr().out
    assert program(["history", "1", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.encode() == kept.read_bytes()
