"""The deals of the day: which they are, what people made of them, and the desk that gives them."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final

from msgspec.structs import replace

from games.kit.deck import SEED_BYTES, commitment
from protocol import daily as wire
from protocol.errors import ErrorCode, denial
from protocol.message import TableEvent
from server.host.daily_code import OtherGame, code_of, play_day, public_seed, result_of, rival
from server.host.directory import TableDirectory
from server.host.limits import HEAVY_COST
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.storage.store import DayTry
from server.tables.log import cause_of
from server.tables.seating import LEVEL, PERSON, DailyOrder
from server.tables.table import Progress, Table

GRACE_SECONDS: Final = 2 * 3600.0
"""Seconds after the end of a day in which a game begun on it can still be finished for it."""

ONE_DAY: Final = timedelta(days=1)


def day_of(now: float) -> str:
    """Return the day of a time in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def moved(day: str, days: int) -> str:
    """Return the day so many days later."""
    return (date.fromisoformat(day) + days * ONE_DAY).isoformat()


def ends_at(day: str) -> float:
    """Return when a day ends, in seconds since 1970."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return (start + ONE_DAY).timestamp()


def is_over(day: str, now: float) -> bool:
    """True once a day is closed to play."""
    return now >= ends_at(day) + GRACE_SECONDS


def streaks(days: Iterable[str], today: str) -> tuple[int, int]:
    """Return how many of these days, which are in order, are in a row up to now, and the most that ever were."""
    row = longest = 0
    before = ""
    for day in days:
        row = row + 1 if before and moved(before, 1) == day else 1
        before, longest = day, max(longest, row)
    # Today can still be played, so a day that is not played yet breaks nothing.
    return row if before >= moved(today, -1) else 0, longest


def bars(people: Iterable[tuple[int, int]], bots: Iterable[int]) -> tuple[wire.DailyScores, ...]:
    """Return scores in steps, from the numbers of people who have each score, and the scores of bots."""
    found = Counter[int]()
    for score, number in people:
        found[score // wire.SCORE_STEP] += number
    machines = Counter(score // wire.SCORE_STEP for score in bots)
    return tuple(
        wire.DailyScores(at * wire.SCORE_STEP, found[at], machines[at]) for at in sorted(found.keys() | machines.keys())
    )


_log = logging.getLogger(__name__)


async def keep_result(
    services: HostServices, progress: Progress, end: Table, rivals: dict[str, tuple[int, ...]]
) -> None:
    """Store the result of a table of the deal of the day; nothing for practice, nor if it ended too late.

    ``rivals`` keeps what bots make of the day, by its seed.
    """
    mark = end.opened.daily
    if mark is None or mark.practice or is_over(mark.day, end.changed_at):
        return
    code = _code(services, progress, end, mark.day)
    result = replace(result_of(end.state, mark.day), code=code, hinted=bool(end.hinted))
    await services.store.end_day(end.opened.code, result, services.codec.pack(result))
    # The bots take half a second once a day; the player's result does not wait for them.
    if end.opened.seed not in rivals:
        if len(rivals) > 1:
            rivals.clear()
        try:
            rivals[end.opened.seed] = await _scores_of_bots(services, end)
        except Exception:  # noqa: BLE001  # whatever a bot does, the result is kept
            _log.exception("the deal of the day cannot be played by bots alone")
            return
    result = replace(result, bots=rivals[end.opened.seed])
    await services.store.end_day(end.opened.code, result, services.codec.pack(result))


_RIVALS: Final = (LEVEL, *["easy"] * 9)
"""The bots that play the person's seat. One of ``LEVEL`` is enough, since all its games are nearly the same."""


async def _scores_of_bots(services: HostServices, end: Table) -> tuple[int, ...]:
    """Return what bots make of the person's cards; other tasks get a turn after each event."""
    game, bots, seed = end.state.game, services.bots[end.opened.setup.game], end.opened.seed
    scores = list[int]()
    for number, level in enumerate(_RIVALS if LEVEL in bots else ()):
        if level in bots:
            last = end.state
            for _event, state in play_day(game, bots[LEVEL], seed, rival(bots[level], seed, number)):
                last = state
                await asyncio.sleep(0)
            scores.append(last.totals[PERSON])
    return tuple(scores)


def _code(services: HostServices, progress: Progress, end: Table, day: str) -> str:
    """Return the code of a game; empty if it was not played by this version's bots alone."""
    events = [step.event for step in progress.steps if not isinstance(step.event, TableEvent)]
    bot = services.bots[end.opened.setup.game].get(LEVEL)
    if bot is None:
        return ""
    try:
        return code_of(end.state.game, bot, bytes.fromhex(end.opened.seed), day, events)
    except OtherGame:
        _log.warning(
            "table %s: other bots have played this deal of the day, so its result has no code", end.opened.code
        )
    except Exception:  # noqa: BLE001  # whatever a bot does, the result is kept
        _log.exception("table %s: its deal of the day cannot be played again", end.opened.code)
    return ""


LISTED: Final = 20  # The most lines of a list, without those of people with hints, of which there are as many at most.

