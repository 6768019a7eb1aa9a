"""The command ``record``: the record of a finished game, as ``chwech verify`` reads it."""

from collections.abc import Sequence
from typing import Final

from protocol.archive import ReadRecord, RecordPart
from protocol.errors import ErrorCode
from server.fronts.ssh.desk.command import Caller, Command, Document, expect
from server.fronts.ssh.desk.conversation import Conversation
from server.fronts.ssh.desk.page import quoted
from server.fronts.ssh.desk.reply import Misuse, Refusal

LARGEST: Final = 8 * 1024 * 1024
"""The greatest record that is given, in characters: many times what a game comes to."""

_USAGE: Final = "record ID [--json]"
_MOST_DIGITS: Final = 18


class RecordFound(Document, frozen=True):
    """A record."""

    lines: tuple[str, ...]
    """Its lines: each is JSON."""

    def text(self) -> str:
        """Write the record."""
        return "".join(f"{line}\n" for line in self.lines)

    def json(self) -> str:
        """Write the record: it is JSON already."""
        return self.text()


async def _run(words: Sequence[str], caller: Caller) -> Document:
    expect(words, _USAGE, 1)
    game = _number(words[0])
    async with caller.host() as host:
        return RecordFound(tuple(await _lines(host, game)))


def _number(word: str) -> int:
    """Read the number of a game."""
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and int(word)):
        raise Misuse(f"{quoted(word)} is no number of a game: `history` lists yours")
    return int(word)


async def _lines(host: Conversation, game: int) -> list[str]:
    """Ask for one part after the other."""
    lines: list[str] = []
    size, more = 0, True
    while more:
        part = await _part(host, game, len(lines))
        lines += part.lines
        size += sum(map(len, part.lines))
        more = part.more and bool(part.lines)
        if size > LARGEST:
            raise Refusal(ErrorCode.SERVER_FAULT.value, f"the record of game {game} is too large to be shown here")
    return lines


async def _part(host: Conversation, game: int, line: int) -> RecordPart:
    """Ask for one part, from this line on."""
    return await host.ask(lambda number: ReadRecord(number, game, line), RecordPart)


RECORD: Final = Command(
    (_USAGE,),
    "give the record of a finished game, to be kept and checked",
    _run,
    "The output is JSON Lines, with --json and without. Keep it with `> game.jsonl`; `chwech verify game.jsonl` plays "
    "it again and checks all that it says.",
)
"""The command."""
