"""The commands that print lists and pages: tables, games, rankings, tournaments, rules, status; and ``admin``."""

import time
from typing import Final

import msgspec

from chwech_tui import lists
from chwech_tui.model.board import Board, changed
from chwech_tui.model.daily import day_lines, waits
from chwech_tui.model.game import check_record, kind_of
from chwech_tui.model.lobby import here_words, news_way, news_words
from chwech_tui.questions import Conversation, Refusal, ask_tournaments
from games.kit import pages
from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol.archive import Games, ListGames, ReadRecord, RecordPart
from protocol.command_line import Misuse, Option, short_text, whole_number
from protocol.daily import Daily, ReadDaily, is_day
from protocol.errors import ErrorCode
from protocol.language import N_, _, told
from protocol.lobby import NewsShown, ReadNews, ReadStatus, ServerStatus
from protocol.messages import ListTables, ReadTable, Tables, TableShown
from protocol.people import EVERYBODY_KNOWN, AdminCommand, AdminReply, checked_words
from protocol.rating import Rankings, ReadRankings
from protocol.tournaments import USAGE, InvalidPlan
from server.fronts import page
from server.fronts.page import quoted, safe
from server.fronts.public_keys import with_fingerprints
from server.fronts.ssh.commands.command import CommandAnswer, CommandCaller, text_command
from server.options import ADMIN, TABLE, read_setup

_LONGEST_CODE: Final = 64


async def show_table(caller: CommandCaller, code: str) -> CommandAnswer:
    """Show a table; raise ``Refusal`` if there is none with this code."""
    if not 0 < len(code) <= _LONGEST_CODE:
        raise _unknown(code)
    try:
        shown = await caller.ask(TableShown, ReadTable, code)
    except Refusal as refusal:
        # The host's own sentence refers to the list on a screen, which does not exist here.
        raise _unknown(code) if refusal.code == ErrorCode.UNKNOWN_TABLE.value else refusal from None
    board = changed(Board(kind=kind_of(shown.view)), shown.view)
    return CommandAnswer(page.blocks(one.printed() for one in lists.table(board, time.time())), shown.view)


def _unknown(code: str) -> Refusal:
    text = _("there is no table {code}: `tables` lists those that you can find", code=quoted(code))
    return Refusal(ErrorCode.UNKNOWN_TABLE.value, text)


async def _tables(caller: CommandCaller) -> CommandAnswer:
    found = await caller.ask(Tables, ListTables)
    if not found.tables:
        opens = caller.visitor.place.ssh(terminal=True)
        return CommandAnswer([_("No table is open. `{command}` opens one.", command=opens)], found)
    return CommandAnswer(page.blocks([lists.tables(found.tables).printed()]), found)


async def _news(caller: CommandCaller) -> CommandAnswer:
    """Tell what has happened since the last visit, each piece with the command that leads there."""
    found, lines = await caller.ask(NewsShown, ReadNews), list[str]()
    for item in found.items:
        way, *words = news_way(item)
        command = " ".join(words if way == "go" else (way, *words))
        command = caller.visitor.place.ssh(command, terminal=way in {"go", "today"})
        lines += [news_words(item, time.time()), f"  {command}"]
    return CommandAnswer([*lines, here_words(found) or _("Nobody else is here now.")], found)


async def _history(caller: CommandCaller, number: int | None) -> CommandAnswer:
    if number is not None:
        async with caller.host() as host:
            return CommandAnswer(await _record(host, number))
    found = await caller.ask(Games, ListGames)
    return CommandAnswer(page.blocks([lists.finished_games(found.games).printed()]), found)


_MOST_GAMES: Final = 10**9


async def _record(host: Conversation, game: int) -> list[str]:
    lines, more = list[str](), True
    while more:
        part = await host.ask(RecordPart, ReadRecord, game, len(lines))
        lines += part.lines
        check_record(lines)
        more = part.more and bool(part.lines)
    return lines


async def _rankings(caller: CommandCaller, words: tuple[str, ...]) -> CommandAnswer:
    async with caller.host() as host:
        try:
            wanted = lists.meant_ladders(words, host.welcome.games)
        except ValueError as problem:
            raise Misuse(str(problem)) from None
        found = [await host.ask(Rankings, ReadRankings, ladder.game, ladder.ruleset) for ladder in wanted]
    return CommandAnswer(page.blocks(one.printed() for one in lists.ladders(found)), {"rankings": found})


async def _tournament(caller: CommandCaller, words: tuple[str, ...]) -> CommandAnswer:
    async with caller.host() as host:
        try:
            found = await ask_tournaments(host, words)
        except InvalidPlan as problem:
            raise Misuse(str(problem)) from None
    return CommandAnswer(page.blocks(one.printed() for one in lists.tournament(found)), found)


