"""Packs and options of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from tests.referee.table import Table, option_faults, pack

TWO_PACKS = {"seven_pack": "two_packs"}


def faults(ruleset: str, players: int, options: Mapping[str, object]) -> list[str]:
    """List what is wrong with the options of a table."""
    return option_faults(Table(ruleset, players, options))


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize("options", [{}, {"five_pack": "middle"}, TWO_PACKS])
def test_a_pack_is_nine_cards_each(players: int, options: Mapping[str, object]) -> None:
    """Every pack deals out evenly."""
    assert len(pack(Table("revised", players, options))) == 9 * players


@pytest.mark.parametrize(
    ("players", "options", "jokers", "there", "not_there"),
    [
        (4, {}, 0, "6C AS", "5C"),
        (5, {}, 1, "4D 7H 8S", "2C 3S 13H"),
        (5, {"five_pack": "middle"}, 1, "2C 3S 6D 9D", "7C 8S"),
        (6, {}, 2, "2C AH", "11C"),
        (7, {}, 1, "11C 12S 13H 13D 2S", "13C 13S"),
        (7, TWO_PACKS, 3, "AC 10S", "11C 13H"),
    ],
)
def test_packs(players: int, options: Mapping[str, object], jokers: int, there: str, not_there: str) -> None:
    """Each pack has its Jokers, the ranks that the rules give it and no other."""
    cards = Counter(pack(Table("revised", players, options)))
    assert cards["JK"] == jokers
    assert all(cards[card] == 1 for card in there.split())
    assert all(cards[card] == 0 for card in not_there.split())


@pytest.mark.parametrize(("players", "deals"), [(4, 8), (5, 5), (6, 6), (7, 7)])
def test_deals_of_a_game(players: int, deals: int) -> None:
    """Each number of players has its number of deals, unless another one was agreed."""
    assert Table("revised", players).deals() == deals
    assert Table("revised", players, {"deals": 3}).deals() == 3


def test_two_packs_repeat_twos_and_threes() -> None:
    """With two packs there are two of every Two and Three, and one of everything else in a suit."""
    cards = Counter(pack(Table("revised", 7, TWO_PACKS)))
    twice = {card for card, times in cards.items() if times == 2}
    assert twice == {"2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S"}


@pytest.mark.parametrize(
    ("ruleset", "players", "options"),
    [
        ("revised", 4, {"deals": 1, "review_won": True}),
        ("original", 5, {"five_pack": "middle"}),
        ("revised", 5, {"jokers_per_trick": "one", "joker_beats_last_ace": True}),
        ("original", 6, {"equal_cards": "last", "deals": 24}),
        ("original", 7, {"thirteens_as_jokers": True}),
        ("revised", 7, {"seven_pack": "two_packs", "equal_cards": "last"}),
    ],
)
def test_options_that_apply(ruleset: str, players: int, options: Mapping[str, object]) -> None:
    """An option unlike its default is accepted where it has a meaning."""
    assert faults(ruleset, players, options) == []


@pytest.mark.parametrize(
    ("ruleset", "players", "options"),
    [
        ("revised", 6, {"five_pack": "middle"}),
        ("revised", 6, {"seven_pack": "two_packs"}),
        ("revised", 6, {"thirteens_as_jokers": True}),
        ("revised", 7, {"seven_pack": "two_packs", "thirteens_as_jokers": True}),
        ("revised", 4, {"jokers_per_trick": "one"}),
        ("original", 6, {"jokers_per_trick": "one"}),
        ("original", 6, {"joker_beats_last_ace": True}),
        ("revised", 5, {"equal_cards": "last"}),
        ("revised", 6, {"equal_cards": "middle"}),
        ("revised", 6, {"equal_cards": "first"}),
        ("revised", 6, {"review_won": 1}),
        ("revised", 6, {"deals": 6}),
        ("revised", 6, {"deals": 0}),
        ("revised", 6, {"deals": 25}),
        ("revised", 6, {"deals": True}),
        ("revised", 6, {"players": 6}),
    ],
)
def test_options_that_do_not_apply(ruleset: str, players: int, options: Mapping[str, object]) -> None:
    """An option that is unknown, without meaning, or written down at its default is a difference."""
    assert len(faults(ruleset, players, options)) == 1
