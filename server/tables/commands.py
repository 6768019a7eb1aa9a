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


class Leave(Struct, frozen=True, gc=False):
    """A person gets up."""

    cause: Cause
    """Whose command."""


class Start(Struct, frozen=True, gc=False):
    """The maker of the table lets the game begin."""

    cause: Cause
    """Whose command."""


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


Command = Sit | Leave | Start | Agree | Move | Deal | BotMove | Speak
