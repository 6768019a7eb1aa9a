"""The units of systemd: what they say, and what systemd itself says of them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from protocol.command_line import found_command, read_words
from server.commands.serve import HOST_START_SECONDS
from server.commands.table import COMMANDS
from server.configuration import SSH_ADDRESS
from server.processes.child import SILENT_SECONDS
from server.processes.supervisor import FRONT_SECONDS
from server.processes.update import HOST_SECONDS
from tests.packaging.units import ROOT, UNITS, InvalidUnit, read_unit, unit

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")

SSH_PORT = SSH_ADDRESS.removeprefix(":")

MOST_EXPOSURE = 15
"""Tenths: what ``systemd-analyze security`` may find at most; it calls up to 2 tenths safe, and 90 and more unsafe."""


def one(section: dict[str, list[str]], key: str) -> str:
    """Give the value of a key that comes once."""
    [value] = section[key]
    return value


def seconds(section: dict[str, list[str]], key: str) -> float:
    """Give a time that is written in seconds."""
    return float(one(section, key))


@pytest.mark.parametrize("text", ["Key=value", "[Unit]\n key=x", "[Unit]\nKey = x", "[Unit]\n[Unit]", "[Unit]\nKey=x "])
def test_a_unit_is_read_strictly(text: str) -> None:
    """What systemd would ignore, or read otherwise than a person does, is an error here."""
    with pytest.raises(InvalidUnit):
        read_unit(text)


def test_the_service_is_started_by_a_command_that_there_is() -> None:
    """Its options are those of ``chwech serve``, and the port is left to the socket."""
    program, command, *options = one(unit("chwech.service")["Service"], "ExecStart").split()
    assert (program, command) == ("/usr/bin/chwech", "serve")
    read = read_words(found_command(COMMANDS, ["serve"])[0], options)
    assert read["data"] == Path("/var/lib") / one(unit("chwech.service")["Service"], "StateDirectory")
    assert "ssh" not in read


def test_the_service_is_told_and_watched_as_the_supervisor_needs_it() -> None:
    """It says itself that it is ready, ends its parts in order, and has the time that they may take."""
    service = unit("chwech.service")["Service"]
    assert one(service, "Type") == "notify"
    assert one(service, "KillMode") == "mixed"
    assert one(service, "Restart") == "on-failure"
    assert seconds(service, "TimeoutStartSec") > HOST_START_SECONDS
    assert seconds(service, "TimeoutStopSec") > FRONT_SECONDS + HOST_SECONDS
    # A host that hangs is killed, and the next one is ready, before systemd loses its patience with all of it.
    assert seconds(service, "WatchdogSec") > 3 * SILENT_SECONDS


def test_the_service_has_no_privilege() -> None:
    """It runs as its own user, without any capability, on a file system that it cannot change but for its data."""
    service = unit("chwech.service")["Service"]
    assert one(service, "User") == one(service, "Group") == "chwech"
    assert service["CapabilityBoundingSet"] == service["AmbientCapabilities"] == [""]
    assert one(service, "ProtectSystem") == "strict"
    assert one(service, "StateDirectoryMode") == "0700"
    assert one(service, "NoNewPrivileges") == "yes"


def test_the_socket_is_the_port_of_the_server() -> None:
    """It is the one that the server would choose itself."""
    socket = unit("chwech.socket")["Socket"]
    assert one(socket, "ListenStream") == SSH_PORT
    assert one(socket, "Accept") == "no"
    service = unit("chwech.service")
    assert one(service["Unit"], "Requires") == one(service["Install"], "Also") == "chwech.socket"


def test_the_page_on_hosting_shows_the_units_by_a_link() -> None:
    """A second copy would differ some day: there is none, and what is to be changed is changed beside the file."""
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for name in ("chwech.service", "chwech.socket"):
        assert f"](../packaging/systemd/{name})" in text
    assert "ProtectSystem" not in text


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Give a folder with the units, whose program is one that this machine has."""
    for path in UNITS.iterdir():
        text = path.read_text("utf-8")
        (tmp_path / path.name).write_text(text.replace("=/usr/bin/chwech ", "=/bin/true "))
    return tmp_path


def analyze(*arguments: str) -> str:
    """Give what systemd says of a file, and let it fail where it does."""
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@needs_systemd
def test_systemd_finds_nothing_to_say_about_the_units(installed: Path) -> None:
    """No key is unknown, and no unit is named that is not there."""
    assert analyze("verify", "--man=no", *(str(installed / name) for name in ("chwech.service", "chwech.socket"))) == ""


@needs_systemd
def test_systemd_finds_little_that_is_exposed(installed: Path) -> None:
    """The service can reach the network and its own data, and hardly anything else."""
    file = str(installed / "chwech.service")
    analyze("security", "--no-pager", "--offline=true", f"--threshold={MOST_EXPOSURE}", file)
