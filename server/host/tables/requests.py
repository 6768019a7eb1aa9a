"""From messages of a client to commands of a table."""

from typing import Final

from protocol.hosting import QuickTable, Rematch
from protocol.lobby import SayInLobby
from protocol.message import ClientMessage
from protocol.messages import Act, Continue, JoinTable, OpenTable, WatchTable
from protocol.reading import ReadTable
from protocol.talk import Say, SayPhrase
from server.host.lobby.chat import words_of
from server.storage.store import Account
from server.tables.commands import SeatedMessage, Speak
from server.tables.log import Cause
from server.tables.opening import TableOpening

Talk = Say | SayPhrase
"""What everybody at a table can do, whether on a seat or watching."""

ARRIVALS: Final = (JoinTable, QuickTable, WatchTable, ReadTable)
"""What somebody asks of a table who is not at it yet."""

AtTable = JoinTable | QuickTable | WatchTable | ReadTable | SeatedMessage | Talk
"""What a client can ask of a table that there is."""

Kept = OpenTable | JoinTable | QuickTable | Rematch | SeatedMessage | Talk | SayInLobby
"""What is stored as the cause of something."""


def cause_of(account: str, message: Kept) -> Cause:
    """Give a message as the log knows it again."""
    seq = message.seq if isinstance(message, Continue | Act) else None
    return Cause(account, message.id, verb_of(message), seq)


def verb_of(message: ClientMessage) -> str:
    """Give the word by which logs know a command: from its name on the wire, since classes may be renamed."""
    return str(message.__struct_config__.tag).title().replace("_", "")


def opening_of(account: Account, message: OpenTable, code: str, entropy: bytes) -> TableOpening:
    """Give the wish for a table that a message holds."""
    return TableOpening(
        cause=cause_of(account.id, message),
        name=account.name,
        code=code,
        setup=message.setup,
        bots=message.bots,
        pace=message.pace,
        seed=message.seed,
        entropy=entropy,
        arrangement=message.arrangement,
    )


def speak_of(account: Account, message: Talk) -> Speak:
    """Give what a message says to the table; what is said has been checked."""
    phrase = message.phrase if isinstance(message, SayPhrase) else None
    return Speak(cause_of(account.id, message), account.name, words_of(message), phrase)
