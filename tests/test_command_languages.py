"""The language of the command line: by ``--lang``, else by the environment, for every command."""

import gettext
import subprocess
import sys
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

import chwech


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin with an environment that asks for no language, and leave everything as it was."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(variable, "")
    domain = gettext.textdomain()
    yield
    gettext.textdomain(domain)


def run(line: str) -> int:
    """Run a command in a context of its own, and return its exit status."""
    try:
        return copy_context().run(chwech.main, line.split())
    except SystemExit as ended:
        return int(str(ended.code))


@pytest.mark.parametrize("line", ["--lang cy --help", "--help --lang=cy", "help --lang cy"])
def test_the_help_is_in_the_language_that_is_asked_for(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The option may stand anywhere; the commands keep their names, and no line is longer than 80 characters."""
    assert run(line) == 0
    out = capsys.readouterr().out
    assert out.startswith("defnydd: chwech ")
    assert all(f"chwech {command}" in out for command in chwech.SERVER_COMMANDS + chwech.CLIENT_COMMANDS)
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_environment_asks_for_a_language_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LANG decides, unless the option asks for another language."""
    monkeypatch.setenv("LANG", "cy_GB.UTF-8")
    assert run("dance") == 2
    assert capsys.readouterr().err.startswith("chwech: nid oes gorchymyn 'dance'; dyma'r rhai sydd: play, today, learn")
    assert run("--lang en sevre") == 2
    said = "chwech: there is no command 'sevre'; did you mean serve? (see chwech --help)\n"
    assert capsys.readouterr().err == said


def test_a_language_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence names those that there are; the exit status is 2."""
    for line in ("play --lang xx", "--lang=xx", "--lang"):
        assert run(line) == 2
        said, others = capsys.readouterr().err.split(": choose one of ")
        assert said.startswith("chwech: there is no language '")
        assert others == "en (English), cy (Cymraeg)\n"


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "learn",
        "join",
        "config",
        "serve",
        "simulate",
        "arena",
        "verify",
        "rules",
        "history",
        "record",
        "tournament",
    ],
)
def test_the_help_of_every_command_is_welsh(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What argparse says and what the command says of itself are one language."""
    assert run(f"--lang cy {command} --help") == 0
    out = capsys.readouterr().out
    assert out.startswith("defnydd: chwech ")
    assert "dangos y cymorth hwn a gorffen" in out
    assert not {"usage", "options:", "where", "default"} & set(out.replace("(", " ").split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("serve --fornts 2", "chwech serve: gwall: dadleuon anhysbys: --fornts 2; oeddech chi'n golygu --fronts?"),
        ("serve --fronts 65", "dadl --fronts: nid yw '65' yn rhif cyfan o 1 i 64"),
        ("join", "chwech join: mae angen y dadleuon hyn: HOST (gweler chwech join --help)"),
        ("play --rulset x", "chwech: dadleuon anhysbys: --rulset x; oeddech chi'n golygu --ruleset?"),
        ("play --pace 99", "dadl --pace: nid yw '99' yn gyflymder: ysgrifennwch eiliadau o 0 i 10"),
        ("config nosuch", "chwech config: nid oes gosodiad 'nosuch': dewiswch un o theme, "),
        ("rules --game whist", "chwech rules: game: nid oes gêm 'whist', dyma'r rhai sydd: chwech, "),
        ("simulate --bots bad", "chwech simulate: bots: nid oes bot 'bad', dyma'r rhai sydd: "),
        ("record 7 --data /nowhere", "chwech record: ni chedwir gemau yn /nowhere: enwch y ffolder cywir â --data"),
    ],
)
def test_a_fault_is_said_in_the_language(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both sides, argparse and the faults of lower layers are said by one voice."""
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