async def _today(caller: CommandCaller, day: str | None) -> CommandAnswer:
    if not is_day(day or ""):
        raise Misuse(_("a day is written as in `today 2026-11-21`"))
    found = await caller.ask(Daily, ReadDaily, day or "")
    place, now = caller.visitor.place, time.time()
    play = _("Play it: {command}", command=place.ssh("today", terminal=True)) if waits(found, now) else ""
    lines = tuple(filter(None, (*day_lines(found, now), play)))
    return CommandAnswer(page.blocks([lists.Listing(title=lines).printed()]), found)


async def _status(caller: CommandCaller) -> CommandAnswer:
    found = await caller.ask(ServerStatus, ReadStatus)
    results = [lists.Listing(title=tuple(page.status_lines(found))), *lists.results(found)]
    # As the page for everyone has it, with every key.
    return CommandAnswer(page.blocks(one.printed() for one in results), msgspec.json.decode(page.status_json(found)))


async def _admin(caller: CommandCaller, words: tuple[str, ...], *, everybody_known: bool) -> CommandAnswer:
    try:
        checked = checked_words(with_fingerprints([*words, *[EVERYBODY_KNOWN] * everybody_known]))
    except ValueError as problem:
        raise Misuse(str(problem)) from None
    reply = await caller.ask(AdminReply, AdminCommand, checked)
    if reply.refused:
        raise Refusal("not_done", "; ".join(reply.lines))
    return CommandAnswer(tuple(map(safe, reply.lines)), reply)


async def _rules(
    caller: CommandCaller, game: str, players: int | None, option: tuple[tuple[str, str], ...]
) -> CommandAnswer:
    if not (game or players or option):
        async with caller.host() as host:
            return CommandAnswer(page.games_lines(host.welcome.games), {"games": host.welcome.games})
    try:
        setup = read_setup(game, players, option)
    except InvalidSetup as problem:
        raise Misuse(safe(told(str(problem)))) from problem
    rules = pages.rules(GAMES[setup.game], setup.players, setup.options)
    return CommandAnswer(rules.rstrip("\n").split("\n"), {"setup": setup, "rules": rules})


COMMANDS: Final = (
    text_command(
        "tables",
        N_("list the tables to sit down at or to come back to"),
        _tables,
        more=N_("Your own tables come first; `Yours` is your total there. Sit down with `ssh -t chwech@HOST CODE`."),
    ),
    text_command(
        "table",
        N_("show a table: the seats, the scores, the deal and the trick"),
        show_table,
        Option("CODE", N_("its code")),
        more=N_("No hands are shown."),
    ),
    text_command("news", N_("what has happened since your last visit"), _news),
    text_command(
        "today",
        N_("the deal of the day: your result, all scores, the best"),
        _today,
        Option("DAY", N_("an earlier day, such as 2026-11-21"), read=short_text, many="?"),
        more=N_("Play it with `ssh -t chwech@HOST today`."),
    ),
    text_command("status", N_("how many people are here, the server's uptime, and results"), _status),
    text_command(
        "history",
        N_("list your finished games, or print the record of one"),
        _history,
        Option("NUMBER", N_("print the record of this game"), read=whole_number(_MOST_GAMES), many="?"),
        more=N_(
            "Partners have one result. The record of a game is JSON Lines, with --json and without: keep it with "
            "`history NUMBER > game.jsonl`; `chwech verify game.jsonl` plays it again and checks all that it says."
        ),
    ),
    text_command(
        "rankings",
        N_("list the best players, people and bots"),
        _rankings,
        Option("WORD", N_("a game, or a ruleset"), many="*", to="words"),
        more=N_("Without words it lists Chwech by each ruleset; with a ruleset or the name of a game, only that list."),
    ),
    text_command(
        "tournament",
        N_("list, enter or make tournaments"),
        _tournament,
        Option("WORD", f"{'; '.join(USAGE)}", many="*", to="words"),
        more=N_(
            "Who has made a tournament starts it. Then the server opens the tables of each round and seats everybody: "
            "your tables are in `tables`, and a bot plays where you do not come. A move has 60 seconds, or `move=2d` "
            "two days."
        ),
    ),
    text_command(
        "rules",
        N_("list the games, or print the rules of a table"),
        _rules,
        *TABLE,
        more=N_(
            "Without `--players` the rules are those for the usual number of players; they are Markdown. `--option` "
            "may be given several times, as in `rules chwech --players 5 --option five_pack=middle --option deals=3`."
        ),
    ),
    text_command(
        "admin",
        N_("for those who run the server: who is here, bans, reports, …"),
        _admin,
        *ADMIN,
    ),
)
"""The commands that print lists and pages, and that of those who run the server."""
