"""How a tournament opens a table: everybody has a seat, bots have the others, and the game begins at once.

Whoever has not come by then is waited for like a lost connection; such a table goes on with nobody connected.
"""

from typing import TypeVar

from msgspec import Struct

from protocol.absence import Absence
from protocol.seating import Began
from protocol.tableview import TablePhase
from protocol.vocabulary import Event, Seat
from server.rules.game import Game
from server.tables.absence import stand_in
from server.tables.chairs import Chairs, taken
from server.tables.commands import Decision, Done, Granted
from server.tables.log import BotSat, LogRecord, Opened, PersonSat, Told
from server.tables.names import bot_names
from server.tables.table import AnyFact, Table, begin_fold

S = TypeVar("S")


class Convening(Struct, frozen=True):
    """What a table of a tournament is made from."""

    opened: Opened
    """The first fact of its log."""

    people: Chairs
    """The person who gets each seat; None for a bot."""


def convene(game: Game[S], order: Convening, now: float) -> Done[S]:
    """Return the first record of a table, with the table that it opens; ``now`` is in seconds since 1970."""
    opened, people = order.opened, order.people
    present = [chair.name for chair in people if chair is not None]
    names = iter(bot_names(present, (), len(people) - len(present)))
    seats: list[AnyFact] = [
        BotSat(Seat(seat), next(names), opened.bots[seat])
        if chair is None
        else PersonSat(Seat(seat), chair.account, chair.name)
        for seat, chair in enumerate(people)
    ]
    record: LogRecord[Event] = LogRecord((opened, *seats, Told(Began())), now, None)
    return Done(record, begin_fold({opened.setup.game: game}, record))


def time_called(table: Table[S]) -> Decision:
    """Return the facts by which bots play on for everybody, because a round is to end; often nothing changes."""
    if table.phase is not TablePhase.PLAYING or table.closed:
        return Granted(table.seq)
    late = tuple(
        stand_in(table, seat, chair, Absence.IDLE)
        for seat, chair in taken(table.chairs)
        if chair.account and not chair.bot
    )
    return late or Granted(table.seq)
