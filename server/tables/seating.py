"""Seating before the game: who may sit where, who is ready, and what the host of the table may do with its seats."""

from typing import Final

from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.message import Seat
from protocol.setup import PACES
from protocol.table import (
    Began,
    FillSeats,
    GiveHost,
    HostGiven,
    PaceSet,
    Readied,
    Removed,
    RemoveSeat,
    SetPace,
    TablePhase,
)
from server.tables.absence import resign
from server.tables.chairs import free_seats, is_bot, kept_for, others, resigned, seat_of, taken
from server.tables.commands import TOO_MANY_CHANGES, Decision, Denied, Granted, HostMessage, Sit, not_now
from server.tables.log import BotSat, KnownFact, PersonLeft, PersonSat, TableClosed, limit_reached, overtaken
from server.tables.names import bot_names, is_bot_account, name_key
from server.tables.table import Table, persons_here


def bots_for(table: Table, seats: tuple[Seat, ...], *more: str) -> tuple[BotSat, ...]:
    """Return bots of the table's levels for these seats, with names that no present or expected player has."""
    people = [chair.name for chairs in (table.chairs, table.gathering.kept) for _, chair in taken(chairs)]
    names = bot_names((*people, *more), table.watchers, len(seats))
    return tuple(BotSat(seat, name, table.opened.bots[seat]) for seat, name in zip(seats, names, strict=True))


def make_way(table: Table, seat: Seat, name: str) -> tuple[BotSat, ...]:
    """Return new names for the bots whose name resembles that of a person who comes to ``seat``."""
    alike = (bot for bot, chair in taken(table.chairs) if is_bot(chair) and name_key(chair.name) == name_key(name))
    return bots_for(table, tuple(bot for bot in alike if bot != seat), name)


_COMPANY: Final = 2
"""The number of persons from which a game begins automatically; one person alone waits, or begins explicitly."""


def set_ready(table: Table, seat: Seat, *, ready: bool) -> Decision:
    """Set whether a person is ready for the game."""
    if table.phase is not TablePhase.GATHERING:
        return not_now(sentence("the game has begun already: just play"))
    if (seat in table.gathering.ready) is ready:
        return Granted(table.seq)
    return (Readied(seat, ready),)


def beginning(table: Table) -> tuple[KnownFact, ...]:
    """Return the facts that begin the game now; empty if it still waits for a person."""
    if table.phase is not TablePhase.GATHERING or table.closed:
        return ()
    persons = {seat for seat, chair in taken(table.chairs) if chair.account}
    if not persons or not persons <= table.gathering.ready & {*persons_here(table)}:
        return ()
    free = free_seats(table.chairs)
    alone = len(persons) < _COMPANY or not table.opened.arrangement.takeover
    if free and (alone or any(kept_for(table.gathering, seat) for seat in free)):
        return ()
    return (*bots_for(table, free), Began())


GONE: Final = Denied(
    ErrorCode.UNKNOWN_TABLE, sentence("that table is closed, because everybody has left it: join another, or open one")
)


def sit(table: Table, command: Sit) -> Decision:
    """Seat a person, at their own seat if they have one."""
    if table.closed:
        return GONE
    account = command.cause.account
    own = seat_of(table.chairs, account)
    outdated = overtaken(table.answers, command.cause)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot or outdated:
            return Granted(table.seq)
        return _come(table, own, command)
    if outdated:
        return Denied(
            ErrorCode.STALE,
            sentence(
                "this very command has seated you at that table before, and you have left since: "
                "join again with a new id"
            ),
        )
    unwanted = _unwanted(table, account)
    if unwanted is not None:
        return unwanted
    if limit_reached(table.changes, account):
        return TOO_MANY_CHANGES
    seats = seats_for(table, account, command.name)
    if not seats:
        return _full(table)
    seat = seats[0]
    ready = command.ready and table.phase is TablePhase.GATHERING
    facts = _come(table, seat, command)
    return (*facts, Readied(seat, ready=True)) if ready else facts


def _unwanted(table: Table, account: str) -> Denied | None:
    """Return why somebody without a seat cannot have one, whether or not one is free; None if they can."""
    if table.phase is TablePhase.OVER:
        return not_now(sentence("the game at that table has ended: open a new table"))
    if resigned(table.chairs, account):
        return not_now(sentence("you have left that game for good: watch it, or open a new table"))
    if account in table.gathering.barred:
        return not_now(sentence("the host has removed you from that table: join another, or open one"))
    if is_bot_account(account) and not table.opened.arrangement.foreign_bots:
        return not_now(sentence("bots that people bring have no seat at that table: join another, or open one"))
    return None


def _come(table: Table, seat: Seat, command: Sit) -> tuple[KnownFact, ...]:
    """Return the facts by which a person sits down, with new names for bots whose name resembles theirs."""
    return (*make_way(table, seat, command.name), PersonSat(seat, command.cause.account, command.name, command.guest))


def seats_for(table: Table, account: str, name: str) -> tuple[Seat, ...]:
    """Return the seats that a person could take, the best first.

    That is the seat reserved for them, then free seats, then bots' seats; a bot whose name resembles theirs goes first.
    """
    chairs = [(seat, chair) for seat, chair in taken(table.chairs) if not chair.account]
    chairs.sort(key=lambda held: name_key(held[1].name) != name_key(name))
    bots = tuple(seat for seat, _ in chairs) if table.opened.arrangement.takeover else ()
    vacant = [(seat, kept_for(table.gathering, seat)) for seat in (*free_seats(table.chairs), *bots)]
    mine = (seat for seat, keeper in vacant if keeper is not None and keeper.account == account)
    return (*mine, *(seat for seat, keeper in vacant if keeper is None))


