"""The messages of a server that speak to a person: made with the wording of their texts, and read in one's language."""

from typing import TypeVar

from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.message import ServerMessage
from protocol.messages import Goodbye, Interrupted, Refused
from protocol.tableview import TableView
from protocol.vocabulary import View
from protocol.wording import worded, wording


def refused(id: int | None, code: ErrorCode, text: str, view: TableView[View] | None = None) -> Refused[View]:
    """Return a refusal, with the wording of its text."""
    return Refused(id, code, text, view, wording(text))


def goodbye(code: str, text: str) -> Goodbye:
    """Return a goodbye, with the wording of its text."""
    return Goodbye(code, text, wording(text))


M = TypeVar("M", bound=ServerMessage)


def translated(message: M) -> M:
    """Return a message of a server; one that speaks to a person does so in the reader's language, as far as known."""
    if isinstance(message, Refused | Goodbye | Interrupted) and message.wording is not None:
        return replace(message, text=worded(message.text, message.wording))
    return message
