"""Where people wait for others: the listed tables that gather people for a game, found by what is played."""

from typing import Final

from protocol.setup import OptionValue, Setup
from protocol.tableview import TablePhase
from server.tables.chairs import seat_of
from server.tables.heading import Heading, persons, vacant

LONG_MOVE: Final = 3600.0
"""Seconds for a move from which on a table is nothing for somebody who wants to play now."""

Kind = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""What is played, whoever deals first."""


class Waiting:
    """Headings of tables to sit down at, by what is played there."""

    def __init__(self) -> None:
        """Begin empty."""
        self._tables: dict[Kind, dict[str, Heading]] = {}
        self._kinds: dict[str, Kind] = {}

    def note(self, brief: Heading) -> None:
        """Take in how a table is now."""
        self.forget(brief.code)
        if _waits(brief):
            kind = self._kinds[brief.code] = _kind(brief.setup)
            self._tables.setdefault(kind, {})[brief.code] = brief

    def forget(self, code: str) -> None:
        """Let go of a table."""
        kind = self._kinds.pop(code, None)
        if kind is None:
            return
        tables = self._tables[kind]
        del tables[code]
        if not tables:
            del self._tables[kind]

    def fitting(self, account: str, setup: Setup) -> list[str]:
        """Give the tables to sit down at for this game: one's own, then where most wait, then the oldest."""
        tables = self._tables.get(_kind(setup), {}).values()
        fits = (brief for brief in tables if account not in brief.barred)
        return [brief.code for brief in sorted(fits, key=lambda brief: _order(brief, account))]


def _waits(brief: Heading) -> bool:
    """Say whether somebody could sit down and play as soon as enough people have come."""
    arrangement = brief.arrangement
    quick = arrangement.listed and arrangement.clock.seconds < LONG_MOVE
    return quick and brief.phase is TablePhase.GATHERING and not brief.closed and vacant(brief) > 0


def _order(brief: Heading, account: str) -> tuple[bool, int, float]:
    """Give what tables are sorted by."""
    return (seat_of(brief.chairs, account) is None, -persons(brief), brief.opened_at)


def _kind(setup: Setup) -> Kind:
    """Give what is played."""
    return (setup.game, setup.players, tuple(sorted(setup.options.items())))
