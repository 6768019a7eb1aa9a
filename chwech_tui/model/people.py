"""Who sits at the table, by name, as the viewer speaks of them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, TypeGuard

from msgspec import Struct

from protocol.tableview import Occupant, TableView
from protocol.text import SIGNS, clean_text
from protocol.vocabulary import Seat

LONGEST_NAME: Final = 24
"""The most cells of a name that are shown."""

BOT_MARK: Final = " (bot)"
"""What stands behind the name of a bot in sentences and lists."""

BOT_SIGN: Final = "°"
"""What stands before the name of a bot, where there is no room for a word."""

IGNORED_SIGN: Final = "×"
"""What stands before the name of somebody who is not heard."""


class People(Struct, frozen=True):
    """The names of the seats, and which of them is the viewer."""

    names: tuple[str, ...]
    """The name of each seat, ready to be drawn; empty for an empty seat."""

    viewer: Seat | None = None
    """The viewer's own seat."""

    bots: frozenset[Seat] = frozenset()
    """The seats that bots have for themselves."""

    def name(self, seat: Seat) -> str:
        """Call a seat by name."""
        return self.names[seat] or f"Seat {seat + 1}"

    def call(self, seat: Seat) -> str:
        """Call a seat as the beginning of a sentence does: the viewer is ``You``."""
        return "You" if seat == self.viewer else self.name(seat)

    def does(self, seat: Seat, verb: str) -> str:
        """Say what a seat does, in the present tense: ``You play``, ``Megan plays``."""
        return f"You {verb}" if seat == self.viewer else f"{self.name(seat)} {third_person(verb)}"

    def listed(self, seats: Iterable[Seat]) -> str:
        """Call several seats: ``Megan, Owain and you``, the viewer last."""
        seats = tuple(seats)
        names = [self.name(seat) for seat in seats if seat != self.viewer]
        if self.viewer in seats:
            names.append("you" if names else "You")
        return listed(names)


NOBODY: Final = People(())
"""The people of a table that is not known yet."""


def third_person(verb: str) -> str:
    """Turn ``pass the lead`` into ``passes the lead``."""
    first, space, rest = verb.partition(" ")
    return first + ("es" if first.endswith("s") else "s") + space + rest


def listed(names: list[str]) -> str:
    """Join names: ``Megan``, ``Megan and Owain``, ``Megan, Owain and Rhys``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def people(table: TableView[Any]) -> People:
    """Give the people of a table."""
    return People(
        tuple(shown_name(occupant.name) if occupant else "" for occupant in table.seats),
        table.viewer,
        frozenset(Seat(seat) for seat, occupant in enumerate(table.seats) if occupant and not is_person(occupant)),
    )


def company(table: TableView[Any], own: str = "") -> tuple[str, ...]:
    """Give the names of the other people at a table: on seats, and watching, but for one's own."""
    seated = (
        shown_name(occupant.name)
        for seat, occupant in enumerate(table.seats)
        if is_person(occupant) and seat != table.viewer
    )
    return (*seated, *spectators(table, own))


def spectators(table: TableView[Any], own: str) -> tuple[str, ...]:
    """Give the names of the others who watch."""
    return tuple(name for name in map(shown_name, table.watchers) if name != own)


def is_person(occupant: Occupant | None) -> TypeGuard[Occupant]:
    """Say whether a seat is a person's, also while a bot plays for them."""
    return occupant is not None and (not occupant.bot or occupant.away)


@lru_cache(1024)
def shown_name(name: str) -> str:
    """Clean a name, and take away what would look like a mark; screens ask for the same ones with every event."""
    return clean_text(name.lstrip(f"{SIGNS} "), cells=LONGEST_NAME)
