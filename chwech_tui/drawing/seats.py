"""The seats of a table, one a line; all hands of a deal, as dealt or in a replay; and the piles of cards won."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing.game import columns_width, draw_columns, draw_heading, draw_pile, draw_sum
from chwech_tui.drawing.line import BLANK, beside, cells, clip, draw_name, fit, left, measure, middle, right, wrap
from chwech_tui.drawing.panel import draw_button
from chwech_tui.drawing.plan import BANK_WIDTH, BESIDE_COLUMNS, Needs
from chwech_tui.model.board import Board, Table
from chwech_tui.model.cards import glyph
from chwech_tui.model.hosting import kept_for
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span
from chwech_tui.model.people import (
    BOT_SIGN,
    HINT_SIGN,
    IGNORED_SIGN,
    LONGEST_NAME,
    People,
    bot_words,
    clockwise,
    seat_sign,
    shown_name,
)
from chwech_tui.model.prompt import BACK
from protocol.cards import Card
from protocol.game import OpenDeal, View
from protocol.language import _, pgettext
from protocol.message import Seat
from protocol.tableview import Occupant
from protocol.text import text_width


class SeatsLook(NamedTuple):
    """How the seats are drawn, and what is known of them besides the board."""

    spaced: bool
    """True if a blank line separates two seats."""

    step: int = 1
    """The width of a step of a seat's meter, in cells."""

    absent: Sequence[str] = ()
    """A note for each seat, or an empty text."""

    banks: Sequence[str] | None = None
    """The time left in the bank of each seat; None for no such column."""

    counted: int = 0
    """Between two deals, for how many seats in the order drawn the score is counted up."""


def draw_seats(board: Board, width: int, look: SeatsLook) -> Picture:
    """Draw all seats in order of play, the viewer's first."""
    table, kind = board.table, board.kind
    if table is None:
        return ()
    if table.game is None or kind is None:
        waiting = (_waiting_seat(board, table, seat, width) for seat in clockwise(table))
        return tuple(
            fit(line, width)
            for line in ((Span("  " + _("seats"), Hue.FAINT),), *spaced_lines(waiting, spaced=look.spaced))
        )
    columns = columns_width(kind, table.setup, look.step)
    name = width - BESIDE_COLUMNS - columns - BANK_WIDTH * (look.banks is not None)
    bank = right(pgettext("column", "bank"), BANK_WIDTH) if look.banks is not None else ""
    legend = left(_legend(board, name + 4), name + 4)
    over = board.has_result and look.counted > 0
    titles = right(pgettext("column", "total"), columns) if over else draw_heading(kind, table.setup, look.step)
    heading = (Span(f" {legend}{titles}{bank}", Hue.FAINT),)
    seats = (
        (
            *_seat(board, table.game, seat, name),
            *(
                draw_sum(kind, table.game, seat, columns)
                if over and place < look.counted
                else draw_columns(kind, table.game, seat, look.step, note_of(look.absent, seat))
            ),
            *((Span(right(note_of(look.banks, seat), BANK_WIDTH), Hue.DIM),) if look.banks is not None else ()),
        )
        for place, seat in enumerate(clockwise(table))
    )
    return tuple(fit(line, width) for line in (heading, *spaced_lines(seats, spaced=look.spaced)))


def note_of(notes: Sequence[str], seat: Seat) -> str:
    """Return the note for a seat; empty if there is none."""
    return notes[seat] if seat < len(notes) else ""


def spaced_lines(lines: Iterable[Line], *, spaced: bool) -> Iterable[Line]:
    """Yield lines, with a blank line between two of them if wanted."""
    for number, line in enumerate(lines):
        if spaced and number:
            yield BLANK
        yield line


def _legend(board: Board, width: int) -> str:
    """Return the meaning of the signs that stand before names at this table, if it fits."""
    meanings = {BOT_SIGN: _("bot"), IGNORED_SIGN: _("ignored"), HINT_SIGN: _("hints")}
    signs = {sign(board, Seat(seat)) for seat in range(len(board.people.names))}
    told = [f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in signs]
    return next((text for text in ("  ".join(told), " ".join(told[-1:])) if cells(text) <= width), "")


