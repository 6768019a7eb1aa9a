"""The command ``history``: the games that one has finished here."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.archive import GameEntry, Games, ListGames
from protocol.ranking import ranking
from protocol.setup import OptionValue
from server.fronts.ssh.desk.command import Caller, Command, Document, expect
from server.fronts.ssh.desk.page import cleaned, columns, moment, named, together, worded

_USAGE: Final = "history [--json]"


class GameLine(Struct, frozen=True):
    """One finished game."""

    id: int
    """Its number, for ``record``."""

    table: str
    """The code of its table."""

    ended_at: str
    """When it ended, in UTC, as ISO 8601 writes it."""

    game: str
    """What was played."""

    players: int
    """How many played."""

    options: dict[str, OptionValue]
    """The options that differ from their default."""

    names: tuple[str, ...]
    """Who sat on each seat in the end."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    seat: int | None
    """The visitor's own seat, from 0."""


class GamesFound(Document, frozen=True):
    """The games that one has finished."""

    games: tuple[GameLine, ...]
    """The newest first."""

    def text(self) -> str:
        """Write a line or more for each game, the best score first."""
        if not self.games:
            return "You have finished no game here yet.\n"
        rows = [("Game", "Ended (UTC)", "Table", "Result"), *map(_row, self.games)]
        return "\n".join(columns(rows, {0})) + "\n"


async def _run(words: Sequence[str], caller: Caller) -> Document:
    expect(words, _USAGE, 0)
    async with caller.host() as host:
        found = await host.ask(ListGames, Games)
    return GamesFound(tuple(map(_line, found.games)))


def _line(entry: GameEntry) -> GameLine:
    return GameLine(
        id=entry.game,
        table=worded(entry.table),
        ended_at=moment(entry.ended_at),
        game=worded(entry.setup.game),
        players=entry.setup.players,
        options=cleaned(entry.setup.options),
        names=tuple(map(named, entry.names)),
        totals=entry.totals,
        seat=entry.seat,
    )


def _row(line: GameLine) -> tuple[str, ...]:
    places = ranking(line.totals)
    result = ", ".join(together(f"{place.place}. {line.names[place.seat]} {place.total}") for place in places)
    return str(line.id), f"{line.ended_at[:10]} {line.ended_at[11:16]}", line.table, result


HISTORY: Final = Command(
    (_USAGE,),
    "list the games that you have finished",
    _run,
    "The number of a game is what `record` wants.",
)
"""The command."""
