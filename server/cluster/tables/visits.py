"""The connections of the node that leads which have to do with the tables of another node, by their numbers there."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from server.cluster.tables.line import Line
from server.cluster.tables.messages import Enter, FromNode, Leave
from server.host.session import Session
from server.host.tables.arrivals import MayOpen
from server.storage.store import Account


class _Visit(Struct):
    """One connection."""

    number: int
    account: Account
    """The account that the node knows."""

    asks: int = 0
    """The number of requests that wait."""

    at: set[str] = set()
    """The tables at which it is."""

    may_open: MayOpen | None = None


class Visits:
    """The connections that a node knows."""

    def __init__(self, node: str, line: Line[FromNode], hidden: Callable[[str], Mapping[str, str]]) -> None:
        """Begin with none; ``hidden`` returns the accounts that are hidden from an account."""
        self._node = node
        self._line = line
        self._hidden = hidden
        self._visits: dict[Session, _Visit] = {}
        self._sessions: dict[int, Session] = {}
        self._last = 0

    def get(self, number: int) -> Session | None:
        """Return a connection; None if it has left."""
        return self._sessions.get(number)

    def may_open(self, number: int) -> MayOpen | None:
        """Return what tells whether a connection may open a table; None if it has not asked."""
        session = self._sessions.get(number)
        return self._visits[session].may_open if session is not None else None

    def begin(self, session: Session, may_open: MayOpen | None = None) -> int:
        """Return the number of a connection that asks something now."""
        visit = self._visits.get(session)
        if visit is None:
            self._last += 1
            visit = self._visits[session] = _Visit(self._last, Account("", ""))
            self._sessions[visit.number] = session
        if visit.account is not session.account:
            visit.account = session.account
            self._tell(session, visit)
        visit.asks += 1
        visit.may_open = may_open or visit.may_open
        return visit.number

    def end(self, session: Session) -> None:
        """Note that a connection has been answered; the node forgets it once it has left every table."""
        visit = self._visits[session]
        visit.asks -= 1
        self._forget(session, visit)

    def settle(self, session: Session, code: str, *, here: bool) -> None:
        """Note whether a connection is at a table."""
        visit = self._visits.get(session)
        if visit is None:
            return
        if here:
            visit.at.add(code)
        else:
            visit.at.discard(code)
            self._forget(session, visit)

    def hide(self, account: str) -> None:
        """Tell who is hidden from an account, as that has changed."""
        for session, visit in self._visits.items():
            if visit.account.id == account:
                self._tell(session, visit)

    def _tell(self, session: Session, visit: _Visit) -> None:
        hidden = dict(self._hidden(session.account.id))
        pipe = session.via.pipe if session.via.node == self._node else ""
        self._line.tell(Enter(visit.number, session.account, session.run, hidden, pipe))

    def _forget(self, session: Session, visit: _Visit) -> None:
        if not visit.asks and not visit.at and self._visits.pop(session, None) is not None:
            del self._sessions[visit.number]
            self._line.tell(Leave(visit.number))
