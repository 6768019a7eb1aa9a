"""The command handler of a table: the one place that allows and refuses.

``handle`` changes nothing. If it allows a command, it returns the record to store and the resulting table.
"""

from typing import Final, TypeVar

from msgspec.structs import replace

from protocol.absence import Resign, SetAway, SetPause
from protocol.errors import ErrorCode
from protocol.messages import Act, Begin, Continue, LeaveTable
from protocol.seating import Began, SetReady
from protocol.tableview import TablePhase
from protocol.talk import Said
from protocol.vocabulary import Action, Event, Seat
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, IllegalAction, Shuffled
from server.tables.absence import RESTS, back, done_when_agreed, gone, resign, set_away, set_pause, time_passes
from server.tables.answers import Novelty, limit_reached, recall
from server.tables.chairs import Chair, free_seats, others, seat_of, seat_somebody
from server.tables.clock import correspondence, resting
from server.tables.commands import (
    TOO_MANY_CHANGES,
    Asked,
    BotMove,
    Command,
    DealCards,
    Denied,
    Depart,
    Done,
    Granted,
    OfferRematch,
    Outcome,
    SeatedCommand,
    Sit,
    Speak,
    Tick,
    carried_out,
    is_change,
)
from server.tables.log import (
    Agreed,
    Cause,
    PackShuffled,
    PersonLeft,
    TableClosed,
    Told,
    Whispered,
)
from server.tables.opening import offer_rematch
from server.tables.seating import bots_for, done_when_ready, host_seat, hosted, set_ready, sit, succession
from server.tables.table import AnyFact, Table, between_deals, next_shuffle, waits_for

S = TypeVar("S")

LINES: Final = 5000
"""The most chat messages at one table: its log is read as a whole."""


def speak(table: Table[S], command: Speak, now: float) -> Outcome[S]:
    """Send a chat message to everybody; during a game, a spectator's message goes to spectators only."""
    answered = _answered(table, command.cause)
    if answered is not None:
        return answered
    seat = seat_of(table.chairs, command.cause.account)
    # Spectators must not be able to silence the players.
    room = LINES if seat is not None else LINES // 2
    if table.spoken >= room:
        return Denied(
            ErrorCode.TOO_MANY,
            f"{room} lines have been said at this table, which is the limit: talk in the lobby, or at another table",
        )
    if seat is None and table.phase is TablePhase.PLAYING:
        whispered = Whispered(command.name, command.text, command.phrase)
        return carried_out(table, (whispered,), now, command.cause)
    return carried_out(table, (Told(Said(command.name, command.text, seat, command.phrase)),), now, command.cause)


def handle(table: Table[S], command: Command, now: float) -> Outcome[S]:
    """Return the outcome of a command."""
    match command:
        case DealCards(entropy):
            return _deal(table, entropy, now)
        case BotMove():
            return _bot_move(table, command, now)
        case Sit():
            return sit(table, command, now)
        case Speak():
            return speak(table, command, now)
        case Tick():
            return time_passes(table, now)
        case Depart():
            return gone(table, now)
    return _seated_command(table, command, now)


def _seated_command(table: Table[S], command: SeatedCommand, now: float) -> Outcome[S]:
    """Carry out a command that needs a seat, and only once if it is repeated."""
    answered = _answered(table, command.cause)
    if answered is not None:
        return answered
    seat = seat_of(table.chairs, command.cause.account)
    if seat is None:
        return Denied(ErrorCode.NOT_SEATED, "you have no seat at this table: join it first")
    chair = table.chairs[seat]
    assert chair is not None
    if chair.bot and isinstance(command, Asked) and not isinstance(command.message, LeaveTable | SetAway | Resign):
        return _back_first(table, seat, chair, command, now)
    return _own_command(table, seat, command, now)


def _back_first(table: Table[S], seat: Seat, chair: Chair, command: Asked, now: float) -> Outcome[S]:
    """Carry out the command of a person for whom a bot plays; if it succeeds, the person is back."""
    if chair.account not in table.present:
        return Denied(ErrorCode.NOT_SEATED, "a bot plays for you at this table: join it again first")
    again = replace(table, chairs=seat_somebody(table.chairs, seat, replace(chair, bot="")))
    outcome = _own_command(again, seat, command, now)
    if not isinstance(outcome, Done):
        return outcome
    return carried_out(table, (*back(seat, chair), *outcome.record.facts), now, command.cause)


def _answered(table: Table[S], cause: Cause) -> Granted | Denied | None:
    """Return the answer to a command that is repeated, or whose id was used before; None for a new one."""
    known = recall(table.answers, cause)
    if known is Novelty.SPENT:
        return Denied(ErrorCode.STALE, f"the command id {cause.id} was used before: use a higher one")
    return Granted(known) if isinstance(known, int) else None


def _own_command(table: Table[S], seat: Seat, command: SeatedCommand, now: float) -> Outcome[S]:
    if isinstance(command, OfferRematch):
        return offer_rematch(table, seat, command, now)
    cause, message = command.cause, command.message
    if is_change(message) and limit_reached(table.changes, cause.account):
        return TOO_MANY_CHANGES
    match message:
        case LeaveTable():
            return _leave(table, seat, cause, now)
        case Begin():
            return _begin(table, seat, cause, now)
        case Continue():
            return _agree(table, seat, cause, now)
        case Act(action=action):
            return _act(table, seat, cause, action, now)
        case SetAway() | Resign() | SetPause():
            return _attend(table, seat, cause, message, now)
        case SetReady(ready=ready):
            return set_ready(table, seat, cause, ready=ready, now=now)
    return hosted(table, seat, cause, message, now)


