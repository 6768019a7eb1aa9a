"""The command ``rules``, and the part of a command line that names a table."""

import re
import sys
from typing import NoReturn

import pytest

from chwech import main
from games.kit import pages
from games.registry import GAMES
from protocol.text import text_width


def test_it_prints_the_rules_of_exactly_that_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Players, ruleset and options decide the text."""
    assert main(["rules", "--players", "5", "--option", "ruleset=original", "--option", "five_pack=middle"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# Chwech for five players, original rules")
    assert "10, 9, Joker, 6" in text


@pytest.mark.parametrize("name", GAMES)
def test_it_prints_the_rules_of_every_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The game is named, and the rest is as usual there."""
    assert main(["rules", name]) == 0
    game = GAMES[name]
    assert capsys.readouterr().out == pages.rules(game, game.players[0], {})


def test_without_words_it_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its players and minutes, and how its rules are read."""
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in GAMES)
    assert out.endswith("\nThe rules of one: chwech rules GAME\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_terminal_gets_a_page_instead_of_markdown(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is as wide as the terminal, and nothing of Markdown is left in it."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["rules", name]) == 0
    page = capsys.readouterr().out
    assert not re.search(r"^#|\*\*|^\|", page, re.MULTILINE)
    assert max(map(text_width, page.splitlines())) <= 60


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["whist"], "game: there is no game 'whist', there are chwech, "),
        (["forty-five", "--option", "ruleset=original"], "'ruleset' is no option of Forty-Five"),
        (["--players", "8"], "players: Chwech is for 4–7, not 8"),
        (["--option", "ruleset=new"], "ruleset: 'new' is not one of its values"),
        (["--option", "colour=red"], "'colour' is no option of Chwech"),
        (["--option", "deals=1", "--option", "deals=2"], "deals: it is set twice"),
        (["--option", "five_pack=middle"], "five_pack=middle applies to 5 players, and this table has players=6"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else " ".join(value)[:40],
)
def test_a_table_that_cannot_be_is_refused_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line says what is wrong and what would be right; the exit status is 2."""
    assert main(["rules", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert said.err.count("\n") == 1


def test_ctrl_c_is_no_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command does, an interrupt ends it with the status that shells expect."""

    def interrupted(**_given: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("server.commands.rules.main", interrupted)
    assert main(["rules"]) == 130
