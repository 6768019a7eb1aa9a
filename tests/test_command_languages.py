"""The language of the command line: by ``--lang``, else by the environment, for every command."""

import subprocess
import sys
from contextvars import copy_context
from pathlib import Path

import pytest

import chwech


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with an environment that asks for no language, and leave everything as it was."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(variable, "")


def run(line: str) -> int:
    """Run a command in a context of its own, and return its exit status."""
    return copy_context().run(chwech.main, line.split())


def test_the_environment_asks_for_a_language_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LANG decides, unless the option asks for another language."""
    monkeypatch.setenv("LANG", "cy_GB.UTF-8")
    assert run("dance") == 2
    assert capsys.readouterr().err.startswith("chwech: nid oes gorchymyn 'dance'; dyma'r rhai sydd: play, join, learn")
    assert run("--lang en sevre") == 2
    said = "chwech: there is no command 'sevre'; did you mean serve? (see chwech --help)\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("serve --fornts 2", "chwech serve: nid oes dewis '--fornts' yma: oeddech chi'n golygu --fronts?"),
        ("serve --fronts 65", "--fronts: nid yw '65' yn rhif cyfan o 1 i 64"),
        ("config nosuch", "chwech config: does dim gosodiad 'nosuch': dewiswch un o theme, "),
        ("rules whist", "chwech rules: game: nid oes gêm 'whist', dyma'r rhai sydd: chwech, "),
        ("simulate --bots bad", "chwech simulate: bots: nid oes bot 'bad', dyma'r rhai sydd: "),
        ("history 7 --data /nowhere", "chwech history: ni chedwir gemau yn /nowhere: enwch y ffolder cywir â --data"),
    ],
)
def test_a_fault_is_said_in_the_language(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both sides, the reader of options and the faults of lower layers are said by one voice."""
    # What the user of this machine keeps is not looked at.
    monkeypatch.setenv("CHWECH_DATA", str(tmp_path))
    assert run(f"--lang cy {line}") != 0
    assert said in capsys.readouterr().err


def test_a_server_speaks_it_to_its_operator(tmp_path: Path) -> None:
    """The first line with which a server says that it serves is in Welsh."""
    command = [sys.executable, "-P", "-m", "chwech", "serve", "--lang", "cy", "--no-ssh", "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        first = server.stderr.readline()
        server.terminate()
        server.stderr.read()
    assert first == f"chwech serve: yn gwrando ar y soced Unix {tmp_path / 'chwech.sock'}\n"
