"""What a table says to a command: the one place that allows and denies.

``handle`` changes nothing. Where it allows, it gives the record that is to be stored and the table as it will be then.
"""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, IllegalAction, Shuffled
from server.tables.answers import Novelty, recall
from server.tables.chairs import bots_own, free_seats, others, seat_of, taken
from server.tables.commands import Agree, BotMove, Command, Deal, Leave, Move, Sit, Speak, Start
from server.tables.log import (
    Agreed,
    BotSat,
    Cause,
    PackShuffled,
    PersonLeft,
    PersonSat,
    PlayBegan,
    TableClosed,
    Told,
)
from server.tables.names import bot_names
from server.tables.outcome import Denied, Granted, Outcome, carried_out
from server.tables.presence import between_deals, next_shuffle, persons_here, waits_for
from server.tables.table import AnyFact, Table
from server.tables.talk import speak

S = TypeVar("S")

GONE: Final = Denied(ErrorCode.UNKNOWN_TABLE, "that table is closed: everybody left before the game began")
"""What is said of a table that is no more."""


def handle(table: Table[S], command: Command, now: float) -> Outcome[S]:
    """Say what becomes of a command at this moment."""
    match command:
        case Deal(entropy):
            return _deal(table, entropy, now)
        case BotMove():
            return _bot_move(table, command, now)
        case Sit(cause, name):
            return _sit(table, cause, name, now)
        case Speak():
            return speak(table, command, now)
    return _seated_command(table, command, now)


def host_seat(table: Table[S]) -> Seat | None:
    """Give the seat whose person may begin: the maker's, or while the maker is not here the first person's who is."""
    if table.phase is not TablePhase.GATHERING:
        return None
    own = seat_of(table.chairs, table.opened.account)
    here = persons_here(table)
    return here[0] if here and own not in here else own


def _sit(table: Table[S], cause: Cause, name: str, now: float) -> Outcome[S]:
    """Seat a person, at their own seat if they have one."""
    if table.closed:
        return GONE
    own = seat_of(table.chairs, cause.account)
    if own is not None:
        chair = table.chairs[own]
        if chair is None or not chair.bot:
            return Granted(table.seq)
        return carried_out(table, (PersonSat(own, cause.account, name),), now, cause)
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game at that table has ended: open a new table")
    seats = free_seats(table.chairs) or (bots_own(table.chairs) if table.phase is TablePhase.PLAYING else ())
    if not seats:
        return Denied(ErrorCode.TABLE_FULL, "every seat of that table is taken: join another, or open one")
    return carried_out(table, (PersonSat(seats[0], cause.account, name),), now, cause)


def _seated_command(table: Table[S], command: Leave | Start | Agree | Move, now: float) -> Outcome[S]:
    """Carry out what only somebody with a seat can ask, and ask once."""
    known = recall(table.answers, command.cause)
    if known is Novelty.SPENT:
        return Denied(ErrorCode.STALE, f"the command id {command.cause.id} is spent: use a greater one")
    if isinstance(known, int):
        return Granted(known)
    seat = seat_of(table.chairs, command.cause.account)
    if seat is None:
        return Denied(ErrorCode.NOT_SEATED, "you have no seat at this table: join it first")
    chair = table.chairs[seat]
    if chair is not None and chair.bot and not isinstance(command, Leave):
        return Denied(ErrorCode.NOT_SEATED, "a bot plays for you at this table: join it again first")
    match command:
        case Leave(cause):
            return _leave(table, seat, cause, now)
        case Start(cause):
            return _start(table, seat, cause, now)
        case Agree(cause):
            return _agree(table, seat, cause, now)
    return _move(table, seat, command, now)


def _leave(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Free a seat before the game; in a game that others play too, let a bot play on."""
    shared = others(table.chairs, cause.account)
    if table.phase is TablePhase.GATHERING:
        closing: tuple[AnyFact, ...] = () if shared else (TableClosed(),)
        return carried_out(table, (PersonLeft(seat), *closing), now, cause)
    chair = table.chairs[seat]
    if table.phase is TablePhase.OVER or not shared or chair is None or chair.bot:
        return Granted(table.seq)
    return carried_out(table, (PersonLeft(seat, table.opened.bots[seat]),), now, cause)


def _start(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Let bots take the free seats, and begin."""
    if table.phase is not TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has already begun")
    if seat != host_seat(table):
        return Denied(ErrorCode.NOT_NOW, "only the maker of the table can begin: wait for them")
    free = free_seats(table.chairs)
    names = bot_names((chair.name for _, chair in taken(table.chairs)), len(free))
    bots = tuple(BotSat(empty, name, table.opened.bots[empty]) for empty, name in zip(free, names, strict=True))
    return carried_out(table, (*bots, PlayBegan()), now, cause)


def _agree(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Note that a person is ready for the next deal."""
    if _passed(table, cause.seq):
        return _stale(table, cause.seq)
    if not between_deals(table):
        return Denied(ErrorCode.NOT_NOW, "there is nothing to agree to: no deal has just ended")
    if seat not in waits_for(table):
        return Granted(table.seq)
    return carried_out(table, (Agreed(seat),), now, cause)


def _move(table: Table[S], seat: Seat, command: Move, now: float) -> Outcome[S]:
    """Let a person act."""
    if table.phase is TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has not begun")
    if _passed(table, command.cause.seq):
        return _stale(table, command.cause.seq)
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game has ended")
    try:
        events = table.game.decide(table.state, seat, command.action)
    except IllegalAction as problem:
        return Denied(ErrorCode.ILLEGAL_ACTION, str(problem))
    return carried_out(table, _told(events), now, command.cause)


def _bot_move(table: Table[S], command: BotMove, now: float) -> Outcome[S]:
    """Let a bot act, if it still plays that seat in the state that it saw."""
    chair = table.chairs[command.seat]
    if command.seq != table.seq or chair is None or chair.bot != command.level:
        return Denied(ErrorCode.STALE, "the bot answers a state that has passed")
    try:
        events = table.game.decide(table.state, command.seat, command.action)
    except IllegalAction as problem:
        return Denied(ErrorCode.ILLEGAL_ACTION, str(problem))
    return carried_out(table, _told(events), now, None)


def _deal(table: Table[S], entropy: bytes, now: float) -> Outcome[S]:
    """Shuffle for the next deal, when the game awaits it and nobody else is waited for."""
    wanted = next_shuffle(table)
    if wanted is None or waits_for(table):
        return Denied(ErrorCode.NOT_NOW, "no shuffle is awaited")
    seed = derive(table.opened.seed, 1, table.shuffles + 1) if table.opened.seed else entropy
    chance = Shuffled(shuffle(seed, wanted.cards), seed.hex())
    events = table.game.decide(table.state, CHANCE, chance)
    return carried_out(table, (PackShuffled(wanted.deal), *_told(events)), now, None)


def _passed(table: Table[S], seq: int | None) -> bool:
    """Say whether the game has gone on since this number; what people say or who comes and goes makes nothing stale."""
    return seq is None or not table.moved <= seq <= table.seq


def _stale(table: Table[S], seq: int | None) -> Denied:
    """Deny what answers another state than the present one."""
    return Denied(ErrorCode.STALE, f"the table is at {table.seq}, your command answers {seq}: look at it again")


def _told(events: tuple[Event, ...]) -> tuple[AnyFact, ...]:
    """Give the facts that events of the game are kept as."""
    return tuple(Told(event) for event in events)
