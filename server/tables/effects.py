"""What a table needs from the world outside: a seed for a shuffle, a bot's action.

It is worked out from the table as it is and not kept: after a crash the same table needs the same things.
"""

from typing import TypeVar

from msgspec import Struct

from protocol.vocabulary import Seat
from server.rules.game import Seats
from server.tables.clock import awake, resting
from server.tables.presence import next_shuffle, waits_for
from server.tables.table import Table

S = TypeVar("S")


class AskSeed(Struct, frozen=True, gc=False):
    """The pack is to be shuffled: give a ``Deal`` with fresh random bytes."""

    deal: int
    """For which deal."""


class AskBot(Struct, frozen=True, gc=False):
    """A bot is to act: give a ``BotMove`` once the table's pace has passed."""

    seat: Seat
    """For which seat."""

    level: str
    """Which bot."""


Effect = AskSeed | AskBot


def due(table: Table[S]) -> tuple[Effect, ...]:
    """Give what the table needs now; nothing while it sleeps because no person is there, or the game rests."""
    if not awake(table) or resting(table):
        return ()
    shuffle = next_shuffle(table)
    if shuffle is not None:
        return () if waits_for(table) else (AskSeed(shuffle.deal),)
    awaited = table.game.awaits(table.state)
    seats = sorted(awaited.seats) if isinstance(awaited, Seats) else ()
    return tuple(AskBot(seat, chair.bot) for seat in seats if (chair := table.chairs[seat]) is not None and chair.bot)
