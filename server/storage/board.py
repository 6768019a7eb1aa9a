"""What every store keeps of what is said in the lobby: numbered lines, of which only the newest stay."""

from typing import Protocol


class Board(Protocol):
    """The newest lines of an endless talk; what reads or writes raises a ``StoreFault`` where it cannot be done."""

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line and let go of all but so many; False where its number is not the next one."""
        ...

    async def pinned(self) -> tuple[bytes, ...]:
        """Give the lines that are left, in order."""
        ...
