"""The commands of the program, and the laws of the one table that they are made from."""

import inspect
import os
import re
import subprocess
import sys
from contextvars import copy_context
from importlib import import_module

import pytest

import chwech
from protocol.command_line import ABSENT, LONGEST_TEXT, REQUIRED, Subcommand, help_page, overview
from protocol.language import LANGUAGE_VARIABLES, LANGUAGES
from protocol.version import program_name
from server.commands.table import COMMANDS, MOVED

NAMED = {command.name: command for command in COMMANDS}
RUNNABLE = [command for command in COMMANDS if command.main]
VISIBLE = [command.name for command in COMMANDS if command.group]


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a language, and forget the one that a command has chosen."""
    for variable in LANGUAGE_VARIABLES:
        monkeypatch.setenv(variable, "")


def said(line: str, capsys: pytest.CaptureFixture[str], status: int = 2) -> str:
    """Run a command that ends with this status, and give the one line that it writes about what is wrong."""
    assert copy_context().run(chwech.main, line.split(" ")) == status
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("line", ["--help", "-h", "help", "--lang cy --help", "--help --lang=cy"])
def test_the_help_is_one_screen(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It lists the fifteen commands on 24 lines of 80 characters, with room for the next prompt, in every language."""
    assert copy_context().run(chwech.main, line.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(VISIBLE) == 16
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert [name for name in VISIBLE if not any(f" {name} " in one for one in lines)] == []


@pytest.mark.parametrize("command", RUNNABLE, ids=lambda command: command.name or "chwech")
def test_the_options_of_a_command_are_the_parameters_of_its_function(command: Subcommand) -> None:
    """Every option has its parameter, and nothing else is handed over."""
    module, _, function = command.main.partition(":")
    signature = inspect.signature(getattr(import_module(module), function or "main"))
    variadic = any(one.kind is one.VAR_KEYWORD for one in signature.parameters.values())
    wanted = {one.name for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD}
    assert {option.parameter for option in command.options} == wanted - {"argv"}
    assert command.raw == ("argv" in wanted)
    assert bool(command.further()) == variadic
    assert all(option.default is ABSENT for option in command.further())


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name or "chwech")
def test_the_help_of_a_command_fits_the_screen(command: Subcommand, capsys: pytest.CaptureFixture[str]) -> None:
    """It names every option, in every language, and no line is wider than 80 characters."""
    for language in LANGUAGES:
        assert copy_context().run(chwech.main, ["--lang", language, *command.name.split(), "--help"]) == 0
        out = capsys.readouterr().out
        if command.name:
            assert max(map(len, out.splitlines())) <= 80
            assert all(option.usage in out for option in command.options if not option.hidden)


def test_a_language_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """It is said which there are, and nothing is begun."""
    assert chwech.main(["--lang", "xx", "play"]) == 2
    assert "xx" in capsys.readouterr().err


