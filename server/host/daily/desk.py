"""Answers one connection about the deal of the day: the page of a day, and which table to go to."""

from typing import Final

from msgspec import Struct

from protocol.daily import Daily, DailyMark, DailyStanding, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.language import sentence
from server.host.daily.days import Days, day_of, days_on, ends_at, is_over, moved
from server.host.daily.results import read_result
from server.host.lobby.directory import TableDirectory
from server.host.services import HostServices
from server.host.session import Session
from server.host.terms import Terms
from server.rules.deck import commitment
from server.storage.daily_store import DayTry
from server.tables.daily import DailyOrder
from server.tables.log import cause_of

LISTED: Final = 20
"""The most lines of a list, without those of people with hints, of which there are as many at most."""

_WEEK: Final = 7
_FIRST: Final = "0000-00-00"


class DailyPlace(Struct, frozen=True):
    """The table to which somebody goes for the deal of the day."""

    mark: DailyMark
    code: str = ""
    """The code of the table; empty if it has none yet."""

    begun: bool = False
    """True if the table was opened before."""


class DailyDesk:
    """The deal of the day for one connection."""

    def __init__(self, services: HostServices, directory: TableDirectory, session: Session, terms: Terms) -> None:
        self._services = services
        self._directory = directory
        self._session = session
        self._days: Days = days_on(services, terms)

    async def read(self, message: ReadDaily) -> None:
        """Answer with a day, the present one or an earlier one."""
        today = day_of(self._services.outside.now())
        day = message.day or today
        if day > today or not _is_day(day):
            text = sentence("there is no such day here: ask for today, or for one before it")
            self._session.refuse(message.id, ErrorCode.NOT_NOW, text)
            return
        self._session.say(await self._page(message.id, day, is_today=day == today))

    async def _page(self, id: int, day: str, *, is_today: bool) -> Daily:
        store, now = self._services.store, self._services.outside.now()
        # The seed of tomorrow is drawn today, so that today's readers see what it was sealed with.
        seed = await self._days.seed(day) if is_today else await self._days.known_seed(day)
        later = moved(day, 1)
        following = await self._days.seed(later) if is_today else await self._days.known_seed(later)
        own = await store.day_try(day, self._session.account.id)
        shown = seed is not None and (self._days.alone or is_over(day, now))
        return Daily(
            id=id,
            day=day,
            ends_at=ends_at(day),
            commitment=commitment(seed) if seed is not None else "",
            seed=seed.hex() if seed is not None and shown else "",
            next_commitment=commitment(following) if following is not None else "",
            alone=self._days.alone,
            table=own.log if own is not None and own.log in self._directory else "",
            spent=own is not None and await self._begun(own),
            result=read_result(self._services, own.entry) if own is not None else None,
            of_day=await self._list(day, day),
            of_week=await self._list(moved(day, 1 - _WEEK), day),
            of_all=await self._list(_FIRST, day),
        )

    async def _list(self, first: str, last: str) -> tuple[DailyStanding, ...]:
        lists = [await self._services.store.day_sums(first, last, LISTED, hinted=hinted) for hinted in (False, True)]
        return tuple(
            DailyStanding(one.name, one.score, one.days, one.exact, hinted)
            for hinted, sums in zip((False, True), lists, strict=True)
            for one in sums
        )

    async def _begun(self, own: DayTry) -> bool:
        """Return True if the table of the game that counts was opened: the server may have ended just before."""
        return own.log in self._directory or bool(own.entry) or bool(await self._services.store.read(own.log))

    async def place(self, message: PlayDaily) -> DailyPlace:
        """Return the table to go to: the one that counts, or for practice another one once that is over."""
        account = self._session.account.id
        day = day_of(self._services.outside.now())
        cause = cause_of(account, message)
        made, doubtful = self._directory.led_by_command(cause), self._directory.in_doubt(cause)
        if made is not None:
            return DailyPlace(DailyMark(day), made, begun=True)
        own = await self._services.store.day_try(day, account)
        begun = own is not None and await self._begun(own)
        if message.practice and own is not None and begun and own.log not in self._directory:
            return DailyPlace(DailyMark(day, practice=True), doubtful or "")
        return DailyPlace(DailyMark(day), own.log if own is not None else "", begun=begun)

    async def order(self, place: DailyPlace) -> DailyOrder:
        """Return what the table is made from; from now on, the account has begun the day."""
        account, mark = self._session.account, place.mark
        code = place.code or await self._directory.fresh_code()
        if not mark.practice and not place.code:
            code = await self._services.store.begin_day(mark.day, account.id, code)
        seed = await self._days.seed(mark.day)
        return DailyOrder(code, seed.hex(), mark, account.name, account.guest)


def _is_day(day: str) -> bool:
    try:
        moved(day, 1)
        moved(day, 1 - _WEEK)
    except (ValueError, OverflowError):
        return False
    return True
