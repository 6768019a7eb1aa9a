"""The viewer's own cards by suit: what can be played plain, the rest shaded, the chosen card raised, all numbered."""

from typing import Final

from chwech_tui.drawing.card import Strokes, draw_card, face_of
from chwech_tui.drawing.line import BLANK, beside, fit, middle
from chwech_tui.drawing.plan import CardSize
from chwech_tui.model.board import Board, plays_of
from chwech_tui.model.ink import Ground, Hue, Line, Pick, Picture, Span
from protocol.chwech.views import ChwechView

GAP: Final = 1
"""The cells between two cards."""

SUIT_GAP: Final = 2
"""The cells more between two suits."""


def draw_hand(board: Board, width: int, size: CardSize, strokes: Strokes) -> Picture:
    """Draw the hand; a chosen card stands a line higher than the others."""
    game = board.game
    if game is None:
        return ()
    if not game.hand:
        words = fit((Span("No cards in your hand.", Hue.FAINT),), width)
        return (BLANK, BLANK, words) if game.viewer is not None else ()
    cards = [_card(board, game, place, size, strokes) for place in range(len(game.hand))]
    return tuple(fit(line, width) for line in beside(cards, GAP))


def _card(board: Board, game: ChwechView, place: int, size: CardSize, strokes: Strokes) -> Picture:
    card = game.hand[place]
    chosen = place == board.chosen
    playable = bool(plays_of(game, card))
    ground = Ground.CHOSEN if chosen else Ground.SHADED if game.legal and not playable else Ground.CARD
    aim = Pick(place)
    face = draw_card(face_of(card), size, ground, strokes, aim)
    blank: Line = (Span(" " * size.width, aim=aim),)
    number = str(place + 1) if playable or chosen or not game.legal else "·"
    hue = Hue.ACCENT if chosen or playable else Hue.FAINT
    mark: Line = (Span(middle(f"▴{number}" if chosen else number, size.width), hue, aim=aim),)
    rows = (*face, blank, mark) if chosen else (blank, *face, mark)
    starts_suit = place > 0 and game.hand[place - 1].suit is not card.suit
    return tuple((Span(" " * SUIT_GAP), *row) for row in rows) if starts_suit else rows
