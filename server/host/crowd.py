"""Everybody who has been greeted and not left yet."""

from collections.abc import Iterator

from server.host.session import Session


class Crowd:
    """Connections, found by whose they are and by what they came with."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._sessions: set[Session] = set()

    def __iter__(self) -> Iterator[Session]:
        """Give every connection; the crowd may change while they are looked at."""
        return iter(tuple(self._sessions))

    def enter(self, session: Session) -> None:
        """Take in a connection."""
        self._sessions.add(session)

    def leave(self, session: Session) -> None:
        """Let a connection go."""
        self._sessions.discard(session)

    def has(self, account: str) -> bool:
        """Say whether an account is here."""
        return any(session.account.id == account for session in self._sessions)

    def with_key(self, key: str) -> tuple[Session, ...]:
        """Give the connections that came with a key."""
        return tuple(session for session in self._sessions if session.key == key)
