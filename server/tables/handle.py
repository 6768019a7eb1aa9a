"""The command handler of a table: the one place that allows and refuses.

``handle`` changes nothing: what a command leads to is decided as facts, and these are carried out in one place. If it
allows a command, it returns the record to store and the resulting table.
"""

from typing import Final

from msgspec.structs import replace

from games.kit.deck import derive
from protocol.errors import ErrorCode
from protocol.game import Answer
from protocol.message import Seat
from protocol.messages import Act, Begin, Continue, LeaveTable
from protocol.table import Began, Hint, Resign, Said, SetAway, SetPause, SetReady, TablePhase
from server.tables import clock as clocks
from server.tables import commands, log, seating
from server.tables.chairs import Chair, free_seats, others, seat_of, seat_somebody
from server.tables.commands import Decision, Granted
from server.tables.log import Hinted, KnownFact
from server.tables.position import IllegalAction
from server.tables.table import Table, awaits_shuffle, between_deals, waits_for

SHARED: Final = commands.not_now(
    "another person has a seat at this table, so it stays: sit down there to leave it for good"
)
STALE: Final = commands.denied(ErrorCode.STALE, "the game has moved on: look at the table again")
"""The refusal of a command that answers another state than the current one."""

_STAYS_AWAY: Final = (LeaveTable, SetAway, Resign, Hint)
"""The messages that do not bring back a person for whom a bot plays."""

LINES: Final = 5000  # The most chat messages at one table: its log is read as a whole.


def _speak(table: Table, command: commands.Speak) -> commands.Decision:
    """Send a chat message to everyone; during a game, a spectator's message goes to spectators only."""
    answered = _answered(table, command.cause)
    if answered is not None:
        return answered
    seat = seat_of(table.chairs, command.cause.account)
    # Spectators must not be able to silence the players.
    room = LINES if seat is not None else LINES // 2
    if table.spoken >= room:
        return commands.denied(
            ErrorCode.TOO_MANY,
            "{n} lines have been said at this table, which is the limit: talk in the lobby, or at another table",
            n=room,
        )
    if seat is None and table.phase is TablePhase.PLAYING:
        return (log.Whispered(command.name, command.text),)
    return (Said(command.name, command.text, seat),)


def handle(table: Table, command: commands.Command, now: float) -> commands.Outcome:
    """Return the outcome of a command; what follows from it, the game or a pause, begins in the same record."""
    cause: log.Cause | None = getattr(command, "cause", None)
    # Most commands by far are the answers of players, which need not be tried for each other kind.
    if isinstance(command, commands.Asked):
        decision = _seated_command(table, command)
    else:
        decision = _decide(table, command)
    if isinstance(command, commands.Sit) and isinstance(decision, commands.Granted):
        # The game begins by itself once the last person is back; no command causes this.
        decision, cause = seating.beginning(table) or decision, None
    if not isinstance(decision, tuple):
        return decision
    done = commands.carried_out(table, decision, now, cause)
    follows = seating.beginning(done.progress.table) or clocks.agreement(done.progress.table)
    return commands.carried_out(table, (*decision, *follows), now, cause) if follows else done


def _decide(table: Table, command: commands.Command) -> commands.Decision:
    match command:
        case commands.DealCards(entropy):
            return _deal(table, entropy)
        case commands.BotMove():
            return _bot_move(table, command)
        case commands.Sit():
            return seating.sit(table, command)
        case commands.Speak():
            return _speak(table, command)
        case commands.Tick():
            return clocks.time_passes(table)
        case commands.Depart():
            return clocks.gone(table)
        case commands.CallTime():
            return seating.time_called(table)
        case commands.CloseTable():
            return seating.close_table(table)
        case commands.ResetSeat(seat):
            return seating.reset_seat(table, seat)
    return _seated_command(table, command)


def _seated_command(table: Table, command: commands.SeatedCommand) -> commands.Decision:
    """Carry out a command that needs a seat, and only once if it is repeated."""
    answered = _answered(table, command.cause)
    if answered is not None:
        return answered
    seat = seat_of(table.chairs, command.cause.account)
    if seat is None:
        return commands.denied(ErrorCode.NOT_SEATED, "you have no seat at this table: join it first")
    chair = table.chairs[seat]
    assert chair is not None
    if chair.bot and isinstance(command, commands.Asked) and not isinstance(command.message, _STAYS_AWAY):
        return _back_first(table, seat, chair, command)
    return _own_command(table, seat, command)


def _back_first(table: Table, seat: Seat, chair: Chair, command: commands.Asked) -> commands.Decision:
    """Carry out the command of a person for whom a bot plays; if it succeeds, the person is back."""
    if chair.account not in table.present:
        return commands.denied(ErrorCode.NOT_SEATED, "a bot plays for you at this table: join it again first")
    again = replace(table, chairs=seat_somebody(table.chairs, seat, replace(chair, bot="")))
    decision = _own_command(again, seat, command)
    return (*clocks.back(seat, chair, table.guests), *decision) if isinstance(decision, tuple) else decision


def _answered(table: Table, cause: log.Cause) -> commands.Granted | commands.Denied | None:
    """Return the answer to a command that is repeated, or whose id was used before; None for a new one."""
    known = log.recall(table.answers, cause)
    if known == log.SPENT:
        return commands.Denied(ErrorCode.STALE, commands.spent(cause.id).text)
    return commands.Granted(known) if known is not None else None


def _own_command(table: Table, seat: Seat, command: commands.SeatedCommand) -> commands.Decision:
    if isinstance(command, commands.OfferRematch):
        return seating.offer_rematch(table, seat, command)
    cause, message = command.cause, command.message
    if commands.is_change(message) and log.limit_reached(table.changes, cause.account):
        return commands.TOO_MANY_CHANGES
    return _obey(table, seat, cause, message)


