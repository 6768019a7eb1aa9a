"""How the words of a command line are read, whatever the commands are."""

import pytest

from protocol.command_line import Command, Misuse, Option, found_command, number, read_words, short_text

COMMANDS = (
    Command("play", "sit down", (), "module:play"),
    Command("data", "keep", (), ""),
    Command("data backup", "save", (), "module:backup"),
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
    alone = Command("", "run", (Option("FILE", "a file"),), "module:run")
    assert found_command((alone,), ["game.jsonl"]) == (alone, ["game.jsonl"])


def test_a_word_that_is_missing_is_asked_for() -> None:
    """By the whole usage of the command."""
    with pytest.raises(Misuse, match="something is missing: write chwech verify FILE"):
        read_words(Command("verify", "check", (Option("FILE", "a file"),), "module:verify"), [])
