"""What can be asked of a table, by persons, by chance and by bots."""

from msgspec import Struct

from protocol.vocabulary import Action, Seat
from server.tables.log import Cause


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


class Deal(Struct, frozen=True, gc=False):
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

Command = Sit | SeatedCommand | Deal | BotMove | Speak | Tick | Depart
