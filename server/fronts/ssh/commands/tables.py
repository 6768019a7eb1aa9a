"""The commands ``table`` and ``tables``: the public view of one table, and the list of tables."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.games.registry import kind_of
from chwech_tui.model.deal import PublicDeal, TrickText
from protocol import lists
from protocol.errors import ErrorCode
from protocol.language import N_, _, pgettext
from protocol.messages import ListTables, ReadTable, Tables, TableShown
from protocol.tableview import Occupant, TableEntry, TablePhase, TableView
from server.fronts.page import cleaned, columns, hung, named, quoted, settings, together, worded
from server.fronts.ssh.commands.command import Answer, Command, CommandCaller, expect
from server.fronts.ssh.commands.conversation import Refusal

_TABLE_USAGE: Final = "table CODE [--json]"
_TABLES_USAGE: Final = "tables [--json]"
_LONGEST_CODE: Final = 64


async def _table(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, _TABLE_USAGE, 1)
    code = words[0]
    if not 0 < len(code) <= _LONGEST_CODE:
        raise _unknown(code)
    try:
        async with caller.host() as host:
            shown = await host.ask(lambda number: ReadTable(number, code), TableShown)
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
    tricks = [line for trick in deal.tricks(names) for line in _lines(trick)]
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


def _lines(trick: TrickText) -> list[str]:
    turns = ", ".join(map(together, trick.turns))
    return hung(f"{trick.title}: ", f"{turns}; {trick.taker}" if trick.taker else turns)


def _who(occupant: Occupant | None) -> str:
    if occupant is None or not (name := named(occupant.name)):
        return _("(free)")
    if occupant.bot and not occupant.away:
        return _("{name} ({level} bot)", name=name, level=worded(occupant.bot))
    return name if occupant.here and not occupant.away else _("{name} (away)", name=name)


TABLE: Final = Command(
    (_TABLE_USAGE,),
    N_("show a table: the seats, the scores, the deal and the trick"),
    _table,
    N_("Cards and plays are written as in records: QH, 10C, JK. No hand is shown to anybody."),
)


async def _tables(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, _TABLES_USAGE, 0)
    async with caller.host() as host:
        found = await host.ask(ListTables, Tables)
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
    taken = [name for name in lists.names(tuple(map(named, entry.names))) if name]
    yours = "" if not entry.yours else _("yes") if entry.total is None else str(entry.total)
    return (
        worded(entry.table),
        worded(entry.setup.game),
        f"{len(taken)}/{entry.setup.players}",
        lists.progress(worded(entry.summary)),
        yours or "-",
        ", ".join(map(together, taken)) or pgettext("in a list of players", "nobody"),
    )


TABLES: Final = Command(
    (_TABLES_USAGE,),
    N_("list the tables to sit down at or to come back to"),
    _tables,
    N_("Your own tables come first; `Yours` is your total there. Sit down with `ssh -t chwech@HOST CODE`."),
)
