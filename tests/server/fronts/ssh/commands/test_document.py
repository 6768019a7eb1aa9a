"""The document on `ssh` shows what the desk really prints, for people and for programs."""

import json
import re
from pathlib import Path

import pytest

from server.fronts.ssh.commands.command import STATUSES
from server.fronts.ssh.commands.dispatch import COMMANDS
from tests.server.fronts.ssh.commands.examples import EXAMPLES, OWNER
from tests.server.fronts.ssh.commands.script import a_desk, saying

TEXT = (Path(__file__).parents[5] / "docs" / "ssh.md").read_text("utf-8")
SHOWN = re.findall(r"^```\n\$ ssh chwech@cards\.example ([^\n]+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("line", "shown"), SHOWN, ids=[line for line, _ in SHOWN])
async def test_an_example_is_what_is_printed(tmp_path: Path, line: str, shown: str) -> None:
    """Whoever types the line gets these lines; JSON is only laid out over several for the reader."""
    command, _, head = line.partition(" | head -")
    words = command.removesuffix(" --json")
    async with a_desk(tmp_path, saying(*EXAMPLES[words])) as desk:
        reply = await desk.ask(command, OWNER)
    printed = reply.out + reply.err
    if command.endswith("--json"):
        assert printed.count("\n") == 1
        assert json.loads(printed) == json.loads(shown)
        # The order of keys is told by the text alone.
        assert json.dumps(json.loads(printed)) == json.dumps(json.loads(shown))
    elif head:
        assert printed.split("\n")[: int(head)] == shown.rstrip("\n").split("\n")
    else:
        assert printed == shown
        assert all(len(line) <= 80 for line in printed.split("\n"))


def test_every_command_has_an_example() -> None:
    """No command is left out, and all that give JSON of their own show it or name its keys."""
    told = {line.split()[0] for line, _ in SHOWN}
    names = {command.name for command in COMMANDS if command.group}
    assert names <= told
    for word in names:
        assert re.search(rf"^### `{word}\b", TEXT, re.MULTILINE), word


def test_every_status_is_told() -> None:
    """Scripts know what each exit status means."""
    for status in STATUSES:
        assert re.search(rf"^\| {status} \| ", TEXT, re.MULTILINE), status
