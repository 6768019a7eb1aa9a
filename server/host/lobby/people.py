"""The people online, and where they are; a person with several connections is shown at the most active one."""

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
    table: str = ""
    """The code of the table that it is at; empty if none."""

    reads: bool = False
    """True if it reads the lobby."""


class OnlinePeople:
    """The people online, from the whereabouts of their connections."""

    def __init__(self, lobby: TableDirectory, changed: Callable[[str], None]) -> None:
        """Begin with none; ``changed`` is called with the account of a person who has come, gone or moved."""
        self._directory = lobby
        self._changed = changed
        self._stands: dict[Session, Whereabouts] = {}
        self._by_account: dict[str, dict[Session, None]] = {}
        self._persons: dict[str, Person] = {}

    def __len__(self) -> int:
        return len(self._by_account)

    def newest(self, limit: int) -> tuple[Person, ...]:
        """Return up to ``limit`` people who are online, the newest first."""
        return tuple(filter(None, map(self.person, islice(reversed(self._by_account), limit))))

    def place(self, session: Session, table: str, *, reads: bool) -> None:
        """Update where a connection is, and its account."""
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
        """Remove a connection."""
        stand = self._stands.pop(session, None)
        if stand is None:
            return
        sessions = self._by_account[stand.account.id]
        del sessions[session]
        if not sessions:
            del self._by_account[stand.account.id]
        self._changed(stand.account.id)

    def person(self, account: str) -> Person | None:
        """Return where an account is; None if it is not online."""
        person = self._persons.get(account)
        if person is None and (person := self._find(account)) is not None:
            self._persons[account] = person
        return person

    def look_again(self, account: str) -> None:
        """Drop the cached place of an account: it has moved, or its table has changed."""
        self._persons.pop(account, None)

    def _find(self, account: str) -> Person | None:
        stands = [self._stands[session] for session in self._by_account.get(account, ())]
        if not stands:
            return None
        where, stand = max(((self._where(stand), stand) for stand in stands), key=lambda found: _RANK.index(found[0]))
        shown = stand.table if self._directory.entry_for(stand.table, "") else ""
        return Person(stand.account.name, where, shown if where in (Where.TABLE, Where.WATCHING) else "")

    def _where(self, stand: Whereabouts) -> Where:
        if stand.table and (stand.table not in self._directory or self._directory.sits(stand.table, stand.account.id)):
            return Where.TABLE
        if stand.table:
            return Where.WATCHING
        return Where.LOBBY if stand.reads else Where.ELSEWHERE
