"""Where people wait for others: the listed tables that gather people for a game, found by what is played."""

from collections.abc import Iterator
from typing import Final

from protocol.setup import OptionValue, Setup
from protocol.tableview import TablePhase
from server.tables.heading import Heading, persons, vacant

LONG_MOVE: Final = 3600.0
"""Seconds for a move from which on a table is nothing for somebody who wants to play now."""

Kind = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""What is played, whoever deals first."""


class Waiting:
    """Headings of tables to sit down at, by what is played there and how many people wait."""

    def __init__(self) -> None:
        """Begin empty."""
        self._tables: dict[Kind, dict[int, dict[str, Heading]]] = {}
        self._places: dict[str, tuple[Kind, int]] = {}

    def note(self, brief: Heading) -> None:
        """Take in how a table is now."""
        self.forget(brief.code)
        if _waits(brief):
            kind, people = self._places[brief.code] = (_kind(brief.setup), persons(brief))
            self._tables.setdefault(kind, {}).setdefault(people, {})[brief.code] = brief

    def forget(self, code: str) -> None:
        """Let go of a table."""
        if code not in self._places:
            return
        kind, people = self._places.pop(code)
        crowds = self._tables[kind]
        del crowds[people][code]
        if not crowds[people]:
            del crowds[people]
        if not crowds:
            del self._tables[kind]

    def waits(self, code: str, setup: Setup) -> bool:
        """Say whether people gather at a table for this game."""
        place = self._places.get(code)
        return place is not None and place[0] == _kind(setup)

    def fitting(self, account: str, setup: Setup) -> Iterator[str]:
        """Give the tables that somebody can sit down at for this game: where most people wait first."""
        crowds = self._tables.get(_kind(setup), {})
        for people in sorted(crowds, reverse=True):
            yield from (code for code, brief in crowds[people].items() if account not in brief.barred)


def _waits(brief: Heading) -> bool:
    """Say whether somebody could sit down and play as soon as enough people have come."""
    arrangement = brief.arrangement
    quick = arrangement.listed and arrangement.clock.seconds < LONG_MOVE
    return quick and brief.phase is TablePhase.GATHERING and not brief.closed and vacant(brief) > 0


def _kind(setup: Setup) -> Kind:
    """Give what is played."""
    return (setup.game, setup.players, tuple(sorted(setup.options.items())))
