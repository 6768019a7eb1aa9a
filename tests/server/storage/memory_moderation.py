"""Roles, bans, the audit log and reports in dictionaries and lists."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from server.storage.moderation_store import AuditEntry, Ban, Invitation, StoredReport, StoreSizes, TableSize
from server.storage.store import Account


class MemoryModeration:
    """What is forgotten with the process."""

    _accounts: dict[str, Account]
    _roles: dict[str, str]

    def __init__(self) -> None:
        """Begin with nobody banned."""
        super().__init__()
        self._bans: dict[tuple[str, str], Ban] = {}
        self._allowed: dict[str, str] = {}
        self._invitations: dict[str, Invitation] = {}
        self._audit: list[AuditEntry] = []
        self._reports: dict[int, StoredReport] = {}
        self._last_report = 0

    async def roles(self) -> dict[str, str]:
        """Give the role of each account that has one."""
        return dict(self._roles)

    async def keep_role(self, account: str, role: str) -> bool:
        """Give an account a role, or none; False for a guest's, or one that there is not."""
        known = self._accounts.get(account)
        if known is None or known.guest:
            return False
        self._roles.pop(account, None)
        if role:
            self._roles[account] = role
        return True

    async def bans(self) -> tuple[Ban, ...]:
        """Give every ban, the oldest first."""
        return tuple(sorted(self._bans.values(), key=lambda ban: (ban.since, ban.kind, ban.what)))

    async def keep_ban(self, ban: Ban) -> None:
        """Keep a ban, and let go of those that have ended."""
        kept = {key: one for key, one in self._bans.items() if one.until is None or one.until > ban.since}
        self._bans = {**kept, (ban.kind, ban.what): ban}

    async def drop_ban(self, kind: str, what: str) -> bool:
        """Let go of a ban; False where there is none."""
        return self._bans.pop((kind, what), None) is not None

    async def allowed(self) -> dict[str, str]:
        """Give the keys on the list."""
        return dict(self._allowed)

    async def allow(self, keys: Mapping[str, str]) -> None:
        """Put keys on the list."""
        self._allowed = {**keys, **self._allowed}

    async def disallow(self, keys: Iterable[str]) -> None:
        """Take keys from the list."""
        gone = set(keys)
        self._allowed = {key: comment for key, comment in self._allowed.items() if key not in gone}

    async def keep_invitation(self, invitation: Invitation, now: float, most: int) -> bool:
        """Keep an invitation, and let go of those that have ended."""
        self._invitations = {one.digest: one for one in self._invitations.values() if one.until > now and one.uses > 0}
        if len(self._invitations) >= most:
            return False
        self._invitations[invitation.digest] = invitation
        return True

    async def use_invitation(self, digest: str, key: str, comment: str, now: float) -> bool:
        """Use an invitation."""
        found = self._invitations.get(digest)
        if found is None or found.uses < 1 or found.until <= now:
            return False
        self._invitations[digest] = replace(found, uses=found.uses - 1)
        await self.allow({key: comment})
        return True

    async def write_audit(self, entry: AuditEntry) -> None:
        """Add an entry."""
        self._audit.append(entry)

    async def audit(self, limit: int) -> tuple[AuditEntry, ...]:
        """Give the last entries."""
        return tuple(self._audit[-limit:])

    async def keep_report(self, body: bytes, keep: int) -> int:
        """Keep a report and let go of all but so many."""
        self._last_report += 1
        self._reports[self._last_report] = StoredReport(self._last_report, body)
        self._reports.pop(self._last_report - keep, None)
        return self._last_report

    async def reports(self, limit: int) -> tuple[StoredReport, ...]:
        """Give the last reports."""
        return tuple(self._reports.values())[-limit:]

    async def report(self, number: int) -> StoredReport | None:
        """Give a report."""
        return self._reports.get(number)

    async def sizes(self) -> StoreSizes:
        """Give how many accounts there are: nothing of it is on a disk."""
        return StoreSizes((TableSize("accounts", len(self._accounts), 0),))
