"""Who is hidden from whom, for the accounts that are connected: whoever blocks and who is blocked, from each other."""

from collections.abc import Mapping
from typing import Final

from server.host.limits import Headcount
from server.host.naming import NOBODY
from server.host.session import Session
from server.storage.database import Store
from server.storage.store import Account

_NONE: Final[Mapping[str, str]] = {}


class Blocks:
    """The accounts hidden from each connected account, with their present names; the store has those of all others."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._accounts: dict[Session, str] = {}
        self._connected = Headcount()
        self._hidden: dict[str, dict[str, str]] = {}

    async def come(self, session: Session) -> None:
        """Load what concerns the account of a connection, before anything is told to it or of it."""
        account = session.account.id
        if session.account == NOBODY or self._accounts.get(session) == account:
            return
        self.leave(session)
        hidden = {other.id: other.name for other in await self._store.hidden(account)}
        self._accounts[session] = account
        self._connected.add(account)
        self._hidden[account] = hidden

    def leave(self, session: Session) -> None:
        """Forget a connection that has ended, and with its last one what concerns an account."""
        account = self._accounts.pop(session, None)
        if account is None:
            return
        self._connected.remove(account)
        if not self._connected[account]:
            del self._hidden[account]

    def hidden(self, account: str) -> Mapping[str, str]:
        """Return the accounts that are hidden from an account, with their names."""
        return self._hidden.get(account, _NONE)

    def rename(self, account: Account) -> None:
        """Update the name of a connected account."""
        for other in self.hidden(account.id):
            if other in self._hidden:
                self._hidden[other][account.id] = account.name

    async def look_again(self, one: Account, other: Account) -> bool:
        """Update whether two accounts are hidden from each other; return True if that has changed."""
        hides = other.id in {account.id for account in await self._store.hidden(one.id)}
        changed = False
        for reader, of in ((one, other), (other, one)):
            known = self._hidden.get(reader.id)
            if known is None or (of.id in known) is hides:
                continue
            changed = True
            if hides:
                known[of.id] = of.name
            else:
                del known[of.id]
        return changed
