"""What the node that leads and a node that runs tables for it say to each other.

The node that leads has the connections, the directory and the store; the other has the tables. A connection is known to
it by a number, and what clients send and are sent is handed on as the bytes of the protocol.
"""

from msgspec import Raw, Struct

from server.host.tables.arrivals import Order
from server.host.tables.overruling import Overruling
from server.storage.store import Account, Brief
from server.tables.convening import Convening
from server.tables.heading import Heading
from server.tables.ladder import Ladder
from server.tables.log import Cause
from server.tables.rated import Player


class Message(Struct, frozen=True, array_like=True, gc=False):
    """What is said on a line."""


class Reply(Message, frozen=True, tag=0):
    """The answer to a request of the other side."""

    request: int
    value: Raw
    fault: str = ""
    """The name of what was raised in place of a value; the value is its text then."""


class Begin(Message, frozen=True, tag=1):
    """The first message: the node that says it leads."""

    epoch: int
    """How many times the lead had changed by then."""

    writer: str
    """The name under which the node may write records into the journal itself."""


class Run(Message, frozen=True, tag=2):
    """The node is to run a table from now on."""

    code: str
    lapsed: float | None
    """The seconds that its clock has run since its last record, if it runs with nobody there."""


class Disturbed(Message, frozen=True, tag=3):
    """Players may be reconnecting: time does not run for them yet."""


class Enter(Message, frozen=True, tag=4):
    """A connection asks something of a table of this node, or its account has changed."""

    session: int
    account: Account
    run: str
    hidden: dict[str, str]
    """The accounts that are hidden from it, with their names."""

    pipe: str = ""
    """The pipe that carries it if it comes through this node; empty if it does not."""


class Leave(Message, frozen=True, tag=5):
    """A connection has nothing more to do with any table of this node."""

    session: int


class Ask(Message, frozen=True, tag=6):
    """A connection sends a message to a table; the reply is whether it is at the table after that."""

    code: str
    session: int
    message: bytes
    doubtful: bool = False
    """True if the outcome of the command is unknown: it may have been carried out at this table."""


class AskAgain(Message, frozen=True, tag=7):
    """A connection wants a rematch; the reply is what its table is made from, or None."""

    code: str
    session: int
    message: bytes


class Follow(Message, frozen=True, tag=8):
    """A connection goes to a table of an order; the reply is whether it is there after that."""

    code: str
    session: int
    message: bytes
    order: Order
    doubtful: bool = False


class SeeOff(Message, frozen=True, tag=9):
    """A player leaves a table who is not connected to it."""

    code: str
    session: int
    message: bytes


class Lose(Message, frozen=True, tag=10):
    """A connection has ended, or has gone to another table."""

    code: str
    session: int


class Convene(Message, frozen=True, tag=11):
    """A tournament opens a table."""

    code: str
    order: Convening


class EndRound(Message, frozen=True, tag=12):
    """Bots are to play on for everybody, because a round is to end."""

    code: str


class Overrule(Message, frozen=True, tag=13):
    """Those who run the server command something; the reply is why not, or None."""

    code: str
    command: Overruling


class Look(Message, frozen=True, tag=14):
    """Those who run the server look at a table; the reply is what everybody may know, or why there is nothing."""

    code: str


class Rated(Message, frozen=True, tag=15):
    """The game of a table has been rated."""

    code: str


class Wake(Message, frozen=True, tag=16):
    """Something is due at a table where nobody is connected."""

    code: str


class Close(Message, frozen=True, tag=17):
    """A table is to finish the job in progress, and to end."""

    code: str


FromLeader = (
    Reply
    | Begin
    | Run
    | Disturbed
    | Enter
    | Leave
    | Ask
    | AskAgain
    | Follow
    | SeeOff
    | Lose
    | Convene
    | EndRound
    | Overrule
    | Look
    | Rated
    | Wake
    | Close
)
"""What the node that leads says."""


class Say(Message, frozen=True, tag=1):
    """A connection is sent something."""

    session: int
    frames: bytes
    """Frames of the protocol."""


class Part(Message, frozen=True, tag=2):
    """A connection is sent away."""

    session: int
    goodbye: bytes
    """A message of the protocol."""


class Gone(Message, frozen=True, tag=3):
    """A connection is at a table no more, though it did not ask for that."""

    code: str
    session: int


class Last(Message, frozen=True, tag=16):
    """The greatest id of the commands that a connection has sent to tables of this node without the node that leads."""

    session: int
    command: int


class Stopped(Message, frozen=True, tag=4):
    """A table has stopped to run: nobody is there."""

    code: str
    requests: int
    """How many requests and wakeups had come to it since it last stopped; one more starts it again."""

    position: int
    """The number of an entry of the journal behind which there is no record of it."""


class Append(Message, frozen=True, tag=5):
    """A table stores a record of which the node that leads has to know; the reply is the outcome."""

    code: str
    expect: int
    record: bytes
    brief: Brief | None


class Read(Message, frozen=True, tag=6):
    """A table reads its log; the reply is the records."""

    code: str
    position: int
    """The number of the last entry of the journal that its node knows."""


class ReadBeliefs(Message, frozen=True, tag=7):
    """A table asks what is known of the strength of players."""

    ladder: Ladder
    players: tuple[Player, ...]


class ReadChanges(Message, frozen=True, tag=8):
    """A table asks what its game has changed in the ratings."""

    code: str


class FreshCode(Message, frozen=True, tag=9):
    """A table wants a code for another one; the reply is a code."""


class MayOpen(Message, frozen=True, tag=10):
    """A table asks whether a connection may open another one for this command; the reply is whether it may."""

    session: int
    command: int


class Doubt(Message, frozen=True, tag=11):
    """The outcome of a command at a table is unknown, or is known now."""

    cause: Cause
    code: str
    """Empty if it is known."""


class Note(Message, frozen=True, tag=12):
    """A table was read from its log, and has this heading."""

    heading: Heading


class File(Message, frozen=True, tag=13):
    """A game has ended, and can be filed."""


class Remind(Message, frozen=True, tag=14):
    """A table is to be woken if nobody wakes it before."""

    code: str
    delay: float | None
    """In seconds; None for another attempt at a table that could not be used."""


class Leaving(Message, frozen=True, tag=15):
    """The node ends: its tables are to run elsewhere."""


FromNode = (
    Reply
    | Say
    | Part
    | Gone
    | Stopped
    | Append
    | Read
    | ReadBeliefs
    | ReadChanges
    | FreshCode
    | MayOpen
    | Doubt
    | Note
    | File
    | Remind
    | Leaving
    | Last
)
"""What a node that runs tables says."""
