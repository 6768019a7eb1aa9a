"""The deals of the day: which they are, what people made of them, the desk that gives them, and the codes of results.

The code of a result is the actions of the person, enciphered with the seed of the day. Who knows the seed can read it
and play the game again; before that, not even another player of the day learns from it what to play, and only who knows
the seed can write one. It has 7 bytes (version, day, check) and then the actions, a number of mixed radix: for each
turn, from the lowest place on, which of the legal actions it was.
"""

import contextlib
import hashlib
import hmac
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.asking import text
from games.kit.deck import SEED_BYTES, commitment, derive
from games.kit.game import Game
from games.kit.sampler import Bot
from protocol.daily import Daily, DailyMark, DailyResult, DailyStanding, PlayDaily, ReadDaily
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Answer, Answered, Stage
from protocol.language import sentence
from protocol.message import TableEvent
from protocol.rating import ranking
from server.bots.registry import shown_to
from server.host.directory import TableDirectory
from server.host.limits import HEAVY_COST
from server.host.services import HostServices
from server.host.session import Handler, Handlers, Session
from server.storage.store import DayTry
from server.tables.log import cause_of
from server.tables.position import Position, first_position
from server.tables.seating import DAILY_VERSION, LEVEL, PERSON, DailyOrder, daily_setup, whims_of_day
from server.tables.table import Progress, Table

