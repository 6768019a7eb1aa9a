"""The commands that print lists and pages: tables, games, rankings, tournaments, rules, status; and ``admin``."""

from typing import Final

import msgspec
from msgspec.structs import replace

from chwech_tui.games.registry import kind_of
from chwech_tui.model.deal import PublicDeal
from games.kit import pages
from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol import sentences
from protocol.administration import EVERYBODY_KNOWN, AdminCommand, AdminReply, checked_words
from protocol.archive import Games, ListGames, ReadRecord, RecordPart
from protocol.command_line import Misuse, Option, whole_number
from protocol.errors import ErrorCode
from protocol.language import N_, _, pgettext
from protocol.lobby import ReadStatus, ServerStatus
from protocol.messages import ListTables, ReadTable, Tables, TableShown
from protocol.planning import USAGE, InvalidPlan, read_request
from protocol.rankings import Rankings, ReadRankings, rulesets
from protocol.tableview import Occupant, TableEntry, TablePhase, TableView
from protocol.tournaments import ListTournaments, TournamentAnswer, Tournaments, TournamentShown
from protocol.wording import told
from server.fronts import page
from server.fronts.page import cleaned, columns, history_rows, hung, named, quoted, safe, settings, together, worded
from server.fronts.public_keys import with_fingerprints
from server.fronts.ssh.commands.command import Answer, CommandCaller, Conversation, Refusal, text_command
from server.options import ADMIN, TABLE, read_setup

_LONGEST_CODE: Final = 64


async def show_table(caller: CommandCaller, code: str) -> Answer:
    """Show a table.

    Raises:
        Refusal: there is none with this code.
    """
    if not 0 < len(code) <= _LONGEST_CODE:
        raise _unknown(code)
    try:
        shown = await caller.ask(TableShown, ReadTable, code)
    except Refusal as refusal:
        # The host's own sentence refers to the list on a screen, which does not exist here.
        raise _unknown(code) if refusal.code == ErrorCode.UNKNOWN_TABLE.value else refusal from None
    return Answer(table_lines(shown.view), shown.view)


def _unknown(code: str) -> Refusal:
    text = _("there is no table {code}: `tables` lists those that you can find", code=quoted(code))
    return Refusal(ErrorCode.UNKNOWN_TABLE.value, text)


def table_lines(view: TableView) -> list[str]:
    """Return a table on one page; without its deal before the game, and of a game that is unknown here."""
    setup, game = view.setup, kind_of(view)
    title = _(
        "Table {table}: {game} for {players}", table=worded(view.table), game=worded(setup.game), players=setup.players
    )
    head = hung("", f"{title}, {settings(cleaned(setup.options))}" if setup.options else title)
    headings = (pgettext("heading", "Seat"), pgettext("heading", "Player"))
    who = [(str(seat), _who(occupant)) for seat, occupant in enumerate(view.seats, 1)]
    if game is None or view.game is None:
        return [*head, _progress(view), "", *columns([headings, *who], {0})]
    deal = PublicDeal(game, view.game)
    names = [
        named(occupant.name) if occupant else _("Seat {number}", number=seat)
        for seat, occupant in enumerate(view.seats, 1)
    ]
    rows = [(*headings, *deal.titles, ""), *((*one, *deal.numbers(seat), "") for seat, one in enumerate(who))]
    told = [deal.trick(names, back=back).partition(": ") for back in (True, False)]
    tricks = [line for title, _colon, turns in told if turns for line in hung(f"{title}: ", turns.rstrip("."))]
    page = [*head, *hung("", deal.sentence(names)), "", *columns(rows, {0, *range(2, 2 + len(deal.titles))})]
    return [*page, *(["", *tricks] if tricks else [])]


def _progress(view: TableView) -> str:
    """Return how far the table is, where no deal tells it."""
    match view.phase:
        case TablePhase.PLAYING:
            return _("The game is on.")
        case TablePhase.OVER:
            return _("The game is over.")
        case _gathering:
            taken = sum(occupant is not None for occupant in view.seats)
            return _("Not begun: {taken} of {seats} seats taken.", taken=taken, seats=view.setup.players)


def _who(occupant: Occupant | None) -> str:
    if occupant is None or not (name := named(occupant.name)):
        return _("(free)")
    if occupant.bot and not occupant.away:
        return _("{name} ({level} bot)", name=name, level=worded(occupant.bot))
    return name if occupant.here and not occupant.away else _("{name} (away)", name=name)


async def _tables(caller: CommandCaller) -> Answer:
    found = await caller.ask(Tables, ListTables)
    if not found.tables:
        opens = caller.visitor.place.ssh(terminal=True)
        return Answer([_("No table is open. `{command}` opens one.", command=opens)], found)
    headings = (
        pgettext("heading", "Table"),
        pgettext("heading", "Game"),
        pgettext("heading", "Seats"),
        pgettext("heading", "State"),
        # Translators: the heading of a column with one's own total at each table.
        pgettext("heading", "Yours"),
        pgettext("heading", "Players"),
    )
    return Answer(columns([headings, *map(_row, found.tables)]), found)


