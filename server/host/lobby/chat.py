"""What people may say, and how often."""

import asyncio
from collections import deque
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.lobby import SayInLobby
from protocol.talk import PHRASES, TEXT_CHARACTERS, Line, Say, SayPhrase
from protocol.text import clean_text
from server.host.limits import REMARKS_AT_ONCE, REMARKS_PER_SECOND
from server.host.rate_limit import TokenBuckets
from server.host.services import HostServices
from server.storage.store import StoreFault
from server.tables.log import Cause

_CELLS: Final = 2 * TEXT_CHARACTERS
"""No text of so many characters is wider."""


class ChatLimits:
    """How often each account has spoken lately, wherever that was."""

    def __init__(self) -> None:
        """Begin in silence."""
        self._buckets = TokenBuckets(REMARKS_PER_SECOND, REMARKS_AT_ONCE)

    def check(self, account: str, id: int, now: float) -> None:
        """See to it that an account may say something now, by the command of this id.

        Raises:
            RemoteProtocolError: they say too much.
        """
        if not self._buckets.take(account, 1.0, now):
            raise RemoteProtocolError(ErrorCode.TOO_MANY, "you say a lot: wait a few seconds, then say it again", id)


def words_of(message: Say | SayPhrase | SayInLobby) -> str:
    """Give what is said, cleaned.

    Raises:
        RemoteProtocolError: nothing is.
    """
    if not isinstance(message, SayPhrase):
        words = clean_text(message.text, cells=_CELLS)
        if not words:
            text = "there is nothing to show in that text: say something in letters, digits or other visible characters"
            raise RemoteProtocolError(ErrorCode.INVALID_TEXT, text, message.id)
        return words
    if message.phrase >= len(PHRASES):
        text = f"there is no phrase {message.phrase}: they go from 0 to {len(PHRASES) - 1}"
        raise RemoteProtocolError(ErrorCode.INVALID_TEXT, text, message.id)
    return PHRASES[message.phrase]


KEPT: Final = 50
"""The lines that whoever comes in is shown."""

REMEMBERED: Final = 500
"""The lines that are stored: a command that is repeated within so many acts once."""


class Remark(Struct, frozen=True, omit_defaults=True):
    """A line as it is stored."""

    line: Line
    """What was said."""

    cause: Cause
    """Whose command it was."""


class LobbyChat:
    """The newest lines."""

    def __init__(self, services: HostServices) -> None:
        """Begin with nothing: ``load`` first."""
        self._services = services
        self._remarks: deque[Remark] = deque(maxlen=REMEMBERED)
        self._turn = asyncio.Lock()
        self._loaded = False

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self._remarks[-1].line.number if self._remarks else 0

    def since(self, number: int) -> tuple[Line, ...]:
        """Give what was said after the line of this number."""
        return tuple(remark.line for remark in self._remarks if remark.line.number > number)

    def newest(self) -> tuple[Line, ...]:
        """Give what was said last."""
        return tuple(remark.line for remark in tuple(self._remarks)[-KEPT:])

    async def load(self) -> None:
        """Take in what is stored.

        Raises:
            StoreFault: the store cannot be read, or holds what this program has not written.
        """
        stored = await self._services.store.pinned()
        try:
            remarks = [self._services.codec.unpack(Remark, line) for line in stored]
        except ProtocolError as problem:
            raise StoreFault(f"the store holds a line of the lobby that cannot be read: {problem}") from problem
        self._remarks = deque(remarks, REMEMBERED)
        self._loaded = True

    async def say(self, cause: Cause, name: str, text: str) -> int:
        """Give the number of the line once it is stored: a repeated command acts once.

        Raises:
            StoreFault: the store cannot be used; whether the line is stored shows when it is said again.
        """
        async with self._turn:
            if not self._loaded:
                await self.load()
            said = next((remark.line for remark in self._remarks if remark.cause == cause), None)
            if said is not None:
                return said.number
            line = Line(self.last + 1, name, text, self._services.outside.now())
            await self._store(Remark(line, cause))
            return line.number

    async def _store(self, remark: Remark) -> None:
        """Add a line.

        Raises:
            StoreFault: the store cannot be used, or has more lines than we know of.
        """
        # Until it is known to be stored, nobody knows what is: whoever comes next looks.
        self._loaded = False
        if not await self._services.store.pin(remark.line.number, self._services.codec.pack(remark), REMEMBERED):
            raise StoreFault("the lobby has a line of this number already")
        self._remarks.append(remark)
        self._loaded = True
