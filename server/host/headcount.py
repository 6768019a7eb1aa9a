"""How many are here, by whose they are: connections by address, greetings by account."""

import contextlib
from collections import Counter
from collections.abc import Iterator


class Headcount:
    """Counts; whoever has none is forgotten."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._counts: Counter[str] = Counter()

    def __getitem__(self, whose: str) -> int:
        """Give how many are somebody's."""
        return self._counts[whose]

    def __bool__(self) -> bool:
        """Say whether anybody is here."""
        return bool(self._counts)

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self._counts.total()

    def add(self, whose: str) -> None:
        """Count one more."""
        self._counts[whose] += 1

    def remove(self, whose: str) -> None:
        """Count one fewer."""
        self._counts[whose] -= 1
        if not self._counts[whose]:
            del self._counts[whose]

    @contextlib.contextmanager
    def counted(self, whose: str) -> Iterator[None]:
        """Count one for as long as something takes."""
        self.add(whose)
        try:
            yield
        finally:
            self.remove(whose)

    def refusal(self, address: str, of_one: int, of_all: int) -> str:
        """Say why there is no room for another connection from an address; nothing if there is."""
        if self[address] >= of_one:
            return f"there are already {of_one} connections from your address: close one first"
        return "the server is full: come back later" if self.total >= of_all else ""
