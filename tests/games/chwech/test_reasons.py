"""The reasons of a hint, each where it holds and not where it does not; and a value for each legal action."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.chwech import bot
from games.chwech.bot import advise, prepare
from games.chwech.reasons import CLOSE, FORCED, MOST_REASONS, REASONS, reasons_for
from games.kit.asking import read
from games.kit.sampler import Reason, play_at_random
from protocol.language import LANGUAGES, speaking
from protocol.language import _ as translate
from protocol.setup import Setup
from protocol.text import text_width
from tests.games.chwech.any_net import any_net
from tests.games.chwech.sights import position, turns, values_for


def told(text: str) -> list[str]:
    """Give the reasons for the first of two choices in a position.

    It is written as ``hand | trick | both choices | cards won | cards gone``, or ``out`` where seat 0 holds none.
    """
    hand, trick, best, won, gone = [part.strip() for part in f"{text} | | |".split("|")][:5]
    more: dict[str, Any] = {"left": {0: 0}} if gone == "out" else {"gone": [(1, read(card)) for card in gone.split()]}
    seen = position(hand, trick, won=int(won or 0), **more)
    return [reason.words for reason in reasons_for(seen, values_for(seen, *best.split()))]


EXAMPLES: list[tuple[str, str, str]] = [
    ("it ends the deal", "QH | 9H - - - - | QH -", "QH 2C | 9H - - - - | QH -"),
    ("it ends the deal", "QH 2C | . . . . . | - QH", "QH 2C | . . . . | - QH"),
    ("winning the trick makes a multiple of nine", "QH 2C | 9H - - - - | QH - | 7", "QH 2C | 9H - - - - | QH - | 6"),
    (
        "winning leaves you one short of a multiple of nine",
        "QH 2C | 9H - - - - | QH - | 15",
        "QH 2C | 9H - - - - | QH - | 16",
    ),
    ("you shed a card, worth nine points at the end", "3H 2C | 9H - - - - | 3H - | 9", "3H 2C | 9H - - - - | 3H - | 8"),
    ("you shed a card, worth nine points at the end", "3H 2C | 9H - - - - | 3H -", "QH 2C | 9H - - - - | QH -"),
    (
        "a card might win and spoil your multiple of nine",
        "QH 2C | 9H - - - - | - QH | 9",
        "3H 2C | 9H - - - - | - 3H | 9",
    ),
    (
        "winning it would overshoot a multiple of nine",
        "QH 2C | 9H 8H - - - | - QH | 7",
        "QH 2C | 9H 8H - - - | - QH | 6",
    ),
    (
        "winning it brings you closer to a multiple of nine",
        "QH 2C | 9H - - - - | QH - | 3",
        "QH 2C | 9H - - - - | QH -",
    ),
    ("you keep your Joker", "3H JK | 9H | 3H JK", "3H JK | 9H | JK 3H"),
    ("no card left can beat it", "QH 2C | 9H | QH - | 0 | AH KH JK JK", "QH 2C | 9H | QH - | 0 | KH JK JK"),
    ("it takes the trick for certain", "QH 2C | 9H - - - - | QH -", "QH 2C | KH - - - - | QH -"),
    ("it is likely to take the trick", "KH 2C | 9H - - - | KH -", "10H 2C | 9H | 10H -"),
    ("it cannot take the trick", "3H 2C | 9H | 3H -", "QH 2C | 9H | QH -"),
    ("it is unlikely to take the trick", "JK 2C | 9H | JK -", "KH 2C | 9H - - - | KH -"),
    ("{name} takes the trick and can lead next", "3H 2C | 9H - - - - | - 3H | 3", "3H 2C | 9H - - - | - 3H | 3"),
    ("nobody acts after you", "QH 10H 2C | 9H - - - - | QH 10H", "QH 10H 2C | 9H - - - | QH 10H"),
    ("the deal ends with this trick", "QH 2C | 9H | - QH | 4 | out", "QH 2C | 9H | - QH | 4"),
    ("it is of your longest suit", "5D 9D QS JK | | 5D QS | 4", "5D 9D QS JK | | QS 5D | 4"),
    ("it is of your longest suit", "5D 9D JD QS KS | | 5D QS | 4", "5D 9D QS KS 2C | | 5D 2C | 4"),
    ("it may win the trick, and counts either way", "QH 2C | 9H | QH -", "QH 2C | 9H - - - - | QH -"),
    ("you keep your cards for a later trick", "QH 2C | 9H | - QH | 4", "QH 2C | 9H | - QH | 4 | out"),
]
"""A reason, a position in which it holds, and one in which it does not."""


@pytest.mark.parametrize(("words", "holds", "fails"), EXAMPLES)
def test_each_reason_is_said_where_it_holds_and_nowhere_else(words: str, holds: str, fails: str) -> None:
    """A reason is among those told in one position, and not in one that differs in what it is about."""
    assert words in told(holds)
    assert words not in told(fails)


def test_every_reason_has_an_example() -> None:
    """No reason is told that no test knows."""
    assert {example[0] for example in EXAMPLES} == {words for words, _holds in REASONS}


def test_where_there_is_no_choice() -> None:
    """Of one legal action nothing else is said, and of two no such thing."""
    assert told("2C | 9H | -") == [FORCED]
    assert FORCED not in told("3H | 9H | - 3H")


def test_a_close_choice_is_called_close() -> None:
    """Where the next best action is hardly worse, after why the best is good; where it is clearly worse, not at all."""
    seen = position("3H 2C", "9H")
    assert [*reasons_for(seen, (1.0, 1.2))] == [Reason("you shed a card, worth nine points at the end"), Reason(CLOSE)]
    assert Reason(CLOSE) not in reasons_for(seen, (1.0, 1.5))


def test_what_tells_two_choices_apart_comes_first() -> None:
    """A reason that holds for the next best action too comes after those that do not, and two are told at most."""
    assert told("QH 3H 2C | 9H - - - - | QH 3H | 7") == [
        "winning the trick makes a multiple of nine",
        "it takes the trick for certain",
    ]
    assert told("5H 3H 2C | 9H - - - - | 5H 3H | 9") == [
        "you shed a card, worth nine points at the end",
        "it cannot take the trick",
    ]


def test_who_leads_next_is_named_by_seat() -> None:
    """The reason that is about another seat says which."""
    seen = position("3H 2C", "9H KH - - -", won=3)
    assert Reason("{name} takes the trick and can lead next", 1) in reasons_for(seen, values_for(seen, "-", "3H"))


@pytest.mark.parametrize(
    "setup", [Setup("chwech", 6, {"deals": 1}), Setup("chwech", 5, {"ruleset": "original", "deals": 1})]
)
def test_every_hint_has_a_reason(setup: Setup) -> None:
    """Whatever is the best of a choice, something can be said of it."""
    chance = Random(3)
    for _run, seen, _choice in turns(setup, play_at_random, "reasons"):
        values = [chance.random() for _ in seen.choices]
        assert 1 <= len(reasons_for(seen, values)) <= MOST_REASONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_fits_beside_the_values(language: str) -> None:
    """On the smallest screen the hint is one line, in which the values of two choices take up to thirty cells."""
    with speaking(language):
        assert (
            max(text_width(translate(words)) for words in (FORCED, CLOSE, *(words for words, _holds in REASONS))) <= 50
        )


def use(monkeypatch: pytest.MonkeyPatch, find: Callable[[], object]) -> None:
    """Have the advice found by this net, or by none."""
    monkeypatch.setattr(bot, "net", find)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_every_action_has_a_value_at_every_turn(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each turn of a game there are as many values as legal actions, and one reason or two, or none."""
    net = any_net()
    use(monkeypatch, lambda: net)
    assert prepare()
    for _run, seen, _choice in turns(Setup("chwech", players, {"deals": 1}), play_at_random, "values"):
        given = advise(seen)
        assert len(given.values) == len(seen.choices)
        assert len(given.reasons) <= MOST_REASONS


def test_without_a_net_there_is_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the net cannot be read, that is known before a hint is taken, and nothing is made up."""
    use(monkeypatch, lambda: None)
    _run, seen, _choice = next(turns(Setup("chwech", 6), play_at_random, "none"))
    assert not prepare()
    assert advise(seen) is None
