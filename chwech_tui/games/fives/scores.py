"""The scores of Twenty-Five and Forty-Five: those of a deal, and a finished game as its record tells it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.describe import count
from chwech_tui.drawing.line import left, right
from chwech_tui.games.fives.words import FORTY_FIVE, TITLES, ending, number_words, side_letter, side_title, sides_ahead
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.fives.events import DealSheet, Ending
from protocol.fives.views import FivesView
from protocol.vocabulary import Seat

_NAMED: Final = 2
"""The largest number of people whom the title of a deal names."""


def sides(view: FivesView) -> tuple[int, ...]:
    """Return the side of each seat; empty where each plays alone."""
    return tuple(seat.side for seat in view.seats) if view.sides < len(view.seats) else ()


def points(view: FivesView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal."""
    return view.sheets[page].points


def deal_score(view: FivesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by tricks, and by the best card."""
    sheet = view.sheets[page]
    sides, best = view.sides < len(view.seats), view.game == FORTY_FIVE
    return DealScore(
        title=(Span(f"Deal {page + 1}", Hue.STRONG), Span(f"   {_ending(view, sheet, people)}", Hue.TEXT)),
        heading=f"{'  side' if sides else ''}  tricks{'   best card' if best else ''}   points   total",
        rows=tuple(_row(view, sheet, Seat(seat), sides=sides, best=best) for seat in range(len(view.seats))),
        notes=tuple(_notes(view, page, people)),
    )


def _row(view: FivesView, sheet: DealSheet, seat: Seat, *, sides: bool, best: bool) -> Line:
    total = sheet.totals[seat]
    side = (Span(right(side_letter(view.seats[seat].side), 6), Hue.DIM),) if sides else ()
    return (
        *side,
        Span(right(str(sheet.tricks[seat]), 8)),
        *(_best(sheet, seat) if best else ()),
        Span(right(str(sheet.points[seat]), 9)),
        Span(right(str(total), 8), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _best(sheet: DealSheet, seat: Seat) -> Line:
    """Draw the best card, and what it scored, in the row of who held it."""
    if sheet.best is None or sheet.best.seat != seat:
        return (Span(" " * 12),)
    card = card_span(sheet.best.card)
    return (Span(right(card.text, 8), card.hue), Span(left(f" {sheet.best.points}", 4)))


def _notes(view: FivesView, page: int, people: People) -> list[str]:
    """Return what the figures mean, and what is in the pool."""
    sheet, notes = view.sheets[page], []
    if view.sides < len(view.seats):
        notes.append("Points and totals are those of the side; partners share them.")
    if sheet.ending is Ending.WON and view.winners:
        notes.append(_won(view, people))
    elif sheet.ending is Ending.PLAYED and view.pool is not None:
        notes.append(f"The pool after this deal: {count((page + 1) * len(view.seats), 'chip')}.")
    if view.game == FORTY_FIVE and sheet.best is None:
        notes.append("The best card did not score: the game ended before.")
    return notes


def _ending(view: FivesView, sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal, in which a side or many people have no names."""
    top = max(sheet.totals)
    seats = [Seat(seat) for seat, total in enumerate(sheet.totals) if total == top]
    if view.sides == len(view.seats):
        return ending(sheet, people, "" if len(seats) <= _NAMED else f"{number_words(len(seats))} people".capitalize())
    leading = sides_ahead(sheet, sides(view))
    return ending(sheet, people, side_title(leading), alone=len(leading) == 1)


def _won(view: FivesView, people: People) -> str:
    """Return who has won, and what they have with the pool, if there is one."""
    winner = view.winners[0]
    partners = view.sides < len(view.seats)
    who = f"Side {side_letter(view.seats[winner].side)} wins" if partners else people.does(winner, "win")
    chips = view.seats[winner].chips
    if chips is None:
        return f"{who}."
    if partners:
        return f"{who} the pool: its players now have {count(chips, 'chip')} each."
    has = "have" if winner == people.viewer else "has"
    return f"{who} the pool, and now {has} {count(chips, 'chip')}."


class _FivesDeal(Struct, frozen=True):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    best: tuple[int, str] | None = None


class _FivesRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_FivesDeal, ...]
    chips: tuple[int, ...] = ()


_DECODER = Decoder(_FivesRecord)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
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
    return tuple(f"{score}{'*' if seat == holder else ' '}" for seat, score in enumerate(deal.scores))


def _result_note(game: _FivesRecord) -> str:
    if game.chips:
        alone = game.totals.count(max(game.totals)) == 1
        chips = count(max(game.chips), "chip")
        return f"{'The winner' if alone else 'Each winner'} ends with {chips}, the pool included."
    return "* held the best card of the deal." if _any_best(game.deals) else ""


def _any_best(deals: Sequence[_FivesDeal]) -> bool:
    return any(deal.best is not None for deal in deals)
