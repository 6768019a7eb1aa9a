"""From messages of a client to commands of a table."""

from protocol.messages import Act, Begin, Continue, JoinTable, LeaveTable, OpenTable, WatchTable
from protocol.reading import ReadTable
from protocol.vocabulary import Action
from server.tables.commands import Agree, Leave, Move, Sit, Start
from server.tables.log import Cause

AtOwnTable = LeaveTable | Begin | Continue | Act[Action]
"""What a client can ask of the table that it is at."""

AtTable = JoinTable | WatchTable | ReadTable | AtOwnTable
"""What a client can ask of a table that there is."""


def cause_of(account: str, message: OpenTable | JoinTable | AtOwnTable) -> Cause:
    """Give a message as the log knows it again."""
    seq = message.seq if isinstance(message, Continue | Act) else None
    return Cause(account, message.id, type(message).__name__, seq)


def command_of(account: str, name: str, message: JoinTable | AtOwnTable) -> Sit | Leave | Start | Agree | Move:
    """Give what a message asks of the table."""
    cause = cause_of(account, message)
    match message:
        case JoinTable():
            return Sit(cause, name)
        case LeaveTable():
            return Leave(cause)
        case Begin():
            return Start(cause)
        case Continue():
            return Agree(cause)
    return Move(cause, message.action)
