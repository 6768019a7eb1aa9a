"""The score sheet: how each score of a deal was made, the totals, the seal of the cards, and the final ranking."""

import hashlib
from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import ending, victory
from chwech_tui.drawing.line import BLANK, centre, draw_name, fit, left, right, wrap
from chwech_tui.drawing.open_hands import draw_hands
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.seats import won_text
from chwech_tui.model.board import Board, clockwise
from chwech_tui.model.hand import waiting
from chwech_tui.model.hosting import hint
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.prompt import PromptAnswer, once_more, see_again
from chwech_tui.model.replay import Recorded
from protocol.archive import GameEntry
from protocol.chwech.events import DealSheet
from protocol.chwech.views import ChwechView
from protocol.ranking import Ranked, ranking
from protocol.tableview import TablePhase
from protocol.text import clean_text
from protocol.vocabulary import Seat

_NAME: Final = 20
"""The maximum width of a name, in cells."""

_COLUMN: Final = 5
"""The width of the column of a deal, in cells: three figures, a mark, a gap."""

_ANSWERS: Final = (
    PromptAnswer("v", "replay", "v"),
    PromptAnswer("e", "export", "e"),
    PromptAnswer("Esc", "back", "escape"),
)


def draw_record(entry: GameEntry, game: Recorded, command: str, width: int) -> Picture:
    """Draw the result of a game from the archive, and the command that prints its whole record."""
    room = max(1, (width - _NAME - 14) // _COLUMN)
    first = max(0, len(game.deals) - room)
    title: Line = (
        Span(f"Game {entry.game}", Hue.STRONG),
        Span(f"   {clean_text(entry.table, cells=26)}   {clean_text(game.ruleset, cells=12)} rules", Hue.DIM),
    )
    numbers = "".join(f"{number + 1:>4} " for number in range(first, len(game.deals)))
    missing = f"   The deals before number {first + 1} are not shown." if first else ""
    rows = tuple(_game_row(entry, game, seat, total, place, first) for place, seat, total in _places(game))
    lines: Picture = (
        title,
        BLANK,
        (Span(f"    {left('', _NAME)}  total  {numbers}", Hue.FAINT),),
        *rows,
        BLANK,
        (Span(f"* won a multiple of nine cards, or none: the cards played count ninefold.{missing}", Hue.DIM),),
        BLANK,
        *wrap((Span(f"The record, for chwech verify: {command}", Hue.DIM),), width),
        BLANK,
        _buttons(),
    )
    return tuple(fit(line, width) for line in lines)


def _buttons() -> Line:
    line: Line = ()
    for answer in _ANSWERS:
        line = (*line, *draw_button(answer), Span("  "))
    return line


def _places(game: Recorded) -> list[tuple[int, int, int]]:
    return [(ranked.place, ranked.seat, ranked.total) for ranked in ranking(game.totals)]


def _game_row(entry: GameEntry, game: Recorded, seat: int, total: int, place: int, first: int) -> Line:
    name = clean_text(game.names[seat], cells=_NAME) if game.names else f"Seat {seat + 1}"
    hue = Hue.ACCENT if place == 1 else Hue.STRONG if seat == entry.seat else Hue.TEXT
    deals = "".join(f"{deal.scores[seat]:>4}{' ' if deal.won[seat] % 9 else '*'}" for deal in game.deals[first:])
    return (
        Span(f"{right(str(place), 2)}  ", Hue.DIM),
        Span(left(name, _NAME), hue),
        Span(right(str(total), 7), Hue.STRONG),
        Span(f"  {deals}", Hue.DIM),
    )


NAME_WIDTH: Final = 20
"""The width of a name on the sheet, in cells."""

_BACK: Final = PromptAnswer("Esc", "back to the table", "escape")
_HANDS: Final = PromptAnswer("o", "hands", "o")
_SCORES: Final = PromptAnswer("o", "score", "o")
_OTHER: Final = PromptAnswer("← →", "other deals", "left")


def pages(board: Board) -> int:
    """Return the number of pages: one for each deal, and the ranking once the game is over."""
    game = board.game
    if game is None:
        return 0
    return len(game.sheets) + is_over(board)


def can_open_hands(board: Board, page: int) -> bool:
    """Return True if all hands of the deal on a page are known; the page of the ranking stands for the last deal."""
    return board.game is not None and bool(board.game.hands) and page <= len(board.game.hands)


def draw_sheet(board: Board, page: int, width: int, height: int, *, hands: bool = False) -> Picture:
    """Draw a page of the sheet, centred; with ``hands``, all hands of that deal instead, if they are known."""
    table, game = board.table, board.game
    if table is None or game is None or not game.sheets:
        return ()
    if hands and can_open_hands(board, page):
        deal = min(page, len(game.hands) - 1)
        lines = draw_hands(table, game.hands[deal], deal, board.people, spaced=height >= 36)
    elif page < len(game.sheets):
        lines = draw_score(board, page, spaced=height >= 36)
    else:
        lines = _ranking(game, board.people, spaced=height >= 36)
    lines = (*lines, BLANK, _answers(board, page, hands=hands), *_news(board))
    top = max(0, (height - len(lines)) // 3)
    return tuple(fit(line, width) for line in (*((BLANK,) * top), *centre(lines, width)))


def is_over(board: Board) -> bool:
    """Return True if the game has ended."""
    return board.table is not None and board.table.phase is TablePhase.OVER


def _answers(board: Board, page: int, *, hands: bool) -> Line:
    answers = [_BACK]
    if can_open_hands(board, page):
        answers.append(_SCORES if hands else _HANDS)
    if board.waited_for:
        answers.insert(0, PromptAnswer("Enter", "next deal", "enter"))
    elif is_over(board):
        answers[0] = PromptAnswer("Esc", "back", "escape")
        answers[:0] = [*once_more(board), *see_again(board), PromptAnswer("q", "leave", "q")]
    if pages(board) > 1:
        answers.append(_OTHER)
    spans: list[Span] = []
    for answer in answers:
        spans += [*([Span("  ")] if spans else []), *draw_button(answer)]
    if board.table is not None and board.table.waits_for and not board.waited_for:
        spans.append(Span(f"  {waiting(board)}", Hue.DIM))
    return tuple(spans)


def _news(board: Board) -> Picture:
    """Draw the offer of a pause or a rematch, if there is one, below the answers."""
    text = hint(board)
    return (BLANK, (Span(text, Hue.ACCENT),)) if text else ()


def draw_score(board: Board, page: int, *, spaced: bool) -> Picture:
    """Draw how the scores of one deal were made."""
    table, game = board.table, board.game
    if table is None or game is None:
        return ()
    sheet, people = game.sheets[page], board.people
    told = dict(board.seals).get(page + 1)
    best = max(sheet.totals)
    rows: list[Line] = []
    for seat in clockwise(table):
        rows.append(_row(sheet, seat, people, leads=sheet.totals[seat] == best))
        if spaced:
            rows.append(BLANK)
    return (
        (Span(f"Deal {page + 1} of {game.deals}", Hue.STRONG), Span(f"   {ending(sheet, people)}", Hue.TEXT)),
        BLANK,
        (Span(f"{left('', NAME_WIDTH)}  left   won      played × factor = score      total", Hue.FAINT),),
        *rows,
        BLANK,
        (Span("Factor: the cards won beyond a multiple of nine; for a multiple itself, nine.", Hue.DIM),),
        *_seal(sheet, told),
    )


def _row(sheet: DealSheet, seat: Seat, people: People, *, leads: bool) -> Line:
    score, factor, kept = sheet.scores[seat], sheet.factors[seat], sheet.left[seat]
    multiple, plus, rest = won_text(sheet.won[seat]).partition("+")
    return (
        Span(draw_name(people, seat, NAME_WIDTH), Hue.STRONG if seat == people.viewer else Hue.TEXT),
        Span(f"  {right(str(kept), 4)}  "),
        Span(f"{right(multiple, 2)}{plus}{rest}".ljust(6), Hue.TEXT if plus else Hue.ACCENT),
        Span(f"      {right(str(9 - kept), 4)} × "),
        Span(right(str(factor), 6), Hue.TEXT if plus else Hue.ACCENT),
        Span(" = ", Hue.TEXT),
        Span(right(str(score), 5), Hue.STRONG),
        Span(right(str(sheet.totals[seat]), 11), Hue.ACCENT if leads else Hue.TEXT),
    )


def _seal(sheet: DealSheet, told: str | None) -> Picture:
    if sheet.seed is None or sheet.commitment is None:
        return ()
    return (
        (Span(f"seed {sheet.seed}", Hue.FAINT),),
        (Span(f"seal {sheet.commitment} {seal_word(sheet.seed, sheet.commitment, told)}", Hue.FAINT),),
    )


def seal_word(seed: str, commitment: str, told: str | None) -> str:
    """Return in words how a seed compares with its commitment, and that with the one received earlier (``told``)."""
    if told is not None and told != commitment:
        return "was another!"
    try:
        fits = hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    except ValueError:
        fits = False
    return "fits" if fits else "does not fit!"


def _ranking(game: ChwechView, people: People, *, spaced: bool) -> Picture:
    totals = game.sheets[-1].totals
    rows: list[Line] = []
    for ranked in ranking(totals):
        rows.append(_ranked(ranked, people, _deals_of(game.sheets, ranked.seat)))
        if spaced:
            rows.append(BLANK)
    title: Line = (Span("Final ranking", Hue.STRONG), Span(f"   {victory(people, game.winners)}", Hue.ACCENT))
    return (title, BLANK, (Span(f"  {left('', NAME_WIDTH + 4)}total   by deal", Hue.FAINT),), *rows)


def _deals_of(sheets: Sequence[DealSheet], seat: Seat) -> str:
    """Return the scores of a seat by deal; only the last nine if there are more than ten."""
    scores = [f"{sheet.scores[seat]:>3}" for sheet in sheets]
    return " ".join(scores[-10:]) if len(scores) <= 10 else "… " + " ".join(scores[-9:])


def _ranked(ranked: Ranked, people: People, deals: str) -> Line:
    first = ranked.place == 1
    name_hue = Hue.ACCENT if first else Hue.STRONG if ranked.seat == people.viewer else Hue.TEXT
    return (
        Span(right(f"{ranked.place}", 2), Hue.ACCENT if first else Hue.DIM),
        Span("  "),
        Span(draw_name(people, ranked.seat, NAME_WIDTH), name_hue),
        Span(right(str(ranked.total), 7), Hue.STRONG),
        Span(f"   {deals}", Hue.DIM),
    )
