"""Chat: at a table, among its spectators, and in the lobby."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.language import N_
from protocol.message import CleanName, ClientCommand, Seat, ServerMessage, TableEvent

TEXT_CHARACTERS: Final = 200  # The most characters of one line of chat.

PHRASES: Final = (
    N_("Hello, everybody!"), N_("Good luck!"), N_("Well played!"), N_("Thank you!"), N_("Sorry!"), N_("Oh dear…"),
    N_("Nice one!"), N_("Ha!"), N_("Your turn."), N_("One moment, please."), N_("I am back."), N_("Shall we go on?"),
    N_("One more game?"), N_("Good game!"), N_("I have to go."), N_("Goodbye!"),
)  # fmt: skip
"""The quick phrases, marked for translation: a client shows a line that is one of them in its reader's language."""

Words = Annotated[str, Meta(min_length=1, max_length=TEXT_CHARACTERS)]
"""A line of chat as the client sends it; the server cleans it."""


class Say(ClientCommand, frozen=True, tag="say"):
    """Say something at the table; during a game, spectators are heard only by other spectators."""

    text: Words


class Said(TableEvent, frozen=True, gc=False, tag="table.said"):
    """Somebody has said something to everybody at the table."""

    name: CleanName
    text: str
    """The text, cleaned."""
    seat: Seat | None = None
    """The speaker's seat; nil for a spectator."""


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of chat in the lobby or among spectators, where there are no events."""

    number: int
    """The number of the line there, counted from 1 without a gap."""
    name: CleanName
    text: str
    """The text, cleaned."""
    at: float
    """When it was said, in seconds since 1970."""


class Overheard(ServerMessage, frozen=True, tag="overheard"):
    """Chat among spectators; only they receive it, each line once."""

    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=4096)]
    """The lines, in order."""
