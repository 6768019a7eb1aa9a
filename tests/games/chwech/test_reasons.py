"""The reasons of a hint: each where it holds, and not where it does not."""

from random import Random
from typing import Any

import pytest

from games.chwech.reasons import MOST_REASONS, Because, reasons_for
from games.chwech.rules import ChwechTable
from games.kit.asking import Choice
from games.kit.sampler import Observation, Reason, play_at_random
from protocol.cards import FACES, JOKER, Card, Suit
from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.language import _ as translate
from protocol.setup import Setup
from protocol.text import text_width
from tests.games.chwech.sights import position, turns, values_for

LAST = "9H - - - -"
"""A trick in which the seat to act is the last one."""


def told(seen: Observation[ChwechTable], *best: str) -> list[Because]:
    """Give the reasons for the first of these actions, the second being the next best."""
    return [Because(reason.words) for reason in reasons_for(seen, values_for(seen, *best))]


def gone(*cards: Card) -> tuple[tuple[int, Choice], ...]:
    """Give the answers by which these cards were played."""
    return tuple((1, card) for card in cards)


HIGH = gone(*(card for card in FACES if card.suit is Suit.HEARTS and card.text in {"AH", "KH"}), JOKER, JOKER)
"""The cards that beat a Queen of hearts, played."""


Example = tuple[Because, dict[str, Any], tuple[str, str], dict[str, Any], tuple[str, str]]

EXAMPLES: list[Example] = [
    (Because.ENDS_DEAL, {"hand": "QH", "trick": LAST}, ("QH", "-"), {"hand": "QH 2C", "trick": LAST}, ("QH", "-")),
    (
        Because.ENDS_DEAL,
        {"hand": "QH 2C", "trick": ". . . . ."},
        ("-", "QH"),
        {"hand": "QH 2C", "trick": ". . . ."},
        ("-", "QH"),
    ),
    (
        Because.LANDS,
        {"hand": "QH 2C", "trick": LAST, "won": 7},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": LAST, "won": 6},
        ("QH", "-"),
    ),
    (
        Because.ONE_SHORT,
        {"hand": "QH 2C", "trick": LAST, "won": 15},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": LAST, "won": 16},
        ("QH", "-"),
    ),
    (
        Because.SHEDS,
        {"hand": "3H 2C", "trick": LAST, "won": 9},
        ("3H", "-"),
        {"hand": "3H 2C", "trick": LAST, "won": 8},
        ("3H", "-"),
    ),
    (
        Because.SHEDS,
        {"hand": "3H 2C", "trick": LAST},
        ("3H", "-"),
        {"hand": "QH 2C", "trick": LAST},
        ("QH", "-"),
    ),
    (
        Because.STAYS,
        {"hand": "QH 2C", "trick": LAST, "won": 9},
        ("-", "QH"),
        {"hand": "3H 2C", "trick": LAST, "won": 9},
        ("-", "3H"),
    ),
    (
        Because.PAST,
        {"hand": "QH 2C", "trick": "9H 8H - - -", "won": 7},
        ("-", "QH"),
        {"hand": "QH 2C", "trick": "9H 8H - - -", "won": 6},
        ("-", "QH"),
    ),
    (
        Because.NEARER,
        {"hand": "QH 2C", "trick": LAST, "won": 3},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": LAST},
        ("QH", "-"),
    ),
    (
        Because.KEEPS_JOKER,
        {"hand": "3H JK", "trick": "9H"},
        ("3H", "JK"),
        {"hand": "3H JK", "trick": "9H"},
        ("JK", "3H"),
    ),
    (
        Because.UNBEATABLE,
        {"hand": "QH 2C", "trick": "9H", "gone": HIGH},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": "9H", "gone": HIGH[1:]},
        ("QH", "-"),
    ),
    (
        Because.TAKES,
        {"hand": "QH 2C", "trick": LAST},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": "KH - - - -"},
        ("QH", "-"),
    ),
    (
        Because.LIKELY,
        {"hand": "KH 2C", "trick": "9H - - -"},
        ("KH", "-"),
        {"hand": "10H 2C", "trick": "9H"},
        ("10H", "-"),
    ),
    (
        Because.LOSES,
        {"hand": "3H 2C", "trick": "9H"},
        ("3H", "-"),
        {"hand": "QH 2C", "trick": "9H"},
        ("QH", "-"),
    ),
    (
        Because.UNLIKELY,
        {"hand": "JK 2C", "trick": "9H"},
        ("JK", "-"),
        {"hand": "KH 2C", "trick": "9H - - -"},
        ("KH", "-"),
    ),
    (
        Because.LEADS_NEXT,
        {"hand": "3H 2C", "trick": LAST, "won": 3},
        ("-", "3H"),
        {"hand": "3H 2C", "trick": "9H - - -", "won": 3},
        ("-", "3H"),
    ),
    (
        Because.LAST,
        {"hand": "QH 10H 2C", "trick": LAST},
        ("QH", "10H"),
        {"hand": "QH 10H 2C", "trick": "9H - - -"},
        ("QH", "10H"),
    ),
    (
        Because.FINAL,
        {"hand": "QH 2C", "trick": "9H", "won": 4, "left": {0: 0}},
        ("-", "QH"),
        {"hand": "QH 2C", "trick": "9H", "won": 4},
        ("-", "QH"),
    ),
    (
        Because.LONGEST,
        {"hand": "5D 9D QS JK", "won": 4},
        ("5D", "QS"),
        {"hand": "5D 9D QS JK", "won": 4},
        ("QS", "5D"),
    ),
    (
        Because.LONGEST,
        {"hand": "5D 9D JD QS KS", "won": 4},
        ("5D", "QS"),
        {"hand": "5D 9D QS KS 2C", "won": 4},
        ("5D", "2C"),
    ),
    (
        Because.OPEN,
        {"hand": "QH 2C", "trick": "9H"},
        ("QH", "-"),
        {"hand": "QH 2C", "trick": LAST},
        ("QH", "-"),
    ),
    (
        Because.LATER,
        {"hand": "QH 2C", "trick": "9H", "won": 4},
        ("-", "QH"),
        {"hand": "QH 2C", "trick": "9H", "won": 4, "left": {0: 0}},
        ("-", "QH"),
    ),
]


