"""How the words of a command line are read, whatever the commands are."""

import re
from pathlib import Path

import pytest

from protocol.command_line import (
    ABSENT,
    REQUIRED,
    CommandFault,
    Misuse,
    Option,
    Subcommand,
    data_directory,
    found_command,
    help_page,
    number,
    overview,
    read_words,
    run,
    short_text,
    whole_number,
)

COMMANDS = (
    Subcommand("play", "sit down", (), "module:play"),
    Subcommand("data", "keep", (), ""),
    Subcommand("data backup", "save", (), "module:backup"),
)


@pytest.mark.parametrize("text", ["0", "2.5", "10"])
def test_a_number_between_its_limits_is_read(text: str) -> None:
    """Also the limits themselves."""
    assert number(10)(text) == float(text)


@pytest.mark.parametrize("text", ["x", "nan", "-1", "10.1", "inf", ""])
def test_another_number_is_refused_with_its_limits(text: str) -> None:
    """And so is what is no number."""
    with pytest.raises(ValueError, match="is no number from 0 to 10"):
        number(10)(text)


def test_a_long_text_is_refused() -> None:
    """What fits is read as it is."""
    assert short_text("Nia") == "Nia"
    with pytest.raises(ValueError, match="is too long: 40 characters at most"):
        short_text("x" * 41)


def test_a_command_is_found_by_its_first_words() -> None:
    """By two of them where it has two; one that has parts alone asks for one, and an unknown one for another."""
    assert found_command(COMMANDS, ["data", "backup", "x"]) == (COMMANDS[2], ["x"])
    assert found_command(COMMANDS, ["play", "x"]) == (COMMANDS[0], ["x"])
    with pytest.raises(Misuse, match="say which command: data backup"):
        found_command(COMMANDS, ["data"])
    with pytest.raises(Misuse, match="did you mean play"):
        found_command(COMMANDS, ["pley"])


def test_a_program_of_one_command_takes_words_at_once() -> None:
    """Where the command without a name has words of its own."""
    alone = Subcommand("", "run", (Option("FILE", "a file"),), "module:run")
    assert found_command((alone,), ["game.jsonl"]) == (alone, ["game.jsonl"])


def test_a_word_that_is_missing_is_asked_for() -> None:
    """By the whole usage of the command."""
    with pytest.raises(Misuse, match="something is missing: write chwech verify FILE"):
        read_words(Subcommand("verify", "check", (Option("FILE", "a file"),), "module:verify"), [])


WORDS = Subcommand(
    "deal",
    "deal",
    (
        Option("NAME", "a name", many="?", default="nobody"),
        Option("FILE", "a file"),
        Option("--deck", "a deck", "DECK", default=(), many="*"),
        Option("--times", "how often", "N", whole_number(9), default=1),
        Option("--open", "open"),
        Option("--shut", "shut", value=False, default=ABSENT, to="open"),
    ),
    "tests.protocol.test_command_line:given",
)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("f", {}),
        ("n f", {"name": "n"}),
        ("--deck a f --deck=b", {"deck": ("a", "b")}),
        ("--times 2 --times=3 f --open", {"times": 3, "open": True}),
        ("--open --shut f", {"open": False}),
        ("--deck - -- f", {"deck": ("-",)}),
        ("--deck= f", {"deck": ("",)}),
    ],
)
def test_words_are_read_in_any_order(line: str, values: dict[str, object]) -> None:
    """Options stand anywhere, the last one counts unless it may come again, and nothing behind ``--`` is one."""
    usual: dict[str, object] = {"name": "nobody", "file": "f", "deck": (), "times": 1, "open": False}
    assert read_words(WORDS, line.split(" ")) == usual | values
    assert read_words(WORDS, ["--", "--open"]) == usual | {"file": "--open"}


def given(**values: object) -> int:
    """Give the number of values."""
    return len(values)


