"""A round table: the panels of the seats, the cards of the trick beside them, and what stands beside the table."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from chwech_tui.drawing.cards import draw_card, draw_turn, taker_mark
from chwech_tui.drawing.game import draw_facts, shown_zones
from chwech_tui.drawing.line import BLANK, cells, centre, clip, fit, indent, left, measure, middle, right, wrap
from chwech_tui.drawing.panel import shown_trick
from chwech_tui.drawing.seats import seat_free, seat_state
from chwech_tui.model.board import Board, Table
from chwech_tui.model.cards import JOKER_SYMBOL, SYMBOLS, CardLook, CardsGone, Face, ShownTrick, Strokes, Whereabouts
from chwech_tui.model.hosting import kept_for
from chwech_tui.model.ink import SUIT_HUES, Ground, Hue, Line, Picture, Span, worded
from chwech_tui.model.people import BOT_MARK, clockwise, hints_mark, seat_sign
from games.kit.words import figure
from protocol.cards import JOKER, Card, Rank
from protocol.language import _, pgettext
from protocol.message import Seat

_NAME: Final = 12
_COLUMN: Final = 4
"""The width of the score of a deal, in cells."""

_TOTAL: Final = 6


class PanelLook(NamedTuple):
    """How a seat is drawn, and what is known of it besides the board."""

    strokes: Strokes
    away: str = ""
    bank: str = ""
    """The time left in its bank; empty without clocks."""

    counted: bool = False
    """True if its score in the deal that has ended is shown."""

    short: bool = False
    """True if its cards stand in the lower edge of the frame, and its bank beside the name, which saves a line."""


def draw_panel(board: Board, seat: Seat, width: int, look: PanelLook) -> Picture:
    """Draw a seat in a frame, which is double around the seat whose turn it is."""
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    game = table.game
    turn = game is not None and seat in game.awaited
    corners = "╔═╗║╚╝" if turn else "┌─┐│└┘" if look.strokes is Strokes.DRAWN else "╭─╮│╰╯"
    hue = Hue.ACCENT if turn else Hue.FAINT
    inner = width - 4
    held: Line = ()
    if game is None:
        lines: Picture = (_waiting_words(board, table, seat), *(BLANK,) * (1 if look.short else 2))
    else:
        lines = draw_facts(kind, game, seat, inner, look.away, counted=look.counted)
        held, lines = (lines[0], lines[1:]) if look.short else ((), lines)
    bar = corners[3]
    inside = ((Span(f"{bar} ", hue), *fit(line, inner), Span(f" {bar}", hue)) for line in lines)
    clock = "" if look.short else _bank(look)
    return (
        _frame_with_name(board, seat, width, (corners, hue), look.bank if look.short else ""),
        *inside,
        _lower_edge(held, clock, width, (corners, hue)),
    )


def _lower_edge(held: Line, clock: str, width: int, frame: tuple[str, Hue]) -> Line:
    """Draw the lower edge of a frame, with a line of the seat or its clock."""
    corners, hue = frame
    flat, end = corners[1], Span(corners[5], hue)
    if not held:
        told = f" {clock} " if clock else ""
        return (Span(corners[4] + flat * (width - 3 - cells(told)), hue), Span(told, Hue.DIM), Span(flat, hue), end)
    # The gap between two parts of the line is a piece of the edge, and so is one after the last.
    shown = _without_end(held)
    wide = (Span(f" {flat * (len(span.text) - 2)} ", hue) if _is_gap(span) else span for span in shown)
    return (Span(f"{corners[4]} ", hue), *wide, Span(" " + flat * (width - 4 - measure(shown)), hue), end)


def _without_end(line: Line) -> Line:
    """Return a line without the blanks at its end."""
    return line if not line or line[-1].text.strip() else _without_end(line[:-1])


def _is_gap(span: Span) -> bool:
    return len(span.text) > 2 and not span.text.strip()


def _bank(look: PanelLook) -> str:
    return _("bank {time}", time=look.bank) if look.bank else ""


def _frame_with_name(board: Board, seat: Seat, width: int, frame: tuple[str, Hue], clock: str) -> Line:
    (corners, hue), game = frame, board.game
    deals = " D " if game is not None and game.dealer == seat else ""
    time = f" {clock} " if clock else ""
    turn = game is not None and seat in game.awaited
    mark = "▸" if turn or board.place == seat else ""
    told = _told_of(board, seat)
    room = width - 5 - len(mark + time + deals)
    name, rating = clip(_name_of(board, seat), room - len(told)), seat_sign(board.table, seat)
    if rating and cells(name) + len(told) + 1 + len(rating) <= room:
        told = f"{told} {rating}"
    flat = corners[1] * (room - cells(name) - len(told))
    return (
        Span(f"{corners[0]} ", hue),
        Span(mark, Hue.ACCENT),
        Span(name, Hue.ACCENT if turn else Hue.STRONG),
        Span(told, Hue.DIM),
        Span(f" {flat}", hue),
        Span(time + deals, Hue.DIM),
        Span(f"{corners[1]}{corners[2]}", hue),
    )


def _told_of(board: Board, seat: Seat) -> str:
    """Return what is said behind a name."""
    if board.game is not None and seat in board.people.bots:
        return BOT_MARK
    if board.people.names[seat] in board.ignored:
        return " " + _("(ignored)")
    return hints_mark() if seat in board.people.hinted else ""


def _name_of(board: Board, seat: Seat) -> str:
    if board.table is not None and board.table.seats[seat] is None:
        kept = kept_for(board.table, seat)
        return seat_free(kept)
    return board.people.name(seat)


def _waiting_words(board: Board, table: Table, seat: Seat) -> Line:
    occupant = table.seats[seat]
    return (Span(seat_state(board, occupant, seat) if occupant is not None else "", Hue.DIM),)


def draw_own_seat(board: Board, width: int, look: PanelLook) -> Picture:
    """Draw the viewer's own seat, or the first one for a spectator, in one line."""
    table, kind = board.table, board.kind
    if table is None or kind is None:
        return ()
    seat, game = clockwise(table)[0], table.game
    turn = game is not None and seat in game.awaited
    line: Line = (
        Span("▸ " if turn or board.place == seat else "", Hue.ACCENT),
        Span(board.people.name(seat), Hue.ACCENT if turn else Hue.STRONG),
        Span(f" {seat_sign(table, seat)}".rstrip(), Hue.DIM),
        Span(" D" if game is not None and game.dealer == seat else "", Hue.DIM),
    )
    parts: Picture = (_waiting_words(board, table, seat),)
    if game is not None:
        parts = tuple(map(_squeezed, draw_facts(kind, game, seat, _OWN, look.away, counted=look.counted)[1:]))
    for part in parts:
        line = (*line, Span("    "), *part)
    if look.bank:
        line = (*line, Span(f"    {_bank(look)}", Hue.DIM))
    return (fit(centre((line,), width)[0], width),)


