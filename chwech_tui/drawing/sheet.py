"""The score sheet: how each score of a deal was made, the totals, the seal of the cards, and the final ranking."""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing.game import deal_score
from chwech_tui.drawing.line import BLANK, balanced, cells, draw_name, fit, left, marked, right, wrap
from chwech_tui.drawing.panel import draw_buttons
from chwech_tui.drawing.seats import draw_hands, spaced_lines
from chwech_tui.model.board import Board
from chwech_tui.model.cards import glyph
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span
from chwech_tui.model.people import People, change_sign, clockwise, hints_mark, rating_sign, seat_rating, victory
from chwech_tui.model.prompt import BACK, PromptAnswer, as_set, once_more, see_again
from chwech_tui.model.result import GameResult
from chwech_tui.model.review import HandPlayed, sets_of, sums
from chwech_tui.model.times import offer_words, waiting
from games.kit.words import figure
from protocol.archive import GameEntry
from protocol.cards import Card
from protocol.game import DealSheet
from protocol.language import N_, _, pgettext
from protocol.message import Seat
from protocol.rating import Ranked, SeatRating, ranking
from protocol.tableview import TablePhase
from protocol.text import clean_text

_WIDEST: Final = 13
"""The width of the widest column of a player, in cells."""


def draw_set(board: Board, number: int, width: int, *, spaced: bool) -> Picture:
    """Draw what each player made of each hand of a set; sets are counted from 0."""
    sets = sets_of(board.game)
    if board.table is None or number >= len(sets):
        return ()
    hands, seats, people = sets[number], clockwise(board.table), board.people
    card = max(cells(glyph(card)) for hand in hands for card in hand.cards) + 1
    first = card * max(len(hand.cards) for hand in hands)
    column = min(_WIDEST, (width - 2 - first) // len(seats))
    names = tuple(_name(people, seat, column) for seat in seats)
    title = (
        Span(_("Hands of set {number} of {sets}", number=number + 1, sets=len(sets)), Hue.STRONG),
        Span("   " + _("points above the mean of each hand"), Hue.TEXT),
    )
    rows = ((*_cards(hand.cards, card, first), *_margins(hand, seats, people, column)) for hand in hands)
    total = sums(hands)
    together = tuple(Span(right(change_sign(round(total[seat])), column), Hue.ACCENT) for seat in seats)
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
            Hue.ACCENT if hand.margins[seat] == best else Hue.STRONG if seat == people.viewer else Hue.TEXT,
        )
        for seat in seats
    )


_NAME: Final = 20
"""The width of a name, in cells."""

_RATING: Final = 13
"""The width of a rating with its change, in cells."""

_MOST_DEALS: Final = 10
_MOST_DEALS_BESIDE_RATINGS: Final = 7
"""The greatest number of deals whose scores stand in the final ranking."""

_COLUMN: Final = 5
"""The width of the column of a deal, in cells: three figures, a mark, a gap."""

_ANSWERS: Final = (
    PromptAnswer("v", N_("replay"), "v"),
    PromptAnswer("e", N_("export"), "e"),
    BACK,
)


