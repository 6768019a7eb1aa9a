"""Accounts in dictionaries."""

from msgspec.structs import replace

from server.storage.people import Account, Credential, Joining, Key, Revoking, Token
from server.tables.names import name_key


class MemoryPeople:
    """Accounts that are forgotten with the process."""

    def __init__(self) -> None:
        """Begin with nobody."""
        super().__init__()
        self._accounts: dict[str, Account] = {}
        self._credentials: dict[str, tuple[str, Token]] = {}
        self._keys: dict[str, tuple[str, Key]] = {}

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

    def _of(self, account: str) -> tuple[Key, ...]:
        """Give the keys of an account, the oldest first."""
        return tuple(sorted((key for holder, key in self._keys.values() if holder == account), key=_age))


def _age(key: Key) -> tuple[float, str]:
    """Give the order of keys in a list."""
    return key.added_at, key.id