def test_a_command_gets_its_values() -> None:
    """As they were read, or as someone adapts them."""
    assert run((WORDS,), ["deal", "f"]) == 5
    assert run((WORDS,), ["deal", "f"], lambda values: values | {"more": 1}) == 6


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "something is missing: write chwech deal [NAME] FILE [OPTION ...]"),
        ("n f x", "'x' is one word too many: write chwech deal"),
        ("f --times", "--times: write --times N"),
        ("f --times --open", "--times: write --times N"),
        ("f --open=1", "--open: write --open"),
        ("f --times 10", "--times: '10' is no whole number from 1 to 9"),
        ("f --opne", "there is no option '--opne' here: did you mean --open?"),
        ("f --zzz", "there is no option '--zzz' here: write chwech deal"),
    ],
)
def test_words_that_are_not_taken_are_one_sentence(
    line: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong, what would be right, and where the help is; the status is 2."""
    assert run((WORDS,), ["deal", *line.split()]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"chwech deal: {complaint}")
    assert err.endswith(" (see chwech deal --help)\n")


def test_what_draws_nothing_is_named_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence about it shows it."""
    assert run((WORDS,), ["de\u200bal"]) == 2
    assert r"there is no command 'de\u200bal'" in capsys.readouterr().err


def test_an_option_that_people_try_by_habit_is_known() -> None:
    """Another program calls ours so; one that has to be given is asked for."""
    serve = Subcommand("serve", "run", (Option("--ssh", "where", "ADDRESS", default=REQUIRED),), "module:run")
    with pytest.raises(Misuse, match="did you mean --ssh"):
        read_words(serve, ["--port", "22"])
    with pytest.raises(Misuse, match="something is missing: write chwech serve --ssh ADDRESS"):
        read_words(serve, [])


def test_several_words_go_to_one_that_takes_them() -> None:
    """As many as there are."""
    check = Subcommand("verify", "check", (Option("FILE", "files", many="+"),), "module:run")
    assert read_words(check, ["a", "b"]) == {"file": ("a", "b")}


def test_the_help_of_a_command_tells_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    """With their defaults, and a long one on a line of its own; commands that begin with it are listed too."""
    long = Option("--connections-per-address", "from one address", "N", default=ABSENT)
    data = Subcommand("data", "keep", (long, *WORDS.options[2:4]), "m:f", "Keeping", "Games are kept.")
    commands = (data, Subcommand("data backup", "save", (), "m:f"))
    assert run(commands, ["data", "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("usage: chwech data [OPTION ...]\n\nKeep.\nGames are kept.\n")
    assert "\n  backup                save\n" in page
    assert "\n  --times N             how often (default: 1)\n" in page
    assert re.search(r"\n  --connections-per-address N\n {24}from one address\n", page)
    assert page == help_page(data, commands)
    assert "\nKeeping  data        keep\n" in overview(commands)


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the directory that is named, else where a variable says, else at the platform's own place."""
    monkeypatch.setenv("CHWECH_DATA", "/there")
    assert data_directory(Path("/here")) == Path("/here")
    assert data_directory() == Path("/there")
    monkeypatch.delenv("CHWECH_DATA")
    assert data_directory().name == "chwech"


def broken(problem: str) -> int:
    """Carry nothing out."""
    match problem:
        case "fault":
            raise CommandFault("there is no room", 3)
        case "file":
            raise FileNotFoundError(2, "No such file or directory", "/nowhere")
        case "disk":
            raise OSError(28, "No space left on device")
    raise OSError("it is away")


@pytest.mark.parametrize(
    ("problem", "said", "status"),
    [
        ("fault", "there is no room", 3),
        ("file", "/nowhere: No such file or directory", 1),
        ("disk", "No space left on device", 1),
        ("other", "it is away", 1),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(
    problem: str, said: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with the file that it is about."""
    command = Subcommand("keep", "keep", (Option("PROBLEM", "what"),), "tests.protocol.test_command_line:broken")
    assert run((command,), ["keep", problem]) == status
    assert capsys.readouterr().err == f"chwech keep: {said}\n"