_SIGNS: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""The signs of a code: none looks like another, and all belong to one word in a terminal."""

_FIRST_DAY: Final = date(2026, 1, 1)
_HEAD: Final = 3
_CHECK: Final = 4
LONGEST: Final = 400  # Characters of a code at most; the longest game has a tenth of that.


def public_seed(day: str) -> bytes:
    """Return the seed of a day for whoever plays alone: everyone can compute it."""
    return hashlib.sha256(f"chwech daily {DAILY_VERSION} {day}".encode()).digest()


class InvalidCode(ValueError):
    """A text that is no code, or not one of this seed; the message says which."""


class Sealed(Struct, frozen=True):
    """A code as it can be read without the seed."""

    day: str
    check: bytes
    actions: bytes


def write_code(seed: bytes, day: str, choices: Sequence[tuple[int, int]]) -> str:
    """Return the code of a game; for each turn, ``choices`` has the place of the action and the number of legal ones.

    Raises:
        InvalidCode: the day cannot be written.
    """
    number = 0
    for place, legal in reversed(choices):
        number = number * legal + place
    plain = number.to_bytes((number.bit_length() + 7) // 8, "big")
    days = (date.fromisoformat(day) - _FIRST_DAY).days
    if not 0 <= days < 1 << 16:
        raise InvalidCode(sentence("no code can name the day {day}", day=day))
    check = _check(seed, day, plain)
    return _spelled(bytes([DAILY_VERSION]) + days.to_bytes(2, "big") + check + _masked(seed, check, plain))


def read_code(text: str) -> Sealed:
    """Return the parts of a code.

    Raises:
        InvalidCode: it is none, or one of another version.
    """
    if not _HEAD + _CHECK < len(text) <= LONGEST or not set(text) <= set(_SIGNS):
        raise InvalidCode(sentence("there is no code in it"))
    number = 0
    for sign in text:
        number = number * len(_SIGNS) + _SIGNS.index(sign)
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(data) < _HEAD + _CHECK:
        raise InvalidCode(sentence("there is no code in it"))
    if data[0] != DAILY_VERSION:
        raise InvalidCode(sentence("its code is of another version of Chwech"))
    day = _FIRST_DAY + timedelta(days=int.from_bytes(data[1:_HEAD], "big"))
    return Sealed(day.isoformat(), data[_HEAD : _HEAD + _CHECK], data[_HEAD + _CHECK :])


def choices_in(sealed: Sealed, seed: bytes) -> Callable[[int], int]:
    """Return a function from the number of legal actions of each turn, in order, to the place of the action.

    Raises:
        InvalidCode: the code was not written with this seed.
    """
    plain = _masked(seed, sealed.check, sealed.actions)
    if not hmac.compare_digest(_check(seed, sealed.day, plain), sealed.check):
        raise InvalidCode(sentence("its code does not belong to this seed"))
    left = int.from_bytes(plain, "big")

    def choose(legal: int) -> int:
        nonlocal left
        left, place = divmod(left, legal)
        return place

    return choose


def _check(seed: bytes, day: str, plain: bytes) -> bytes:
    """Return the check of a code, which is also what makes its mask its own."""
    return hmac.digest(seed, b"check " + day.encode() + plain, "sha256")[:_CHECK]


def _masked(seed: bytes, check: bytes, data: bytes) -> bytes:
    """Return bytes under the mask of a code, or without it."""
    key = hmac.digest(seed, b"mask " + check, "sha256")
    mask = hashlib.shake_256(key).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, mask, strict=True))


def _spelled(data: bytes) -> str:
    number, signs = int.from_bytes(data, "big"), ""
    while number:
        number, sign = divmod(number, len(_SIGNS))
        signs = _SIGNS[sign] + signs
    return signs


_ENDLESS: Final = 100_000  # Events after which a game is given up: no real one has a hundredth of that.

Person = Callable[[Position, tuple[Answer, ...], int], Answer]
"""Returns the action of the person from the state, the legal actions, and the number of events so far."""


class OtherGame(ValueError):
    """The events are not those that follow from the seed."""


def play_day(game: Game[Any], bot: Bot, seed: str, person: Person) -> Iterator[tuple[Answered, Position]]:
    """Yield every event of a game with the state after it; ``seed`` is that of the day, in hex."""
    state, played, shuffles = first_position(game, daily_setup(seed)), 0, 0
    while state.stage is not Stage.OVER and played < _ENDLESS:
        if state.stage is Stage.DEALING:
            shuffles += 1
            event = state.shuffle(derive(seed, 1, shuffles))
        else:
            seat = min(state.seats)
            if seat == PERSON:
                action = person(state, state.legal(seat), played)
            else:
                whims = Random(whims_of_day(seed, seat, played))  # noqa: S311  # the choices of a bot are no secret
                action = Answer(text(bot(shown_to(state.run, seat), whims)))
            event = state.decide(seat, action)
        state = state.evolve(event)
        played += 1
        yield event, state


def code_of(game: Game[Any], bot: Bot, seed: bytes, day: str, events: Sequence[Answered]) -> str:
    """Return the code of a game with these events.

    Raises:
        OtherGame: the bots or the deals were others than those that follow from the seed.
    """
    choices: list[tuple[int, int]] = []

    def person(state: Position, legal: tuple[Answer, ...], played: int) -> Answer:
        wanted = events[played] if played < len(events) else None
        for place, action in enumerate(legal):
            if state.decide(PERSON, action) == wanted:
                choices.append((place, len(legal)))
                return action
        raise OtherGame

    told = [event for event, _state in play_day(game, bot, seed.hex(), person)]
    if told != list(events):
        raise OtherGame
    return write_code(seed, day, choices)


def result_in(game: Game[Any], bot: Bot, seed: bytes, sealed: Sealed) -> DailyResult:
    """Return the result that a code stands for, without the code.

    Raises:
        InvalidCode: the code was not written with this seed, or stands for no game.
    """
    choose = choices_in(sealed, seed)
    played = play_day(game, bot, seed.hex(), lambda _state, legal, _played: legal[choose(len(legal))])
    *_before, (_event, end) = played
    if end.stage is not Stage.OVER:
        raise InvalidCode(sentence("there is no code in it"))
    return result_of(end, sealed.day)


def result_of(end: Position, day: str) -> DailyResult:
    """Return the result of the person from the state at the end."""
    totals, field = end.totals, end.game.marks
    place = next(ranked.place for ranked in ranking(totals) if ranked.seat == PERSON)
    marks = tuple([getattr(sheet, field)[PERSON] for sheet in end.sheets]) if field else ()
    return DailyResult(day, totals[PERSON], marks, end.counts[PERSON], place, len(totals))


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
    """True once nobody can play for a day any more."""
    return now >= ends_at(day) + GRACE_SECONDS


_log = logging.getLogger(__name__)


async def keep_result(services: HostServices, progress: Progress, end: Table) -> None:
    """Store the result of a table of the deal of the day; nothing for practice, nor if it ended too late."""
    mark = end.opened.daily
    if mark is None or mark.practice or is_over(mark.day, end.changed_at):
        return
    code = _code(services, progress, end, mark.day)
    result = replace(result_of(end.state, mark.day), code=code, hinted=bool(end.hinted))
    await services.store.end_day(end.opened.code, result, services.codec.pack(result))


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
_FIRST: Final = "0000-00-00"


class DailyDesk:
    """The deal of the day; the owner of a machine plays alone on it."""

    def __init__(self, services: HostServices, directory: TableDirectory) -> None:
        self._services = services
        self._directory = directory
        self.handlers: Handlers = {ReadDaily: Handler(self._page, HEAVY_COST, nameless=True)}

    async def _page(self, session: Session, message: ReadDaily) -> Daily:
        """Return a day, the present one or an earlier one, as an account sees it."""
        store, now = self._services.store, self._services.outside.now()
        account, alone = session.account.id, session.terms.alone
        today = day_of(now)
        day, tomorrow = message.day or today, ""
        with contextlib.suppress(ValueError, OverflowError):
            tomorrow, week = moved(day, 1), moved(day, 1 - _WEEK)
        if day > today or not tomorrow:
            text = sentence("there is no such day here: ask for today, or for one before it")
            raise RemoteProtocolError(ErrorCode.NOT_NOW, text)
        # The seed of tomorrow is drawn today, so that today's readers see what it was sealed with.
        seeds = self._seed if day == today else self._known_seed
        seed, following = await seeds(day, alone=alone), await seeds(tomorrow, alone=alone)
        own = await store.day_try(day, account)
        shown = seed is not None and (alone or is_over(day, now))
        return Daily(
            id=message.id,
            day=day,
            ends_at=ends_at(day),
            commitment=commitment(seed) if seed is not None else "",
            seed=seed.hex() if seed is not None and shown else "",
            next_commitment=commitment(following) if following is not None else "",
            alone=alone,
            table=own.log if own is not None and own.log in self._directory else "",
            spent=own is not None and await self._begun(own),
            result=self._services.codec.unpack(DailyResult, own.entry) if own is not None and own.entry else None,
            of_day=await self._list(day, day),
            of_week=await self._list(week, day),
            of_all=await self._list(_FIRST, day),
        )

    async def _known_seed(self, day: str, *, alone: bool) -> bytes | None:
        """Return the seed of a day; None if none was drawn."""
        return public_seed(day) if alone else await self._services.store.day_seed(day)

    async def _seed(self, day: str, *, alone: bool) -> bytes:
        """Return the seed of a day, drawn if need be."""
        known = await self._known_seed(day, alone=alone)
        return known or await self._services.store.draw_day(day, self._services.outside.entropy(SEED_BYTES))

    async def _list(self, first: str, last: str) -> tuple[DailyStanding, ...]:
        sums = self._services.store.day_sums
        return (*await sums(first, last, LISTED, hinted=False), *await sums(first, last, LISTED, hinted=True))

    async def _begun(self, own: DayTry) -> bool:
        """Return True if the table of the game that counts was opened: the server may have ended just before."""
        return own.log in self._directory or bool(own.entry) or bool(await self._services.store.read(own.log))

    async def order(self, session: Session, message: PlayDaily, check: Callable[[], None]) -> DailyOrder:
        """Return what the table to go to is made from: the one that counts, or for practice another one after that.

        From now on, the account has begun the day; ``check`` raises if it may open no table, where none is opened yet.
        """
        account, store = session.account, self._services.store
        day, cause = day_of(self._services.outside.now()), cause_of(account.id, message)
        made, doubtful = self._directory.led_by_command(cause), self._directory.in_doubt(cause)
        code, practice = made or "", False
        if made is None:
            own = await store.day_try(day, account.id)
            begun = own is not None and await self._begun(own)
            practice = message.practice and own is not None and begun and own.log not in self._directory
            code = (doubtful if practice else own.log if own is not None else "") or ""
            if practice or not begun:
                check()
        if not code:
            code = await self._directory.fresh_code()
            code = code if practice else await store.begin_day(day, account.id, code)
        seed = await self._seed(day, alone=session.terms.alone)
        return DailyOrder(code, seed.hex(), DailyMark(day, practice), account.name, account.guest)
