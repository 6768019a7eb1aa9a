"""A front elsewhere knows every node of a cluster, and goes on at another one when its own has died."""

import re
import shutil
from pathlib import Path

import pytest

from server.commands.fronts import main as fronts
from tests.nats_servers import NatsServer
from tests.server.commands.children import Child, a_child
from tests.server.commands.test_remote_fronts import ask, heard

pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.timeout(180),
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here"),
]


async def test_a_front_goes_on_at_another_node(
    nats_server: NatsServer, nats_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once both know it, the end of one costs its people a moment."""
    one, two = tmp_path / "1", tmp_path / "2"
    node = ("--unsafe", "--cluster", nats_address, "--ssh", "none", "--fronts-listen", "127.0.0.1:0")
    async with a_child(*node, data=one) as first, a_child(*node, data=two) as second:
        ends = {await _listening(child): child for child in (first, second)}
        known = [_shown(data, address, capsys) for data, address in zip((one, two), ends, strict=True)]
        at_front = ("--server", known[0], "--server", known[1], "--ssh", "127.0.0.1:0", "--name", "attic")
        async with a_child(*at_front, data=tmp_path / "front", command="front") as front:
            add = (await heard(front, r"^chwech front: .* chwech fronts (add attic \S+)"))[1].split()
            ssh = int((await heard(front, r"listening on SSH at 127\.0\.0\.1:(\d+)"))[1])
            assert [fronts([*add, "--data", str(data)]) for data in (one, two)] == [0, 0]
            found = (await heard(front, r"the host at (127\.0\.0\.1:\d+) is within reach"))[1]
            assert "No table is open" in await ask(ssh, "tables")
            ends.pop(found).tell_to_end()
            (other,) = ends
            await heard(front, f"the host at {other} is within reach")
            assert "No table is open" in await ask(ssh, "tables")
            front.tell_to_end()
            assert await front.ended() == 0


async def _listening(node: Child) -> str:
    """Give where a node listens for fronts."""
    return (await heard(node, r"fronts on other machines at (127\.0\.0\.1:\d+)"))[1]


def _shown(data: Path, address: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Give how a front reaches a node, as its operator copies it."""
    assert fronts(["--data", str(data), "--fronts-listen", address]) == 0
    found = re.search(r"chwech front --server (\S+)", capsys.readouterr().out)
    assert found
    return found[1]
