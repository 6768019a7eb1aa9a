"""A connection as a table knows it: who it is, and what may be said to it.

The connection itself may be at another process than the table.
"""

from typing import Protocol

from protocol.errors import ErrorCode
from protocol.messages import FromServer
from server.storage.store import Account


class TableSession(Protocol):
    """A connection at a table, or one that asks it for something."""

    @property
    def account(self) -> Account:
        """The account of the client."""

    @property
    def run(self) -> str:
        """The random id of this run of the client; empty if it sent none."""

    def say(self, *messages: FromServer) -> None:
        """Queue messages."""

    def refuse(self, id: int | None, code: ErrorCode, text: str) -> None:
        """Refuse a command, or what came in its place."""

    def part(self, code: str, text: str) -> None:
        """Queue a goodbye, and end the connection once it is sent."""
