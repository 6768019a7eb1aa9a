"""What can be asked of a table by persons, by chance and by bots, and what becomes of it."""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from protocol.errors import ErrorCode
from protocol.vocabulary import Action, Event, Seat
from server.tables.change_limit import CHANGES
from server.tables.log import NO_TIME, Cause, LogRecord
from server.tables.table import AnyFact, Progress, Table, advance


class Sit(Struct, frozen=True, gc=False):
    """A person takes a seat, or comes back to it."""

    cause: Cause
    """Whose command."""

    name: str
    """What the person is called."""

    ready: bool = False
    """Whether they are ready for the game at once."""


class Leave(Struct, frozen=True, gc=False):
    """A person gets up."""

    cause: Cause
    """Whose command."""


class Start(Struct, frozen=True, gc=False):
    """The host of the table lets the game begin."""

    cause: Cause
    """Whose command."""


class Ready(Struct, frozen=True, gc=False):
    """A person says whether they are ready for the game."""

    cause: Cause
    """Whose command."""

    ready: bool
    """Whether they are."""


class Fill(Struct, frozen=True, gc=False):
    """The host lets bots take free seats."""

    cause: Cause
    """Whose command."""

    seat: Seat | None = None
    """Which; None for every one that is kept for nobody."""


class Remove(Struct, frozen=True, gc=False):
    """The host frees a seat."""

    cause: Cause
    """Whose command."""

    seat: Seat
    """Which."""

    name: str = ""
    """Who is meant; empty for whoever is there."""


class Give(Struct, frozen=True, gc=False):
    """The host lets another person run the table."""

    cause: Cause
    """Whose command."""

    seat: Seat
    """Whose seat it is."""

    name: str = ""
    """Who is meant; empty for whoever is there."""


class Again(Struct, frozen=True, gc=False):
    """A person wants another game of the same people."""

    cause: Cause
    """Whose command."""

    code: str
    """The words that will name the table for it, if nobody has asked before."""


class Agree(Struct, frozen=True, gc=False):
    """A person agrees to the next deal; ``cause.seq`` says after which state."""

    cause: Cause
    """Whose command."""


class Move(Struct, frozen=True, gc=False):
    """A person acts; ``cause.seq`` says in which state."""

    cause: Cause
    """Whose command."""

    action: Action
    """What they do."""


class DealCards(Struct, frozen=True, gc=False):
    """Chance shuffles."""

    entropy: bytes
    """32 random bytes; a table with a seed of its own does not use them."""


class BotMove(Struct, frozen=True, gc=False):
    """A bot acts for a seat."""

    seat: Seat
    """Which."""

    level: str
    """The bot that was asked."""

    seq: int
    """The number of the state that it saw."""

    action: Action
    """What it does."""


class Speak(Struct, frozen=True, gc=False):
    """A person at the table, on a seat or looking on, says something."""

    cause: Cause
    """Whose command."""

    name: str
    """What the person is called."""

    text: str
    """What is said, cleaned."""

    phrase: int | None = None
    """The number of the quick phrase, if it is one."""


class StepAway(Struct, frozen=True, gc=False):
    """A person steps away from a game, or is back."""

    cause: Cause
    """Whose command."""

    away: bool
    """Whether they are away."""


class Withdraw(Struct, frozen=True, gc=False):
    """A person leaves for good."""

    cause: Cause
    """Whose command."""


class Rest(Struct, frozen=True, gc=False):
    """A person wants the game to rest, or to go on."""

    cause: Cause
    """Whose command."""

    paused: bool
    """Whether it is to rest."""


class Tick(Struct, frozen=True, gc=False):
    """Time has passed: the table's moment says how much."""


class Depart(Struct, frozen=True, gc=False):
    """Somebody's connection has ended: the table's present persons are who is still there."""


Meet = Ready | Fill | Remove | Give | Again
"""What brings people together before the game, and after it once more."""

Attend = StepAway | Withdraw | Rest
"""What is about being there."""

SeatedCommand = Leave | Start | Agree | Move | Attend | Meet
"""What only somebody with a seat can ask."""

Command = Sit | SeatedCommand | DealCards | BotMove | Speak | Tick | Depart


S = TypeVar("S")


class Done(Struct, Generic[S], frozen=True, gc=False):
    """The command is carried out as soon as its record is stored, and not before."""

    record: LogRecord[Event]
    """What is to be stored."""

    progress: Progress[S]
    """The table then, and what everybody is told."""


class Granted(Struct, frozen=True, gc=False):
    """There is nothing to do: things are already as the command wants them."""

    seq: int
    """The number to answer with."""


class Denied(Struct, frozen=True, gc=False):
    """The command is refused; nothing changes."""

    code: ErrorCode
    """Why, for a program."""

    text: str
    """Why, for a person, and what would be right."""


Outcome = Done[S] | Granted | Denied


def carried_out(table: Table[S], facts: tuple[AnyFact, ...], now: float, cause: Cause | None) -> Done[S]:
    """Give the record of these facts and the table after it."""
    record: LogRecord[Event] = LogRecord(facts, now, cause, spent=round(table.moment.lapsed, 3) or NO_TIME)
    return Done(record, advance(table, record))


TOO_MANY_CHANGES: Final = Denied(
    ErrorCode.TOO_MANY, f"you have come and gone, or changed your mind, {CHANGES} times at this table: that is enough"
)
"""What is said to whoever has."""


def is_change(command: SeatedCommand) -> bool:
    """Say whether a command can be refused on that ground; to be back, or to let the game go on, never can."""
    match command:
        case Ready(ready=wanted) | StepAway(away=wanted) | Rest(paused=wanted):
            return wanted
    return isinstance(command, Fill | Remove | Give)
