"""What was agreed at a table - ruleset, players, options - and the pack that follows; it knows no deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

__all__ = ["JOKER", "PASS", "SUITS", "Table", "is_joker", "option_faults", "pack", "rank", "suit"]

PASS = "-"
JOKER = "JK"
SUITS = ["C", "D", "H", "S"]
RED_THIRTEENS = ["13D", "13H"]

DEALS_OF_A_GAME = {4: 8, 5: 5, 6: 6, 7: 7}

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
OTHER_FIVES = [f"{low}+{high}" for low, high in combinations(RANKS, 2) if (low, high) not in {("2", "3"), ("7", "8")}]
"""The names of the packs for five without two ranks, but for those that have names of their own."""

CHOICES: dict[str, list[str] | list[bool]] = {
    "five_pack": ["low", "middle", *OTHER_FIVES],
    "seven_pack": ["five_hundred", "two_packs"],
    "thirteens_as_jokers": [False, True],
    "jokers_per_trick": ["any", "one"],
    "joker_beats_last_ace": [False, True],
    "equal_cards": ["first", "last"],
    "review_won": [False, True],
}
"""The values of every option but `deals`, the default first."""


@dataclass(frozen=True)
class Table:
    """The agreement under which a whole game is played."""

    ruleset: str
    players: int
    options: Mapping[str, object] = field(default_factory=dict)

    def option(self, name: str) -> object:
        """Say what the table plays for an option but `deals`, its default where nothing was agreed."""
        return self.options.get(name, CHOICES[name][0])

    def deals(self) -> int:
        """Say how many deals make the game."""
        agreed = self.options.get("deals")
        return agreed if isinstance(agreed, int) else DEALS_OF_A_GAME[self.players]


def rank(card: str) -> str:
    """Give the rank of a card that is not a plain Joker, such as `10` of `10C`."""
    return card[:-1]


def suit(card: str) -> str:
    """Give the suit of a card that is not a plain Joker, such as `C` of `10C`."""
    return card[-1]


def is_joker(table: Table, card: str) -> bool:
    """Say whether a card counts as a Joker, as the red Thirteens do where that was agreed."""
    if card in RED_THIRTEENS:
        return table.option("thirteens_as_jokers") is True
    return card == JOKER


def pack(table: Table) -> list[str]:
    """List every card that is dealt at a table, equal cards as often as they are there."""
    everywhere = ["A", "K", "Q", "J", "10", "9", "8", "7", "6"]
    if table.players == 4:
        return cards_of(everywhere)
    if table.players == 5:
        named = {"low": "2+3", "middle": "7+8"}
        without = str(table.option("five_pack"))
        return [*cards_of([each for each in RANKS if each not in named.get(without, without).split("+")]), JOKER]
    fifty_two = cards_of([*everywhere, "5", "4", "3", "2"])
    if table.players == 6:
        return [*fifty_two, JOKER, JOKER]
    if table.option("seven_pack") == "five_hundred":
        return [*fifty_two, *cards_of(["11", "12"]), *RED_THIRTEENS, JOKER]
    return [*fifty_two, JOKER, JOKER, JOKER, *cards_of(["2", "3"])]


def cards_of(ranks: list[str]) -> list[str]:
    """List the cards of some ranks in all four suits."""
    return [each + of for of in SUITS for each in ranks]


def option_faults(table: Table) -> list[str]:
    """List what is wrong with the options written down for a table, which are those unlike their default only."""
    return [fault for name, value in table.options.items() if (fault := option_fault(table, name, value))]


def option_fault(table: Table, name: str, value: object) -> str:
    """Say what is wrong with one option, or nothing."""
    if name == "deals":
        return deals_fault(table, value)
    if name not in CHOICES:
        return f"there is no option {name!r}"
    if not any(type(value) is type(choice) and value == choice for choice in CHOICES[name]):
        return f"option {name} is {value!r}, not one of {CHOICES[name]}"
    if value == CHOICES[name][0]:
        return f"option {name} is written down although it has its default, {value!r}"
    if not applies(table, name):
        return f"option {name} does not apply to {table.players} players under the {table.ruleset} rules and this pack"
    return ""


def deals_fault(table: Table, value: object) -> str:
    """Say what is wrong with the number of deals, or nothing."""
    if type(value) is not int or not 1 <= value <= 24:
        return f"option deals is {value!r}, not a number from 1 to 24"
    if value == DEALS_OF_A_GAME[table.players]:
        return f"option deals is written down although it has its default, {value}"
    return ""


def applies(table: Table, name: str) -> bool:
    """Say whether an option has a meaning at a table."""
    if name == "five_pack":
        return table.players == 5
    if name == "seven_pack":
        return table.players == 7
    if name == "thirteens_as_jokers":
        return table.players == 7 and table.option("seven_pack") == "five_hundred"
    if name in ("jokers_per_trick", "joker_beats_last_ace"):
        return table.ruleset == "revised" and table.players in (5, 6, 7)
    if name == "equal_cards":
        return table.players in (6, 7)
    return True
