"""Which unfinished tables there are; it knows their headings and folds no log."""

from protocol.messages import TableEntry
from server.host.house import House
from server.host.limits import LISTED
from server.tables.codeword import table_code
from server.tables.heading import Heading, entry, is_open, made_by
from server.tables.log import Cause

_CODE_BYTES = 16


class Lobby:
    """Headings by table."""

    def __init__(self, house: House) -> None:
        """Begin empty."""
        self._house = house
        self._headings: dict[str, Heading] = {}

    async def load(self) -> None:
        """Take in every table that is not finished.

        Raises:
            StoreFault: the store cannot be read.
            RemoteProtocolError: it holds what this program has not written.
        """
        for stored in await self._house.store.live():
            self.note(self._house.codec.unpack(Heading, stored))

    def note(self, brief: Heading) -> None:
        """Take in how a table is now."""
        if is_open(brief):
            self._headings[brief.code] = brief
        else:
            self._headings.pop(brief.code, None)

    def __len__(self) -> int:
        """Give how many tables are unfinished."""
        return len(self._headings)

    def made_by_account(self, account: str) -> int:
        """Give how many unfinished tables an account has made."""
        return sum(brief.maker == account for brief in self._headings.values())

    def made_by_command(self, cause: Cause) -> str | None:
        """Give the table that this very command made."""
        return next((brief.code for brief in self._headings.values() if made_by(brief, cause)), None)

    def list_for(self, account: str) -> tuple[TableEntry, ...]:
        """Give the tables to sit down at or to come back to, one's own first, the newest first."""
        newest = sorted(self._headings.values(), key=lambda brief: brief.opened_at, reverse=True)
        lines = [line for brief in newest if (line := entry(brief, account)) is not None]
        return tuple(sorted(lines, key=lambda line: not line.yours)[:LISTED])

    async def fresh_code(self) -> str:
        """Give a name for a table that no table has or had.

        Raises:
            StoreFault: the store cannot be read.
        """
        while True:
            code = table_code(self._house.outside.entropy(_CODE_BYTES))
            if not await self._house.store.read(code):
                return code