def draw_record(entry: GameEntry, game: GameResult, command: str, width: int) -> Picture:
    """Draw the result of a game from the archive, and the command that prints its whole record."""
    room = max(1, (width - _NAME - 14) // _COLUMN)
    first = max(0, len(game.deals) - room)
    title: Line = (
        Span(_("Game {number}", number=entry.game), Hue.STRONG),
        Span(f"   {clean_text(entry.table, cells=26)}   {clean_text(game.rules, cells=18)}", Hue.DIM),
    )
    numbers = "".join(f"{number + 1:>4} " for number in range(first, len(game.deals)))
    missing = "   " + _("The deals before number {number} are not shown.", number=first + 1) if first else ""
    sides = entry.sides if len(entry.sides) == len(game.totals) else ()
    rows = (
        _game_row(entry, game, ranked, seat, first) for ranked in ranking(game.totals, sides) for seat in _seats(ranked)
    )
    lines: Picture = (
        title,
        BLANK,
        (Span(f"{_total_heading()}  {numbers}", Hue.FAINT),),
        *rows,
        BLANK,
        *wrap((Span(f"{game.note}{missing}", Hue.DIM),), width),
        BLANK,
        *wrap((Span(_("The record, for chwech verify: {command}", command=command), Hue.DIM),), width),
        BLANK,
        draw_buttons(_ANSWERS),
    )
    return tuple(fit(line, width) for line in lines)


def _total_heading() -> str:
    """Return the heading of the totals, below which stand the places, the names and the totals."""
    return " " * (_NAME + 4) + right(pgettext("column", "total"), 7)


def _seats(ranked: Ranked) -> tuple[Seat, ...]:
    return ranked.seat, *ranked.partners


def _game_row(entry: GameEntry, game: GameResult, ranked: Ranked, seat: Seat, first: int) -> Line:
    name = clean_text(game.names[seat], cells=_NAME) if game.names else _("Seat {number}", number=seat + 1)
    name = marked(name, hints_mark(), _NAME) if seat in entry.hinted else name
    hue = Hue.ACCENT if ranked.place == 1 else Hue.STRONG if seat == entry.seat else Hue.TEXT
    if seat != ranked.seat:
        return (Span("    "), Span(left(name, _NAME), hue))
    deals = "".join(f"{deal[seat]:>5}" for deal in game.deals[first:])
    return (
        Span(f"{right(str(ranked.place), 2)}  ", Hue.DIM),
        Span(left(name, _NAME), hue),
        Span(right(figure(ranked.total), 7), Hue.STRONG),
        Span(f"  {deals}", Hue.DIM),
    )


_BACK: Final = PromptAnswer("Esc", N_("back to the table"), "escape")
_HANDS: Final = PromptAnswer("o", N_("hands"), "o")
_SCORES: Final = PromptAnswer("o", N_("score"), "o")
_OTHER: Final = PromptAnswer("← →", N_("other deals"), "left")


def pages(board: Board) -> int:
    """Return the number of pages: one a deal, and once the game is over one a set of hands, and the ranking."""
    game = board.game
    if game is None:
        return 0
    return len(game.sheets) + (1 + len(sets_of(board.game)) if is_over(board) else 0)


def can_open_hands(board: Board, page: int) -> bool:
    """Return True if all hands of the deal on a page are known; the page of the ranking stands for the last deal."""
    game = board.game
    return game is not None and bool(game.hands) and (page < len(game.hands) or page == pages(board) - 1)


class SheetLook(NamedTuple):
    """What a page of the sheet shows."""

    hands: bool = False
    """True for all hands of the deal, if they are known, in place of its scores."""

    placed: int = 1000
    """How many of the seats are placed in the ranking, from the last one."""


def draw_sheet(board: Board, page: int, width: int, height: int, look: SheetLook) -> Picture:
    """Draw a page of the sheet, centred."""
    table, game = board.table, board.game
    if table is None or game is None or not game.sheets:
        return ()
    spaced = height >= 36
    if look.hands and can_open_hands(board, page):
        deal = min(page, len(game.hands) - 1)
        lines = draw_hands(table, game.hands[deal], deal, board.people, spaced=spaced)
    elif page < len(game.sheets):
        lines = draw_score(board, page, spaced=spaced)
    elif page < pages(board) - 1:
        lines = draw_set(board, page - len(game.sheets), width, spaced=spaced)
    else:
        lines = _ranking(board, look.placed, spaced=spaced)
    news, answers = offer_words(board), _answers(board, page, hands=look.hands)
    told: Picture = (BLANK, (Span(news, Hue.ACCENT),)) if news else ()
    return balanced((*lines, BLANK, answers, *told), width, height, 3)


def is_over(board: Board) -> bool:
    """Return True if the game has ended."""
    return board.table is not None and board.table.phase is TablePhase.OVER


def _answers(board: Board, page: int, *, hands: bool) -> Line:
    answers = [_BACK]
    if can_open_hands(board, page):
        answers.append(_SCORES if hands else _HANDS)
    if board.waited_for:
        answers.insert(0, PromptAnswer("Enter", _("next deal"), "enter"))
    elif is_over(board):
        answers[:1] = [*once_more(board), *see_again(board), PromptAnswer("q", _("leave"), "q"), BACK]
    if pages(board) > 1:
        answers.append(_OTHER)
    line = draw_buttons(as_set(board.settings.keys, tuple(answers)))[:-1]
    if board.table is not None and board.table.waits_for and not board.waited_for:
        return (*line, Span(f"  {waiting(board)}", Hue.DIM))
    return line


def draw_score(board: Board, page: int, *, spaced: bool) -> Picture:
    """Draw how the scores of one deal were made."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ()
    score, people = deal_score(kind, game, page, board.people), board.people
    hues = {people.viewer: Hue.STRONG}
    names = {seat: Span(draw_name(people, seat, _NAME), hues.get(seat, Hue.TEXT)) for seat in clockwise(table)}
    rows = ((name, *score.rows[seat]) for seat, name in names.items())
    return (
        score.title,
        BLANK,
        (Span(f"{left('', _NAME)}{score.heading}", Hue.FAINT),),
        *spaced_lines(rows, spaced=spaced),
        *((BLANK,) if spaced else ()),
        BLANK,
        *((Span(note, Hue.DIM),) for note in score.notes),
        *_seal(game.sheets[page], dict(board.seals).get(page + 1)),
    )


def _seal(sheet: DealSheet, told: str | None) -> Picture:
    if sheet.seed is None or sheet.commitment is None:
        return ()
    seal, word = _("seal {seal}", seal=sheet.commitment), seal_word(sheet.seed, sheet.commitment, told)
    proof = _("The seal was told before the deal. It fits: nobody has changed the cards.")
    return (
        (Span(_("seed {seed}", seed=sheet.seed), Hue.FAINT),),
        (Span(f"{seal} {word}", Hue.FAINT),),
        *(((Span(proof, Hue.FAINT),),) if told is not None and word == _(FITS) else ()),
    )


FITS: Final = N_("fits")
"""What is said of a seal that proves the cards, marked for translation."""


def seal_word(seed: str, commitment: str, told: str | None) -> str:
    """Return in words how a seed compares with its commitment, and that with the one received earlier (``told``)."""
    if told is not None and told != commitment:
        return _("was another!")
    try:
        fits = hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment
    except ValueError:
        fits = False
    return _(FITS) if fits else _("does not fit!")


def _ranking(board: Board, placed: int, *, spaced: bool) -> Picture:
    """Draw the ranking as far as the seats are placed; who has won is named with the last of them."""
    game, kind, people = board.game, board.kind, board.people
    if game is None or kind is None:
        return ()
    deals = [sheet.points for sheet in game.sheets]
    seats = [(ranked, seat) for ranked in ranking(game.sheets[-1].totals, people.sides) for seat in _seats(ranked)]
    hidden = max(0, len(seats) - placed)
    ratings = _ratings(board)
    most = _MOST_DEALS_BESIDE_RATINGS if ratings else _MOST_DEALS
    wide = max([3, *(len(str(score)) for scores in deals for score in scores)])
    words = {seat: _deals_words([scores[seat] for scores in deals], most, wide) for _ranked_side, seat in seats}
    rows = (
        _ranked(ranked, seat, people, f"{ratings.get(seat, '')}   {words[seat]}") if number >= hidden else BLANK
        for number, (ranked, seat) in enumerate(seats)
    )
    title: Line = (Span(_("Final ranking"), Hue.STRONG),)
    if not hidden:
        title = (*title, Span("   ♣ ", Hue.CLUBS), Span("♦ ", Hue.DIAMONDS))
        title = (
            *title,
            Span(victory(people, game.winners), Hue.ACCENT),
            Span(" ♥", Hue.HEARTS),
            Span(" ♠", Hue.SPADES),
        )
    # Translators: a heading of 13 letters, above points and how many of them the game has brought.
    rated = right(pgettext("column", "rating"), _RATING) if ratings else ""
    heading = (Span(f"{_total_heading()}{rated}   " + _("by deal"), Hue.FAINT),)
    mean = (BLANK, (Span(_("?: provisional, after few games."), Hue.DIM),)) if "?" in "".join(ratings.values()) else ()
    return (title, BLANK, heading, *spaced_lines(rows, spaced=spaced), *mean, *((BLANK,) if spaced else ()))


def _ratings(board: Board) -> dict[Seat, str]:
    """Return the rating of each seat and what the game has changed in it, once it is rated."""
    table = board.table
    if table is None:
        return {}
    known = {Seat(seat): seat_rating(table, Seat(seat)) for seat in range(len(table.seats))}
    if not any(one is not None and one.change is not None for one in known.values()):
        return {}
    return {seat: right(_rating_words(one) if one is not None else "", _RATING) for seat, one in known.items()}


def _rating_words(seat: SeatRating) -> str:
    """Return a rating and its change; question marks stand beside the figures, which stay below one another."""
    mark = "" if seat.rating.provisional else " "
    return f"{rating_sign(seat.rating)}{mark}{right(change_sign(seat.change) if seat.change is not None else '', 5)}"


def _deals_words(scores: list[int], of_three: int, wide: int) -> str:
    """Return the scores of a seat by deal; only the last ones if there are more than fit.

    Args:
        scores: the scores.
        of_three: how many of three figures fit.
        wide: how wide the longest score of the game is, in cells.
    """
    most = of_three * 4 // (wide + 1)
    words = [right(figure(score), wide) for score in scores]
    return " ".join(words) if len(words) <= most else "… " + " ".join(words[1 - most :])


def _ranked(ranked: Ranked, seat: Seat, people: People, deals: str) -> Line:
    first = ranked.place == 1
    name_hue = Hue.ACCENT if first else Hue.STRONG if seat == people.viewer else Hue.TEXT
    name = Span(draw_name(people, seat, _NAME), name_hue)
    if seat != ranked.seat:
        return (Span("    "), name)
    return (
        Span(right(f"{ranked.place}", 2), Hue.ACCENT if first else Hue.DIM),
        Span("  "),
        name,
        Span(right(figure(ranked.total), 7), Hue.STRONG),
        Span(deals, Hue.DIM),
    )
