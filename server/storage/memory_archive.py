"""Finished games in dictionaries."""

from server.storage.archive import FinishedGame
from server.storage.store import Brief


class MemoryArchive:
    """Games that are forgotten with the process."""

    _briefs: dict[str, Brief]

    def __init__(self) -> None:
        """Begin with no game."""
        super().__init__()
        self._games: list[FinishedGame] = []
        self._players: list[frozenset[str]] = []
        self._records: list[str] = []
        self._filed: set[str] = set()

    async def unfiled(self, limit: int) -> tuple[str, ...]:
        """Give some of the logs that can grow no more and have been neither filed nor passed over."""
        waiting = sorted(log for log, brief in self._briefs.items() if not brief.live and log not in self._filed)
        return tuple(waiting[:limit])

    async def last_game(self) -> int:
        """Give the greatest number of a game; 0 where there is none."""
        return len(self._games)

    async def file(self, game: FinishedGame, players: frozenset[str], record: str) -> bool:
        """Keep a game for all time; False where another has its number. A log that is filed already stays as it is."""
        if game.log in self._filed:
            return True
        if game.number != len(self._games) + 1:
            return False
        self._games.append(game)
        self._players.append(players)
        self._records.append(record)
        self._filed.add(game.log)
        return True

    async def pass_over(self, log: str) -> None:
        """Note that no game can be made of a log."""
        self._filed.add(log)

    async def games(self, account: str, limit: int) -> tuple[FinishedGame, ...]:
        """Give the games that an account has played, the newest first."""
        played = [game for game, players in zip(self._games, self._players, strict=True) if account in players]
        return tuple(reversed(played))[:limit]

    async def game(self, number: int) -> FinishedGame | None:
        """Give a game; None where there is no such game."""
        return self._games[number - 1] if 1 <= number <= len(self._games) else None

    async def game_record(self, number: int) -> str | None:
        """Give the record of a game; None where there is no such game."""
        return self._records[number - 1] if 1 <= number <= len(self._records) else None
