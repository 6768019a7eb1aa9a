"""The pages of the score sheet: the deals, the sets of a duplicate game, the ranking; and what can be done there."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.drawing.line import BLANK, cells, fit, indent, left, measure, right, wrap
from chwech_tui.drawing.panes import INSET, draw_pane
from chwech_tui.drawing.scores import SheetLook, draw_deal
from chwech_tui.drawing.seats import draw_dealt, spaced_lines
from chwech_tui.drawing.standings import draw_ranking
from chwech_tui.model.board import Board
from chwech_tui.model.cards import glyph
from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People, change_sign, clockwise
from chwech_tui.model.prompt import PromptAnswer, as_set, once_more, see_again
from chwech_tui.model.review import HandPlayed, sets_of, sums
from chwech_tui.model.times import waiting
from games.registry import REVIEWS
from protocol.cards import Card
from protocol.game import Stage
from protocol.language import N_, _
from protocol.message import Seat
from protocol.table import TablePhase


def pages(board: Board) -> int:
    """Return the number of pages: one a deal, and once the game is over one a set of hands, and the ranking."""
    game = board.game
    if game is None:
        return 0
    running = game.stage is Stage.PLAYING
    return len(game.sheets) + (1 + len(sets_of(board.game)) if is_over(board) else running)


def is_over(board: Board) -> bool:
    """Return True if the game has ended."""
    return board.table is not None and board.table.phase is TablePhase.OVER


def can_open_hands(board: Board, page: int) -> bool:
    """Return True if all hands of the deal on a page are known; the page of the ranking stands for the last deal."""
    game = board.game
    return game is not None and bool(game.hands) and (page < len(game.hands) or page == pages(board) - 1)


def has_proof(board: Board, page: int) -> bool:
    """Return True if the cards of the deal on a page were sealed."""
    sheets = board.game.sheets if board.game is not None else ()
    return 0 <= page < len(sheets) and sheets[page].seed is not None and sheets[page].commitment is not None


_SPACED: Final = 34  # The height from which the rows of hands are set apart, in lines.


def draw_sheet(board: Board, page: int, width: int, height: int, look: SheetLook) -> Picture:
    """Draw a page of the sheet, centred."""
    if not pages(board):
        return ()
    _table, _kind, game = board.begun
    size, spaced = (width, height), height >= _SPACED
    if look.hands and can_open_hands(board, page):
        deal = min(page, len(game.hands) - 1)
        lines = _paned(draw_dealt(board, deal, width - 2 * INSET, spaced=spaced), look)
    elif page < len(game.sheets):
        lines = draw_deal(board, page, size, look)
    elif not is_over(board):
        lines = draw_running(board, look)
    elif page < pages(board) - 1:
        lines = _paned(draw_set(board, page - len(game.sheets), width - 2 * INSET, spaced=spaced), look)
    else:
        lines = draw_ranking(board, size, look)
    return centred(lines, width, height)


def _paned(lines: Picture, look: SheetLook) -> Picture:
    """Return lines on a pane, the first as its title."""
    wide = max(map(measure, lines))
    return draw_pane(lines[2:], (wide + 2 * INSET, len(lines) + 2), look.strokes, lines[0])


def centred(lines: Picture, width: int, height: int) -> Picture:
    """Return lines centred in a space."""
    wide = max(map(measure, lines), default=0)
    return ((),) * ((height - len(lines)) // 2) + tuple(
        fit(indent(line, (width - wide) // 2), width) for line in lines[:height]
    )


def can_review(board: Board) -> bool:
    """Return True if the viewer can look back at the choices of the game that is over."""
    return is_over(board) and not board.watches and board.kind is not None and board.kind.game.name in REVIEWS


def answers(board: Board) -> tuple[PromptAnswer, ...]:
    """Return what can be done now: go on or, after the game, what comes next."""
    found: tuple[PromptAnswer, ...] = ()
    if board.waited_for:
        found = (PromptAnswer("Enter", _("next deal"), "enter"),)
    elif is_over(board):
        copy, leave = PromptAnswer("c", _("copy"), "c"), PromptAnswer("q", _("leave"), "q")
        review = (PromptAnswer("r", _("review"), "r"),) if can_review(board) else ()
        found = (*once_more(board), *see_again(board), *review, copy, leave)
    return as_set(board.settings.keys, found)


_OTHER: Final = PromptAnswer("← →", N_("other deals"), "left")


def page_keys(board: Board, page: int, look: SheetLook, *, asks: bool = False) -> tuple[PromptAnswer, ...]:
    """Return the keys that turn to other pages, to what else a page shows and, if it ``asks``, to puzzles."""
    found = [_OTHER] if pages(board) > 1 else []
    if can_open_hands(board, page):
        found.append(PromptAnswer("o", _("score") if look.hands else _("hands"), "o"))
    if has_proof(board, page) and not look.hands:
        found.append(PromptAnswer("p", _("score") if look.proof else _("proof"), "p"))
    if asks and can_review(board):
        found.append(PromptAnswer("m", _("puzzles"), "m"))
    return as_set(board.settings.keys, tuple(found))


def asked(board: Board) -> str:
    """Return the question shown with the sheet; empty if there is none."""
    if is_over(board):
        return _("What next?")
    table = board.table
    return waiting(board) if table is not None and table.waits_for and not board.waited_for else ""


def draw_running(board: Board, look: SheetLook) -> Picture:
    """Draw the state of the current deal: what everyone may know of each seat, in columns."""
    (table, kind, game), people = board.begun, board.people
    deal = PublicDeal(kind, game)
    rows = [(people.call(seat), *deal.numbers(seat)) for seat in clockwise(table)]
    heads = ("", *deal.titles)
    wide = [max(cells(row[at]) for row in (heads, *rows)) for at in range(len(heads))]

    def line(row: Sequence[str], hue: Hue) -> Line:
        told = (left(row[0], wide[0]), *[right(cell, wide[at]) for at, cell in enumerate(row) if at])
        return (Span("   ".join(told), hue),)

    names = [people.name(Seat(seat)) for seat in range(len(table.seats))]
    title = (Span(_("This deal so far"), Hue.STRONG),)
    body = [line(row, Hue.STRONG if at == 0 and not board.watches else Hue.TEXT) for at, row in enumerate(rows)]
    told = wrap((Span(deal.sentence(names), Hue.FAINT),), max(40, sum(wide) + 3 * len(wide)), hang=0)
    return _paned((title, BLANK, line(heads, Hue.FAINT), *body, BLANK, *told), look)


# The sets of a duplicate game

_COLUMN: Final = 13  # The width of the widest column of a player, in cells.


def draw_set(board: Board, number: int, width: int, *, spaced: bool) -> Picture:
    """Draw what each player made of each hand of a set; sets are counted from 0."""
    table, _kind, game = board.begun
    sets, seats, people = sets_of(game), clockwise(table), board.people
    hands = sets[number]
    card = max(cells(glyph(card)) for hand in hands for card in hand.cards) + 1
    first = card * max(len(hand.cards) for hand in hands)
    column = min(_COLUMN, (width - first) // len(seats))
    names = tuple(_name(people, seat, column) for seat in seats)
    title = (
        Span(_("Hands of set {number} of {sets}", number=number + 1, sets=len(sets)), Hue.STRONG),
        Span("   " + _("points above the mean of each hand"), Hue.TEXT),
    )
    rows = ((*_cards(hand.cards, card, first), *_margins(hand, seats, people, column)) for hand in hands)
    total = sums(hands)
    together = tuple(Span(right(change_sign(round(total[seat])), column), Hue.STRONG) for seat in seats)
    return (
        title,
        BLANK,
        (Span(" " * first), *names),
        *spaced_lines(rows, spaced=spaced),
        *((BLANK,) if spaced else ()),
        (Span(left(_("together"), first), Hue.DIM), *together),
    )


def _name(people: People, seat: Seat, width: int) -> Span:
    hue = Hue.STRONG if seat == people.viewer else Hue.FAINT
    return Span(" " + right(people.call(seat), width - 1), hue)


def _cards(cards: Sequence[Card], card: int, width: int) -> Line:
    spans = tuple(Span(left(glyph(one), card), SUIT_HUES[one.suit]) for one in cards)
    return (*spans, Span(" " * (width - card * len(cards))))


def _margins(hand: HandPlayed, seats: Sequence[Seat], people: People, width: int) -> Line:
    best = max(hand.margins)
    return tuple(
        Span(
            right(change_sign(round(hand.margins[seat])), width),
            Hue.INFO if hand.margins[seat] == best else Hue.STRONG if seat == people.viewer else Hue.TEXT,
        )
        for seat in seats
    )
