"""The interface of every store for those who run the server: roles, bans, audit log, reports, and what takes room."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct


class Ban(Struct, frozen=True, gc=False):
    """Somebody who may not come in, or not talk."""

    kind: str
    """What is banned: ``account``, ``key``, ``address``, or ``mute`` for an account that may not talk."""

    what: str
    """The id of the account, the fingerprint of the key, or the network."""

    shown: str
    """What people call it: the name of the account at that time, or the same as ``what``."""

    since: float
    """When it began, in seconds since 1970."""

    until: float | None
    """When it ends, in seconds since 1970; None for never."""

    by: str
    reason: str


class Invitation(Struct, frozen=True, gc=False):
    """A code that puts keys on the allow-list."""

    digest: str
    uses: int
    until: float
    """When it ends, in seconds since 1970."""


class AuditEntry(Struct, frozen=True, gc=False):
    """One act of somebody who runs the server, or who tried to."""

    at: float
    """When, in seconds since 1970."""

    who: str
    door: str
    """How they came: ``socket``, ``ssh`` or ``other``."""

    act: str
    whom: str
    reason: str
    refused: str
    """Why nothing was done; empty if it was."""


class StoredReport(Struct, frozen=True, gc=False):
    """A report as it is stored."""

    number: int
    body: bytes


class TableSize(Struct, frozen=True, gc=False):
    """How much one part of the store holds."""

    name: str
    rows: int
    size: int
    """Bytes of what is in the rows, without what the database adds."""


class FileSize(Struct, frozen=True, gc=False):
    """One file of the store."""

    name: str
    size: int


class StoreSizes(Struct, frozen=True):
    """What takes room."""

    tables: tuple[TableSize, ...] = ()
    files: tuple[FileSize, ...] = ()
    free: int | None = None
    """Bytes that are free on the disk; None if the store is on none."""


class ModerationStore(Protocol):
    """What those who run a server need; every method raises a ``StoreFault`` if it cannot read or write."""

    async def roles(self) -> dict[str, str]:
        """Return the role of each account that has one."""

    async def keep_role(self, account: str, role: str) -> bool:
        """Give an account a role, or none if that is empty; False if there is no such account, or it is a guest's."""

    async def bans(self) -> tuple[Ban, ...]:
        """Return every ban, also those that have ended and are still there, the oldest first."""

    async def keep_ban(self, ban: Ban) -> None:
        """Store a ban in place of one of the same kind of the same, and delete those that ended before it began."""

    async def drop_ban(self, kind: str, what: str) -> bool:
        """Delete a ban; False if there is none."""

    async def allowed(self) -> dict[str, str]:
        """Return the keys on the allow-list, each with a comment."""

    async def allow(self, keys: Mapping[str, str]) -> None:
        """Put keys with their comments on the allow-list; those that are there stay as they are."""

    async def disallow(self, keys: Iterable[str]) -> None:
        """Take keys from the allow-list."""

    async def keep_invitation(self, invitation: Invitation, now: float, most: int) -> bool:
        """Store an invitation, and delete those that have ended; False if there are ``most`` of them already."""

    async def use_invitation(self, digest: str, key: str, comment: str, now: float) -> bool:
        """Put a key on the allow-list by an invitation, which has one use less then; False if it is not valid."""

    async def write_audit(self, entry: AuditEntry) -> None:
        """Add an entry to the audit log, which nothing changes or deletes."""

    async def audit(self, limit: int) -> tuple[AuditEntry, ...]:
        """Return the last ``limit`` entries of the audit log, the oldest first."""

    async def keep_report(self, body: bytes, keep: int) -> int:
        """Store a report, delete all but the newest ``keep``, and return its number."""

    async def reports(self, limit: int) -> tuple[StoredReport, ...]:
        """Return the last ``limit`` reports, the oldest first."""

    async def report(self, number: int) -> StoredReport | None:
        """Return a report; None if there is no such report."""

    async def sizes(self) -> StoreSizes:
        """Return what takes room."""