def _obey(table: Table, seat: Seat, cause: log.Cause, message: commands.SeatedMessage) -> commands.Decision:
    match message:
        case Act(action=action):
            return _act(table, seat, cause, action)
        case LeaveTable():
            return _leave(table, seat, cause)
        case Begin():
            return _begin(table, seat)
        case Continue():
            return _agree(table, seat, cause)
        case SetAway(away=away):
            return seating.NO_STAND_IN if away and table.opened.daily else clocks.set_away(table, seat, away=away)
        case SetPause(paused=paused):
            return clocks.set_pause(table, seat, paused=paused)
        case Resign():
            return _resign(table, seat, cause, message)
        case SetReady(ready=ready):
            return seating.set_ready(table, seat, ready=ready)
        case Hint(seq=seq):
            return STALE if _passed(table, seq) else _take_hint(table, seat)
    return seating.hosted(table, seat, message)


def _resign(table: Table, seat: Seat, cause: log.Cause, message: Resign) -> commands.Decision:
    """Free the seat before the game, or give it to a bot; if ``alone``, only in a game without other people."""
    if message.alone and others(table.chairs, cause.account):
        return SHARED
    if table.phase is not TablePhase.PLAYING:
        return _leave(table, seat, cause)
    return (*seating.succession(table, seat), *clocks.resign(table, seat))


def _leave(table: Table, seat: Seat, cause: log.Cause) -> commands.Decision:
    """Free the seat before the game; in a shared game, let a bot play on."""
    shared = others(table.chairs, cause.account)
    if table.phase is TablePhase.GATHERING:
        closing: tuple[KnownFact, ...] = () if shared else (log.TableClosed(),)
        return (*seating.succession(table, seat), log.PersonLeft(seat), *closing)
    chair = table.chairs[seat]
    # In correspondence games people come and go between moves, so their seats wait for them.
    if table.phase is TablePhase.OVER or not shared or chair is None or chair.bot or clocks.correspondence(table):
        return commands.Granted(table.seq)
    if log.limit_reached(table.changes, cause.account):
        # Treated like a lost connection, which writes no record.
        return commands.Granted(table.seq)
    return (log.PersonLeft(seat, table.opened.bots[seat]),)


def _begin(table: Table, seat: Seat) -> commands.Decision:
    if table.phase is not TablePhase.GATHERING:
        return commands.not_now("the game has already begun")
    if seat != seating.host_seat(table):
        return commands.not_now("only the host of the table can begin: wait for them")
    return (*seating.bots_for(table, free_seats(table.chairs)), Began())


def _agree(table: Table, seat: Seat, cause: log.Cause) -> commands.Decision:
    if _passed(table, cause.seq):
        return STALE
    if not between_deals(table):
        return commands.not_now("there is nothing to agree to: wait until a deal has ended")
    if clocks.resting(table):
        return clocks.RESTS
    if seat not in waits_for(table):
        return commands.Granted(table.seq)
    return (log.Agreed(seat),)


def _act(table: Table, seat: Seat, cause: log.Cause, action: Answer) -> commands.Decision:
    if table.phase is TablePhase.GATHERING:
        return commands.not_now("the game has not begun: wait for the host of the table, or get ready")
    if _passed(table, cause.seq, table.standing.get(seat)):
        return STALE
    if table.phase is TablePhase.OVER:
        return commands.not_now("the game has ended: ask for a rematch, or leave")
    if clocks.resting(table):
        return clocks.RESTS
    return _move(table, seat, action)


def _bot_move(table: Table, command: commands.BotMove) -> commands.Decision:
    """Carry out a bot's action, if that bot still plays the seat and has seen the current state."""
    if clocks.resting(table):
        return clocks.RESTS
    chair = table.chairs[command.seat]
    if command.seq != table.seq or chair is None or chair.bot != command.level:
        return commands.Denied(ErrorCode.STALE, "the bot answers a state that has passed")
    return _move(table, command.seat, command.action)


def _move(table: Table, seat: Seat, action: Answer) -> commands.Decision:
    try:
        return (table.state.decide(seat, action),)
    except IllegalAction as problem:
        return commands.Denied(ErrorCode.ILLEGAL_ACTION, str(problem))


def _deal(table: Table, entropy: bytes) -> commands.Decision:
    """Shuffle for the next deal, if the game awaits it and every person has agreed."""
    if not awaits_shuffle(table) or waits_for(table) or clocks.resting(table):
        return commands.Denied(ErrorCode.NOT_NOW, "no shuffle is awaited")
    seed = derive(table.opened.seed, 1, table.state.deals + 1) if table.opened.seed else entropy
    return (table.state.shuffle(seed),)


def _passed(table: Table, seq: int | None, since: int | None = None) -> bool:
    """True if the game has moved on since event ``seq``; chat, arrivals and departures make nothing stale.

    Nor do the actions of others for a seat that has been awaited all the while, ``since`` an earlier event.
    """
    return seq is None or not (table.moved if since is None else since) <= seq <= table.seq


NO_HINTS: Final = commands.not_now("this table is played without hints")
_AWAY: Final = commands.not_now("a bot plays for you: come back first")
NOT_YOURS: Final = commands.not_now("a hint is for your turn: ask when it has come")


def _take_hint(table: Table, seat: Seat) -> Decision:
    """Let a person have a hint for their turn; the first one marks the seat for the rest of the game."""
    if not table.opened.arrangement.hints:
        return NO_HINTS
    if clocks.resting(table):
        return clocks.RESTS
    chair = table.chairs[seat]
    if chair is not None and chair.bot:
        return _AWAY
    if seat not in table.state.asked:
        return NOT_YOURS
    return Granted(table.seq) if seat in table.hinted else (Hinted(seat),)
