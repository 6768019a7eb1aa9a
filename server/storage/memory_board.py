"""What is said in the lobby, in a list."""


class MemoryBoard:
    """Lines that are forgotten with the process."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._lines: list[bytes] = []
        self._last_line = 0

    async def pin(self, number: int, line: bytes, keep: int) -> bool:
        """Add a line and let go of all but so many; False where its number is not the next one."""
        if number != self._last_line + 1:
            return False
        self._lines = [*self._lines, line][-keep:]
        self._last_line = number
        return True

    async def pinned(self) -> tuple[bytes, ...]:
        """Give the lines that are left, in order."""
        return tuple(self._lines)
