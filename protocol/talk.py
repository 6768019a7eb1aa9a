"""What people say to each other: at a table, among those who watch, and in the lobby."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import ClientCommand, ServerMessage, TableEvent
from protocol.vocabulary import Seat

TEXT_CHARACTERS: Final = 200
"""The longest that can be said at once."""

PHRASES: Final = (
    "Hello, everybody!", "Good luck!", "Well played!", "Thank you!", "Sorry!", "Oh dear…", "Nice one!", "Ha!",
    "Your turn.", "One moment, please.", "I am back.", "Shall we go on?", "One more game?", "Good game!",
    "I have to go.", "Goodbye!",
)  # fmt: skip
"""What is said with one key; a phrase keeps its number for ever, and new ones come last."""

Words = Annotated[str, Meta(min_length=1, max_length=TEXT_CHARACTERS)]
"""Something said, as its speaker wrote it; the server cleans it."""

PhraseNumber = Annotated[int, Meta(ge=0, le=255)]
"""The number of a phrase, from 0."""


class Say(ClientCommand, frozen=True, tag="say"):
    """Say something at the table; who watches a game is heard by those alone who watch too."""

    text: Words
    """What."""


class SayPhrase(ClientCommand, frozen=True, tag="say_phrase"):
    """Say one of the quick phrases at the table."""

    phrase: PhraseNumber
    """Which."""


class Said(TableEvent, frozen=True, gc=False, tag="table.said"):
    """Somebody has said something that everybody at the table may hear."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned; of a quick phrase its words."""

    seat: Seat | None = None
    """The speaker's seat; nil for somebody who watches."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something said where no events are told: in the lobby, or among those who watch."""

    number: int
    """Its number there: they count from 1 without a gap."""

    name: str
    """Who, cleaned."""

    text: str
    """What, cleaned; of a quick phrase its words."""

    at: float
    """When, in seconds since 1970."""

    phrase: int | None = None
    """The number of the quick phrase, if it was one."""


class Overheard(ServerMessage, frozen=True, tag="overheard"):
    """What was said among those who watch; only they are told, each line once."""

    lines: tuple[Line, ...]
    """The lines, in order."""
