"""The commands ``table`` and ``tables``: the public view of one table, and the list of tables."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from chwech_tui.games.registry import game_of
from chwech_tui.model.cards import PublicDeal, TrickText
from protocol import lists
from protocol.errors import ErrorCode
from protocol.language import N_, _, pgettext
from protocol.messages import ListTables, ReadTable, Tables, TableShown
from protocol.setup import OptionValue
from protocol.tableview import Occupant, TableEntry, TableView
from protocol.vocabulary import View
from server.fronts.page import cleaned, columns, hung, named, quoted, settings, together, worded
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.commands.conversation import Refusal
from server.fronts.ssh.public_address import PublicAddress

_TABLE_USAGE: Final = "table CODE [--json]"
_LONGEST_CODE: Final = 64


class SeatShown(Struct, frozen=True):
    """One seat of a table."""

    seat: int
    name: str
    bot: str
    """The level of the bot that plays for it; empty for a person."""

    here: bool
    away: bool
    """True for the seat of an absent person for whom a bot plays."""


class TableFound(Document, frozen=True):
    """The public view of a table."""

    table: str
    game: str
    players: int
    options: dict[str, OptionValue]
    phase: str
    """``gathering``, ``playing`` or ``over``."""

    seats: tuple[SeatShown, ...]
    deal: PublicDeal | None
    """The deal; None before the game has begun, and in a game that is unknown here."""

    def text(self, place: PublicAddress) -> str:
        """Write the table on one page."""
        title = _("Table {table}: {game} for {players}", table=self.table, game=self.game, players=self.players)
        head = hung("", title + self._with_options())
        names = [seat.name or _("Seat {number}", number=seat.seat + 1) for seat in self.seats]
        headings = (pgettext("heading", "Seat"), pgettext("heading", "Player"))
        if self.deal is None:
            free = [headings, *((str(seat.seat + 1), _who(seat)) for seat in self.seats)]
            return "\n".join([*head, self._progress(), "", *columns(free, {0})]) + "\n"
        rows = [(*headings, *self.deal.titles, "")]
        rows += [(str(seat.seat + 1), _who(seat), *self.deal.numbers(seat.seat), "") for seat in self.seats]
        numbers = {0, *range(2, 2 + len(self.deal.titles))}
        said = hung("", self.deal.sentence(names))
        tricks = [line for trick in self.deal.tricks(names) for line in _lines(trick)]
        return "\n".join([*head, *said, "", *columns(rows, numbers), *(["", *tricks] if tricks else [])]) + "\n"

    def _with_options(self) -> str:
        return f", {settings(self.options)}" if self.options else ""

    def _progress(self) -> str:
        """Return how far the table is, where no deal tells it."""
        taken = sum(bool(seat.name) for seat in self.seats)
        match self.phase:
            case "playing":
                return _("The game is on.")
            case "over":
                return _("The game is over.")
            case _gathering:
                return _("Not begun: {taken} of {seats} seats taken.", taken=taken, seats=self.players)


async def _table(words: Sequence[str], caller: CommandCaller) -> Document:
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
    return table_found(shown.view)


def _unknown(code: str) -> Refusal:
    text = _("there is no table {code}: `tables` lists those that you can find", code=quoted(code))
    return Refusal(ErrorCode.UNKNOWN_TABLE.value, text)


def table_found(view: TableView[View]) -> TableFound:
    """Convert a table view to a document."""
    return TableFound(
        table=worded(view.table),
        game=worded(view.setup.game),
        players=view.setup.players,
        options=cleaned(view.setup.options),
        phase=view.phase.value,
        seats=tuple(_seat(seat, occupant) for seat, occupant in enumerate(view.seats)),
        deal=_deal(view.game),
    )


def _deal(view: View | None) -> PublicDeal | None:
    game = game_of(view)
    return None if game is None else game.public_deal(view)


def _lines(trick: TrickText) -> list[str]:
    turns = ", ".join(map(together, trick.turns))
    return hung(f"{trick.title}: ", f"{turns}; {trick.taker}" if trick.taker else turns)


def _seat(number: int, occupant: Occupant | None) -> SeatShown:
    if occupant is None:
        return SeatShown(number, "", "", here=False, away=False)
    return SeatShown(number, named(occupant.name), worded(occupant.bot), occupant.here, occupant.away)


def _who(seat: SeatShown) -> str:
    if not seat.name:
        return _("(free)")
    if seat.bot and not seat.away:
        return _("{name} ({level} bot)", name=seat.name, level=seat.bot)
    return seat.name if seat.here and not seat.away else _("{name} (away)", name=seat.name)


TABLE: Final = Command(
    (_TABLE_USAGE,),
    N_("show a table: the seats, the scores, the deal and the trick"),
    _table,
    N_("Cards and plays are written as in records: QH, 10C, JK. No hand is shown to anybody."),
)


_TABLES_USAGE: Final = "tables [--json]"


class TableLine(Struct, frozen=True):
    """One table of the list."""

    table: str
    game: str
    players: int
    options: dict[str, OptionValue]
    phase: str
    """``gathering``, ``playing`` or ``over``."""

    summary: str
    names: tuple[str, ...]
    """The names of the players, by seat; empty for a free seat."""

    yours: bool
    total: int | None


class TablesFound(Document, frozen=True):
    """The list of tables."""

    tables: tuple[TableLine, ...]
    """The visitor's own tables first; newer before older."""

    def text(self, place: PublicAddress) -> str:
        """Write one or more lines for each table."""
        if not self.tables:
            return _("No table is open. `{command}` opens one.", command=place.ssh(terminal=True)) + "\n"
        headings = (
            pgettext("heading", "Table"),
            pgettext("heading", "Game"),
            pgettext("heading", "Seats"),
            pgettext("heading", "State"),
            # Translators: the heading of a column with one's own total at each table.
            pgettext("heading", "Yours"),
            pgettext("heading", "Players"),
        )
        rows = [headings, *map(_row, self.tables)]
        return "\n".join(columns(rows)) + "\n"


async def _tables(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _TABLES_USAGE, 0)
    async with caller.host() as host:
        found = await host.ask(ListTables, Tables)
    return TablesFound(tuple(map(_line, found.tables)))


def _line(entry: TableEntry) -> TableLine:
    return TableLine(
        table=worded(entry.table),
        game=worded(entry.setup.game),
        players=entry.setup.players,
        options=cleaned(entry.setup.options),
        phase=entry.phase.value,
        summary=worded(entry.summary),
        names=tuple(map(named, entry.names)),
        yours=entry.yours,
        total=entry.total,
    )


def _row(line: TableLine) -> tuple[str, ...]:
    taken = [name for name in lists.names(line.names) if name]
    yours = "" if not line.yours else _("yes") if line.total is None else str(line.total)
    return (
        line.table,
        line.game,
        f"{len(taken)}/{line.players}",
        lists.progress(line.summary),
        yours or "-",
        ", ".join(map(together, taken)) or pgettext("in a list of players", "nobody"),
    )


TABLES: Final = Command(
    (_TABLES_USAGE,),
    N_("list the tables to sit down at or to come back to"),
    _tables,
    N_("Your own tables come first; `Yours` is your total there. Sit down with `ssh -t chwech@HOST CODE`."),
)
