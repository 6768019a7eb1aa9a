"""Finished games in dictionaries."""

from collections.abc import Mapping

from msgspec.structs import replace

from server.storage.compaction_store import ClosedLog, StoreLoad
from server.storage.store import (
    Account,
    Appended,
    AppendResult,
    Brief,
    CompactedLog,
    Conflict,
    Contact,
    ContactKind,
    Credential,
    FinishedGame,
    Joining,
    Key,
    Revoking,
    StoredTournament,
    Token,
)
from server.tables.names import name_key
from tests.server.storage.memory_days import MemoryDays
from tests.server.storage.memory_moderation import MemoryModeration
from tests.server.storage.memory_ratings import MemoryRatings


class MemoryArchive:
    """Games that are forgotten with the process."""

    _briefs: dict[str, Brief]
    _logs: dict[str, list[bytes]]

    def __init__(self) -> None:
        """Begin with no game."""
        super().__init__()
        self._shared: dict[str, bytes] = {}
        self._games: list[FinishedGame] = []
        self._players: list[frozenset[str]] = []
        self._records: list[str] = []
        self._filed: set[str] = set()
        self._compacted: set[str] = set()

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

    async def closed_logs(self, before: float, after: str, limit: int) -> tuple[ClosedLog, ...]:
        """Give closed logs that have records, by name."""
        ends = {game.log: game.ended_at for game in self._games}
        names = sorted(log for log in self._filed - self._compacted if log > after and ends.get(log, 0.0) < before)
        found = [(log, ends.get(log)) for log in names if not self._briefs[log].live][:limit]
        return tuple(ClosedLog(log, end, self._briefs[log].heading if end is None else b"") for log, end in found)

    async def load(self) -> StoreLoad:
        """Have nothing to do."""
        return StoreLoad(0, 0)

    async def probe(self) -> None:
        """Have room."""

    async def compact(self, log: str) -> None:
        """Delete the records of a log."""
        if log in self._filed and not self._briefs[log].live:
            self._compacted.add(log)
            self._logs[log] = []

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


