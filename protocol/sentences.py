"""The messages of a server that speak to a person: made with the wording of their texts, and read in one's language."""

import re
from functools import cache
from string import Formatter
from typing import Final, TypeVar

from msgspec.structs import replace

from protocol.administration import Notice
from protocol.archive import GameEntry, Games, Statistics
from protocol.errors import ErrorCode
from protocol.game import PROGRESS
from protocol.language import DEFAULT, Sentence, _, retold, spoken
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.message import ServerMessage, Wording
from protocol.messages import Goodbye, Happened, Interrupted, Refused, Seated, Tables
from protocol.tableview import SEATS_TAKEN, TableEntry, TableView
from protocol.talk import PHRASES, Line, Overheard, Said

_LEFT: Final = " (left)"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what a table can be said to have come to, with an expression that finds the numbers in it."""
    told = dict.fromkeys((SEATS_TAKEN, *PROGRESS))
    return tuple((pattern, re.compile(_expression(pattern))) for pattern in told)


def _expression(pattern: str) -> str:
    parts = Formatter().parse(pattern)
    return "".join(re.escape(text) + (rf"(?P<{name}>-?\d{{1,9}})" if name else "") for text, name, *_more in parts)


def progress(text: str) -> str:
    """Return how far a table is, as a server said it, in the reader's language."""
    for pattern, expression in _patterns():
        found = expression.fullmatch(text)
        if found is not None:
            return retold(text, pattern, found.groupdict())
    return text


def counted(text: str) -> str:
    """Return what a game counts besides points."""
    return retold(text, text, {})


def table_entry(entry: TableEntry) -> TableEntry:
    """Return the entry of a table."""
    return replace(entry, summary=progress(entry.summary), names=names(entry.names))


def game_entry(entry: GameEntry) -> GameEntry:
    """Return the entry of a finished game."""
    return replace(entry, names=names(entry.names))


R = TypeVar("R", Line, Said)


def remark(said: R) -> R:
    """Return something that was said: a quick phrase in the reader's words, any other as it is."""
    return replace(said, text=_(said.text)) if said.text in PHRASES else said


def names(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return names as lists show them; no name of a person ends in the mark."""
    return tuple(_("{name} (left)", name=name.removesuffix(_LEFT)) if name.endswith(_LEFT) else name for name in told)


def refused(id: int | None, code: ErrorCode, text: str, view: TableView | None = None) -> Refused:
    """Return a refusal, with the wording of its text."""
    return Refused(id, code, text, view, wording(text))


def goodbye(code: str, text: str) -> Goodbye:
    """Return a goodbye, with the wording of its text."""
    return Goodbye(code, text, wording(text))


def wording(text: str) -> Wording | None:
    """Return what a text was made from; None if it has no other form than this one."""
    return Wording(text.template, text.values) if isinstance(text, Sentence) else None


def worded(text: str, said: Wording | None) -> str:
    """Return a text of a server in the reader's language, as far as that is known."""
    return retold(text, said.template, said.values) if said is not None else text


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
            return replace(message, tables=tuple(map(table_entry, message.tables)))
        case Games():
            return replace(message, games=tuple(map(game_entry, message.games)))
        case Statistics():
            return replace(message, counted=counted(message.counted))
        case Happened(event=Said() as said):
            return replace(message, event=remark(said))
        case Seated():
            return replace(message, talk=tuple(map(remark, message.talk)))
        case Overheard():
            return replace(message, lines=tuple(map(remark, message.lines)))
    return message