def _attend(table: Table[S], seat: Seat, cause: Cause, message: SetAway | Resign | SetPause, now: float) -> Outcome[S]:
    """Set a person away or back, resign them, or handle a pause request."""
    said: tuple[AnyFact, ...] | Granted | Denied
    if isinstance(message, SetAway):
        said = set_away(table, seat, away=message.away)
    elif isinstance(message, SetPause):
        said = set_pause(table, seat, paused=message.paused)
    elif table.phase is not TablePhase.PLAYING:
        return _leave(table, seat, cause, now)
    else:
        said = (*succession(table, seat), *resign(table, seat))
    return done_when_agreed(table, said, now, cause) if isinstance(said, tuple) else said


def _leave(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Free the seat before the game; in a shared game, let a bot play on."""
    shared = others(table.chairs, cause.account)
    if table.phase is TablePhase.GATHERING:
        closing: tuple[AnyFact, ...] = () if shared else (TableClosed(),)
        return done_when_ready(table, (*succession(table, seat), PersonLeft(seat), *closing), now, cause)
    chair = table.chairs[seat]
    # In correspondence games people come and go between moves, so their seats wait for them.
    if table.phase is TablePhase.OVER or not shared or chair is None or chair.bot or correspondence(table):
        return Granted(table.seq)
    if limit_reached(table.changes, cause.account):
        # Treated like a lost connection, which writes no record.
        return Granted(table.seq)
    return done_when_agreed(table, (PersonLeft(seat, table.opened.bots[seat]),), now, cause)


def _begin(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Fill the free seats with bots and begin the game."""
    if table.phase is not TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has already begun")
    if seat != host_seat(table):
        return Denied(ErrorCode.NOT_NOW, "only the host of the table can begin: wait for them")
    bots = bots_for(table, free_seats(table.chairs))
    return carried_out(table, (*bots, Told(Began())), now, cause)


def _agree(table: Table[S], seat: Seat, cause: Cause, now: float) -> Outcome[S]:
    """Record that a person agrees to the next deal."""
    if _passed(table, cause.seq):
        return _stale(table, cause.seq)
    if not between_deals(table):
        return Denied(ErrorCode.NOT_NOW, "there is nothing to agree to: wait until a deal has ended")
    if resting(table):
        return RESTS
    if seat not in waits_for(table):
        return Granted(table.seq)
    return carried_out(table, (Agreed(seat),), now, cause)


def _act(table: Table[S], seat: Seat, cause: Cause, action: Action, now: float) -> Outcome[S]:
    """Carry out a person's action in the game."""
    if table.phase is TablePhase.GATHERING:
        return Denied(ErrorCode.NOT_NOW, "the game has not begun: wait for the host of the table, or get ready")
    if _passed(table, cause.seq):
        return _stale(table, cause.seq)
    if table.phase is TablePhase.OVER:
        return Denied(ErrorCode.NOT_NOW, "the game has ended: ask for a rematch, or leave")
    if resting(table):
        return RESTS
    return _move(table, seat, action, now, cause)


def _bot_move(table: Table[S], command: BotMove, now: float) -> Outcome[S]:
    """Carry out a bot's action, if that bot still plays the seat and has seen the current state."""
    if resting(table):
        return RESTS
    chair = table.chairs[command.seat]
    if command.seq != table.seq or chair is None or chair.bot != command.level:
        return Denied(ErrorCode.STALE, "the bot answers a state that has passed")
    return _move(table, command.seat, command.action, now, None)


def _move(table: Table[S], seat: Seat, action: Action, now: float, cause: Cause | None) -> Outcome[S]:
    """Let the game decide an action."""
    try:
        events = table.game.decide(table.state, seat, action)
    except IllegalAction as problem:
        return Denied(ErrorCode.ILLEGAL_ACTION, str(problem))
    return carried_out(table, _told(events), now, cause)


def _deal(table: Table[S], entropy: bytes, now: float) -> Outcome[S]:
    """Shuffle for the next deal, if the game awaits it and every person has agreed."""
    wanted = next_shuffle(table)
    if wanted is None or waits_for(table) or resting(table):
        return Denied(ErrorCode.NOT_NOW, "no shuffle is awaited")
    seed = derive(table.opened.seed, 1, table.shuffles + 1) if table.opened.seed else entropy
    chance = Shuffled(shuffle(seed, wanted.cards), seed.hex())
    events = table.game.decide(table.state, CHANCE, chance)
    return carried_out(table, (PackShuffled(wanted.deal), *_told(events)), now, None)


def _passed(table: Table[S], seq: int | None) -> bool:
    """True if the game has moved on since event ``seq``; chat, arrivals and departures make nothing stale."""
    return seq is None or not table.moved <= seq <= table.seq


def _stale(table: Table[S], seq: int | None) -> Denied:
    """Refuse a command that answers another state than the current one."""
    return Denied(
        ErrorCode.STALE, f"the table is at {table.seq}, but your command answers {seq}: look at the table again"
    )


def _told(events: tuple[Event, ...]) -> tuple[AnyFact, ...]:
    return tuple(Told(event) for event in events)
