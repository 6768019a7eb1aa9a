"""What every store keeps of finished games: numbered from 1, each made once of a log that can grow no more."""

from typing import Protocol

from msgspec import Struct


class FinishedGame(Struct, frozen=True, gc=False):
    """A game in the archive, but for its record."""

    number: int
    """Its number: they count from 1 without a gap."""

    log: str
    """The log that it follows from."""

    ended_at: float
    """When it ended, in seconds since 1970."""

    entry: bytes
    """Whatever its owner wants to know of the game at a glance."""


class Archive(Protocol):
    """The finished games in a store; whatever reads or writes raises a ``StoreFault`` where that cannot be done."""

    async def unfiled(self, limit: int) -> tuple[str, ...]:
        """Give some of the logs that can grow no more and have been neither filed nor passed over."""
        ...

    async def last_game(self) -> int:
        """Give the greatest number of a game; 0 where there is none."""
        ...

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Keep a game for all time; False where another has its number. A log that is filed already stays as it is."""
        ...

    async def pass_over(self, log: str) -> None:
        """Note that no game can be made of a log."""
        ...

    async def games(self, account: str, limit: int) -> tuple[FinishedGame, ...]:
        """Give the games that an account has played, the newest first."""
        ...

    async def game(self, number: int) -> FinishedGame | None:
        """Give a game; None where there is no such game."""
        ...

    async def game_record(self, number: int) -> str | None:
        """Give the record of a game; None where there is no such game."""
        ...