_OWN: Final = 21
"""The width for which the parts of the line of the own seat are drawn, in cells."""


def _squeezed(line: Line) -> Line:
    """Return a line with no more than three blanks in a row."""
    return tuple(Span("   ", span.hue) if _is_gap(span) else span for span in line)


def draw_place(shown: ShownTrick, seat: Seat, width: int, look: CardLook) -> Picture:
    """Draw the card of a seat in the trick, and below it whether it takes the trick; nothing before its turn."""
    turns = dict(shown.laid.turns)
    if seat not in turns:
        return ()
    turn, takes, over = turns[seat], seat == shown.taker, shown.laid.over
    mark = taker_mark(over=over) if takes else ""
    ground = Ground.SHADED if over and not takes else Ground.CARD
    return (*centre(draw_turn(turn, look, ground), width), (Span(middle(mark, width), Hue.ACCENT),))


def draw_turn_up(shown: ShownTrick, width: int, look: CardLook) -> Picture:
    """Draw the card turned up before the first lead; nothing without one."""
    turned = shown.turn_up
    if turned is None:
        return ()
    return centre(draw_card(turned.face, look, Ground.CARD if turned.is_open else Ground.SHADED), width)


def draw_words(shown: ShownTrick, width: int, height: int) -> Picture:
    """Draw the words about the trick, each line in the middle."""
    lines = [row for line in shown.titles if line for row in wrap(line, width, hang=0)]
    if shown.turn_up is not None:
        lines += wrap(shown.turn_up.words, width, hang=0)
    return tuple(fit(indent(line, (width - measure(line)) // 2), width) for line in lines[:height])


def draw_last(board: Board, width: int, height: int) -> Picture:
    """Draw the previous trick: who took it and why, and its cards in order."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None or not kind.has_last_trick(game):
        return ((Span(_("No trick has been taken yet"), Hue.FAINT),),)
    shown = shown_zones(kind, game, board.people, 3 * width, back=True)
    taken = [_played(board, seat, face, shown.taker) for seat, face in shown.laid.turns if isinstance(face, Face)]
    cards = _flowing(taken, width)
    title = wrap(shown.titles[0], width, hang=0)[: height - len(cards)]
    gap = (BLANK,) if len(title) + len(cards) < height else ()
    return tuple(fit(line, width) for line in (*title, *gap, *cards)[:height])


def _played(board: Board, seat: Seat, face: Face, taker: Seat | None) -> Line:
    mark = Span("▴" if seat == taker else "", Hue.ACCENT)
    return (mark, Span(f"{clip(board.people.call(seat), 9)} ", Hue.DIM), Span(face.corner, face.hue))


def _flowing(pieces: list[Line], width: int) -> Picture:
    """Set pieces one after another, in as many lines as they need; no piece is broken."""
    lines: list[Line] = [()]
    for piece in pieces:
        if lines[-1] and measure(lines[-1]) + 2 + measure(piece) > width:
            lines.append(())
        lines[-1] = (*lines[-1], *((Span("  "),) if lines[-1] else ()), *piece)
    return tuple(lines)


def draw_scores(board: Board, width: int) -> Picture:
    """Draw the total of each seat and its score in each deal, as many of the last ones as fit."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ()
    name = min(_NAME + max(0, width - 34) // 2, 24)
    shown = [sheet.points for sheet in game.sheets]
    column = max([_COLUMN, *(1 + len(str(score)) for scores in shown for score in scores)])
    first = max(0, len(game.sheets) - (width - name - _TOTAL) // column)
    deals = shown[first:]
    totals = game.sheets[-1].totals if game.sheets else (0,) * len(table.seats)
    numbers = "".join(f"{number + 1:>{column}}" for number in range(first, len(game.sheets)))
    # Translators: as the heading of a column, six letters wide.
    total_words = pgettext("column", "total")
    lines: list[Line] = [(Span(left(_("Scores"), name) + right(total_words, _TOTAL) + numbers, Hue.FAINT),)]
    for seat in clockwise(table):
        ahead = any(totals) and totals[seat] == max(totals)
        hue = Hue.STRONG if seat == board.people.viewer else Hue.TEXT
        scores = "".join(right(figure(points[seat]), column) for points in deals)
        total = Span(right(figure(totals[seat]), _TOTAL), Hue.ACCENT if ahead else Hue.STRONG)
        lines.append((Span(left(board.people.call(seat), name), hue), total, Span(scores, Hue.DIM)))
    return tuple(fit(line, width) for line in lines)


def draw_unseen(gone: CardsGone, width: int) -> Picture:
    """Draw the cards not seen yet, a suit a line, with a dot for each card that is gone and those in hand lit."""
    where, ranks = gone.where(), gone.ranks
    lines: list[Line] = [
        fit(worded(_("Cards to come, {yours} lit"), Hue.FAINT, yours=Span(_("yours"), Hue.ACCENT)), width)
    ]
    for suit in gone.suits:
        symbol = Span(f"{SYMBOLS[suit] if suit else JOKER_SYMBOL} ", SUIT_HUES[suit])
        spans = [_unseen(Card(rank, suit), where) for rank in ranks] if suit else [_unseen_jokers(where[JOKER])]
        lines.append(fit((symbol, *spans), width))
    return tuple(lines)


def _unseen_jokers(places: tuple[Whereabouts, ...]) -> Span:
    left_over = sum(places.count(place) for place in (Whereabouts.HAND, Whereabouts.SHOWN, Whereabouts.UNSEEN))
    words = _("{number} of {all}", number=left_over, all=len(places))
    return Span(f"{words} ", Hue.ACCENT if Whereabouts.HAND in places else Hue.TEXT)


def _unseen(card: Card, where: Mapping[Card, tuple[Whereabouts, ...]]) -> Span:
    return _face(card.rank, where.get(card, ()))


@lru_cache(256)
def _face(rank: Rank, places: tuple[Whereabouts, ...]) -> Span:
    """Draw a face by where its cards are; cached, because few of them change between two drawings."""
    own, name = Whereabouts.HAND in places, rank.value
    known = own or Whereabouts.SHOWN in places or Whereabouts.UNSEEN in places
    text = name if known else "·" if places else ""
    return Span(left(text, len(name) + 1), Hue.ACCENT if own else Hue.TEXT if known else Hue.FAINT)


def trick_of(board: Board, width: int) -> ShownTrick:
    """Return what lies on the table, with words for a width in cells; nothing before the game."""
    return shown_trick(board, width) or ShownTrick(())