class MemoryTournaments:
    """Tournaments that are forgotten with the process."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._tournaments: dict[int, tuple[StoredTournament, bool]] = {}

    async def tournaments(self, limit: int) -> tuple[StoredTournament, ...]:
        """Give the unfinished tournaments first, and the newest first."""
        rows = sorted(self._tournaments.values(), key=lambda row: (row[1], row[0].number), reverse=True)
        return tuple(row for row, _ in rows[:limit])

    async def tournament(self, number: int) -> StoredTournament | None:
        """Give a tournament."""
        row = self._tournaments.get(number)
        return row[0] if row else None

    async def last_tournament(self) -> int:
        """Give the greatest number."""
        return max(self._tournaments, default=0)

    async def keep_tournament(self, tournament: StoredTournament, *, live: bool) -> bool:
        """Keep the next version of a tournament; False where it is another."""
        row = self._tournaments.get(tournament.number)
        if (row[0].version if row else 0) + 1 != tournament.version:
            return False
        self._tournaments[tournament.number] = tournament, live
        return True


class MemoryPeople(MemoryDays):
    """Accounts that are forgotten with the process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        super().__init__()
        self._accounts: dict[str, Account] = {}
        self._credentials: dict[str, tuple[str, Token]] = {}
        self._keys: dict[str, tuple[str, Key]] = {}
        self._settings: dict[tuple[str, str], dict[str, str]] = {}
        self._contacts: dict[tuple[str, str], ContactKind] = {}
        self._roles: dict[str, str] = {}

    async def account(self, account: str) -> Account | None:
        """Give an account by its id."""
        return self._accounts.get(account)

    async def named(self, name: str) -> Account | None:
        """Give the account whose name looks like this one."""
        key = name_key(name)
        return next((known for known in self._accounts.values() if name_key(known.name) == key), None)

    async def credential(self, token: str) -> Credential | None:
        """Give the account that a token belongs to, by the token's id."""
        found = self._credentials.get(token)
        return Credential(self._accounts[found[0]], found[1]) if found else None

    async def keyholder(self, key: str) -> Account | None:
        """Give the account that a key belongs to, by its fingerprint."""
        found = self._keys.get(key)
        return self._accounts[found[0]] if found else None

    async def keys(self, account: str) -> tuple[Key, ...]:
        """Give the keys of an account, the oldest first."""
        return self._of(account)

    async def known_keys(self) -> tuple[tuple[str, str], ...]:
        """Give every key and the name of its account."""
        return tuple((key, self._accounts[account].name) for key, (account, _key) in self._keys.items())

    async def register(self, account: Account, proof: Token | Key | None) -> bool:
        """Keep a new account, or a new name for a known one; False where somebody else has the name or the key."""
        known = await self.named(account.name)
        if (known is not None and known.id != account.id) or (isinstance(proof, Key) and proof.id in self._keys):
            return False
        self._accounts[account.id] = account
        if isinstance(proof, Key):
            self._keys[proof.id] = (account.id, proof)
        elif proof is not None:
            self._credentials[proof.id] = (account.id, proof)
        return True

    async def join(self, account: str, key: Key, limit: int) -> Joining:
        """Bring a key to an account, unless it has so many already; a key that is there stays as it is."""
        if account not in self._accounts:
            return Joining.GONE
        if key.id in self._keys:
            return Joining.JOINED if self._keys[key.id][0] == account else Joining.TAKEN
        if len(self._of(account)) >= limit:
            return Joining.FULL
        self._keys[key.id] = (account, key)
        self._accounts[account] = replace(self._accounts[account], guest=False)
        return Joining.JOINED

    async def label(self, account: str, key: str, name: str) -> bool:
        """Name a key of an account; False where it has no such key."""
        holder, known = self._keys.get(key, ("", None))
        if known is None or holder != account:
            return False
        self._keys[key] = (account, replace(known, name=name))
        return True

    async def revoke(self, account: str, key: str, *, last: bool) -> Revoking:
        """Take a key from an account; only where told so the last way to it, and it is a guest's from then on."""
        if self._keys.get(key, ("",))[0] != account:
            return Revoking.UNKNOWN
        by_token = any(holder == account for holder, _ in self._credentials.values())
        alone = len(self._of(account)) == 1 and not by_token
        if alone and not last:
            return Revoking.LAST
        del self._keys[key]
        self._settings.pop((account, key), None)
        if alone:
            self._accounts[account] = replace(self._accounts[account], guest=True)
        return Revoking.REVOKED

    async def guests(self) -> tuple[Account, ...]:
        """Give every account of a guest."""
        return tuple(account for account in self._accounts.values() if account.guest)

    async def forget(self, account: str) -> None:
        """Delete an account if it is a guest's; its name is free again."""
        known = self._accounts.get(account)
        if known is not None and known.guest:
            del self._accounts[account]
            self.forget_days(account)
            self._roles.pop(account, None)
            self._settings = {scope: held for scope, held in self._settings.items() if scope[0] != account}
            self._contacts = {pair: kind for pair, kind in self._contacts.items() if account not in pair}

    async def settings(self, account: str, key: str) -> dict[str, str]:
        """Give the settings of an account, and over them those of one of its keys."""
        return {**self._settings.get((account, ""), {}), **self._settings.get((account, key), {})}

    async def keep_settings(
        self, account: str, shared: Mapping[str, str], key: str, own: Mapping[str, str], limit: int
    ) -> bool:
        """Change settings of an account and of one of its keys; False where either would have too many."""
        changed = dict(self._settings)
        for scope, values in (("", shared), (key, own)):
            held = {**changed.get((account, scope), {}), **values}
            changed[account, scope] = {name: value for name, value in held.items() if value}
        if account not in self._accounts or any(len(held) > limit for held in changed.values()):
            return False
        self._settings = changed
        return True

    async def contacts(self, account: str) -> tuple[Contact, ...]:
        """Give the contacts of an account, by name."""
        held = [(self._accounts[other], kind) for (whose, other), kind in self._contacts.items() if whose == account]
        return tuple(Contact(*one) for one in sorted(held, key=lambda one: name_key(one[0].name)))

    async def hidden(self, account: str) -> tuple[Account, ...]:
        """Give the accounts that an account blocks, and those that block it."""
        pairs = [pair for pair, kind in self._contacts.items() if kind is ContactKind.BLOCKED and account in pair]
        return tuple(self._accounts[other] for other in sorted({other for pair in pairs for other in pair} - {account}))

    async def keep_contact(self, account: str, other: str, kind: ContactKind, limit: int) -> bool:
        """Make another account a contact; False where there are too many of the kind, or no such account."""
        pairs = [pair for pair, known in self._contacts.items() if known is kind and pair[0] == account]
        if account == other or not {account, other} <= self._accounts.keys():
            return False
        if len({*pairs} - {(account, other)}) >= limit:
            return False
        self._contacts[account, other] = kind
        return True

    async def drop_contact(self, account: str, other: str, kind: ContactKind) -> None:
        """Remove a contact if it is of this kind."""
        if self._contacts.get((account, other)) is kind:
            del self._contacts[account, other]

    def _of(self, account: str) -> tuple[Key, ...]:
        """Give the keys of an account, the oldest first."""
        return tuple(sorted((key for holder, key in self._keys.values() if holder == account), key=_age))


def _age(key: Key) -> tuple[float, str]:
    """Give the order of keys in a list."""
    return key.added_at, key.id


class MemoryStore(MemoryModeration, MemoryPeople, MemoryArchive, MemoryRatings, MemoryBoard, MemoryTournaments):
    """Logs, accounts and finished games in dictionaries."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self._logs: dict[str, list[bytes]] = {}
        self._briefs: dict[str, Brief] = {}

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        records = self._logs.get(log, [])
        if len(records) != expect or log in self._compacted:
            return Conflict(len(records))
        self._logs[log] = [*records, record]
        if brief is not None:
            self._briefs[log] = brief
        return Appended()

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order."""
        if log in self._compacted:
            raise CompactedLog("its game is in the archive")
        return tuple(self._logs.get(log, ()))

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow."""
        return tuple(brief.heading for brief in self._briefs.values() if brief.live)

    async def share(self, name: str, value: bytes) -> bytes:
        """Keep a value unless there is one of this name, and give the one that holds."""
        return self._shared.setdefault(name, value)

    async def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