def sign(board: Board, seat: Seat) -> str:
    """Return the sign before a name: of a bot, of an ignored person, of somebody who had a hint, or a blank."""
    if seat in board.people.bots:
        return BOT_SIGN
    if board.people.names[seat] in board.ignored:
        return IGNORED_SIGN
    return HINT_SIGN if seat in board.people.hinted else " "


def _seat(board: Board, game: View, seat: Seat, width: int) -> Line:
    """Draw whose turn it is, the name and the dealer's mark."""
    its_turn = seat in game.awaited
    hue = Hue.ACCENT if its_turn else Hue.STRONG if game.viewer == seat else Hue.TEXT
    return (
        Span("▸" if its_turn else " ", Hue.ACCENT),
        Span(sign(board, seat), Hue.DIM),
        *_name_with_rating(board, seat, width, hue),
        Span(" D " if game.dealer == seat else "   ", Hue.DIM),
    )


def _name_with_rating(board: Board, seat: Seat, width: int, hue: Hue) -> Line:
    """Draw a name and, at the right where there is room, the rating."""
    name, rating = board.people.name(seat), seat_sign(board.table, seat)
    if not rating or cells(name) + 1 + len(rating) > width:
        return (Span(left(name, width), hue),)
    return (Span(left(name, width - len(rating)), hue), Span(rating, Hue.FAINT))


def _waiting_seat(board: Board, table: Table, seat: Seat, width: int) -> Line:
    """Draw a seat before the game: its player with their state, or the person it is kept for."""
    occupant, kept = table.seats[seat], kept_for(table, seat)
    mark = Span("▸ " if board.place == seat else "  ", Hue.ACCENT)
    if occupant is None:
        return (mark, Span(seat_free(kept), Hue.FAINT))
    hue = Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    state, rating = seat_state(board, occupant, seat), seat_sign(table, seat)
    said = f"  {state}" if state else ""
    line = (mark, Span(clip(board.people.name(seat), width - 2 - text_width(said)), hue), Span(said, Hue.DIM))
    told = Span(f"  {rating}" if rating and measure(line) + 2 + len(rating) <= width else "", Hue.FAINT)
    return (*line, told)


def seat_free(kept: str) -> str:
    """Return what stands in place of the name on a free seat: for whom it is kept, if it is."""
    return _("kept for {name}", name=shown_name(kept)) if kept else pgettext("of a seat", "empty")


def seat_state(board: Board, occupant: Occupant, seat: Seat) -> str:
    """Return the state of a player before the game: ``host, ready``, ``(steady bot, bold)``."""
    if seat in board.people.bots:
        return bot_words(occupant)
    said = {
        _("host"): board.table is not None and board.table.host == seat,
        _("away"): not occupant.here,
        _("ready"): occupant.ready,
        _("ignored"): board.people.names[seat] in board.ignored,
    }
    return ", ".join(word for word, holds in said.items() if holds)


_GONE_LINES = 6
"""A heading, the suits and the Jokers."""


def _ratings_width(table: Table) -> int:
    """Return the width of the ratings, with the gap before them; 0 if nobody has one."""
    widest = max((len(seat_sign(table, Seat(seat))) for seat in range(len(table.seats))), default=0)
    return widest + 1 if widest else 0


def needs(board: Board) -> Needs:
    """Return what the layout of a table depends on: its seats, at least four, their names, columns and banks."""
    names, kind, table = board.people.names, board.kind, board.table
    players, longest = max(4, len(names)), max(map(cells, names), default=0)
    if kind is None or table is None:
        return Needs(players, longest)
    return Needs(
        players=players,
        names=longest,
        columns=(columns_width(kind, table.setup, 1), columns_width(kind, table.setup, 2)),
        titles=kind.words.lines,
        banks=table.game is not None and bool(table.arrangement.clock.bank),
        seats=len(table.seats),
        round=kind.words.round,
        begun=table.game is not None,
        gone=0 if kind.piles_closed(table.setup) else _GONE_LINES,
        crib=kind.crib(table.setup),
        ratings=_ratings_width(table) if table.game is not None else 0,
    )


