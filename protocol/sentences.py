"""The messages of a server that speak to a person: made with the wording of their texts, and read in one's language."""

from typing import TypeVar

from msgspec.structs import replace

from protocol import lists
from protocol.administration import Notice
from protocol.archive import Games, Statistics
from protocol.errors import ErrorCode
from protocol.language import DEFAULT, spoken
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.message import ServerMessage
from protocol.messages import Goodbye, Happened, Interrupted, Refused, Seated, Tables
from protocol.tableview import TableView
from protocol.talk import Overheard, Said
from protocol.wording import worded, wording


def refused(id: int | None, code: ErrorCode, text: str, view: TableView | None = None) -> Refused:
    """Return a refusal, with the wording of its text."""
    return Refused(id, code, text, view, wording(text))


def goodbye(code: str, text: str) -> Goodbye:
    """Return a goodbye, with the wording of its text."""
    return Goodbye(code, text, wording(text))


M = TypeVar("M", bound=ServerMessage)


def translated(message: M) -> M:
    """Return a message of a server; what it says to a person is said in the reader's language, as far as known."""
    if spoken() == DEFAULT:
        return message
    match message:
        case Refused() | Goodbye() | Interrupted() | Notice():
            return replace(message, text=worded(message.text, message.wording))
        case Tables() | LobbyShown() | LobbyChanged():
            # In the lobby people only type: quick phrases are for tables.
            return replace(message, tables=tuple(map(lists.table_entry, message.tables)))
        case Games():
            return replace(message, games=tuple(map(lists.game_entry, message.games)))
        case Statistics():
            return replace(message, counted=lists.counted(message.counted))
        case Happened(event=Said() as said):
            return replace(message, event=lists.remark(said))
        case Seated():
            return replace(message, talk=tuple(map(lists.remark, message.talk)))
        case Overheard():
            return replace(message, lines=tuple(map(lists.line, message.lines)))
    return message
