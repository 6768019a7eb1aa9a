"""The first start of a server, and the configuration while it runs."""

import json
import os
import re
from pathlib import Path

import pytest

from server.commands import serve
from server.configuration import InForce
from server.defaults import FILE_NAME
from server.host.limits import ServerConfiguration
from server.processes.plan import ProcessPlan, claimed
from tests.running import command

main = command("serve")
show = command("serve --show")


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[ProcessPlan]:
    """Note what would be supervised, and supervise nothing; nothing of the environment configures anything."""
    noted: list[ProcessPlan] = []

    def note(plan: ProcessPlan, _notifier: object) -> int:
        noted.append(plan)
        return 0

    monkeypatch.setattr(serve, "supervise", note)
    for name in tuple(os.environ):
        if name.startswith("CHWECH_"):
            monkeypatch.delenv(name)
    return noted


def start(data: Path, *options: str) -> int:
    """Start a server that listens where nobody else does."""
    mask = os.umask(0o077)
    try:
        return main(["--data", str(data), "--ssh", "127.0.0.1:0", "--fronts", "1", *options])
    finally:
        os.umask(mask)


def test_a_first_start_makes_what_is_missing(tmp_path: Path, plans: list[ProcessPlan]) -> None:
    """The directory and a file with every default in it are made, for their owner alone, and that is said once."""
    assert start(tmp_path / "new") == start(tmp_path / "new") == 0
    file = tmp_path / "new" / FILE_NAME
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600
    assert plans[0].notes[-1] == f"the configuration is in {file}, with every default as a comment"
    assert plans[1].notes == ()


def test_the_processes_are_told_what_they_use(tmp_path: Path, plans: list[ProcessPlan]) -> None:
    """Each is told the name, the greeting, who gets in and how many."""
    (tmp_path / "hello").write_text("Hello.\nFriend.")
    (tmp_path / FILE_NAME).write_text(
        'greeting = "hello"\nname = "Cärds"\ntables = 9\nallow-list = true\nnotify = "https://x"\n'
    )
    assert start(tmp_path, "--verbose", "--no-allow-list", "--connections", "7") == 0
    told = json.loads(json.dumps(plans[0].configuration))
    assert told.pop("command").startswith("ssh -p ")
    used = {name: told[name] for name in ServerConfiguration.__struct_fields__ if name in told}
    assert used == {
        "name": "Cärds",
        "greeting": "Hello.\nFriend.",
        "link": "",
        "allow_list": False,
        "connections": 7,
        "connections_per_address": 16,
        "tables": 9,
        "tables_per_account": 50,
        "rate_households": "less",
        "keep_logs": 30,
        "notify": "https://x",
        "log": "json",
        "verbose": True,
    }


def test_a_wrong_configuration_starts_nothing(
    tmp_path: Path, plans: list[ProcessPlan], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every fault has a line, and the status is 2."""
    (tmp_path / FILE_NAME).write_text("fronst = 2\ntables = 0\n")
    assert start(tmp_path) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"chwech serve: {tmp_path}/{FILE_NAME}, line 1: fronst: there is no such key; did you mean fronts?",
        f"chwech serve: {tmp_path}/{FILE_NAME}, line 2: tables: '0' is no whole number from 1 to 1000000",
    ]
    assert plans == []
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_a_second_start_is_refused_before_it_binds(
    tmp_path: Path, plans: list[ProcessPlan], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the first one, whatever ports either has."""
    monkeypatch.setattr("server.file_lock.PATIENCE", 0.0)
    with claimed(tmp_path):
        assert start(tmp_path) == 1
    assert re.search(rf"another server is using .* \(process {os.getpid()}, since ", capsys.readouterr().err)
    assert plans == []


def test_what_can_be_is_taken_over_while_the_server_runs(tmp_path: Path) -> None:
    """A changed name is told to the processes; a changed port waits for the next start; options win as before."""
    file = tmp_path / FILE_NAME
    (tmp_path / "hello").write_text("one")
    file.write_text('name = "one"\ngreeting = "hello"\n')
    in_force = InForce({"tables": 5}, file)
    (tmp_path / "hello").write_text("two")
    file.write_text('name = "two"\nssh = ":22"\ntables = 9\ngreeting = "hello"\n')
    reloaded = in_force.reload()
    assert reloaded.lines == (
        "the configuration was read again: name, greeting",
        "this waits for the next start of the server: ssh",
    )
    assert reloaded.configuration == InForce({"tables": 5}, file).told()
    assert in_force.effective.values.ssh.port == 2222
    # What waits still waits when the file is read once more.
    assert in_force.reload().lines[1] == "this waits for the next start of the server: ssh"


def test_the_values_in_force_are_shown(
    tmp_path: Path, plans: list[ProcessPlan], capsys: pytest.CaptureFixture[str]
) -> None:
    """``chwech serve --show`` tells what its options would make of the file."""
    (tmp_path / FILE_NAME).write_text('name = "Cards"\n')
    assert show(["--data", str(tmp_path), "--fronts", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"file: {tmp_path / FILE_NAME}"
    assert lines[3].split(maxsplit=2) == ["name", "Cards", f"{tmp_path / FILE_NAME}, line 1"]
    assert show(["--data", str(tmp_path), "--fronts", "0"]) == 0
    assert re.search("^fronts +none +--fronts$", capsys.readouterr().out, re.MULTILINE)
    (tmp_path / FILE_NAME).write_text("fronts = true\n")
    assert show(["--data", str(tmp_path)]) == 2
    assert "chwech serve: " in capsys.readouterr().err


def test_the_offline_server_is_configured_by_its_options_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong file or variable of a server for others keeps nobody from playing alone."""
    asked: list[tuple[object, ...]] = []

    def note(*arguments: object, verbose: bool) -> int:
        asked.append((*arguments, verbose))
        return 0

    monkeypatch.setattr("server.commands.offline.serve_offline", note)
    monkeypatch.setenv("CHWECH_FRONTS", "many")
    (tmp_path / FILE_NAME).write_text("zzz\n")
    assert main(["--stdio", "--data", str(tmp_path)]) == 0
    assert main(["--stdio", "--data", str(tmp_path), "--verbose"]) == 0
    assert asked == [(tmp_path, False), (tmp_path, True)]
    for option in (["--check"], ["--config", "x"], ["--name", "x"], ["--tcp", "[::1]:0"]):
        assert main(["--stdio", *option]) == 2
        assert f"leave {option[0]} out" in capsys.readouterr().err
