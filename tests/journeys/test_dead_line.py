"""A line that is dead for 28 seconds and heals: by every door the game goes on within moments."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.chwech_tui.person import Person
from tests.journeys.friends import make_key
from tests.journeys.network import SERVER, Network, why_not
from tests.journeys.serving import serving
from tests.journeys.tmux import Tmux, Window, ssh

DEAD: Final = float(os.environ.get("CHWECH_DEAD_SECONDS", "28"))  # Seconds for which the line is dead.
SOON: Final = 6.0  # Seconds after which everyone sees what was missed, and is heard.
PORT: Final = 7466  # Where the server takes TCP, on a machine of its own.
ROOM: Final = (100, 30)  # How large everyone's terminal is.


def _client(folder: Path, name: str, *words: str) -> list[str]:
    """Give the command of our own client, with a home of its own."""
    home = folder / f"home-{name}"
    home.mkdir()
    own = [f"{variable}={value}" for variable, value in Person(home).environment.items()]
    return [
        "env",
        *own,
        f"XDG_DATA_HOME={home}",
        sys.executable,
        "-P",
        "-m",
        "chwech",
        "join",
        "--name",
        name,
        *words,
    ]


def _doors(folder: Path, port: int, code: str) -> Mapping[str, list[str]]:
    """Give by name how each person comes to the table."""
    key = make_key(folder, "Nell")
    return {
        "Tess": _client(folder, "Tess", f"tcp://{SERVER}:{PORT}", code),
        "Nell": _client(folder, "Nell", "-i", str(key), f"{SERVER}:{port}", code),
        "Sue": ssh(port, make_key(folder, "Sue"), code, host=SERVER),
    }


def _come(window: Window, name: str) -> None:
    """Answer what a newcomer is asked, until the table is there."""
    table = "Are you ready"
    screen = window.wait(lambda seen: re.search(rf"yes/no|call you|{table}", seen) is not None, "a question")
    if "yes/no" in screen:
        window.type("yes")
        window.press("Enter")
        screen = window.wait(lambda seen: re.search(rf"call you|{table}", seen) is not None, "a question")
    if "call you" in screen:
        window.type(name)
        window.press("Enter")
        window.until(table)


def _say(window: Window, text: str) -> None:
    """Say something at the table."""
    window.press("t")
    window.type(text)
    window.press("Enter")


def _seconds(since: float, seen: Mapping[str, Callable[[], bool]]) -> dict[str, float]:
    """Give when each of these was so for the first time, in seconds."""
    times: dict[str, float] = {}
    while len(times) < len(seen) and time.monotonic() < since + 60:
        for name, holds in seen.items():
            if name not in times and holds():
                times[name] = round(time.monotonic() - since, 2)
        time.sleep(0.05)
    return times


@pytest.mark.journey
@pytest.mark.timeout(400)
@pytest.mark.skipif(not (shutil.which("tmux") and shutil.which("ssh")), reason="needs tmux and ssh")
def test_a_dead_line_that_heals_goes_on_at_every_door(tmp_path: Path) -> None:
    """What was said meanwhile is drawn, and what is said then is heard, soon after the line has healed."""
    if trouble := why_not():
        pytest.skip(trouble)
    options = ("--fronts", "1", "--tcp", f"{SERVER}:{PORT}")
    with (
        Network() as network,
        serving(tmp_path / "data", *options, at=network.at_server, host=SERVER) as server,
        Tmux(tmp_path) as tmux,
    ):
        olga = tmux.window("Olga", ROOM, [*network.at_server, *_client(tmp_path, "Olga", f"tcp://{SERVER}:{PORT}")])
        olga.until("New table")
        olga.press("n")
        olga.until("More rules")
        olga.press("Enter")
        found = re.search(r"table (\S+)", olga.until("Begin?"))
        assert found
        windows = {
            name: tmux.window(name, ROOM, [*network.at_people, *command])
            for name, command in _doors(tmp_path, server.port, found[1]).items()
        }
        for name, window in windows.items():
            _come(window, name)
        olga.until(*windows)
        network.fall_silent()
        time.sleep(1)
        _say(olga, "Anybody there?")
        time.sleep(DEAD - 1)
        network.heal()
        healed = time.monotonic()
        drawn = _seconds(healed, {name: lambda w=w: "Anybody there?" in w.screen() for name, w in windows.items()})  # type: ignore[misc]
        for name, window in windows.items():
            _say(window, f"Here is {name}")
        playable = _seconds(healed, {name: lambda n=name: f"Here is {n}" in olga.screen() for name in windows})  # type: ignore[misc]
        print(f"\ndead for {DEAD:.0f} s; drawn after {drawn}; heard after {playable}")
        screens = "\n".join(f"{name}:\n{window.screen()}" for name, window in {**windows, "Olga": olga}.items())
        assert drawn.keys() == playable.keys() == windows.keys(), screens
        assert max(*drawn.values(), *playable.values()) <= SOON, (drawn, playable)
