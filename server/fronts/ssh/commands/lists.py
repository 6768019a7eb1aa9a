"""The commands that print lists: finished games and their records, rankings, tournaments; and ``admin``."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from protocol.administration import EVERYBODY_KNOWN, AdminCommand, AdminReply, checked_words
from protocol.archive import Games, ListGames, ReadRecord, RecordPart
from protocol.errors import ErrorCode
from protocol.language import N_, _
from protocol.lobby import ReadStatus, ServerStatus
from protocol.planning import USAGE, InvalidPlan, read_request
from protocol.rankings import Rankings, ReadRankings
from protocol.tournaments import ListTournaments, TournamentAnswer, Tournaments, TournamentShown
from server.fronts import page
from server.fronts.allow_list import with_fingerprints
from server.fronts.lists_page import (
    RANKINGS_USAGE,
    InvalidRankings,
    list_lines,
    meant_ladders,
    rankings_lines,
    status_json,
    status_lines,
    tournament_lines,
)
from server.fronts.ssh.commands.command import Answer, Command, CommandCaller, expect
from server.fronts.ssh.commands.conversation import Conversation, Misuse, Refusal
from server.tables.ladder import Ladder, rulesets

_HISTORY_USAGE: Final = "history [NUMBER] [--json]"


async def _history(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, _HISTORY_USAGE, 0, 1)
    word = words[0] if words else "1"
    if not (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS and int(word)):
        raise Misuse(_("{word} is no number of a game: `history` lists yours", word=page.quoted(word)))
    async with caller.host() as host:
        if words:
            return Answer(await _lines(host, int(word)))
        found = await host.ask(ListGames, Games)
    none = [_("You have finished no game here yet.")]
    return Answer(page.columns(page.history_rows(found.games), {0}) if found.games else none, found)


LARGEST: Final = 8 * 1024 * 1024
"""Maximum length of a record in characters: many times the length of a game."""

_MOST_DIGITS: Final = 18


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


HISTORY: Final = Command(
    (_HISTORY_USAGE,),
    N_("list the games that you have finished, or give the record of one"),
    _history,
    N_(
        "Partners have one result. The record of a game is JSON Lines, with --json and without: keep it with "
        "`history NUMBER > game.jsonl`; `chwech verify game.jsonl` plays it again and checks all that it says."
    ),
)


_RANKINGS_USAGE: Final = f"{RANKINGS_USAGE} [--json]"


async def _rankings(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, _RANKINGS_USAGE, 0, 2)
    async with caller.host() as host:
        games = {offer.name: rulesets(offer.options) for offer in host.welcome.games}
        try:
            wanted = meant_ladders(words, games)
        except InvalidRankings as problem:
            raise Misuse(str(problem)) from None
        found = [await _ladder(host, ladder) for ladder in wanted]
    return Answer(rankings_lines(found), {"rankings": found})


async def _ladder(host: Conversation, ladder: Ladder) -> Rankings:
    return await host.ask(lambda number: ReadRankings(number, ladder.game, ladder.ruleset), Rankings)


RANKINGS: Final = Command(
    (_RANKINGS_USAGE,),
    N_("list who plays a game best, people and bots"),
    _rankings,
    N_("Without words it tells of Chwech by each ruleset; with a ruleset or the name of a game it tells of one list."),
)


async def _tournament(words: Sequence[str], caller: CommandCaller) -> Answer:
    async with caller.host() as host:
        try:
            request = read_request(words, host.welcome.games)
        except InvalidPlan as problem:
            raise Misuse(str(problem)) from None
        kind: type[TournamentAnswer] = Tournaments if isinstance(request, ListTournaments) else TournamentShown
        found = await host.ask(lambda number: replace(request, id=number), kind)
    return Answer(list_lines(found) if isinstance(found, Tournaments) else tournament_lines(found), found)


TOURNAMENT: Final = Command(
    tuple(f"tournament {way}" for way in USAGE),
    N_("list the tournaments, take part in one, or make one"),
    _tournament,
    N_(
        "Who has made a tournament starts it. Then the server opens the tables of each round and seats everybody: your "
        "tables are in `tables`, and a bot plays where you do not come. A move has 60 seconds, or `move=2d` two days."
    ),
)


async def _status(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, "status [--json]", 0)
    async with caller.host() as host:
        found = await host.ask(ReadStatus, ServerStatus)
    # As the page for everybody has it, with every key.
    return Answer(status_lines(found), msgspec.json.decode(status_json(found)))


STATUS: Final = Command(
    ("status [--json]",), N_("how many are here and play, and since when the server is up"), _status
)


async def _admin(words: Sequence[str], caller: CommandCaller) -> Answer:
    # As on the machine itself: what follows -- is no option, and an option before it is a slip of the hand.
    at = words.index("--") if "--" in words else len(words)
    if [*words] not in (["-h"], ["--help"]):
        expect([word for word in words[:at] if word != EVERYBODY_KNOWN], "admin WORD ... -- WORD ...", 0, at)
    try:
        checked = checked_words(with_fingerprints([*words[:at], *words[at + 1 :]]))
    except ValueError as problem:
        raise Misuse(str(problem)) from None
    async with caller.host() as host:
        reply = await host.ask(lambda number: AdminCommand(number, checked), AdminReply)
    if reply.refused:
        raise Refusal("not_done", "; ".join(reply.lines))
    return Answer(tuple(map(page.safe, reply.lines)), reply)


ADMIN: Final = Command(
    ("admin [WORD ...]",),
    N_("for those who run the server: who is here, bans, reports, …"),
    _admin,
)
