"""Translates the messages of clients into commands of tables."""

from typing import Final

from protocol.message import ClientCommand, ClientMessage
from protocol.messages import Act, Continue, JoinTable, ReadTable, WatchTable
from protocol.seating import QuickTable
from protocol.talk import Say, SayPhrase
from server.host.lobby.chat import words_of
from server.storage.store import Account
from server.tables.commands import SeatedMessage, Speak
from server.tables.log import Cause

Talk = Say | SayPhrase
"""Messages open to everybody at a table, seated or watching."""

ARRIVALS: Final = (JoinTable, QuickTable, WatchTable, ReadTable)
"""Messages to a table from people who are not at it yet."""

AtTable = JoinTable | QuickTable | WatchTable | ReadTable | SeatedMessage | Talk
"""Every message to an existing table."""


def cause_of(account: str, message: ClientCommand) -> Cause:
    """Return the cause that the log keeps of a message, to recognise a repeat."""
    seq = message.seq if isinstance(message, Continue | Act) else None
    return Cause(account, message.id, verb_of(message), seq)


def verb_of(message: ClientMessage) -> str:
    """Return the name of a command in the log: from its name on the wire, since classes may be renamed."""
    return str(message.__struct_config__.tag).title().replace("_", "")


def speak_of(account: Account, message: Talk) -> Speak:
    """Return the speaking command of a message whose text has been checked."""
    phrase = message.phrase if isinstance(message, SayPhrase) else None
    return Speak(cause_of(account.id, message), account.name, words_of(message), phrase)
