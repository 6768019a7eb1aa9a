"""The code of a result: the actions of the person, enciphered with the seed of the day.

Who knows the seed can read it and play the game again; before that, not even another player of the day learns from it
what to play, and only who knows the seed can write one. It has 7 bytes (version, day, check) and then the actions, a
number of mixed radix: for each turn, from the lowest place on, which of the legal actions it was.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from msgspec import Struct

from games.kit.asking import text
from games.kit.deck import derive
from games.kit.game import Game
from games.kit.sampler import Bot
from protocol.daily import DailyResult
from protocol.game import Answer, Answered, Stage
from protocol.language import sentence
from protocol.rating import ranking
from server.bots.registry import shown_to
from server.tables.position import Position, first_position
from server.tables.seating import DAILY_VERSION, PERSON, daily_setup, whims_of_day

_SIGNS: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""The signs of a code: none looks like another, and all belong to one word in a terminal."""

_FIRST_DAY: Final = date(2026, 1, 1)
_HEAD: Final = 3
_CHECK: Final = 4
LONGEST: Final = 400  # Characters of a code at most; the longest game has a tenth of that.


def public_seed(day: str) -> bytes:
    """Return the seed of a day for solitary play: anyone can compute it."""
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
    """Return the parts of a code; raise ``InvalidCode`` if it is none, or one of another version."""
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


def rival(bot: Bot, seed: str, number: int) -> Person:
    """Return a bot in the place of the person; each number is another game of it."""

    def act(state: Position, _legal: tuple[Answer, ...], played: int) -> Answer:
        whims = Random(f"{whims_of_day(seed, PERSON, played)} as rival {number}")  # noqa: S311  # no secret either
        return Answer(text(bot(shown_to(state.run, PERSON), whims)))

    return act


def code_of(game: Game[Any], bot: Bot, seed: bytes, day: str, events: Sequence[Answered]) -> str:
    """Return the code of a game; raise ``OtherGame`` if its bots or deals are not those that follow from the seed."""
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
    """Return the result that a code stands for, without the code; raise ``InvalidCode`` if it is not of this seed."""
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
