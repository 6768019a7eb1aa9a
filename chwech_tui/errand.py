"""What a client was started for: to play at once, to be welcomed, or to join others; plain values, no screen."""

from collections.abc import Sequence
from shlex import quote
from typing import Final

from msgspec import Struct

from protocol.setup import USUAL, Arrangement, Setup
from protocol.tableview import TableEntry, TablePhase

_TCP: Final = "tcp://"
"""How a place begins that is reached over plain TCP."""


class TableOrder(Struct, frozen=True):
    """A table to be opened."""

    setup: Setup = Setup()
    """The game and its options."""

    bots: tuple[str, ...] = ()
    """The levels of the bots; none means the default."""

    pace: float = 0.6
    """Seconds that a bot takes."""

    seed: str = ""
    """Makes the deals repeatable."""

    arrangement: Arrangement = USUAL
    """How the table is run."""


class Play(Struct, frozen=True):
    """Sit down at once: at the unfinished game of the same kind, or at a new table."""

    order: TableOrder = TableOrder()
    """The table."""

    fresh: bool = False
    """Whether a new table is wanted in any case."""

    data: str = ""
    """Where games are kept, if that was said."""


class Greet(Struct, frozen=True):
    """Show the welcome."""

    data: str = ""
    """Where games are kept, if that was said."""


class Join(Struct, frozen=True):
    """Play on a server."""

    place: str
    """The server, as it is shown."""

    table: str = ""
    """The code of a table to sit down at; empty for the lobby."""

    invitation: str = ""
    """The command by which others come, with ``{code}`` where the code of the table stands; empty for the usual one."""


class Watch(Struct, frozen=True):
    """Watch a table of a server."""

    place: str
    """The server, as it is shown."""

    table: str
    """The code of the table."""

    invitation: str = ""
    """The command by which others come, as in ``Join``."""


Errand = Play | Greet | Join | Watch
"""What a client was started for."""


def command(errand: Join | Watch, code: str) -> str:
    """Give the command by which others come to a table of the same server."""
    return (errand.invitation or f"chwech join {errand.place} {{code}}").replace("{code}", code)


def key_command(errand: Join | Watch, code: str) -> str:
    """Give the command that brings another key to the account, with the code that was told."""
    return _ssh(errand, f"keys join {code}")


def record_command(errand: Errand, game: str) -> str:
    """Give the command that fetches the record of a game; it needs no terminal, which would change its lines."""
    if isinstance(errand, Greet | Play):
        data = f" --data {quote(errand.data)}" if errand.data else ""
        return f"chwech record {game}{data} > game.jsonl"
    return f"{_ssh(errand, f'record {game}').replace(' -t ', ' ', 1)} > game.jsonl"


def _ssh(errand: Join | Watch, words: str) -> str:
    """Give a command that is answered by SSH alone."""
    if errand.invitation.startswith("ssh "):
        return command(errand, words)
    if errand.place.startswith(_TCP):
        # The port is that of plain TCP: SSH is most likely where it is usual.
        host = f"chwech@{errand.place.removeprefix(_TCP).rpartition(':')[0]}"
    else:
        host = f"ssh://chwech@{errand.place}" if ":" in errand.place else f"chwech@{errand.place}"
    return f"ssh -t {host} {words}"


def unfinished(tables: Sequence[TableEntry], order: TableOrder) -> TableEntry | None:
    """Find the newest game of one's own that is of this kind and not over."""
    return next((entry for entry in tables if entry.yours and _same_kind(entry, order.setup)), None)


def _same_kind(entry: TableEntry, setup: Setup) -> bool:
    same = (entry.setup.game, entry.setup.players, entry.setup.options)
    return entry.phase is TablePhase.PLAYING and same == (setup.game, setup.players, setup.options)
