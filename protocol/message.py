"""The bases of all messages and of the events of a table, and the simple types that they share."""

from typing import Annotated, Final, NewType

from msgspec import Meta, Struct

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise: the next seat is to the left."""

CommandId = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""A number that the client gives each command: greater than all before it from the same account."""

Seq = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""The number of an event of a table, counted from 1 without a gap; 0 is before the first."""

StateSeq = Seq
"""The event number of the state of the table that this is about."""

TableCode = Annotated[str, Meta(min_length=1, max_length=64)]
"""The code of the table."""

AnyTableCode = Annotated[str, Meta(max_length=64)]
"""The code of the table, if the client may no longer be at it; empty for the one that it is at."""

LARGEST: Final = 1_000_000  # The largest count that is accepted: of cards, points, deals, games.

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Points = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Measure = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
"""Points with fractions."""

_LATEST: Final = 1e11

Moment = Annotated[float, Meta(ge=0, le=_LATEST)]
"""A time in seconds since 1970, until thousands of years from now."""

Duration = Annotated[float, Meta(ge=-_LATEST, le=_LATEST)]
"""A length of time in seconds."""

Code = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*\Z")]
"""A code as a server says it, which becomes part of commands that people copy into a shell."""

Name = Annotated[str, Meta(max_length=64)]
"""A name as the client sends it; the server cleans it."""

CleanName = str
"""The name of a person or bot, cleaned."""


class Wording(Struct, frozen=True, gc=False):
    """A sentence of the server as a pattern and what stands in it, so that a client can say it in another language."""

    template: str
    """The English sentence with the names of its values in braces."""
    values: dict[str, str] = {}
    """The values by their names."""


class ClientMessage(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Anything a client sends; an unknown field is refused."""


class ClientCommand(ClientMessage, frozen=True):
    """A message that the server answers."""

    id: CommandId


class ServerMessage(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """Anything a server sends; an unknown field is ignored."""


class VisitCommand(ClientCommand, frozen=True):
    """A command that leads to a table, or shows one from afar."""


class TableCommand(ClientCommand, frozen=True):
    """A command to a table by a person who has a seat there."""


class ServerAnswer(ServerMessage, frozen=True):
    """A message that answers a command."""

    id: CommandId
    """The command that this answers."""


class AnyEvent(Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """Something that has happened, in the past tense."""


class TableEvent(AnyEvent, frozen=True, gc=False):
    """An event of the table itself, whatever it plays."""


class SeatEvent(TableEvent, frozen=True, gc=False):
    """An event about a seat and its player."""

    seat: Seat
    name: CleanName
