"""What is said in the lobby: stored before anybody hears of it, and bounded."""

import asyncio
from collections import deque
from typing import Final

from msgspec import Struct

from protocol.errors import ProtocolError
from protocol.talk import Line
from server.host.house import House
from server.storage.store import StoreFault
from server.tables.log import Cause

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


class LobbyTalk:
    """The newest lines."""

    def __init__(self, house: House) -> None:
        """Begin with nothing: ``load`` first."""
        self._house = house
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
        stored = await self._house.store.pinned()
        try:
            remarks = [self._house.codec.unpack(Remark, line) for line in stored]
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
            line = Line(self.last + 1, name, text, self._house.outside.now())
            await self._store(Remark(line, cause))
            return line.number

    async def _store(self, remark: Remark) -> None:
        """Add a line.

        Raises:
            StoreFault: the store cannot be used, or has more lines than we know of.
        """
        # Until it is known to be stored, nobody knows what is: whoever comes next looks.
        self._loaded = False
        if not await self._house.store.pin(remark.line.number, self._house.codec.pack(remark), REMEMBERED):
            raise StoreFault("the lobby has a line of this number already")
        self._remarks.append(remark)
        self._loaded = True