@pytest.mark.parametrize(("because", "holds", "best", "fails", "other"), EXAMPLES)
def test_each_reason_is_said_where_it_holds_and_nowhere_else(
    because: Because, holds: dict[str, Any], best: tuple[str, str], fails: dict[str, Any], other: tuple[str, str]
) -> None:
    """A reason is among those told in one position, and not in one that differs in what it is about."""
    assert because in told(position(**holds), *best)
    assert because not in told(position(**fails), *other)


def test_every_reason_has_an_example() -> None:
    """No reason is told that no test knows."""
    assert {Because.FORCED, Because.CLOSE, *(example[0] for example in EXAMPLES)} == {*Because}


def test_where_there_is_no_choice() -> None:
    """Of one legal action nothing else is said, and of two no such thing."""
    assert told(position("2C", "9H"), "-") == [Because.FORCED]
    assert Because.FORCED not in told(position("3H", "9H"), "-", "3H")


def test_a_close_choice_is_called_close() -> None:
    """Where the next best action is hardly worse, after why the best is good; where it is clearly worse, not at all."""
    seen = position("3H 2C", "9H")
    assert [*reasons_for(seen, (1.0, 1.2))] == [Reason(Because.SHEDS.value), Reason(Because.CLOSE.value)]
    assert Reason(Because.CLOSE.value) not in reasons_for(seen, (1.0, 1.5))


def test_what_tells_two_choices_apart_comes_first() -> None:
    """A reason that holds for the next best action too comes after those that do not, and two are told at most."""
    assert told(position("QH 3H 2C", LAST, won=7), "QH", "3H") == [Because.LANDS, Because.TAKES]
    assert told(position("5H 3H 2C", LAST, won=9), "5H", "3H") == [Because.SHEDS, Because.LOSES]


def test_who_leads_next_is_named_by_seat() -> None:
    """The reason that is about another seat says which."""
    seen = position("3H 2C", "9H KH - - -", won=3)
    assert Reason(Because.LEADS_NEXT.value, 1) in reasons_for(seen, values_for(seen, "-", "3H"))


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
    with speaking(language, catalogue):
        assert max(text_width(translate(because.value)) for because in Because) <= 50
