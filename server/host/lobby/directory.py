"""Where people wait for others: the listed tables that gather people for a game, found by what is played."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Final

from protocol.setup import OptionValue, Setup
from protocol.tableview import TableEntry, TablePhase
from server.host.limits import LISTED, OPENINGS_AT_ONCE, OPENINGS_PER_SECOND
from server.host.rate_limit import TokenBuckets
from server.host.services import HostServices
from server.tables.chairs import seat_of
from server.tables.heading import Heading, accounts, entry, invites, is_open, led_here, made_by, persons, vacant
from server.tables.log import Cause
from server.tables.names import table_code

LONG_MOVE: Final = 3600.0
"""Seconds for a move from which on a table is nothing for somebody who wants to play now."""

Kind = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""What is played, whoever deals first."""


class WaitingTables:
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


DOUBTS: Final = 1000
"""Commands of which nobody knows whether they were stored: how many are remembered."""

_CODE_BYTES: Final = 16


class TableDirectory:
    """Headings by table, the newest last; what one reader may see is found without looking at all of them."""

    def __init__(self, services: HostServices) -> None:
        """Begin empty."""
        self._services = services
        self._headings: dict[str, Heading] = {}
        self._concerned: dict[str, set[str]] = {}
        self._inviting: dict[str, None] = {}
        self._public: dict[str, None] = {}
        self._changed: Callable[[str, frozenset[str]], None] | None = None
        self._doubts: dict[Cause, str] = {}
        self.lapsed: Callable[[str], float] = lambda _: 0.0
        """Gives the seconds for which the clock of a table of correspondence has run since its last record."""
        self.openings = TokenBuckets(OPENINGS_PER_SECOND, OPENINGS_AT_ONCE)
        """How many tables each account has made lately: a table that is left at once is on the disk for ever."""
        self.waiting = WaitingTables()
        """Where people wait for others."""

    async def load(self) -> None:
        """Take in every table that is not finished.

        Raises:
            StoreFault: the store cannot be read.
            RemoteProtocolError: it holds what this program has not written.
        """
        headings = [self._services.codec.unpack(Heading, stored) for stored in await self._services.store.live()]
        for brief in sorted(headings, key=lambda brief: brief.opened_at):
            self.note(brief)

    def note(self, brief: Heading) -> None:
        """Take in how a table is now."""
        before = self._headings.get(brief.code)
        if brief == before:
            return
        for account in accounts(before) - accounts(brief) if before else ():
            self._forget(account, brief.code)
        if is_open(brief):
            self._take_in(brief)
        else:
            self._remove(brief)
        if self._changed is not None:
            self._changed(brief.code, accounts(brief) | (accounts(before) if before else frozenset()))

    def tell(self, changed: Callable[[str, frozenset[str]], None]) -> None:
        """Have it told from now on which table has changed, and whom that concerns."""
        self._changed = changed

    def __len__(self) -> int:
        """Give how many tables are unfinished."""
        return len(self._headings)

    def __contains__(self, code: str) -> bool:
        """Say whether there is an unfinished table of this code."""
        return code in self._headings

    def unfinished(self) -> tuple[Heading, ...]:
        """Give every table that is not finished."""
        return tuple(self._headings.values())

    def made_by_account(self, account: str) -> int:
        """Give how many unfinished tables an account has made."""
        return sum(brief.maker == account for brief in self._concerning(account))

    def seated_at(self, account: str) -> tuple[str, ...]:
        """Give the unfinished tables at which an account has a seat."""
        concerning = self._concerning(account)
        return tuple(brief.code for brief in concerning if seat_of(brief.chairs, account) is not None)

    def made_by_command(self, cause: Cause) -> str | None:
        """Give the table that this very command made."""
        return next((brief.code for brief in self._concerning(cause.account) if made_by(brief, cause)), None)

    def led_by_command(self, cause: Cause) -> str | None:
        """Give the table to which this very command led somebody by the quick way."""
        return next((brief.code for brief in self._concerning(cause.account) if led_here(brief, cause)), None)

    def doubt(self, cause: Cause, code: str) -> None:
        """Remember that nobody knows whether this command has made this table, or led somebody there."""
        self._doubts[cause] = code
        if len(self._doubts) > DOUBTS:
            self._doubts.pop(next(iter(self._doubts)))

    def doubts(self, cause: Cause) -> str | None:
        """Give the table of which nobody knows whether this command was stored there."""
        return self._doubts.get(cause)

    def in_doubt(self, cause: Cause) -> str | None:
        """Give the table that this command may have made or led to; whoever asks finds out."""
        return self._doubts.pop(cause, None)

    def list_for(self, account: str) -> tuple[TableEntry, ...]:
        """Give the tables to sit down at or to come back to, one's own first, the newest first."""
        concerning = sorted(self._concerning(account), key=lambda brief: brief.opened_at, reverse=True)
        own = [brief for brief in concerning if seat_of(brief.chairs, account) is not None]
        known = {brief.code for brief in own}
        others = (self._headings[code] for code in reversed(self._inviting) if code not in known)
        return tuple(self._entry(brief, account) for brief in islice(chain(own, others), LISTED))

    def picture_for(self, account: str) -> tuple[TableEntry, ...]:
        """Give the tables as the live lobby shows them: those to watch as well."""
        concerning = sorted(self._concerning(account), key=lambda brief: brief.opened_at, reverse=True)
        own = [brief.code for brief in concerning if self._seated(brief, account)]
        others = (code for code in reversed(self._public) if code not in own)
        return tuple(self._entry(self._headings[code], account) for code in islice(chain(own, others), LISTED))

    def entry_for(self, code: str, account: str) -> TableEntry | None:
        """Give the line of one table in that picture; None where it is not in it. Nobody's account is empty."""
        brief = self._headings.get(code)
        if brief is None or (code not in self._public and not self._seated(brief, account)):
            return None
        return self._entry(brief, account)

    def public(self) -> tuple[str, ...]:
        """Give the codes of the tables that everybody finds in the picture."""
        return tuple(self._public)

    def clock(self) -> float:
        """Give by how much the clock of the machine is ahead of the one that nobody can set."""
        return self._services.outside.now() - asyncio.get_running_loop().time()

    def with_deadlines(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Give the tables of correspondence where time runs, and whom each concerns."""
        return ((code, accounts(brief)) for code, brief in self._headings.items() if brief.left is not None)

    def sits(self, code: str, account: str) -> bool:
        """Say whether an account has a seat at an unfinished table."""
        brief = self._headings.get(code)
        return brief is not None and self._seated(brief, account)

    async def fresh_code(self) -> str:
        """Give a name for a table that no table has or had.

        Raises:
            StoreFault: the store cannot be read.
        """
        while True:
            code = table_code(self._services.outside.entropy(_CODE_BYTES))
            if not await self._services.store.read(code):
                return code

    def _concerning(self, account: str) -> list[Heading]:
        """Give the tables that an account has made or has a seat at."""
        return [self._headings[code] for code in self._concerned.get(account, ())]

    def _entry(self, brief: Heading, account: str) -> TableEntry:
        """Give the line of a table, with the deadline that it has by the clock of the machine as that is now.

        Time is counted by another clock, which nobody can set.
        """
        if brief.left is None:
            return entry(brief, account)
        return entry(brief, account, round(self._services.outside.now() + brief.left - self.lapsed(brief.code)))

    @staticmethod
    def _seated(brief: Heading, account: str) -> bool:
        """Say whether an account has a seat; a bot's own seat is nobody's."""
        return bool(account) and seat_of(brief.chairs, account) is not None

    def _take_in(self, brief: Heading) -> None:
        """Know a table as it is now."""
        self._headings[brief.code] = brief
        self.waiting.note(brief)
        for account in accounts(brief):
            self._concerned.setdefault(account, set()).add(brief.code)
        listed = brief.arrangement.listed
        watched = brief.phase is TablePhase.PLAYING and brief.arrangement.watching
        _mark(self._inviting, brief.code, there=listed and invites(brief))
        _mark(self._public, brief.code, there=listed and (watched or invites(brief)))

    def _remove(self, brief: Heading) -> None:
        """Forget a table."""
        self._headings.pop(brief.code, None)
        self.waiting.forget(brief.code)
        self._inviting.pop(brief.code, None)
        self._public.pop(brief.code, None)
        for account in accounts(brief):
            self._forget(account, brief.code)

    def _forget(self, account: str, code: str) -> None:
        """Forget that a table concerns an account."""
        codes = self._concerned.get(account, set())
        codes.discard(code)
        if not codes:
            self._concerned.pop(account, None)


def _mark(codes: dict[str, None], code: str, *, there: bool) -> None:
    """Keep a code among others, or not."""
    if there:
        codes[code] = None
    else:
        codes.pop(code, None)