def draw_piles(board: Board, width: int) -> Picture:
    """Draw the cards that each seat has won."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ()
    lines: list[Line] = [BLANK, (Span("  " + _("Cards won"), Hue.STRONG),), BLANK]
    for seat in clockwise(table):
        name = Span(f"  {draw_name(board.people, seat, 18)} ")
        lines += wrap((name, *draw_pile(kind, game, seat)), width - 2, hang=27)
    lines += [BLANK, (Span("  "), *draw_button(BACK))]
    return tuple(fit(line, width) for line in lines)


_NAME_WIDTH = 20
_CARD_WIDTH = 6

_A_LINE = 9
"""The most cards of a hand that stand in one line as dealt; a larger hand takes lines of more."""

_MANY_A_LINE = 12
_MANY_NAME = 14
_MANY_WIDTH = 5
"""The cards of such a line, and the widths of its name and of a card, in cells."""


def draw_hands(table: Table, deal: OpenDeal, page: int, people: People, *, spaced: bool) -> Picture:
    """Draw every hand of a deal as dealt, one a line, with the cards never played in brackets."""
    rows: list[Line] = []
    for seat in clockwise(table):
        hue = Hue.STRONG if seat == people.viewer else Hue.TEXT
        if max(map(len, deal.dealt)) > _A_LINE:
            rows += _many_cards(Span(draw_name(people, seat, _MANY_NAME), hue), deal.dealt[seat], deal.left[seat])
        else:
            name = Span(draw_name(people, seat, _NAME_WIDTH), hue)
            rows.append((name, *_cards(deal.dealt[seat], deal.left[seat], _CARD_WIDTH)))
        if spaced:
            rows.append(BLANK)
    title: Line = (
        Span(_("Deal {number}", number=page + 1), Hue.STRONG),
        Span("   " + _("all hands as dealt"), Hue.TEXT),
    )
    return (title, BLANK, *rows, BLANK, (Span(_("In brackets: still in hand at the end."), Hue.DIM),))


def _many_cards(name: Span, dealt: tuple[Card, ...], kept: tuple[Card, ...]) -> Picture:
    """Draw a hand that is too large for one line, in several."""
    cards = _cards(dealt, kept, _MANY_WIDTH)
    rows = [cards[first : first + _MANY_A_LINE] for first in range(0, len(cards), _MANY_A_LINE)] or [()]
    return tuple((Span(" " * _MANY_NAME) if number else name, *row) for number, row in enumerate(rows))


def _cards(dealt: tuple[Card, ...], kept: tuple[Card, ...], width: int) -> Line:
    """Draw cards side by side; among equal cards, the first ones count as kept."""
    rest = list(kept)
    spans: list[Span] = []
    for card in dealt:
        if card in rest:
            rest.remove(card)
            spans.append(Span(left(f"[{glyph(card)}]", width), Hue.DIM))
        else:
            spans.append(Span(left(f" {glyph(card)}", width), SUIT_HUES[card.suit]))
    return tuple(spans)


_LEFT_NAME = 12


def draw_left(board: Board, width: int, height: int) -> Picture:
    """Draw the cards left in every hand when the deal ended, below a title if there is room for one."""
    table, game = board.table, board.game
    if table is None or game is None or not game.left:
        return ()
    if not any(game.left):
        return (fit((Span(_("Every card has been played."), Hue.DIM),), width),)
    hands = [_left(board, seat, game.left[seat], _LEFT_NAME) for seat in clockwise(table)]
    half, own = -(-len(hands) // 2), width // 2 - 1
    beside_fit = all(measure(hand) < width // 2 for hand in hands)
    if len(hands) < height or (len(hands) == height and not beside_fit):
        wrapped = [line for hand in hands for line in wrap(hand, width, hang=_LEFT_NAME + 1)]
        lines = wrapped if len(wrapped) <= height else hands
    else:
        # The names make room for the longest hand before a card is cut.
        over = max(map(measure, hands)) - own
        name = min(_LEFT_NAME, max(_LEAST_NAME, _LEFT_NAME - over))
        cut = [fit(_left(board, seat, game.left[seat], name), own) for seat in clockwise(table)]
        lines = list(beside([(*cut, BLANK)[first:][:half] for first in (0, half)], 1))
    title = ((Span(_("Left in hand"), Hue.DIM),),) if len(lines) < height else ()
    return tuple(fit(line, width) for line in (*title, *lines))


def _left(board: Board, seat: Seat, cards: tuple[Card, ...], width: int) -> Line:
    name = Span(left(board.people.call(seat), width), Hue.STRONG if seat == board.people.viewer else Hue.TEXT)
    if not cards:
        return (name, Span(" "), Span(_("none"), Hue.ACCENT))
    return (name, *(span for card in cards for span in (Span(" "), Span(glyph(card), SUIT_HUES[card.suit]))))


CARD: Final = 5
GAP: Final = 1


def draw_open_hands(board: Board, width: int, height: int, *, spaced: bool) -> Picture:
    """Draw every hand of the present deal in order of play, the viewer's first; two in a line if there are too many.

    Dots stand for cards played, unless cards were drawn or taken up: then only those held are shown.
    """
    table, game = board.table, board.game
    if table is None or game is None or not game.hands:
        return ()
    hands, seats = game.hands[-1], clockwise(table)
    own = width // 2 if len(seats) > height else width
    places = hands.left if _has_grown(hands) else hands.dealt
    longest = max(map(len, places)) * (CARD + GAP)
    if longest + _LEAST_NAME + 2 > own:
        return tuple(fit(line, width) for seat in seats for line in _held(board, seat, hands, width))[:height]
    name = min(LONGEST_NAME, own - longest - 2)
    ground = Ground.CARD if spaced else Ground.TABLE
    lines = [(*_name(board, seat, name), *_hand(places[seat], hands.left[seat], ground)) for seat in seats]
    if own < width:
        half = (len(lines) + 1) // 2
        return beside([tuple(fit(line, own) for line in (*lines, BLANK)[first:][:half]) for first in (0, half)], 0)
    return tuple(fit(line, width) for line in spaced_lines(lines, spaced=spaced))


def _has_grown(hands: OpenDeal) -> bool:
    """Return True if somebody holds a card that they were not dealt, but have drawn or taken up."""
    return any(Counter(held) - Counter(dealt) for dealt, held in zip(hands.dealt, hands.left, strict=True))


_LEAST_NAME: Final = 6
"""The width that a name keeps beside the cards of its hand, in cells."""


def _held(board: Board, seat: Seat, hands: OpenDeal, width: int) -> Picture:
    """Draw a hand too large for cards with a ground: the cards that it holds, in as many lines as they need."""
    name = _name(board, seat, _LEFT_NAME)
    cards = tuple(Span(f" {glyph(card)}", SUIT_HUES[card.suit]) for card in hands.left[seat])
    return wrap((*name, *cards), width, hang=_LEFT_NAME + 3)


def _name(board: Board, seat: Seat, width: int) -> Line:
    turn = board.game is not None and seat in board.game.awaited
    hue = Hue.ACCENT if turn else Hue.STRONG if seat == board.people.viewer else Hue.TEXT
    return (Span("  "), Span(left(board.people.name(seat), width), hue))


def _hand(dealt: tuple[Card, ...], held: tuple[Card, ...], ground: Ground) -> Line:
    """Draw a hand as dealt, with a dot for each card played; of equal cards, the last ones count as played."""
    rest = list(held)
    spans: list[Span] = []
    for card in dealt:
        spans.append(Span(" " * GAP))
        if card in rest:
            rest.remove(card)
            spans.append(Span(middle(glyph(card), CARD), SUIT_HUES[card.suit], ground))
        else:
            spans.append(Span(middle("·", CARD), Hue.FAINT))
    return tuple(spans)
