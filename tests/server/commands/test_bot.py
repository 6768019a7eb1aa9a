"""``chwech bot`` with the documented example, against real servers."""

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from protocol.archive import Games, ListGames
from protocol.messages import OpenTable, Seated
from protocol.setup import Setup
from protocol.table import TablePhase
from tests.server.commands.children import PATIENCE, a_child, connect, hang_up

EXAMPLE = Path(__file__).parents[3] / "docs" / "example_bot.py"
PROGRAM = f"{sys.executable} {EXAMPLE}"
SHORT = Setup("chwech", 6, {"deals": 1})


async def bot(data: Path, *words: str, program: str = PROGRAM) -> tuple[int, list[dict[str, object]], str]:
    """Run the command, and give its exit status, the results that it printed, and what it said besides."""
    command = (sys.executable, "-P", "-m", "chwech", "bot", "--exec", program, "--data", str(data), *words)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, [json.loads(line) for line in out.splitlines()], err.decode()


async def test_the_example_plays_on_a_server(tmp_path: Path) -> None:
    """It finishes a game with bots, and one with a person; both come by the account of the first time."""
    async with a_child("--no-ssh", "--tcp", "127.0.0.1:0", data=tmp_path / "server") as child:
        await child.said()
        found = re.search(r"127\.0\.0\.1:\d+", await child.said())
        assert found is not None
        place = f"tcp://{found[0]}"
        opened = ("--open", "chwech", "--players", "6", "--bots", "steady", "--option", "deals=1")
        status, results, said = await bot(tmp_path, *opened, place)
        assert (status, [len(list(result["totals"])) for result in results]) == (0, [6])  # type: ignore[call-overload]
        assert "example_bot (bot) sits down at" in said
        ann = await connect(found[0])
        await ann.greet("Ann")
        answer = await ann.ask(lambda number: OpenTable(number, SHORT, ("random",), pace=0))
        assert isinstance(answer, Seated)
        playing = asyncio.create_task(bot(tmp_path, "--table", answer.view.table, place))
        while ann.view is None or ann.view.seats[1] is None or not ann.view.seats[1].ready:
            await ann.hear()
        assert ann.view.seats[1].name == "example_bot (bot)"
        await ann.begin()
        while await ann.step():
            pass
        assert ann.view.phase is TablePhase.OVER
        assert (await playing)[0] == 0
        games = await ann.ask(ListGames)
        assert isinstance(games, Games)
        assert games.games[0].names[1] == "example_bot (bot)"
        await hang_up(ann)


@pytest.mark.parametrize("game", ["chwech", "bete"])
async def test_the_example_plays_offline(game: str, tmp_path: Path) -> None:
    """Without a server it is tried on this machine, in any game."""
    option = ("--option", "deals=1") if game == "chwech" else ()
    status, results, said = await bot(tmp_path, "--open", game, *option)
    assert (status, len(results)) == (0, 1), said


async def test_a_program_that_fails_is_told(tmp_path: Path) -> None:
    """In one line, with the exit status of a failure."""
    status, results, said = await bot(tmp_path, "--open", "chwech", program="echo hello")
    assert (status, results) == (1, [])
    assert said.splitlines()[-1] == "chwech bot: the program stopped playing: not a line of JSON: hello"
