"""The scores of the Fives: those of a deal, and a finished game as its record tells it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.describe import chips_words
from chwech_tui.drawing.line import left, right
from chwech_tui.games.fives import tricks
from chwech_tui.games.fives.tricks import CHIPS
from chwech_tui.games.fives.words import FORTY_FIVE, SPOIL_FIVE, TITLES, ending, sides_ahead, win
from chwech_tui.games.score_table import Column, column, score_table, side_hue, side_letter, side_title
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span, change, figure
from chwech_tui.model.people import People
from protocol.fives.events import DealSheet, Ending
from protocol.fives.views import FivesView
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Seat

_NAMED: Final = 2
"""The largest number of people whom the title of a deal names."""

_CROWDS: Final = {
    3: N_("three people"),
    4: N_("four people"),
    5: N_("five people"),
    6: N_("six people"),
    7: N_("seven people"),
    8: N_("eight people"),
    9: N_("nine people"),
    10: N_("ten people"),
}
"""What to call more people, marked for translation."""


def sides(view: FivesView) -> tuple[int, ...]:
    """Return the side of each seat; empty where each plays alone."""
    return tuple(seat.side for seat in view.seats) if view.sides < len(view.seats) else ()


def points(view: FivesView, page: int) -> tuple[int, ...]:
    return view.sheets[page].points


class _Columns(NamedTuple):
    """The columns of the score of a deal; None for one that a table does not need."""

    side: Column | None
    tricks: Column
    best: Column | None
    points: Column
    total: Column


def _scores_best(view: FivesView) -> bool:
    """Return True if the best card scores at this table: then it did in every deal that nobody won."""
    played = [sheet for sheet in view.sheets if sheet.ending is Ending.PLAYED]
    return view.game == FORTY_FIVE and all(sheet.best is not None for sheet in played)


def _columns(view: FivesView) -> _Columns:
    sides, best = view.sides < len(view.seats), _scores_best(view)
    return _Columns(
        column(pgettext("column", "side"), 6) if sides else None,
        column(pgettext("score sheet", "tricks"), 8),
        column(pgettext("score sheet", "best card"), 12) if best else None,
        column(pgettext("score sheet", "points") if view.spoil is None else pgettext("score sheet", "chips"), 9),
        column(pgettext("score sheet", "total"), 8),
    )


def deal_score(view: FivesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by tricks, and by the best card."""
    sheet, columns = view.sheets[page], _columns(view)
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, _ending(view, sheet, people), columns, rows, _notes(view, page, people))


def _row(view: FivesView, sheet: DealSheet, seat: Seat, columns: _Columns) -> Line:
    total = sheet.totals[seat]
    shown = figure if view.spoil is None else change
    own = view.seats[seat].side
    side = (Span(columns.side.put(side_letter(own)), side_hue(own)),) if columns.side else ()
    return (
        *side,
        Span(columns.tricks.put(str(sheet.tricks[seat]))),
        *(_best(sheet, seat, columns.best.width) if columns.best else ()),
        Span(columns.points.put(shown(sheet.points[seat]))),
        Span(columns.total.put(shown(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _best(sheet: DealSheet, seat: Seat, width: int) -> Line:
    """Draw the best card, and what it scored, in the row of who held it."""
    if sheet.best is None or sheet.best.seat != seat:
        return (Span(" " * width),)
    card = card_span(sheet.best.card)
    return (Span(right(card.text, width - 4), card.hue), Span(left(f" {sheet.best.points}", 4)))


def _notes(view: FivesView, page: int, people: People) -> list[str]:
    """Return what the figures mean, and what is in the pool."""
    sheet, notes = view.sheets[page], []
    if view.spoil is not None:
        return _pool_notes(view, page, people)
    if view.sides < len(view.seats):
        notes.append(_("Points and totals are those of the side; partners share them."))
    if sheet.ending is Ending.WON and view.winners:
        notes.append(_won(view, people))
    elif sheet.ending is Ending.PLAYED and view.pool is not None:
        notes.append(_("The pool after this deal: {chips}.", chips=chips_words((page + 1) * len(view.seats))))
    if _scores_best(view) and sheet.best is None:
        notes.append(_("The best card did not score: the game ended before."))
    return notes


def _pool_notes(view: FivesView, page: int, people: People) -> list[str]:
    """Return what the figures of Spoil Five mean, and who ends with what."""
    notes = [_("Chips won and paid; everybody began with {chips}.", chips=CHIPS)]
    if page == len(view.sheets) - 1 and view.winners:
        held = chips_words(view.seats[view.winners[0]].chips or 0)
        notes.append(_("{victory} with {chips}.", victory=win(people, view.winners), chips=held))
    return notes


def _ending(view: FivesView, sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal, in which a side or many people have no names."""
    if view.spoil is not None:
        return tricks.ending(sheet, people)
    top = max(sheet.totals)
    seats = [Seat(seat) for seat, total in enumerate(sheet.totals) if total == top]
    if view.sides == len(view.seats):
        return ending(sheet, people, "" if len(seats) <= _NAMED else _crowd(len(seats)))
    leading = sides_ahead(sheet, sides(view))
    return ending(sheet, people, side_title(*leading), alone=len(leading) == 1)


def _crowd(number: int) -> str:
    """Return what to call more people than are named."""
    return _(_CROWDS[number]) if number in _CROWDS else _("{number} people", number=number)


def _won(view: FivesView, people: People) -> str:
    """Return who has won, and what they have with the pool, if there is one."""
    winner = view.winners[0]
    side = side_title(view.seats[winner].side) if view.sides < len(view.seats) else ""
    held = view.seats[winner].chips
    if held is None:
        return _("{name} wins.", name=side) if side else people.tell(winner, _("You win."), _("{name} wins."))
    chips = chips_words(held)
    if side:
        return _("{name} wins the pool: its players now have {chips} each.", name=side, chips=chips)
    own = _("You win the pool, and now have {chips}.")
    return people.tell(winner, own, _("{name} wins the pool, and now has {chips}."), chips=chips)


class _FivesDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    best: tuple[int, str] | None = None


class _FivesRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_FivesDeal, ...]
    chips: tuple[int, ...] = ()


_DECODER = Decoder(_FivesRecord)


def read_result(record: str) -> GameResult | None:
    game = read_recorded(_DECODER, record)
    if game is None or game.game not in TITLES:
        return None
    seats = len(game.totals)
    if not all(len(deal.scores) == seats for deal in game.deals) or len(game.chips) not in {0, seats}:
        return None
    deals = tuple(_figures(deal) for deal in game.deals)
    return GameResult(TITLES[game.game], game.names, game.totals, deals, _result_note(game))


def _figures(deal: _FivesDeal) -> tuple[str, ...]:
    """Return the score of each seat, with a mark for the holder of the best card."""
    holder = deal.best[0] if deal.best is not None else None
    return tuple(f"{figure(score)}{'*' if seat == holder else ' '}" for seat, score in enumerate(deal.scores))


def _result_note(game: _FivesRecord) -> str:
    if game.game == SPOIL_FIVE:
        return _("Chips won and paid; everybody began with {chips}.", chips=CHIPS)
    if game.chips:
        chips = chips_words(max(game.chips))
        if game.totals.count(max(game.totals)) == 1:
            return _("The winner ends with {chips}, the pool included.", chips=chips)
        return _("Each winner ends with {chips}, the pool included.", chips=chips)
    return _("* held the best card of the deal.") if _any_best(game.deals) else ""


def _any_best(deals: Sequence[_FivesDeal]) -> bool:
    return any(deal.best is not None for deal in deals)
