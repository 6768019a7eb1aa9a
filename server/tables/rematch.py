"""Once more: the same people on the same seats at a new table, where the next one deals first."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive
from server.rules.game import Game
from server.tables.chairs import Chairs, free_seats, is_bot, seat_of, taken
from server.tables.commands import Again
from server.tables.log import BotSat, Cause, Opened, PersonSat, PlayBegan, Record
from server.tables.meetings import ReadySet, RematchMade, SeatKept
from server.tables.outcome import Denied, Done, Granted, Outcome, carried_out
from server.tables.table import AnyFact, Table, begin_fold

S = TypeVar("S")


class Sequel(Struct, frozen=True):
    """What a rematch is made from."""

    opened: Opened
    """How the new table is made, by whoever comes to it first."""

    chairs: Chairs
    """Who had which seat."""

    here: frozenset[str]
    """The accounts that were there when this was looked at."""


def again(table: Table[S], seat: Seat, command: Again, now: float) -> Outcome[S]:
    """Let a person ask for another game; whoever does so later agrees to it."""
    if table.phase is not TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "a rematch comes after the game: play this one first")
    if table.gathering.rematch:
        return Granted(table.seq)
    return carried_out(table, (RematchMade(command.code, seat),), now, command.cause)


def sequel(table: Table[S]) -> Sequel | None:
    """Give what the rematch is made from, once somebody has asked for it."""
    if not table.gathering.rematch:
        return None
    before = table.opened
    dealer = Seat((before.setup.first_dealer + 1) % before.setup.players)
    opened = replace(
        before,
        code=table.gathering.rematch,
        setup=replace(before.setup, first_dealer=dealer),
        seed=derive(before.seed, 2, 1).hex() if before.seed else "",
    )
    return Sequel(opened, table.chairs, table.present)


def open_rematch(game: Game[S], wish: Sequel, cause: Cause, now: float) -> Done[S]:
    """Give the first record of the new table, which somebody from the old one makes, and the table itself.

    Bots sit where they sat, a person sits down on their own seat and is ready, and the seats of the others who are
    here are kept for them.
    """
    own = seat_of(wish.chairs, cause.account)
    assert own is not None
    facts: list[AnyFact] = [replace(wish.opened, account=cause.account)]
    for seat, chair in taken(wish.chairs):
        if seat == own:
            facts += [PersonSat(seat, chair.account, chair.name), ReadySet(seat, ready=True)]
        elif is_bot(chair):
            facts.append(BotSat(seat, chair.name, chair.bot))
        elif chair.account in wish.here:
            facts.append(SeatKept(seat, chair.account, chair.name))
    made = _made(game, wish, facts, cause, now)
    return made if free_seats(made.progress.table.chairs) else _made(game, wish, [*facts, PlayBegan()], cause, now)


def _made(game: Game[S], wish: Sequel, facts: Sequence[AnyFact], cause: Cause, now: float) -> Done[S]:
    """Give the first record of a table and the table."""
    record: Record[Event] = Record(tuple(facts), now, cause)
    return Done(record, begin_fold({wish.opened.setup.game: game}, record))
