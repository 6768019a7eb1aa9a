"""The table of the deal of the day: one person and five bots, where everything follows from the seed of the day.

The same actions give the same game to everybody: the first dealer and the deals are derived from the seed, as at any
table with one, and the whims of the bots from the number of game events so far, which no talk and no pause changes.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.deck import derive
from protocol.daily import DailyMark
from protocol.language import sentence
from protocol.message import Seat
from protocol.seating import Began
from protocol.setup import Arrangement, Setup
from protocol.temper import Temper
from server.rules.game import Game
from server.tables.chairs import chair_temper
from server.tables.commands import Done, not_now
from server.tables.log import BotSat, Cause, LogRecord, Opened, PersonSat, Told
from server.tables.names import bot_names
from server.tables.table import AnyFact, Table, begin_fold

DAILY_GAME: Final = Setup().game
"""The game that is played."""

PERSON: Final = Seat(0)
"""The seat of the person."""

LEVEL: Final = "steady"
"""The level of the bots; another one, or other choices of it, need a new ``DAILY_VERSION``."""

DAILY_VERSION: Final = 3
"""The version of what the deal of the day is played with; a result is proven by the same version only."""

_PRIVATE: Final = Arrangement(listed=False, watching=False, takeover=False)

NO_REMATCH: Final = not_now(sentence("the deal of the day has no rematch: come back tomorrow, or open a table"))
NO_STAND_IN: Final = not_now(
    sentence("nobody plays the deal of the day for you: just leave, and go on with it when you like")
)


class DailyOrder(Struct, frozen=True, tag=True):
    """What a table of the deal of the day is made from."""

    code: str
    seed: str
    """The seed of the day, in hex."""

    mark: DailyMark
    name: str
    """The name of the person."""

    guest: bool = False
    """True if it is a guest's account."""


def daily_setup(seed: str) -> Setup:
    """Return what is played: six deals by the usual rules, with the first dealer of the day."""
    setup = Setup()
    return replace(setup, first_dealer=Seat(int.from_bytes(derive(seed, 1, 0), "big") % setup.players))


def open_daily(game: Game, order: DailyOrder, cause: Cause, now: float) -> Done:
    """Return the first record of a table of the deal of the day, at which the game begins at once."""
    setup = daily_setup(order.seed)
    levels = (LEVEL,) * setup.players
    opened = Opened(order.code, setup, levels, cause.account, 0.6, order.seed, _PRIVATE, daily=order.mark)
    names = bot_names((order.name,), (), setup.players - 1)
    bots = (BotSat(Seat(seat), name, LEVEL) for seat, name in enumerate(names, start=PERSON + 1))
    facts: tuple[AnyFact, ...] = (
        opened,
        PersonSat(PERSON, cause.account, order.name, order.guest),
        *bots,
        Told(Began()),
    )
    record: LogRecord = LogRecord(facts, now, cause)
    return Done(record, begin_fold({setup.game: game}, record))


def seat_temper(table: Table, seat: Seat) -> Temper:
    """Return the temper of the bot on a seat; in the deal of the day it is even, for a temper follows from a name."""
    chair = table.chairs[seat]
    return chair_temper(chair) if chair is not None and not table.opened.daily else Temper.EVEN


def whims_of_day(seed: str, seat: Seat, played: int) -> str:
    """Return the text that seeds the random choices of a bot after so many game events."""
    return f"{seed} daily seat {seat} after {played}"
