"""A server for others as real processes, without its fronts; and what is said of them."""

import asyncio
import os
import re
import signal
import socket
from contextlib import closing
from pathlib import Path

import pytest

from protocol.setup import Setup
from tests.server.commands.children import PATIENCE, Child, Player, a_child, connect_unix, hang_up
from tests.server.commands.test_serve import run

SHORT = Setup("chwech", 4, {"deals": 1})  # A short game.


def children_of(process: int) -> list[int]:
    """Give the numbers of its child processes."""
    return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


async def connect_again(path: Path, token: str) -> Player:
    """Give a client, as soon as someone serves at this socket."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                player = await connect_unix(path)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            await player.greet(token=token)
            return player


async def test_a_killed_host_comes_back_with_its_tables(tmp_path: Path) -> None:
    """The host is killed: the supervisor says so and starts another, which has the table and everyone's seat."""
    door = tmp_path / "chwech.sock"
    async with a_child("--no-ssh", data=tmp_path) as child:
        assert [await child.said() for _ in range(2)][1].endswith("with every default as a comment\n")
        ann = await connect_unix(door)
        await ann.greet("Ann")
        table = await ann.open(SHORT)
        await ann.begin()
        [host] = children_of(child.process.pid)
        os.kill(host, signal.SIGKILL)
        said = r"chwech serve: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ the host was ended by SIGKILL: it is started again now\n"
        assert re.fullmatch(said, await child.said())
        await hang_up(ann)
        again = await connect_again(door, ann.token)
        assert (await again.join(table)).viewer == 0
        while await again.step():
            pass
        assert children_of(child.process.pid) != [host]
        child.tell_to_end()
        assert await child.ended() == 0
        await hang_up(again)
    assert not door.exists()


async def left_of(child: Child) -> str:
    """Wait until no process holds standard error any more, and give what was said until then."""
    assert child.process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        return (await child.process.stderr.read()).decode()


@pytest.mark.parametrize("door", ["--ssh", "--tcp"])
def test_a_port_in_use(door: str, tmp_path: Path) -> None:
    """A port that is taken is named in one line, the exit status is 1, and nothing was made."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ways = [door, address] if door == "--ssh" else ["--no-ssh", door, address]
        ended = run(*ways, "--data", str(tmp_path / "new"))
    assert ended.returncode == 1
    assert re.fullmatch(rf"chwech serve: cannot listen .*{address}: Address already in use; .*\n", ended.stderr)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            ("--ssh", "2222"),
            "'2222' is not an address: write :PORT, such as :2222, or HOST:PORT, such as 127.0.0.1:2222",
        ),
        (("--fronts", "65"), "'65' is no whole number from 1 to 64"),
        (("--port", "22"), "there is no option '--port' here: did you mean --ssh?"),
        (("--keep",), "there is no option '--keep' here: did you mean --keep-logs?"),
    ],
)
def test_bad_options(options: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    """An option that makes no sense is named with what would be right, and the exit status is 2."""
    ended = run(*options, "--data", str(tmp_path / "new"))
    assert ended.returncode == 2
    assert complaint in ended.stderr
    assert not (tmp_path / "new").exists()
