"""A node that does not lead lets people in by every door that a server has: TCP, and fronts on other machines."""

import re
import shutil
from pathlib import Path

import pytest

from server.commands.fronts import main as fronts
from tests.nats_servers import NatsServer
from tests.server.commands.children import a_child, connect, connect_unix, hang_up
from tests.server.commands.test_node import DOOR, LONG, play, says
from tests.server.commands.test_remote_fronts import ask, heard

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.timeout(180),
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]


async def test_every_door_leads_to_the_same_tables(
    nats_server: NatsServer, nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two people play through both nodes, one by TCP, and a visitor of a front elsewhere sees their table."""
    one, two = tmp_path / "1", tmp_path / "2"
    cluster = ("--unsafe", "--cluster", nats_address, "--connections-per-address", "2")
    doors = ("--ssh", "none", "--tcp", "127.0.0.1:0", "--fronts-listen", "127.0.0.1:0")
    async with a_child(*cluster, "--no-ssh", data=one) as first:
        await says(first, "listening on the Unix socket")
        ann = await connect_unix(one / DOOR)
        # Who is let in is let in by somebody who leads, so the first one does.
        await ann.greet("Ann")
        async with a_child(*cluster, *doors, data=two) as second:
            lines: list[str] = []
            while len(lines) < 2:
                line = await second.said()
                lines += re.findall(r"(?:listening on TCP at|fronts on other machines at) (127\.0\.0\.1:\d+)", line)
            tcp, elsewhere = lines
            ben = await connect(tcp)
            await ben.greet("Ben")
            table = await ben.open(LONG)
            await ann.join(table)
            await ben.begin()
            await play(ann, ben)
            await _limited(tcp)
            assert table in await _seen_elsewhere(elsewhere, two, tmp_path / "front", capsys)
            await hang_up(ann, ben)


async def _limited(address: str) -> None:
    """Check that connections are counted by the address from which they come to the other node."""
    others = [await connect(address) for _ in range(4)]
    for number, other in enumerate(others[:3]):
        await other.greet(f"Other {number}")
    with pytest.raises(AssertionError, match="there are already 4 connections from your address"):
        await others[3].greet("Other 3")
    await hang_up(*others)


async def _seen_elsewhere(address: str, data: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Pair a front with the node, and give what it answers a guest who asks for the tables."""
    own = ("--data", str(data), "--fronts-listen", address)
    assert fronts([*own]) == 0
    shown = re.search(r"chwech front --server (\S+)", capsys.readouterr().out)
    assert shown
    at_front = ("--server", shown[1], "--ssh", "127.0.0.1:0", "--fronts", "1", "--name", "attic")
    async with a_child(*at_front, data=place, command="front") as front:
        add = await heard(front, r"^chwech front: .* chwech fronts (add attic \S+)")
        ssh = int((await heard(front, r"listening on SSH at 127\.0\.0\.1:(\d+)"))[1])
        assert fronts([*add[1].split(), *own]) == 0
        await heard(front, f"the host at {address} is within reach")
        return await ask(ssh, "tables")
