"""The persons connected to one table, and what they are told; the newest connection of an account is the one."""

from collections.abc import Iterable
from typing import Any

from protocol.errors import ErrorCode
from protocol.messages import Refused, TableChanged
from server.host.session import Session
from server.tables.chairs import seat_of
from server.tables.table import Step, Table
from server.tables.told import happened, table_view

AnyTable = Table[Any]
"""A table whose game nobody here looks into."""

AnyStep = Step[Any]
"""An event at such a table."""


class Audience:
    """Sessions by account."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._sessions: dict[str, Session] = {}

    def __bool__(self) -> bool:
        """Say whether anybody is there."""
        return bool(self._sessions)

    def __contains__(self, session: Session) -> bool:
        """Say whether this very connection is there."""
        return self._sessions.get(session.account.id) is session

    def accounts(self) -> frozenset[str]:
        """Give who is there."""
        return frozenset(self._sessions)

    def watchers(self, table: AnyTable, but: str) -> int:
        """Give how many look on without a seat, one account left out."""
        return sum(seat_of(table.chairs, account) is None for account in self._sessions if account != but)

    def enter(self, session: Session) -> None:
        """Let a connection in; an older one of the same account is sent away."""
        older = self._sessions.get(session.account.id)
        self._sessions[session.account.id] = session
        if older is not None and older is not session:
            older.part("superseded", "you have come to this table by another connection")

    def leave(self, session: Session) -> None:
        """Let a connection go."""
        if session in self:
            del self._sessions[session.account.id]

    def hear(self, table: AnyTable, steps: Iterable[AnyStep]) -> None:
        """Tell what happened, to each as far as they may know it."""
        told = tuple(steps)
        for session in self._sessions.values():
            session.say(*happened(told, seat_of(table.chairs, session.account.id)))

    def see(self, table: AnyTable, but: Session | None = None) -> None:
        """Show the table as it is now."""
        for session in self._sessions.values():
            if session is not but:
                session.say(TableChanged(table_view(table, seat_of(table.chairs, session.account.id))))

    def warn(self, text: str) -> None:
        """Say that the server has trouble."""
        for session in self._sessions.values():
            session.say(Refused(None, ErrorCode.SERVER_FAULT, text))
