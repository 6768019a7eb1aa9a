"""What a client was started for: to play at once, to be welcomed, or to join others; plain values, no screen."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.messages import TableEntry, TablePhase
from protocol.setup import Setup


class Order(Struct, frozen=True):
    """A table to be opened."""

    setup: Setup = Setup()
    """The game and its options."""

    bots: tuple[str, ...] = ()
    """The levels of the bots; none means the default."""

    pace: float = 0.6
    """Seconds that a bot takes."""

    seed: str = ""
    """Makes the deals repeatable."""


class Play(Struct, frozen=True):
    """Sit down at once: at the unfinished game of the same kind, or at a new table."""

    order: Order = Order()
    """The table."""

    fresh: bool = False
    """Whether a new table is wanted in any case."""


class Greet(Struct, frozen=True):
    """Show the welcome."""


class Join(Struct, frozen=True):
    """Play on a server."""

    place: str
    """The server, as it is shown."""

    table: str = ""
    """The code of a table to sit down at; empty for the lobby."""


Errand = Play | Greet | Join
"""What a client was started for."""


def unfinished(tables: Sequence[TableEntry], order: Order) -> TableEntry | None:
    """Find the newest game of one's own that is of this kind and not over."""
    return next((entry for entry in tables if entry.yours and _same_kind(entry, order.setup)), None)


def _same_kind(entry: TableEntry, setup: Setup) -> bool:
    same = (entry.setup.game, entry.setup.players, entry.setup.options)
    return entry.phase is TablePhase.PLAYING and same == (setup.game, setup.players, setup.options)