_WEEK: Final = 7
_MONTH: Final = 30
_FIRST: Final = "0000-00-00"


def _checked(day: str, today: str) -> str:
    """Return the day that is asked for, today if none is named.

    Raises:
        RemoteProtocolError: there is no such day, it is to come, or no calendar reaches a month before it.
    """
    with contextlib.suppress(ValueError, OverflowError):
        if (day or today) <= today and moved(day or today, 1) > moved(day or today, -_MONTH):
            return day or today
    raise denial(ErrorCode.NOT_NOW, "there is no such day here: ask for today, or for one before it")


class DailyDesk:
    """The deal of the day; the owner of a machine plays alone on it."""

    def __init__(self, services: HostServices, directory: TableDirectory) -> None:
        self._services = services
        self._directory = directory
        self.handlers: Handlers = {wire.ReadDaily: Handler(self._page, HEAVY_COST, nameless=True)}

    async def _page(self, session: Session, message: wire.ReadDaily) -> wire.Daily:
        """Return a day, the present one or an earlier one, as an account sees it."""
        store, now = self._services.store, self._services.outside.now()
        account, alone = session.account.id, session.terms.alone
        today = day_of(now)
        day = _checked(message.day, today)
        # The seed of tomorrow is drawn today, so that today's readers see what it was sealed with.
        seeds = self._seed if day == today else self._known_seed
        seed, following = await seeds(day, alone=alone), await seeds(moved(day, 1), alone=alone)
        own = await store.day_try(day, account)
        result = self._services.codec.unpack(wire.DailyResult, own.entry) if own is not None and own.entry else None
        shown = seed is not None and (alone or is_over(day, now))
        streak, longest = streaks(await store.days_played(account), today)
        page = wire.Daily(
            id=message.id,
            day=day,
            ends_at=ends_at(day),
            commitment=commitment(seed) if seed is not None else "",
            seed=seed.hex() if seed is not None and shown else "",
            next_commitment=commitment(following) if following is not None else "",
            alone=alone,
            table=own.log if own is not None and own.log in self._directory else "",
            spent=own is not None and await self._begun(own),
            result=result,
            streak=streak,
            longest=longest,
        )
        if message.own:
            return page
        return replace(
            page,
            of_day=await self._list(account, day, day),
            of_week=await self._list(account, moved(day, 1 - _WEEK), day),
            of_month=await self._list(account, moved(day, 1 - _MONTH), day),
            of_all=await self._list(account, _FIRST, day),
            scores=bars(await store.day_scores(day), result.bots if result is not None else ()),
        )

    async def _known_seed(self, day: str, *, alone: bool) -> bytes | None:
        """Return the seed of a day; None if none was drawn."""
        return public_seed(day) if alone else await self._services.store.day_seed(day)

    async def _seed(self, day: str, *, alone: bool) -> bytes:
        """Return the seed of a day, drawn if need be."""
        known = await self._known_seed(day, alone=alone)
        return known or await self._services.store.draw_day(day, self._services.outside.entropy(SEED_BYTES))

    async def _list(self, reader: str, first: str, last: str) -> tuple[wire.DailyStanding, ...]:
        sums = partial(self._services.store.day_sums, first, last, LISTED, reader=reader)
        return (*await sums(hinted=False), *await sums(hinted=True))

    async def _begun(self, own: DayTry) -> bool:
        """Return True if the table of the game that counts was opened: the server may have ended just before."""
        return own.log in self._directory or bool(own.entry) or bool(await self._services.store.read(own.log))

    async def order(self, session: Session, message: wire.PlayDaily, check: Callable[[], None]) -> DailyOrder:
        """Return what the table to go to is made from: the one that counts, or for practice another one after that.

        From now on, the account has begun today; ``check`` raises if it may open no table, where none is opened yet.
        """
        account, store, now = session.account, self._services.store, self._services.outside.now()
        alone, today, cause = session.terms.alone, day_of(now), cause_of(account.id, message)
        day = _checked(message.day, today)
        seed = await (self._seed if day == today else self._known_seed)(day, alone=alone)
        if seed is None:
            raise denial(ErrorCode.NOT_NOW, "no cards were drawn here for that day")
        made, doubtful = self._directory.led_by_command(cause), self._directory.in_doubt(cause)
        code, practice = made or "", False
        if made is None:
            own = await store.day_try(day, account.id)
            begun = own is not None and await self._begun(own)
            is_open = own is not None and own.log in self._directory
            practice = not is_open and (day != today or (message.practice and begun))
            if practice and not (day == today or alone or is_over(day, now)):
                raise denial(ErrorCode.NOT_NOW, "games of that day can still be finished: ask for it after 2:00 UTC")
            code = (doubtful if practice else own.log if own is not None else "") or ""
            if practice or not begun:
                check()
        if not code:
            code = await self._directory.fresh_code()
            code = code if practice else await store.begin_day(day, account.id, code)
        return DailyOrder(code, seed.hex(), wire.DailyMark(day, practice), account.name, account.guest)
