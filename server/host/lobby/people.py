"""Who is online, and where; somebody with several connections is where there is most to do."""

from collections.abc import Callable
from itertools import islice

from msgspec import Struct

from protocol.lobby import Person, Where
from server.host.lobby.directory import TableDirectory
from server.host.session import Session
from server.storage.store import Account

_RANK = (Where.ELSEWHERE, Where.LOBBY, Where.WATCHING, Where.TABLE)


class Whereabouts(Struct, frozen=True, gc=False):
    """Where one connection is."""

    account: Account
    """Whose it is."""

    table: str = ""
    """The table that it is at."""

    reads: bool = False
    """Whether it is told of the lobby."""


class OnlinePeople:
    """Where every connection is, by whose it is."""

    def __init__(self, lobby: TableDirectory, changed: Callable[[str], None]) -> None:
        """Begin with nobody; ``changed`` is called with the account of who has come, gone or moved."""
        self._directory = lobby
        self._changed = changed
        self._stands: dict[Session, Whereabouts] = {}
        self._by_account: dict[str, dict[Session, None]] = {}
        self._persons: dict[str, Person] = {}

    def __len__(self) -> int:
        """Give how many people are online."""
        return len(self._by_account)

    def newest(self, limit: int) -> tuple[Person, ...]:
        """Give so many of the people who are online, the newest first."""
        return tuple(filter(None, map(self.person, islice(reversed(self._by_account), limit))))

    def place(self, session: Session, table: str, *, reads: bool) -> None:
        """Take in where a connection is now, and whose it is."""
        stand = Whereabouts(session.account, table, reads)
        before = self._stands.get(session)
        if stand == before:
            return
        if before is not None and before.account.id != stand.account.id:
            self.leave(session)
        self._stands[session] = stand
        self._by_account.setdefault(stand.account.id, {})[session] = None
        self._changed(stand.account.id)

    def leave(self, session: Session) -> None:
        """Take in that a connection has ended."""
        stand = self._stands.pop(session, None)
        if stand is None:
            return
        sessions = self._by_account[stand.account.id]
        del sessions[session]
        if not sessions:
            del self._by_account[stand.account.id]
        self._changed(stand.account.id)

    def person(self, account: str) -> Person | None:
        """Give where an account is; None where it is not online."""
        person = self._persons.get(account)
        if person is None and (person := self._find(account)) is not None:
            self._persons[account] = person
        return person

    def look_again(self, account: str) -> None:
        """Forget where an account was: it has moved, or its table has changed."""
        self._persons.pop(account, None)

    def _find(self, account: str) -> Person | None:
        """Work out where an account is."""
        stands = [self._stands[session] for session in self._by_account.get(account, ())]
        if not stands:
            return None
        where, stand = max(((self._where(stand), stand) for stand in stands), key=lambda found: _RANK.index(found[0]))
        shown = stand.table if self._directory.entry_for(stand.table, "") else ""
        return Person(stand.account.name, where, shown if where in (Where.TABLE, Where.WATCHING) else "")

    def _where(self, stand: Whereabouts) -> Where:
        """Say where a connection is."""
        if stand.table and (stand.table not in self._directory or self._directory.sits(stand.table, stand.account.id)):
            return Where.TABLE
        if stand.table:
            return Where.WATCHING
        return Where.LOBBY if stand.reads else Where.ELSEWHERE
