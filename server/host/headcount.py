"""Counts by owner, such as the connections of an address or of an account."""

from collections import Counter

from protocol.language import sentence


def too_many(of_one: int) -> str:
    """Return why no further connection from an address is accepted, where it may have so many."""
    if of_one == 1:
        return sentence("there is already a connection from your address: close it first")
    return sentence("there are already {n} connections from your address: close one first", n=of_one)


class Counted:
    """Counts an owner for as long as the context lasts; a generator would cost each connection half a kB more."""

    __slots__ = ("_count", "_whose")

    def __init__(self, count: "Headcount", whose: str) -> None:
        self._count = count
        self._whose = whose

    def __enter__(self) -> None:
        self._count.add(self._whose)

    def __exit__(self, *_: object) -> None:
        self._count.remove(self._whose)


class Headcount:
    """Counts by owner; a count of zero is forgotten."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __getitem__(self, whose: str) -> int:
        return self._counts[whose]

    def __bool__(self) -> bool:
        return bool(self._counts)

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self._counts.total()

    def add(self, whose: str) -> None:
        """Add one."""
        self._counts[whose] += 1

    def remove(self, whose: str) -> None:
        """Subtract one."""
        self._counts[whose] -= 1
        if not self._counts[whose]:
            del self._counts[whose]

    def counted(self, whose: str) -> Counted:
        """Add one for as long as the context lasts."""
        return Counted(self, whose)

    def refusal(self, address: str, of_one: int, of_all: int) -> str:
        """Return why no further connection from an address is accepted; empty if it is."""
        if self[address] >= of_one:
            return too_many(of_one)
        return sentence("the server is full: come back later") if self.total >= of_all else ""
