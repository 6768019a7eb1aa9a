"""A table of any of the other games: what was agreed there, written as records write it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

__all__ = ["Menu", "Offer", "Table", "option_faults", "some_tables"]

Value = bool | int | str


@dataclass(frozen=True)
class Offer:
    """One option of a game."""

    values: tuple[Value, ...]
    """What may be chosen, the default first."""

    needs: Mapping[str, Value] = field(default_factory=dict)
    """What must have been chosen elsewhere, so that this has a meaning."""

    players: tuple[int, ...] = ()
    """For how many players it has one; nothing for any number."""

    numbers: range = range(0)
    """Numbers that may be chosen besides."""


@dataclass(frozen=True)
class Menu:
    """A game: how many can play it, and what they can agree on."""

    players: tuple[int, ...]
    offers: Mapping[str, Offer]


@dataclass(frozen=True)
class Table:
    """The agreement under which a whole game is played."""

    game: str
    players: int
    menu: Menu
    options: Mapping[str, Value] = field(default_factory=dict)

    def option(self, name: str) -> Value:
        """Say what the table plays for an option."""
        return self.options.get(name, self.menu.offers[name].values[0])

    def number(self, name: str) -> int:
        """Say which number the table plays for an option."""
        return int(self.option(name))

    def applies(self, name: str) -> bool:
        """Say whether an option has a meaning here."""
        offer = self.menu.offers[name]
        fits = not offer.players or self.players in offer.players
        return fits and all(self.option(other) == value for other, value in offer.needs.items())


def option_faults(table: Table) -> list[str]:
    """List what is wrong with the options written down for a table, which are those unlike their default only."""
    return [fault for name, value in table.options.items() if (fault := option_fault(table, name, value))]


def option_fault(table: Table, name: str, value: object) -> str:
    """Say what is wrong with one option, or nothing."""
    if name not in table.menu.offers:
        return f"there is no option {name!r}"
    values = table.menu.offers[name].values
    numbers = table.menu.offers[name].numbers
    if not any(type(value) is type(choice) and value == choice for choice in (*values, *numbers)):
        return f"option {name} is {value!r}, not one of {values}"
    if value == values[0]:
        return f"option {name} is written down although it has its default, {value!r}"
    return "" if table.applies(name) else f"option {name} does not apply here"


def every_value(game: str, menu: Menu, chance: Random) -> Iterator[Table]:
    """Give a table for every number of players with every value of every option, the other options by chance."""
    for players in menu.players:
        for name, offer in menu.offers.items():
            for value in (*offer.values, *offer.numbers[:2], *offer.numbers[-1:]):
                chosen = {other: chance.choice(each.values) for other, each in menu.offers.items()}
                yield without_idle(Table(game, players, menu, {**chosen, **offer.needs, name: value}))


def without_idle(table: Table) -> Table:
    """Leave out the options that have their default, and those without a meaning."""
    unlike = {name: value for name, value in table.options.items() if value != table.menu.offers[name].values[0]}
    slim = Table(table.game, table.players, table.menu, unlike)
    meant = {name: value for name, value in unlike.items() if slim.applies(name)}
    return slim if meant == unlike else without_idle(Table(table.game, table.players, table.menu, meant))


def some_tables(game: str, menu: Menu, number: int, chance: Random) -> Iterator[Table]:
    """Give so many tables: each number of players with each value of each option, before one comes again."""
    tables = list(every_value(game, menu, chance))
    chance.shuffle(tables)
    return islice(cycle(tables), number)
