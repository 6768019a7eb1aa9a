"""The viewer's hand, numbered: cards side by side, a fan where these are too wide, or lines of bare cards."""

from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from chwech_tui.drawing.cards import GAP, draw_card
from chwech_tui.drawing.line import BLANK, cropped, fit, indent, left, measure, middle
from chwech_tui.model.board import Board
from chwech_tui.model.cards import HUGE, LARGE, SMALL, CardLook, face_of
from chwech_tui.model.hints import card_values, value_words
from chwech_tui.model.ink import Ground, Hue, Line, Pick, Picture, Span
from chwech_tui.model.settings import Order
from protocol.cards import Card
from protocol.language import _, pgettext

_SUIT_GAP: Final = 3
"""The gap between two suits, in cells."""

_LEAST_STEP: Final = 4
"""The least that is seen of a card in a fan, in cells: rank and suit."""

_BARE: Final = 4
"""The width of a card without edges, in cells."""


class _Held(NamedTuple):
    """A card of the hand, as it is drawn."""

    card: Card
    place: int
    mark: str
    """What stands below it."""

    ground: Ground
    hue: Hue
    """The hue of the mark."""

    raised: bool
    suit_begins: bool
    """True if a wider gap sets it apart from the card before it."""


def draw_hand(board: Board, width: int, look: CardLook, *, centred: bool = False) -> Picture:
    """Draw the hand; the chosen card, and those that are marked, stand a line higher than the others."""
    game = board.game
    if game is None or board.kind is None:
        return ()
    if not board.hand:
        words = fit((Span(_("No cards in your hand."), Hue.FAINT),), width)
        return (BLANK, BLANK, words) if game.viewer is not None else ()
    rows = _rows(_held(board), width, look)
    # Every row is as wide as the first one.
    wide = measure(rows[0])
    before = max(0, (width - wide) // 2) if centred else 0
    if before + wide >= width:
        return tuple(fit(indent(row, before), width) for row in rows)
    margin, after = indent(BLANK, before), Span(" " * (width - before - wide))
    return tuple((*margin, *row, after) for row in rows)


def _held(board: Board) -> tuple[_Held, ...]:
    game, kind = board.game, board.kind
    assert game is not None, "only a game has hands"
    assert kind is not None, "a game has its kind"
    hand, chosen, marked = board.hand, board.chosen, board.marked
    playable, worth = kind.usable(game), card_values(board)
    best = next(iter(worth), None)
    # While it is not the viewer's turn, no card is shaded.
    unplayable = Ground.SHADED if game.legal else Ground.CARD
    # In another order than by suit, a wider gap between two suits would mean nothing.
    suit = hand[0].suit
    by_suit = board.settings.order is Order.SUIT
    held: list[_Held] = []
    for place, card in enumerate(hand):
        ground, hue = Ground.CARD, Hue.ACCENT
        if place == chosen:
            ground = Ground.CHOSEN
        elif card not in playable:
            ground, hue = unplayable, Hue.FAINT
        is_marked = card in marked
        if worth and card in worth:
            mark = f"{'▴' if ground is Ground.CHOSEN else ''}{value_words(worth[card])}"
            hue = Hue.ACCENT if card == best else Hue.TEXT
        elif ground is Ground.CHOSEN:
            mark = _mark_of_chosen(board, "✓" if is_marked else str(place + 1))
        else:
            mark = "✓" if is_marked else "·" if ground is Ground.SHADED else str(place + 1)
        begins, suit = by_suit and card.suit is not suit, card.suit
        held.append(_Held(card, place, mark, ground, hue, is_marked or ground is Ground.CHOSEN, begins))
    return tuple(held)


def _mark_of_chosen(board: Board, mark: str) -> str:
    """Return what stands below the chosen card: its mark and that it is chosen, or that it is played next."""
    if board.premove is not None and board.premove.card is not None:
        # Translators: on the card that is played next; at most five letters.
        return pgettext("below a card", "next")
    return f"▴{mark}"


def _rows(held: tuple[_Held, ...], width: int, look: CardLook) -> Picture:
    """Draw the cards as wide as there is room for."""
    number, size = len(held), look.size
    if number * (size.width + GAP) - GAP > width and size.height < LARGE.height:
        size, look = SMALL, look._replace(size=SMALL)
    apart = sum(one.suit_begins for one in held) * (_SUIT_GAP - GAP)
    whole = number * (size.width + GAP) - GAP
    if whole <= width:
        return _side_by_side(held, _SUIT_GAP if whole + apart <= width else GAP, look)
    step = (width - size.width) // max(1, number - 1)
    return _fan(held, step, look) if step >= _LEAST_STEP else _bare(held, width, size.height + 2)


def _side_by_side(held: tuple[_Held, ...], suit_gap: int, look: CardLook) -> Picture:
    cards = [_card(one, suit_gap if one.suit_begins else GAP if one.place else 0, look) for one in held]
    return tuple(tuple(chain.from_iterable(row)) for row in zip(*cards, strict=True))


def _fan(held: tuple[_Held, ...], step: int, look: CardLook) -> Picture:
    """Draw the cards each covered by the next one but for a step, and each mark below what is seen of its card."""
    cards = [*(_card(one, 0, look, step) for one in held[:-1]), _card(held[-1], 0, look)]
    covered = ([cropped(row, min(step, look.size.width)) for row in card] for card in cards[:-1])
    return tuple(tuple(chain.from_iterable(row)) for row in zip(*covered, cards[-1], strict=True))


def _bare(held: tuple[_Held, ...], width: int, height: int) -> Picture:
    """Draw the cards without edges in as many lines as they need; their marks stand below them if there is room."""
    across = max(1, width // _BARE)
    lines: list[Line] = []
    rows = [held[first : first + across] for first in range(0, len(held), across)]
    numbered = 2 * len(rows) <= height
    for row in rows:
        lines.append(fit(tuple(_bare_card(one, named=not numbered) for one in row), width))
        if numbered:
            marks = (Span(middle(one.mark, _BARE), one.hue, aim=Pick(one.place)) for one in row)
            lines.append(fit(tuple(marks), width))
    return tuple(lines[:height])


def _bare_card(one: _Held, *, named: bool) -> Span:
    """Draw one card without edges; where its mark has no room, its ground says whether it is chosen or marked."""
    face = face_of(one.card)
    ground = Ground.CHOSEN if named and one.raised else one.ground
    return Span(middle(face.corner, _BARE), face.hue, ground, Pick(one.place))


@lru_cache(4096)
def _card(one: _Held, gap: int, look: CardLook, seen: int = HUGE.width) -> Picture:
    """Draw a card with its mark and the gap before it; cached, because few cards change between two drawings.

    Args:
        one: the card.
        gap: the width of the gap.
        look: how cards are drawn.
        seen: the width in which its mark is seen.
    """
    aim = Pick(one.place)
    face = draw_card(face_of(one.card), look, one.ground, aim)
    blank: Line = (Span(" " * look.size.width, aim=aim),)
    below = left(middle(one.mark, min(seen, look.size.width)), look.size.width)
    mark: Line = (Span(below, one.hue, aim=aim),)
    rows = (*face, blank, mark) if one.raised else (blank, *face, mark)
    return tuple((Span(" " * gap), *row) for row in rows) if gap else rows
