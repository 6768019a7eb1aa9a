"""Before the game: who may sit where, who is ready, and what the host of the table may do with its seats."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.hosting import FillSeats, GiveHost, RemoveSeat
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.answers import overtaken
from server.tables.chairs import free_seats, is_bot, kept_for, resigned, seat_of, taken
from server.tables.change_limit import limit_reached
from server.tables.commands import (
    TOO_MANY_CHANGES,
    Denied,
    Done,
    Granted,
    HostMessage,
    Outcome,
    Sit,
    carried_out,
)
from server.tables.log import BotSat, Cause, HostGiven, PersonSat, PlayBegan, ReadySet, SeatFreed
from server.tables.names import bot_names, name_key
from server.tables.presence import persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")


def bots_for(table: Table[S], seats: tuple[Seat, ...], *more: str) -> tuple[BotSat, ...]:
    """Give bots of the table's levels for these seats, with names that nobody at the table has, or is to have."""
    people = [chair.name for chairs in (table.chairs, table.gathering.kept) for _, chair in taken(chairs)]
    names = bot_names((*people, *more), table.watchers, len(seats))
    return tuple(BotSat(seat, name, table.opened.bots[seat]) for seat, name in zip(seats, names, strict=True))


def make_way(table: Table[S], seat: Seat, name: str) -> tuple[BotSat, ...]:
    """Give other names to the bots that are called like somebody who comes to this seat."""
    alike = (bot for bot, chair in taken(table.chairs) if is_bot(chair) and name_key(chair.name) == name_key(name))
    return bots_for(table, tuple(bot for bot in alike if bot != seat), name)


_COMPANY: Final = 2
"""How many people begin a game of their own accord; one alone waits for others, or says so."""


def set_ready(table: Table[S], seat: Seat, cause: Cause, *, ready: bool, now: float) -> Outcome[S]:
    """Note whether a person is ready for the game."""
    if table.phase is not TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has begun: people get ready before it")
    if (seat in table.gathering.ready) is ready:
        return Granted(table.seq)
    return done_when_ready(table, (ReadySet(seat, ready),), now, cause)


def done_when_ready(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause) -> Done[S]:
    """Give the record of these facts and the table after it; if all are ready then, the game begins with it."""
    done = carried_out(table, facts, now, cause)
    begins = beginning(done.progress.table)
    return carried_out(table, (*facts, *begins), now, cause) if begins else done


def beginning(table: Table[S]) -> tuple[AnyFact, ...]:
    """Give the facts by which the game begins now; none where somebody is still waited for."""
    persons = {seat for seat, chair in taken(table.chairs) if chair.account}
    waiting = table.phase is TablePhase.GATHERING and not table.closed
    if not waiting or not persons or not persons <= table.gathering.ready & {*persons_here(table)}:
        return ()
    free = free_seats(table.chairs)
    alone = len(persons) < _COMPANY or not table.opened.arrangement.takeover
    if free and (alone or any(kept_for(table.gathering, seat) for seat in free)):
        return ()
    return (*bots_for(table, free), PlayBegan())


GONE: Final = Denied(ErrorCode.UNKNOWN_TABLE, "that table is closed: everybody has left it")
"""What is said of a table that is no more."""


def sit(table: Table[S], command: Sit, now: float) -> Outcome[S]:
    """Seat a person, at their own seat if they have one."""
    if table.closed:
        return GONE
    account = command.cause.account
    own = seat_of(table.chairs, account)
    outdated = overtaken(table.answers, command.cause)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot or outdated:
            # The game begins by itself when the last one is back: this is nobody's command.
            begins = beginning(table)
            return carried_out(table, begins, now, None) if begins else Granted(table.seq)
        return carried_out(table, _come(table, own, command), now, command.cause)
    if outdated:
        return Denied(ErrorCode.STALE, "you have sat down at that table by this very command, and left it since")
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game at that table has ended: open a new table")
    if resigned(table.chairs, account):
        return Denied(ErrorCode.NOT_NOW, "you have left that game for good: watch it, or open a new table")
    if account in table.gathering.barred:
        return Denied(ErrorCode.NOT_NOW, "the host has removed you from that table: join another, or open one")
    if limit_reached(table.changes, account):
        return TOO_MANY_CHANGES
    seats = seats_for(table, account, command.name)
    if not seats:
        return _full(table)
    seat = seats[0]
    ready = command.ready and table.phase is TablePhase.GATHERING
    facts = _come(table, seat, command)
    return done_when_ready(table, (*facts, ReadySet(seat, ready=True)) if ready else facts, now, command.cause)


def _come(table: Table[S], seat: Seat, command: Sit) -> tuple[AnyFact, ...]:
    """Give the facts by which a person sits down, and any bot that is called like them is called otherwise."""
    return (*make_way(table, seat, command.name), PersonSat(seat, command.cause.account, command.name))


