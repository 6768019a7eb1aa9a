"""Which unfinished tables there are; it knows their headings and folds no log."""

from itertools import chain, islice
from typing import Final

from protocol.tableview import TableEntry
from server.host.house import House
from server.host.limits import LISTED
from server.tables.chairs import seat_of
from server.tables.heading import Heading, accounts, entry, invites, is_open, made_by
from server.tables.log import Cause
from server.tables.words import table_code

_CODE_BYTES: Final = 16


class Lobby:
    """Headings by table, the newest last; what one reader may see is found without looking at all of them."""

    def __init__(self, house: House) -> None:
        """Begin empty."""
        self._house = house
        self._headings: dict[str, Heading] = {}
        self._concerned: dict[str, set[str]] = {}
        self._inviting: dict[str, None] = {}
        self._doubts: dict[Cause, str] = {}

    async def load(self) -> None:
        """Take in every table that is not finished.

        Raises:
            StoreFault: the store cannot be read.
            RemoteProtocolError: it holds what this program has not written.
        """
        headings = [self._house.codec.unpack(Heading, stored) for stored in await self._house.store.live()]
        for brief in sorted(headings, key=lambda brief: brief.opened_at):
            self.note(brief)

    def note(self, brief: Heading) -> None:
        """Take in how a table is now."""
        before = self._headings.get(brief.code)
        for account in accounts(before) - accounts(brief) if before else ():
            self._forget(account, brief.code)
        if not is_open(brief):
            self._remove(brief)
            return
        self._headings[brief.code] = brief
        for account in accounts(brief):
            self._concerned.setdefault(account, set()).add(brief.code)
        if brief.arrangement.listed and invites(brief):
            self._inviting[brief.code] = None
        else:
            self._inviting.pop(brief.code, None)

    def __len__(self) -> int:
        """Give how many tables are unfinished."""
        return len(self._headings)

    def __contains__(self, code: str) -> bool:
        """Say whether there is an unfinished table of this code."""
        return code in self._headings

    def made_by_account(self, account: str) -> int:
        """Give how many unfinished tables an account has made."""
        return sum(brief.maker == account for brief in self._concerning(account))

    def seated_at(self, account: str) -> tuple[str, ...]:
        """Give the unfinished tables at which an account has a seat."""
        concerning = self._concerning(account)
        return tuple(brief.code for brief in concerning if seat_of(brief.chairs, account) is not None)

    def made_by_command(self, cause: Cause) -> str | None:
        """Give the table that this very command made."""
        return next((brief.code for brief in self._concerning(cause.account) if made_by(brief, cause)), None)

    def doubt(self, cause: Cause, code: str) -> None:
        """Remember that nobody knows whether this command has made this table."""
        self._doubts[cause] = code

    def in_doubt(self, cause: Cause) -> str | None:
        """Give the table that this command may have made; whoever asks finds out."""
        return self._doubts.pop(cause, None)

    def list_for(self, account: str) -> tuple[TableEntry, ...]:
        """Give the tables to sit down at or to come back to, one's own first, the newest first."""
        concerning = sorted(self._concerning(account), key=lambda brief: brief.opened_at, reverse=True)
        own = [brief for brief in concerning if seat_of(brief.chairs, account) is not None]
        known = {brief.code for brief in own}
        others = (self._headings[code] for code in reversed(self._inviting) if code not in known)
        return tuple(entry(brief, account) for brief in islice(chain(own, others), LISTED))

    async def fresh_code(self) -> str:
        """Give a name for a table that no table has or had.

        Raises:
            StoreFault: the store cannot be read.
        """
        while True:
            code = table_code(self._house.outside.entropy(_CODE_BYTES))
            if not await self._house.store.read(code):
                return code

    def _concerning(self, account: str) -> list[Heading]:
        """Give the tables that an account has made or has a seat at."""
        return [self._headings[code] for code in self._concerned.get(account, ())]

    def _remove(self, brief: Heading) -> None:
        """Forget a table."""
        self._headings.pop(brief.code, None)
        self._inviting.pop(brief.code, None)
        for account in accounts(brief):
            self._forget(account, brief.code)

    def _forget(self, account: str, code: str) -> None:
        """Forget that a table concerns an account."""
        codes = self._concerned.get(account, set())
        codes.discard(code)
        if not codes:
            self._concerned.pop(account, None)
