"""A store that forgets everything when it ends: for tests, and for playing without a trace."""

from server.storage.store import Account, Append, Appended, Brief, Conflict, Credential, Token, name_key


class MemoryStore:
    """Logs and accounts in dictionaries."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._logs: dict[str, list[bytes]] = {}
        self._briefs: dict[str, Brief] = {}
        self._accounts: dict[str, Account] = {}
        self._credentials: dict[str, tuple[str, Token]] = {}

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> Append:
        """Add a record to a log of the expected length, and replace its brief unless that is None."""
        records = self._logs.get(log, [])
        if len(records) != expect:
            return Conflict(len(records))
        self._logs[log] = [*records, record]
        if brief is not None:
            self._briefs[log] = brief
        return Appended()

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Give every record of a log in order."""
        return tuple(self._logs.get(log, ()))

    async def live(self) -> tuple[bytes, ...]:
        """Give the heading of every log that can still grow."""
        return tuple(brief.heading for brief in self._briefs.values() if brief.live)

    async def account(self, account: str) -> Account | None:
        """Give an account by its id."""
        return self._accounts.get(account)

    async def credential(self, token: str) -> Credential | None:
        """Give the account that a token belongs to, by the token's id."""
        found = self._credentials.get(token)
        return Credential(self._accounts[found[0]], found[1]) if found else None

    async def register(self, account: Account, token: Token | None) -> bool:
        """Keep a new account, or a new name for a known one; False where somebody else has the name."""
        key = name_key(account.name)
        if any(name_key(known.name) == key and known.id != account.id for known in self._accounts.values()):
            return False
        self._accounts[account.id] = account
        if token is not None:
            self._credentials[token.id] = (account.id, token)
        return True

    async def close(self) -> None:
        """Let go of nothing: there is nothing to let go of."""