def _row(entry: TableEntry) -> tuple[str, ...]:
    taken = [name for name in sentences.names(tuple(map(named, entry.names))) if name]
    yours = "" if not entry.yours else _("yes") if entry.total is None else str(entry.total)
    return (
        worded(entry.table),
        worded(entry.setup.game),
        f"{len(taken)}/{entry.setup.players}",
        sentences.progress(worded(entry.summary)),
        yours or "-",
        ", ".join(map(together, taken)) or pgettext("in a list of players", "nobody"),
    )


async def _history(caller: CommandCaller, number: int | None) -> Answer:
    if number is not None:
        async with caller.host() as host:
            return Answer(await _record(host, number))
    found = await caller.ask(Games, ListGames)
    none = [_("You have finished no game here yet.")]
    return Answer(columns(history_rows(found.games), {0}) if found.games else none, found)


LARGEST: Final = 8 * 1024 * 1024
"""Maximum length of a record in characters: many times the length of a game."""

_MOST_GAMES: Final = 10**9


async def _record(host: Conversation, game: int) -> list[str]:
    lines: list[str] = []
    size, more = 0, True
    while more:
        part = await host.ask(RecordPart, ReadRecord, game, len(lines))
        lines += part.lines
        size += sum(map(len, part.lines))
        more = part.more and bool(part.lines)
        if size > LARGEST:
            text = _("the record of game {number} is too large to be shown here", number=game)
            raise Refusal(ErrorCode.SERVER_FAULT.value, text)
    return lines


async def _rankings(caller: CommandCaller, words: tuple[str, ...]) -> Answer:
    async with caller.host() as host:
        games = {offer.name: rulesets(offer.options) for offer in host.welcome.games}
        try:
            wanted = page.meant_ladders(words, games)
        except page.InvalidRankings as problem:
            raise Misuse(str(problem)) from None
        found = [await host.ask(Rankings, ReadRankings, ladder.game, ladder.ruleset) for ladder in wanted]
    return Answer(page.rankings_lines(found), {"rankings": found})


async def _tournament(caller: CommandCaller, words: tuple[str, ...]) -> Answer:
    async with caller.host() as host:
        try:
            request = read_request(words, host.welcome.games)
        except InvalidPlan as problem:
            raise Misuse(str(problem)) from None
        kind: type[TournamentAnswer] = Tournaments if isinstance(request, ListTournaments) else TournamentShown
        found = await host.ask(kind, lambda number: replace(request, id=number))
    return Answer(page.list_lines(found) if isinstance(found, Tournaments) else page.tournament_lines(found), found)


async def _status(caller: CommandCaller) -> Answer:
    found = await caller.ask(ServerStatus, ReadStatus)
    # As the page for everybody has it, with every key.
    return Answer(page.status_lines(found), msgspec.json.decode(page.status_json(found)))


async def _admin(caller: CommandCaller, words: tuple[str, ...], *, everybody_known: bool) -> Answer:
    try:
        checked = checked_words(with_fingerprints([*words, *[EVERYBODY_KNOWN] * everybody_known]))
    except ValueError as problem:
        raise Misuse(str(problem)) from None
    reply = await caller.ask(AdminReply, AdminCommand, checked)
    if reply.refused:
        raise Refusal("not_done", "; ".join(reply.lines))
    return Answer(tuple(map(safe, reply.lines)), reply)


async def _rules(caller: CommandCaller, game: str, players: int | None, option: tuple[tuple[str, str], ...]) -> Answer:
    if not (game or players or option):
        async with caller.host() as host:
            return Answer(page.games_lines(host.welcome.games), {"games": host.welcome.games})
    try:
        setup = read_setup(game, players, option)
    except InvalidSetup as problem:
        raise Misuse(safe(told(str(problem)))) from problem
    rules = pages.rules(GAMES[setup.game], setup.players, setup.options)
    return Answer(rules.rstrip("\n").split("\n"), {"setup": setup, "rules": rules})


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
        more=N_("No hand is shown to anybody."),
    ),
    text_command("status", N_("how many are here and play, and since when the server is up"), _status),
    text_command(
        "history",
        N_("list the games that you have finished, or give the record of one"),
        _history,
        Option("NUMBER", N_("give the record of this game"), read=whole_number(_MOST_GAMES), many="?"),
        more=N_(
            "Partners have one result. The record of a game is JSON Lines, with --json and without: keep it with "
            "`history NUMBER > game.jsonl`; `chwech verify game.jsonl` plays it again and checks all that it says."
        ),
    ),
    text_command(
        "rankings",
        N_("list who plays a game best, people and bots"),
        _rankings,
        Option("WORD", N_("a game, or a ruleset"), many="*", to="words"),
        more=N_(
            "Without words it tells of Chwech by each ruleset; with a ruleset or the name of a game it tells of one "
            "list."
        ),
    ),
    text_command(
        "tournament",
        N_("list the tournaments, take part in one, or make one"),
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
        N_("list the games, or give the rules of a table, in words"),
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
