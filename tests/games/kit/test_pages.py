"""The pages of rules: each option is told of, in each language."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.kit.pages import crib, glossary, learning, meaning, rule_of, rules
from games.kit.tricks import PASS
from games.registry import GAMES
from protocol.language import LANGUAGES, speaking
from protocol.setup import OptionValue
from tests.games.position import SIGNS, UNHURRIED, begin, play, turn

TRICKS = ("chwech", "twenty-five", "forty-five", "spoil-five")  # The games whose pages show tricks.
UNTOLD = (7, {"equal_cards": "last"})  # In the usual pack of Chwech for seven no two cards are equal.


def pages(name: str, players: int, options: dict[str, OptionValue]) -> list[str]:
    """Return the rules of a table in each language."""
    found = []
    for language in LANGUAGES:
        with speaking(language):
            found.append(rules(GAMES[name], players, options))
    return found


def tables(name: str) -> Iterator[tuple[int, dict[str, OptionValue]]]:
    """Yield tables in which one option differs, with those that it needs; not as many deals as there are anyway."""
    game = GAMES[name]
    values = [(option, value) for option in game.options for value in list(option.values)[1:]]
    for players, (option, value) in itertools.product(game.players, values):
        if not option.players or players in option.players:
            table = {**option.needs, option.name: value}
            if game.start(players, table).options[option.name] == value and (players, table) != UNTOLD:
                yield players, table


@pytest.mark.parametrize("name", GAMES)
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


@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_left_in_english(name: str) -> None:
    """Each line in words differs from the English one, except for names."""
    english, *others = (page.splitlines() for page in pages(name, GAMES[name].players[0], {}))
    for other in others:
        alike = {
            line for line, said in zip(english, other, strict=True) if line == said and re.search("[a-z]{3}", line)
        }
        assert alike <= {f"# {GAMES[name].title}"}


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_short_and_the_words_are_in_each_language(name: str) -> None:
    """They have as many lines in each, whatever the table, and no tag is left."""
    matches = [GAMES[name].start(players, table) for players, table in [(GAMES[name].players[0], {}), *tables(name)]]
    found = []
    for language in LANGUAGES:
        with speaking(language):
            found.append([len(glossary(GAMES[name])), *[len(crib(match)) for match in matches]])
            for option in GAMES[name].options:
                values = (*option.values, *([option.least] if option.step else []))
                abouts = [meaning(GAMES[name], option.name, value).about for value in values]
                assert all(abouts) or (name, option.name) == ("bete", "deals")
            assert not any(re.search(r"[{}]", line) for match in matches for line in crib(match))
    assert found[0] == found[1]
    assert all(found[0])


def tricks(page: str) -> Iterator[tuple[list[str], int]]:
    """Yield the moves of each trick that a page shows, as records write them, and which of them takes it."""
    for line in page.splitlines():
        if line.startswith("> "):
            turns = line.removeprefix("> ").partition(" — ")[0].translate(SIGNS).split()
            moves = [PASS if turn.islower() else turn.strip("*") for turn in turns]
            moves[0] = re.sub("^JK", "JK=", moves[0])
            yield moves, next(at for at, turn in enumerate(turns) if "*" in turn)


@pytest.mark.parametrize(("name", "players"), [(name, seats) for name in TRICKS for seats in GAMES[name].players])
def test_each_trick_that_is_shown_goes_to_the_card_marked(name: str, players: int) -> None:
    """Its cards are in the pack of the table and may be played so, and the marked one takes the trick."""
    laid = {} if name == "chwech" else {"turned": "3C"}
    chosen = [options for seats, options in tables(name) if seats == players and not options.keys() & UNHURRIED]
    for options in [{}, *chosen]:
        shown = list(itertools.chain.from_iterable(map(tricks, pages(name, players, options))))
        assert shown or options
        for moves, takes in shown:
            hands = {seat: re.sub("=.|[-+]$", "", move) for seat, move in enumerate(moves)}
            run = begin(GAMES[name], players, options, dealer=players - 1, hands=hands, **laid)
            play(run, ", ".join(moves))
            while not run.table.takers:
                run.act(turn(run), run.fallback(turn(run)))
            assert run.table.takers == [takes], (options, moves)


def test_how_a_game_is_learned_is_said_in_ever_fewer_words() -> None:
    """Its dots stay, and what teaches it goes."""
    assert learning(GAMES["chwech"]) == ("●●○ lesson, coach", "●●○ lesson", "●●○")
    alone = replace(GAMES["bete"], name="nothing")
    assert learning(alone) == ("●○○ coach", "●○○")


def test_a_rule_of_a_value_counts_what_it_is_about() -> None:
    """The number stands in it with what it counts, in its plural."""
    said = [rule_of(game, one.name, value) for game in GAMES.values() for one in game.options for value in one.values]
    assert {"", "{deals}", "{cards}"} <= {one.text for one in said}
    assert {one.values["deals"].number for one in said if one.text == "{deals}"} > {2}
