"""A front on another machine, over a line that is slow, loses packets, and is cut: people see it and play on."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from server.commands.fronts import main as fronts
from tests.journeys.serving import PATIENCE, Serving, serving
from tests.journeys.wire import PEOPLE, SERVER, Wire, why_not

PORT: Final = 7467
"""Where the server listens for fronts, on a machine of its own."""

REMARKS: Final = int(os.environ.get("CHWECH_REMARKS", "60"))
"""How many remarks are measured."""

DELAY: Final = 40
"""Milliseconds that a packet takes in each direction."""

LOSS: Final = 2.0
"""How many of a hundred packets are lost in each direction."""

NOTICED: Final = 16.0
"""Seconds within which a screen says that the line is cut."""

SOON: Final = 20.0
"""Seconds after which somebody is heard again once the line is whole."""

CUT: Final = 20.0
"""Seconds for which the line stays cut after the screen says so."""


class Player:
    """Somebody at a terminal where people are."""

    def __init__(self, wire: Wire, port: int) -> None:
        """Come to a table."""
        words = [sys.executable, "-P", "-m", "tests.journeys.distant_player", PEOPLE, str(port), str(REMARKS)]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        self.process = subprocess.Popen(
            [*wire.at_people, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.hear()

    def ask(self, what: str) -> dict[str, list[float] | float]:
        """Ask for something, and give what came of it."""
        self.begin(what)
        return self.hear()

    def begin(self, what: str) -> None:
        """Ask for something."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, list[float] | float]:
        """Give what came of what was asked for."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the player has ended"
        heard: dict[str, list[float] | float] = json.loads(line)
        return heard

    def close(self) -> None:
        """Go."""
        self.process.kill()
        self.process.communicate()


def said(server: Serving, pattern: str) -> str:
    """Wait until a server has said this, and give the first group."""
    end = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, "".join(server.lines))):
        assert time.monotonic() < end, "".join(server.lines)
        time.sleep(0.05)
    return found[1]


def shown(name: str, seconds: list[float]) -> str:
    """Write how long something took, in milliseconds."""
    tenths = statistics.quantiles(seconds, n=100)
    return f"{name} p50 {1000 * tenths[49]:.0f} ms, p99 {1000 * tenths[98]:.0f} ms"


@pytest.mark.journey
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip, of iproute2")
def test_people_play_over_a_bad_line_and_it_is_cut(tmp_path: Path) -> None:
    """They are told when it is, and go on by themselves once it is whole."""
    if trouble := why_not():
        pytest.skip(trouble)
    data, listen = tmp_path / "host", f"{SERVER}:{PORT}"
    pairing = ("--server", listen, "--name", "attic")
    with (
        Wire(DELAY, LOSS) as wire,
        serving(data, "--fronts", "1", "--fronts-listen", listen, at=wire.at_server, host=SERVER),
        serving(tmp_path / "front", *pairing, at=wire.at_people, host=PEOPLE, command="front") as front,
    ):
        added = said(front, r"chwech fronts (add attic [A-Za-z0-9+/=]+)")
        assert fronts([*added.split(), "--data", str(data)]) == 0
        said(front, r"(is within reach)")
        player = Player(wire, front.port)
        try:
            _measure(wire, player)
        finally:
            player.close()


def _measure(wire: Wire, player: Player) -> None:
    keys, remarks = player.ask("keys")["keys"], player.ask("talk")["remarks"]
    assert isinstance(keys, list)
    assert isinstance(remarks, list)
    player.begin("lost")
    cut = time.monotonic()
    wire.cut()
    noticed = player.hear()["at"]
    assert isinstance(noticed, float)
    time.sleep(CUT)
    wire.mend()
    whole = time.monotonic()
    back = player.ask("back")["at"]
    assert isinstance(back, float)
    print(f"\n{DELAY} ms and {LOSS} % in each direction: {shown('keys', keys)}; {shown('remarks', remarks)}")
    print(f"cut: the screen says so after {noticed - cut:.1f} s; whole: heard again after {back - whole:.1f} s")
    assert noticed - cut <= NOTICED
    assert back - whole <= SOON
