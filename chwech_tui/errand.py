"""The task that a client was started for: play at once, show the welcome screen, join or watch; values only."""

from collections.abc import Sequence
from shlex import quote
from typing import Final

from msgspec import Struct

from chwech_tui.games.registry import FIRST
from protocol.language import _
from protocol.messages import OpenTable
from protocol.setup import USUAL, Arrangement, Setup
from protocol.tableview import TableEntry, TablePhase

TCP: Final = "tcp://"
"""What the place of a server begins with if it is reached over plain TCP."""


class TableOrder(Struct, frozen=True, gc=False):
    """The parameters of a table to be opened."""

    setup: Setup = Setup(FIRST, 0)
    """The game and its options; no players stand for the usual number of the game."""

    bots: tuple[str, ...] = ()
    """The levels of the bots; none means the default."""

    pace: float = 0.6
    """Seconds that a bot takes to act."""

    seed: str = ""
    """The seed that makes the deals repeatable; empty for random deals."""

    arrangement: Arrangement = USUAL


class PlayNow(Struct, frozen=True, gc=False):
    """Sit down at once: continue the unfinished game of the same kind, or open a new table."""

    order: TableOrder = TableOrder()
    fresh: bool = False
    """True if a new table is wanted even if a game is unfinished."""

    data: str = ""


class Greet(Struct, frozen=True, gc=False):
    """Show the welcome screen."""

    data: str = ""
    learn: bool = False
    """True if the course is wanted first."""

    daily: bool = False
    """True if the deal of the day is wanted first."""


class Join(Struct, frozen=True, gc=False):
    """Play on a server."""

    place: str
    """What the server is called; empty if it does not know its own name."""

    table: str = ""
    """The code of a table to sit down at; empty for the lobby."""

    invitation: str = ""
    """The command that invites others, with ``{code}`` in place of the table's code; empty for the default."""

    learn: bool = False
    """True if the course is wanted first."""

    daily: bool = False
    """True if the deal of the day is wanted first."""


class Watch(Struct, frozen=True, gc=False):
    """Watch a table of a server."""

    place: str
    table: str
    invitation: str = ""


Errand = PlayNow | Greet | Join | Watch


def server_name(place: str) -> str:
    """Return what a server is called on its own screens."""
    return place or _("this server")


def table_request(order: TableOrder, number: int = 0) -> OpenTable:
    """Return the request with this id for the table of an order."""
    return OpenTable(number, order.setup, order.bots, order.pace, order.seed, order.arrangement)


def command(errand: Join | Watch, code: str) -> str:
    """Return the command with which others join a table of the same server."""
    return (errand.invitation or f"chwech join {errand.place} {{code}}").replace("{code}", code)


def key_command(errand: Join | Watch, code: str) -> str:
    """Return the command that adds another key to the account, with the code that the server issued."""
    return _ssh(errand, f"keys join {code}")


def new_game_command(errand: PlayNow, usual: int) -> str:
    """Return the command that begins a new game like that of an errand; ``usual`` players need not be named."""
    setup, words = errand.order.setup, ["chwech play --new"]
    if setup.game != FIRST:
        words.append(quote(setup.game))
    if setup.players not in {0, usual}:
        words.append(f"--players {setup.players}")
    for name, value in setup.options.items():
        words.append(f"--option {quote(f'{name}={str(value).lower() if isinstance(value, bool) else value}')}")
    if errand.data:
        words.append(f"--data {quote(errand.data)}")
    return " ".join(words)


def kept_words(data: str, *, plain: bool = False) -> str:
    """Return that an unfinished game is kept in a data directory, the usual one if empty, and what goes on with it."""
    words = ["chwech", *(["--plain"] if plain else []), *(["--data", quote(data)] if data else [])]
    return _("The game is kept: {command} goes on with it.", command=" ".join(words))


def record_command(errand: Errand, game: str) -> str:
    """Return the command that fetches the record of a game; over SSH without ``-t``: a terminal alters its lines."""
    if isinstance(errand, Greet | PlayNow):
        data = f" --data {quote(errand.data)}" if errand.data else ""
        return f"chwech history {game}{data} > game.jsonl"
    return f"{_ssh(errand, f'history {game}').replace(' -t ', ' ', 1)} > game.jsonl"


def _ssh(errand: Join | Watch, words: str) -> str:
    """Return a text command that the server answers over SSH only."""
    if errand.invitation.startswith("ssh "):
        return command(errand, words)
    if errand.place.startswith(TCP):
        # The port is that of plain TCP; SSH most likely listens on its default port.
        host = f"chwech@{errand.place.removeprefix(TCP).rpartition(':')[0]}"
    else:
        host = f"ssh://chwech@{errand.place}" if ":" in errand.place else f"chwech@{errand.place}"
    return f"ssh -t {host} {words}"


def unfinished(tables: Sequence[TableEntry], order: TableOrder) -> TableEntry | None:
    """Return the player's newest unfinished game of this kind, or None."""
    wanted = order.setup.game, order.setup.players, order.setup.options
    own = (one for one in tables if one.yours and one.phase is TablePhase.PLAYING and one.daily is None)
    return next((one for one in own if (one.setup.game, one.setup.players, one.setup.options) == wanted), None)
