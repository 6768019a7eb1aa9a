"""The lobby chat: what may be said, how often, and the stored lines."""

import asyncio
from collections import deque
from collections.abc import Container, Iterable, Iterator
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.language import sentence
from protocol.lobby import SayInLobby
from protocol.talk import PHRASES, TEXT_CHARACTERS, Line, Say, SayPhrase
from protocol.text import clean_text
from server.host.services import HostServices
from server.storage.store import Account, StoreFault
from server.tables.commands import Speak, spent
from server.tables.log import Cause, cause_of

NOTHING_VISIBLE: Final = sentence("that text has no visible characters: write letters, digits or other visible ones")

_CELLS: Final = 2 * TEXT_CHARACTERS
"""A cell limit that no text of the greatest length exceeds."""


def words_of(message: Say | SayPhrase | SayInLobby) -> str:
    """Return the text of a message, cleaned.

    Raises:
        RemoteProtocolError: the text has no visible characters, or the phrase does not exist.
    """
    if not isinstance(message, SayPhrase):
        words = clean_text(message.text, cells=_CELLS)
        if not words:
            raise RemoteProtocolError(ErrorCode.INVALID_TEXT, NOTHING_VISIBLE, message.id)
        return words
    if message.phrase >= len(PHRASES):
        text = sentence(
            "there is no phrase {phrase}: they go from 0 to {last}", phrase=message.phrase, last=len(PHRASES) - 1
        )
        raise RemoteProtocolError(ErrorCode.INVALID_TEXT, text, message.id)
    return PHRASES[message.phrase]


def speak_of(account: Account, message: Say | SayPhrase) -> Speak:
    """Return the speaking command of a message whose text has been checked."""
    phrase = message.phrase if isinstance(message, SayPhrase) else None
    return Speak(cause_of(account.id, message), account.name, words_of(message), phrase)


KEPT: Final = 50
"""The lines that are sent to a reader who enters the lobby."""

REMEMBERED: Final = 500
"""The lines that are stored: a command repeated within this number of lines acts once."""


class Remark(Struct, frozen=True, omit_defaults=True):
    """A line as it is stored."""

    line: Line
    cause: Cause


def _heard(remarks: Iterable[Remark], hidden: Container[str]) -> Iterator[Remark]:
    return (remark for remark in remarks if remark.cause.account not in hidden)


class LobbyChat:
    """The newest lines of the lobby chat."""

    def __init__(self, services: HostServices) -> None:
        """Begin with nothing; call ``load`` first."""
        self._services = services
        self._remarks: deque[Remark] = deque(maxlen=REMEMBERED)
        self._turn = asyncio.Lock()
        self._loaded = False

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self._remarks[-1].line.number if self._remarks else 0

    def since(self, number: int, hidden: Container[str] = ()) -> tuple[Line, ...]:
        """Return the lines after the line of this number, without those of some accounts."""
        return tuple(remark.line for remark in _heard(self._remarks, hidden) if remark.line.number > number)

    def newest(self, hidden: Container[str] = ()) -> tuple[Line, ...]:
        """Return the last lines, without those of some accounts."""
        return tuple(remark.line for remark in _heard(tuple(self._remarks)[-KEPT:], hidden))

    async def load(self) -> None:
        """Load the stored lines."""
        stored = await self._services.store.pinned()
        try:
            remarks = [self._services.codec.unpack(Remark, line) for line in stored]
        except ProtocolError as problem:
            raise StoreFault(f"the store holds a line of the lobby that cannot be read: {problem}") from problem
        self._remarks = deque(remarks, REMEMBERED)
        self._loaded = True

    async def say(self, cause: Cause, name: str, text: str) -> int:
        """Store a line and return its number; a repeated command acts once and gets the same number."""
        async with self._turn:
            if not self._loaded:
                await self.load()
            sender = cause.account, cause.id
            said = next((one for one in self._remarks if (one.cause.account, one.cause.id) == sender), None)
            if said is not None and cause != said.cause:
                raise spent(cause.id)
            if said is not None:
                return said.line.number
            line = Line(self.last + 1, name, text, self._services.outside.now())
            await self._store(Remark(line, cause))
            return line.number

    async def _store(self, remark: Remark) -> None:
        # Until the write is confirmed, its outcome is unknown: the next call loads the lines again.
        self._loaded = False
        if not await self._services.store.pin(remark.line.number, self._services.codec.pack(remark), REMEMBERED):
            raise StoreFault("the lobby has a line of this number already")
        self._remarks.append(remark)
        self._loaded = True
