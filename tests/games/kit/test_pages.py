"""The pages of rules: each option is told of, in each language."""

import itertools
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from games.kit.pages import rules
from games.registry import GAMES
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.setup import OptionValue
from tests.games.position import SIGNS, begin, play, turn


def has_page(name: str) -> bool:
    """Return True if a game has a page of its own, or one in its folder that it shares."""
    folder = GAMES[name].deal.__module__.rpartition(".")[0]
    return any(files(folder).joinpath(f"{one}.md").is_file() for one in (name, folder.rpartition(".")[2]))


PAGES = list(filter(has_page, GAMES))
TRICKS = ("twenty-five", "forty-five", "spoil-five")
"""The games whose pages show tricks."""


def pages(name: str, players: int, options: dict[str, OptionValue]) -> list[str]:
    """Return the rules of a table in each language."""
    found = []
    for language in LANGUAGES:
        with speaking(language, catalogue):
            found.append(rules(GAMES[name], players, options))
    return found


def tables(name: str) -> Iterator[tuple[int, dict[str, OptionValue]]]:
    """Yield tables in which one option differs, with those that it needs."""
    game = GAMES[name]
    values = [(option, value) for option in game.options for value in list(option.values)[1:]]
    for players, (option, value) in itertools.product(game.players, values):
        if not option.players or players in option.players:
            yield players, {**option.needs, option.name: value}


@pytest.mark.parametrize("name", PAGES)
def test_each_value_of_an_option_is_told_of(name: str) -> None:
    """A page says what differs, in each language alike: with as many lines, the same tables, and no tag left."""
    for players, table in tables(name):
        without = {key: value for key, value in table.items() if key != list(table)[-1]}
        told = pages(name, players, table)
        for page, usual in zip(told, pages(name, players, without), strict=True):
            assert page != usual, table
            assert not re.search(r"[{}]", page)
        forms = [[re.sub(r"[^|#].*", "", line) for line in page.splitlines()] for page in told]
        assert all(form == forms[0] for form in forms)


@pytest.mark.parametrize("name", PAGES)
def test_no_line_is_left_in_english(name: str) -> None:
    """Each line in words differs from the English one, except for names."""
    english, *others = (page.splitlines() for page in pages(name, GAMES[name].players[0], {}))
    for other in others:
        alike = {
            line for line, said in zip(english, other, strict=True) if line == said and re.search("[a-z]{3}", line)
        }
        assert alike <= {f"# {GAMES[name].title}"}


def tricks(page: str) -> Iterator[tuple[list[str], int]]:
    """Yield the moves of each trick that a page shows, as records write them, and which of them takes it."""
    for line in page.splitlines():
        if line.startswith("> "):
            turns = line.removeprefix("> ").partition(" — ")[0].translate(SIGNS).split()
            yield [turn.strip("*") for turn in turns], next(at for at, turn in enumerate(turns) if "*" in turn)


@pytest.mark.parametrize(("name", "players"), [(name, seats) for name in TRICKS for seats in GAMES[name].players])
def test_each_trick_that_is_shown_goes_to_the_card_marked(name: str, players: int) -> None:
    """Its cards are in the pack of the table and may be played so, and the marked one takes the trick."""
    shown = 0
    for page in pages(name, players, {}):
        for moves, takes in tricks(page):
            run = begin(GAMES[name], players, dealer=players - 1, hands=dict(enumerate(moves)), turned="3C")
            play(run, ", ".join(moves))
            while not run.table.takers:
                run.act(turn(run), run.fallback(turn(run)))
            assert run.table.takers == [takes], moves
            shown += 1
    assert shown