@pytest.mark.parametrize("command", RUNNABLE, ids=lambda command: command.name or "chwech")
def test_bad_input_is_one_sentence(command: Subcommand, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown option, a value that is missing or needless, a wrong one: each is told, and the status is 2."""
    name = command.name
    assert "there is no option '--zzz' here: " in said(f"{name} --zzz".strip(), capsys)
    for option in (*command.options, *command.further()):
        if option.is_word or option.hidden:
            continue
        assert f": {option.name}: write {option.usage} (see " in said(
            f"{name} {option.name}{'' if option.kind else '=1'}".strip(), capsys
        )
        near = option.name[:-1] + "z" + option.name[-1]
        if len(option.name) > 2:
            assert "did you mean --" in said(f"{name} {near}".strip(), capsys)
    if name and not any(option.many in ("*", "+") for option in command.options if option.is_word):
        words = " ".join("1" for option in command.options if option.is_word)
        with_needed = " ".join(f"{option.name} 1" for option in command.options if option.default is REQUIRED)
        assert command.usage in said(f"{name} {words} {with_needed} word word".strip(), capsys)
    if any(option.is_word and option.many in ("", "+") for option in command.options):
        assert f"something is missing: write {command.usage}" in said(name, capsys)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("play --players x", "chwech play: --players: 'x' is no whole number from 1 to 32 (see chwech play --help)"),
        ("play --pace nan", "--pace: 'nan' is no number from 0 to 10"),
        ("play --option deals", "--option: 'deals' is no option: write NAME=VALUE, as in deals=3"),
        ("play --option =3", "write NAME=VALUE"),
        (f"play --option {'a' * 41}={'b' * 41}", "is no option"),
        (f"play --seed {'x' * 41}", "is too long: 40 characters at most"),
        (f"join host {'x' * 41}", "CODE: 'xxxxxxxxxxxxxxxxxxxx'… is too long"),
        ("play whist --plain", "there is no game 'whist'; there are chwech, "),
        ("bot --exec x", "say where it plays: --table CODE or --open GAME"),
        ("serve --fronts 65", "--fronts: '65' is no whole number from 1 to 64"),
        ("serve --data --show", "--data: write --data DIR"),
        ("data restore /nowhere/at/all", "FILE: there is no file /nowhere/at/all"),
        ("data backup x --keep 0", "--keep: '0' is no whole number from 1 to 10000"),
        ("history abc", "NUMBER: 'abc' is no whole number from 1 to"),
        ("verify x --seed 12", "--seed: write the 64 hex digits of a seed"),
        ("data", "say which command: data backup, data restore, data export"),
        ("data bakup", "say which command: data backup"),
        ("sevre", "there is no command 'sevre'; did you mean serve? (see chwech --help)"),
        ("dance", "there is no command 'dance'; there are play, join, learn"),
        ("play --lang klingon", "there is no language 'klingon': choose one of en (English), cy (Cymraeg)"),
        ("play --pla\u200bin", r"there is no option '--pla\u200bin' here"),
        ("pla\u200by", r"there is no command 'pla\u200by'"),
    ],
)
def test_what_is_wrong_is_said(line: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with what would be right."""
    assert complaint in said(line, capsys)


def test_what_is_repeated_of_a_bad_line_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    """However long a word is."""
    for line in ("x" * 10_000, f"play --{'x' * 10_000}", f"serve {'x' * 10_000}", f"play --players {'1' * 10_000}"):
        assert len(said(line, capsys)) < 600


def test_an_option_anywhere_names_the_language() -> None:
    """It is gone from what the command reads, and what the command starts speaks the language, too."""
    assert copy_context().run(chwech.main, ["rules", "--lang=cy"]) == 0
    assert os.environ["LANGUAGE"] == "cy"


def test_every_text_of_the_table_is_a_phrase() -> None:
    """Without a full stop: a list adds none, and the help of a command adds its own."""
    texts = [text for one in COMMANDS for text in (one.about, *(option.about for option in one.options))]
    assert [text for text in texts if text.endswith(".")] == []
    assert all(len(name) <= LONGEST_TEXT for name in NAMED)


def test_the_arguments_are_those_of_the_process_if_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The installed command reads its own command line."""
    monkeypatch.setattr(sys, "argv", ["chwech", "--help"])
    assert chwech.main() == 0
    assert capfd.readouterr().out == overview(COMMANDS) + "\n"


def test_without_posix_a_sentence_says_what_can_be_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that does not exist is still told so."""
    monkeypatch.setattr("chwech.HAS_POSIX", False)
    for line, named in (("serve --check", "serve"), ("--plain", "play")):
        assert said(line, capsys, 1).startswith(f"chwech: chwech {named} needs Linux or macOS; on Windows, WSL")
    assert "there is no command 'plya'" in said("plya", capsys)


def test_help_is_wrapped_between_words() -> None:
    """A long option has a line of its own, and its help follows in the same column."""
    page = help_page(NAMED["serve"], COMMANDS)
    assert re.search(r"\n  --connections-per-address N\n {24}connections from one address", page)


def test_version_is_that_of_the_commit(capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints its version, run as a process too."""
    assert chwech.main(["--version"]) == 0
    assert capsys.readouterr().out == f"{program_name()}\n"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "chwech", "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{program_name()}\n"


@pytest.mark.parametrize("name", MOVED)
def test_an_old_name_answers_with_the_new_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Which is one that there is."""
    assert said(f"{name} x", capsys) == f"chwech: chwech {name} is `{MOVED[name]}` now\n"
    assert name not in NAMED
    program, *words = MOVED[name].split()
    assert program == "python" or any(" ".join(words[:length]) in NAMED for length in (1, 2))