def _full(table: Table) -> Denied:
    """Return the refusal that says why nobody else can sit down."""
    if any(chair is not None and not chair.account for chair in table.chairs):
        text = sentence(
            "bots have the other seats of that table, and nobody may take them over: join another, or open one"
        )
    elif free_seats(table.chairs):
        text = sentence("the free seats of that table are kept for those who had them: join another, or open one")
    else:
        text = sentence("every seat of that table is taken: join another, or open one")
    return Denied(ErrorCode.TABLE_FULL, text)


NOT_THE_HOST: Final = not_now(sentence("only the host of the table can do that: ask them"))
_BEGUN: Final = not_now(sentence("the game has begun: seats are filled and freed only before it"))
_NO_SEAT: Final = not_now(sentence("nobody has that seat: choose one that is taken"))


def host_seat(table: Table) -> Seat | None:
    """Return the seat of the acting host of the table.

    The maker is the host until they hand the role over. While the owner of the role is absent, or a bot plays for them,
    the first person who is present and playing acts as host, so that no table is ever stuck.
    """
    own = _owner(table)
    here = persons_here(table)
    return here[0] if here and own not in here else own


def hosted(table: Table, seat: Seat, message: HostMessage) -> Decision:
    """Carry out a command of the host of the table, or return the reason for refusing it."""
    if seat != host_seat(table):
        return NOT_THE_HOST
    if isinstance(message, SetPace):
        return _set_pace(table, seat, faster=message.faster)
    if isinstance(message, FillSeats):
        return _fill(table, message.seat)
    sits = table.chairs[message.seat] if message.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, message.seat)
    if there is not None and message.name not in ("", there.name):
        return Denied(
            ErrorCode.STALE, sentence("{name} has that seat by now: look at the table again", name=there.name)
        )
    if isinstance(message, GiveHost):
        return _give(table, message.seat)
    return _remove(table, seat, message)


def succession(table: Table, leaver: Seat) -> tuple[KnownFact, ...]:
    """Return the fact that hands the role of host over when ``leaver`` leaves for good; empty if they do not own it."""
    if leaver != _owner(table):
        return ()
    people = [(seat, chair) for seat, chair in taken(table.chairs) if chair.account and seat != leaver]
    here = persons_here(table)
    people.sort(key=lambda held: held[0] not in here)
    return tuple(HostGiven(seat, chair.name) for seat, chair in people[:1])


def _set_pace(table: Table, seat: Seat, *, faster: bool) -> Decision:
    """Let bots take the next shorter time for their turns, or the next longer one."""
    pace = table.opened.pace
    if faster:
        found, limit = [one for one in PACES if one < pace][-1:], sentence("bots play at once already")
    else:
        found, limit = [one for one in PACES if one > pace][:1], sentence("bots take as long as they can already")
    return (PaceSet(seat, found[0]),) if found else not_now(limit)


def _fill(table: Table, wanted: Seat | None) -> Decision:
    """Fill one free seat with a bot, or every free seat that is not reserved."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    free = free_seats(table.chairs)
    if wanted is None:
        seats = tuple(seat for seat in free if kept_for(table.gathering, seat) is None)
    elif wanted in free:
        seats = (wanted,)
    else:
        return not_now(sentence("that seat is not free: choose one that is"))
    return bots_for(table, seats) if seats else Granted(table.seq)


def _remove(table: Table, host: Seat, message: RemoveSeat) -> Decision:
    """Free a seat before the game, or drop its reservation."""
    if table.phase is not TablePhase.GATHERING:
        return _BEGUN
    if message.seat == host:
        return not_now(sentence("that is your own seat: leave the table instead"))
    if message.seat == _owner(table):
        return not_now(
            sentence("that person is the host of the table and away, and cannot be removed: wait for them, or leave")
        )
    sits = table.chairs[message.seat] if message.seat < len(table.chairs) else None
    there = sits or kept_for(table.gathering, message.seat)
    if there is None:
        return _NO_SEAT
    return (Removed(message.seat, there.name, there.bot),)


def _give(table: Table, heir: Seat) -> Decision:
    chair = table.chairs[heir] if heir < len(table.chairs) else None
    if chair is None:
        return _NO_SEAT
    if heir not in persons_here(table):
        return not_now(sentence("{name} cannot run the table: choose a person who is here and plays", name=chair.name))
    if heir == _owner(table):
        return Granted(table.seq)
    return (HostGiven(heir, chair.name),)


def _owner(table: Table) -> Seat | None:
    return seat_of(table.chairs, table.gathering.host or table.opened.account)


def close_table(table: Table) -> Decision:
    """Return the fact by which a table is closed for good, wherever its game stands."""
    if table.phase is TablePhase.OVER:
        return not_now("the game there has ended: nothing is left to close")
    return Granted(table.seq) if table.closed else (TableClosed(),)


def reset_seat(table: Table, seat: Seat) -> Decision:
    """Return the facts by which a seat is free again or, once the game has begun, a bot's for good."""
    if table.closed or table.phase is TablePhase.OVER:
        return not_now("nobody plays at that table any more")
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    if table.phase is TablePhase.PLAYING:
        if chair is None or not chair.account:
            return not_now("no person has that seat")
        return (*succession(table, seat), *resign(table, seat))
    if chair is not None and chair.account:
        closing: tuple[KnownFact, ...] = () if others(table.chairs, chair.account) else (TableClosed(),)
        return (*succession(table, seat), PersonLeft(seat), *closing)
    there = chair or kept_for(table.gathering, seat)
    if there is None:
        return not_now("that seat is free already, or there is none of this number")
    return (Removed(seat, there.name, there.bot),)
