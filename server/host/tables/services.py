"""What a running table needs, whether its host is in the same process or elsewhere."""

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct

from server.host.clock import SharedTime
from server.host.services import HostServices
from server.host.workers import Thinkers
from server.storage.store import AppendResult, Brief, RatingChange
from server.tables.heading import Heading
from server.tables.ladder import Ladder
from server.tables.log import Cause
from server.tables.rated import Player
from server.tables.ratings import Belief


class TableStore(Protocol):
    """The part of a store that tables use; see ``Store``."""

    async def append(self, log: str, expect: int, record: bytes, brief: Brief | None) -> AppendResult:
        """Append a record to a log that has ``expect`` records, and store the heading of its table if it is given."""

    async def read(self, log: str) -> tuple[bytes, ...]:
        """Return the records of a log in order; none if there is no such log."""

    async def beliefs(self, ladder: Ladder, players: Collection[Player]) -> dict[Player, Belief]:
        """Return what is known of the strength of players."""

    async def rating_changes(self, log: str) -> tuple[RatingChange, ...]:
        """Return what the game of a log has changed."""


class Registrar(Protocol):
    """The part of the table directory that tables use; see ``TableDirectory``."""

    def note(self, brief: Heading) -> None:
        """Update a table."""

    def doubt(self, cause: Cause, code: str) -> None:
        """Remember a command whose outcome at this table is unknown."""

    def doubts(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown."""

    def in_doubt(self, cause: Cause) -> str | None:
        """Return the table where the outcome of this command is unknown, and forget it."""

    async def fresh_code(self) -> str:
        """Return a table code that was never used."""


class Filing(Protocol):
    """The part of the archive that tables use; see ``Archivist``."""

    def call(self) -> None:
        """Wake the task that files finished games."""


class Hiding(Protocol):
    """The part of the blocks that tables use; see ``Blocks``."""

    def hidden(self, account: str) -> Mapping[str, str]:
        """Return the accounts that are hidden from an account, with their names."""


class TableServices(Struct, frozen=True):
    """The dependencies of a table actor."""

    services: HostServices
    """What all parts of a host have; the store is the one below."""

    store: TableStore
    directory: Registrar
    archivist: Filing
    timing: SharedTime
    blocks: Hiding
    workers: Thinkers