def seats_for(table: Table[S], account: str, name: str) -> tuple[Seat, ...]:
    """Give the seats that somebody could have, the best first.

    That is the one kept for them, then a free one, then a bot's; of these the one that is called like them comes first.
    """
    chairs = [(seat, chair) for seat, chair in taken(table.chairs) if not chair.account]
    chairs.sort(key=lambda held: name_key(held[1].name) != name_key(name))
    bots = tuple(seat for seat, _ in chairs) if table.opened.arrangement.takeover else ()
    vacant = [(seat, kept_for(table.gathering, seat)) for seat in (*free_seats(table.chairs), *bots)]
    mine = (seat for seat, keeper in vacant if keeper is not None and keeper.account == account)
    return (*mine, *(seat for seat, keeper in vacant if keeper is None))


def _full(table: Table[S]) -> Denied:
    """Say why nobody else can sit down."""
    if any(chair is not None and not chair.account for chair in table.chairs):
        text = "bots have the other seats of that table, and nobody may take them over: join another, or open one"
    elif free_seats(table.chairs):
        text = "the free seats of that table are kept for those who had them: join another, or open one"
    else:
        text = "every seat of that table is taken: join another, or open one"
    return Denied(ErrorCode.TABLE_FULL, text)


NOT_THE_HOST: Final = Denied(ErrorCode.NOT_NOW, "only the host of the table can do that: ask them")
"""What is said to anybody else at the table."""

_BEGUN: Final = Denied(ErrorCode.NOT_NOW, "the game has begun: seats are filled and freed before it")
_NO_SEAT: Final = Denied(ErrorCode.NOT_NOW, "nobody is at that seat: choose one that is taken")


def host_seat(table: Table[S]) -> Seat | None:
    """Give the seat whose person runs the table.

    The role is the maker's until it is given away. While its owner is not here, or does not play, the first person who
    is here and does has it, so that no table is ever stuck.
    """
    own = _owner(table)
    here = persons_here(table)
    return here[0] if here and own not in here else own


def hosted(table: Table[S], seat: Seat, cause: Cause, message: HostMessage, now: float) -> Outcome[S]:
    """Do what the host asks, or say why not."""
    if seat != host_seat(table):
        return NOT_THE_HOST
    if isinstance(message, FillSeats):
        return _fill(table, message.seat, cause, now)
    sits = table.chairs[message.seat] if message.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, message.seat)
    if there is not None and message.name not in ("", there.name):
        return Denied(ErrorCode.STALE, f"{there.name} has that seat by now: look at the table again")
    if isinstance(message, GiveHost):
        return _give(table, message.seat, cause, now)
    return _remove(table, seat, cause, message, now)


def succession(table: Table[S], leaver: Seat) -> tuple[HostGiven, ...]:
    """Give to whom the role goes when the person of this seat leaves for good; nothing where it is not theirs."""
    if leaver != _owner(table):
        return ()
    here = [seat for seat in persons_here(table) if seat != leaver]
    rest = [seat for seat, chair in taken(table.chairs) if chair.account and seat != leaver]
    return tuple(HostGiven(seat) for seat in (here or rest)[:1])


def _fill(table: Table[S], wanted: Seat | None, cause: Cause, now: float) -> Outcome[S]:
    """Let bots take the free seats that are kept for nobody, or one free seat."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    free = free_seats(table.chairs)
    if wanted is None:
        seats = tuple(seat for seat in free if kept_for(table.gathering, seat) is None)
    elif wanted in free:
        seats = (wanted,)
    else:
        return Denied(ErrorCode.NOT_NOW, "that seat is not free: choose one that is")
    return done_when_ready(table, bots_for(table, seats), now, cause) if seats else Granted(table.seq)


def _remove(table: Table[S], host: Seat, cause: Cause, message: RemoveSeat, now: float) -> Outcome[S]:
    """Free a seat before the game, or keep it for nobody any more."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    if message.seat == host:
        return Denied(ErrorCode.NOT_NOW, "that is your own seat: leave the table instead")
    if message.seat == _owner(table):
        return Denied(ErrorCode.NOT_NOW, "that person runs the table and is away: they cannot be removed")
    sits = message.seat < len(table.chairs) and table.chairs[message.seat] is not None
    if not sits and kept_for(table.gathering, message.seat) is None:
        return _NO_SEAT
    return done_when_ready(table, (SeatFreed(message.seat),), now, cause)


def _give(table: Table[S], heir: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Let another person run the table."""
    chair = table.chairs[heir] if heir < len(table.chairs) else None
    if chair is None:
        return _NO_SEAT
    if heir not in persons_here(table):
        return Denied(ErrorCode.NOT_NOW, f"{chair.name} cannot run the table: choose a person who is here and plays")
    if heir == _owner(table):
        return Granted(table.seq)
    return carried_out(table, (HostGiven(heir),), now, cause)


def _owner(table: Table[S]) -> Seat | None:
    """Give the seat of whoever has the role, whether they are here or not."""
    return seat_of(table.chairs, table.gathering.host or table.opened.account)
