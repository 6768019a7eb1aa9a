"""The deal of the day in dictionaries."""

from server.storage.daily_store import DayScore, DaySum, DayTry
from server.storage.store import Account
from server.tables.names import name_key


class MemoryDays:
    """Days that are forgotten with the process."""

    _accounts: dict[str, Account]

    def __init__(self) -> None:
        """Begin with no day."""
        super().__init__()
        self._seeds: dict[str, bytes] = {}
        self._tries: dict[tuple[str, str], DayTry] = {}
        self._scores: dict[str, DayScore] = {}

    async def day_seed(self, day: str) -> bytes | None:
        """Give the seed of a day."""
        return self._seeds.get(day)

    async def draw_day(self, day: str, seed: bytes) -> bytes:
        """Keep the seed of a day unless there is one."""
        return self._seeds.setdefault(day, seed)

    async def day_try(self, day: str, account: str) -> DayTry | None:
        """Give the game that counts for a day."""
        return self._tries.get((day, account))

    async def begin_day(self, day: str, account: str, log: str) -> str:
        """Keep the game that counts for a day unless there is one."""
        if account not in self._accounts:
            return log
        return self._tries.setdefault((day, account), DayTry(log, b"")).log

    async def end_day(self, log: str, score: DayScore, entry: bytes) -> None:
        """Keep the result of a game that counts."""
        for whose, known in self._tries.items():
            if known.log == log:
                self._tries[whose] = DayTry(log, entry)
                self._scores[log] = score

    async def day_sums(self, first: str, last: str, limit: int, *, hinted: bool) -> tuple[DaySum, ...]:
        """Give the best accounts of some days."""
        sums: dict[str, DaySum] = {}
        for (day, account), known in self._tries.items():
            score = self._scores.get(known.log)
            if score is None or not first <= day <= last or score.hinted is not hinted:
                continue
            before = sums.get(account) or DaySum(account, self._accounts[account].name, 0, 0, 0)
            sums[account] = DaySum(
                account, before.name, before.score + score.score, before.days + 1, before.exact + score.exact
            )
        order = sorted(sums.values(), key=lambda one: (-one.score, -one.exact, name_key(one.name)))
        return tuple(order[:limit])

    def forget_days(self, account: str) -> None:
        """Let go of the games of a guest."""
        for whose in [whose for whose in self._tries if whose[1] == account]:
            self._scores.pop(self._tries.pop(whose).log, None)
