"""What a container is built from: the Containerfile and the compose file. `make release-check` runs its steps."""

import json
import re
import socket
import subprocess
import sys
import threading

import pytest

from protocol.command_line import found_command, read_words
from server.commands.table import COMMANDS
from server.configuration import SSH_ADDRESS
from tests.packaging.units import ROOT

PACKAGING = ROOT / "packaging"

SSH_PORT = SSH_ADDRESS.removeprefix(":")


def only(name: str) -> str:
    """Give the one instruction of this name in the last stage of the Containerfile."""
    stage = (PACKAGING / "container" / "Containerfile").read_text("utf-8").rpartition("\nFROM ")[2]
    [rest] = re.findall(rf"^{name} (.*)$", stage, re.MULTILINE)
    return str(rest)


def test_no_recipe_names_where_packages_come_from() -> None:
    """There is not an address in them but one that stands for the authors."""
    files = [path for path in PACKAGING.rglob("*") if path.is_file()]
    assert {host for path in files for host in re.findall(r"\w+://([^/\"\s]+)", path.read_text("utf-8"))} == set()


def test_the_image_serves_without_any_right() -> None:
    """Its user is nobody's, its data are in one volume, and its command is one that there is."""
    assert re.fullmatch(r"(\d{5}):\1", only("USER"))
    assert only("EXPOSE") == f"{SSH_PORT}/tcp"
    command, *options = json.loads(only("CMD"))
    assert command == "serve"
    given = read_words(found_command(COMMANDS, ["serve"])[0], options)
    assert str(given["data"]) == only("VOLUME") == "/data"


@pytest.mark.parametrize(("greeting", "healthy"), [(b"SSH-2.0-x\r\n", True), (b"HTTP/1.0\r\n", False), (b"", False)])
def test_the_health_check_hears_the_first_words_of_ssh(greeting: bytes, healthy: bool) -> None:
    """The container is well while a front greets; a port that says something else, or nothing, is not."""
    [check] = re.findall(
        r"^      test: (.*)$", (PACKAGING / "container" / "compose.yaml").read_text("utf-8"), re.MULTILINE
    )
    program = json.loads(check)[-1]
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(60)

        def greet() -> None:
            with door.accept()[0] as visitor:
                visitor.sendall(greeting)

        greeting_once = threading.Thread(target=greet)
        greeting_once.start()
        here = program.replace(SSH_PORT, str(door.getsockname()[1]))
        assert here != program
        done = subprocess.run([sys.executable, "-I", "-c", here], check=False, capture_output=True, timeout=60)
        greeting_once.join()
    assert (done.returncode == 0) == healthy


def test_the_compose_file_takes_every_right_away() -> None:
    """The root is read-only, no capability is left, and the one volume is where the data are."""
    text = (PACKAGING / "container" / "compose.yaml").read_text("utf-8")
    for line in ("read_only: true", "cap_drop:\n      - ALL", "no-new-privileges:true", f"games:{only('VOLUME')}"):
        assert line in text
    assert f'- "{SSH_PORT}:{SSH_PORT}"' in text
