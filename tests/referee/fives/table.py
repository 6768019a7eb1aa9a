"""What was agreed at a table of Twenty-Five or Forty-Five, and the pack that follows; it knows no deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

__all__ = ["CHOICES", "GAMES", "JOKER", "Table", "every_table", "option_faults", "pack"]

JOKER = "JK"
SUITS = ["C", "D", "H", "S"]
GAMES = ["twenty-five", "forty-five"]

Choices = dict[str, list[object]]

BOTH: Choices = {"partners": [False, True], "sides": ["two", "three"], "renege_strict": [False, True]}
CHOICES: dict[str, Choices] = {
    "twenty-five": {**BOTH, "pool": [True, False], "double_stake": [False, True]},
    "forty-five": {
        **BOTH,
        "target": [45, 31],
        "best_card": [5, 6, 0],
        "joker": ["third", "fourth", "none"],
        "trick_scores": ["each", "majority", "game"],
        "unrobbed_ace": ["usual", "lowest"],
    },
}
"""The values of every option by game, the default first."""


@dataclass(frozen=True)
class Table:
    """The agreement under which a whole game is played."""

    game: str
    players: int
    options: Mapping[str, object] = field(default_factory=dict)

    def option(self, name: str) -> object:
        """Say what the table plays for an option, nothing where the game has no such option."""
        return self.options.get(name, CHOICES[self.game].get(name, [None])[0])

    def sides(self) -> int:
        """Say how many sides there are: everybody is one, unless there are partners."""
        if self.option("partners") is not True:
            return self.players
        return 3 if self.option("sides") == "three" else 2

    def side(self, seat: int) -> int:
        """Name the side of a seat: partners sit so that the sides alternate."""
        return seat % self.sides()

    def target(self) -> int:
        """Say how many points win."""
        target = self.option("target")
        return target if isinstance(target, int) else 25

    def best_card(self) -> int:
        """Say what the best card scores."""
        points = self.option("best_card")
        return points if isinstance(points, int) else 0

    def has_joker(self) -> bool:
        """Say whether there is a Joker in the pack."""
        return self.option("joker") in ("third", "fourth")


def pack(table: Table) -> list[str]:
    """List the unshuffled pack: by suit, then from the Two up, the Joker last."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    return [rank + suit for suit in SUITS for rank in ranks] + ([JOKER] if table.has_joker() else [])


def option_faults(table: Table) -> list[str]:
    """List what is wrong with the options written down for a table, which are those unlike their default only."""
    return [fault for name, value in table.options.items() if (fault := option_fault(table, name, value))]


def option_fault(table: Table, name: str, value: object) -> str:
    """Say what is wrong with one option, or nothing."""
    choices = CHOICES[table.game]
    if name not in choices:
        return f"there is no option {name!r}"
    if not any(type(value) is type(choice) and value == choice for choice in choices[name]):
        return f"option {name} is {value!r}, not one of {choices[name]}"
    if value == choices[name][0]:
        return f"option {name} is written down although it has its default, {value!r}"
    if not applies(table, name):
        return f"option {name} does not apply here"
    return ""


def applies(table: Table, name: str) -> bool:
    """Say whether an option has a meaning at a table."""
    if name == "partners":
        return table.players in (4, 6)
    if name == "sides":
        return table.players == 6 and table.option("partners") is True
    if name == "double_stake":
        return table.option("pool") is True
    return True


def every_table() -> Iterator[Table]:
    """Give every table there can be: both games, all numbers of players, all values of options that go together."""
    for game, players in product(GAMES, range(3, 11)):
        for values in product(*CHOICES[game].values()):
            chosen = zip(CHOICES[game].items(), values, strict=True)
            table = Table(game, players, {name: value for (name, choices), value in chosen if value != choices[0]})
            if not option_faults(table):
                yield table
