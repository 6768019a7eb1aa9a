"""The commands ``history`` and ``record``: the games that the visitor has finished here."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol import lists
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, RecordPart
from protocol.errors import ErrorCode
from protocol.language import N_, _
from protocol.ranking import Ranked, ranking
from protocol.setup import OptionValue
from server.fronts.page import (
    chips_words,
    cleaned,
    columns,
    hinted_names,
    history_heading,
    moment,
    named,
    quoted,
    together,
    worded,
)
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.commands.conversation import Conversation, Misuse, Refusal
from server.fronts.ssh.public_address import UNKNOWN, PublicAddress

_HISTORY_USAGE: Final = "history [--json]"


class GameLine(Struct, frozen=True):
    """One finished game."""

    id: int
    table: str
    ended_at: str
    game: str
    players: int
    options: dict[str, OptionValue]
    names: tuple[str, ...]
    totals: tuple[int, ...]
    seat: int | None

    sides: tuple[int, ...]
    """The side of each seat, from 0; empty if everybody played alone."""

    chips: tuple[int, ...]
    """The chips of each seat at the end; empty if the game was not played for chips."""

    hinted: tuple[int, ...]
    """The seats on which hints were taken."""


class GamesFound(Document, frozen=True):
    """The games that the visitor has finished."""

    games: tuple[GameLine, ...]

    def text(self, place: PublicAddress) -> str:
        """Write one or more lines for each game, the best score first."""
        if not self.games:
            return _("You have finished no game here yet.") + "\n"
        rows = [history_heading(), *map(_row, self.games)]
        return "\n".join(columns(rows, {0})) + "\n"


async def _history(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _HISTORY_USAGE, 0)
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
        sides=entry.sides,
        chips=entry.chips,
        hinted=entry.hinted,
    )


def _row(line: GameLine) -> tuple[str, ...]:
    result = ", ".join(_result(line, ranked) for ranked in ranking(line.totals, line.sides))
    return str(line.id), f"{line.ended_at[:10]} {line.ended_at[11:16]}", line.table, line.game, result


def _result(line: GameLine, ranked: Ranked) -> str:
    """Return the place, the names and the total of a player or of partners, to be wrapped between names."""
    names = hinted_names(lists.names(line.names), line.hinted)
    parts = [names[seat] for seat in (ranked.seat, *ranked.partners)]
    parts[0] = f"{ranked.place}. {parts[0]}"
    parts[-1] = f"{parts[-1]} {ranked.total}"
    said = " + ".join(map(together, parts))
    return f"{said} {together(f'({chips_words(line.chips[ranked.seat])})')}" if line.chips else said


HISTORY: Final = Command(
    (_HISTORY_USAGE,),
    N_("list the games that you have finished"),
    _history,
    N_("The number of a game is what `record` wants. Partners have one result."),
)


LARGEST: Final = 8 * 1024 * 1024
"""Maximum length of a record in characters: many times the length of a game."""

_RECORD_USAGE: Final = "record ID [--json]"
_MOST_DIGITS: Final = 18


class RecordFound(Document, frozen=True):
    """The record of a game."""

    lines: tuple[str, ...]

    def text(self, place: PublicAddress) -> str:
        """Write the record."""
        return "".join(f"{line}\n" for line in self.lines)

    def json(self) -> str:
        """Write the record, which is JSON already."""
        return self.text(UNKNOWN)


async def _record(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _RECORD_USAGE, 1)
    game = _number(words[0])
    async with caller.host() as host:
        return RecordFound(tuple(await _lines(host, game)))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and int(word)):
        raise Misuse(_("{word} is no number of a game: `history` lists yours", word=quoted(word)))
    return int(word)


async def _lines(host: Conversation, game: int) -> list[str]:
    lines: list[str] = []
    size, more = 0, True
    while more:
        part = await _part(host, game, len(lines))
        lines += part.lines
        size += sum(map(len, part.lines))
        more = part.more and bool(part.lines)
        if size > LARGEST:
            text = _("the record of game {number} is too large to be shown here", number=game)
            raise Refusal(ErrorCode.SERVER_FAULT.value, text)
    return lines


async def _part(host: Conversation, game: int, line: int) -> RecordPart:
    return await host.ask(lambda number: ReadRecord(number, game, line), RecordPart)


RECORD: Final = Command(
    (_RECORD_USAGE,),
    N_("give the record of a finished game, to be kept and checked"),
    _record,
    N_(
        "The output is JSON Lines, with --json and without. Keep it with `> game.jsonl`; `chwech verify game.jsonl` "
        "plays it again and checks all that it says."
    ),
)
