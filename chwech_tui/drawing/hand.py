"""The viewer's hand by suit and numbered: playable cards plain, the others shaded, the chosen card raised."""

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from chwech_tui.drawing.card import draw_card
from chwech_tui.drawing.line import BLANK, fit, middle
from chwech_tui.model.board import Board
from chwech_tui.model.cards import CardLook, face_of
from chwech_tui.model.ink import Ground, Hue, Line, Pick, Picture, Span
from protocol.cards import Card

GAP: Final = 1
SUIT_GAP: Final = 2
"""The additional gap between two suits, in cells."""


def draw_hand(board: Board, width: int, look: CardLook) -> Picture:
    """Draw the hand; the chosen card stands a line higher than the others."""
    game = board.game
    if game is None or board.kind is None:
        return ()
    if not game.hand:
        words = fit((Span("No cards in your hand.", Hue.FAINT),), width)
        return (BLANK, BLANK, words) if game.viewer is not None else ()
    playable = board.kind.usable(game)
    cards: list[Picture] = []
    for place, card in enumerate(game.hand):
        chosen, starts_suit = place == board.chosen, place > 0 and game.hand[place - 1].suit is not card.suit
        state = CardState.CHOSEN if chosen else CardState.PLAYABLE if card in playable else CardState.SHADED
        if state is CardState.SHADED and not game.legal:
            state = CardState.IDLE
        cards.append(_card(Held(card, place, state, starts_suit), look))
    rows = ([span for card in cards for span in card[row]] for row in range(look.size.height + 2))
    return tuple(fit(tuple(row), width) for row in rows)


class CardState(Enum):
    """The state of a card in the hand."""

    CHOSEN = "chosen"
    PLAYABLE = "playable"
    SHADED = "shaded"
    """A card that cannot be played, although it is the viewer's turn."""

    IDLE = "idle"
    """A card that is not chosen, while it is not the viewer's turn."""


class Held(NamedTuple):
    """A card in the hand, with all that its drawing depends on."""

    card: Card
    place: int
    """Its index in the hand, from 0."""

    state: CardState
    starts_suit: bool
    """True if the card before it is of another suit."""


@lru_cache(4096)
def _card(held: Held, look: CardLook) -> Picture:
    """Draw a card with its number and the gap before it; cached, because few cards change between two drawings."""
    chosen = held.state is CardState.CHOSEN
    ground = {CardState.CHOSEN: Ground.CHOSEN, CardState.SHADED: Ground.SHADED}.get(held.state, Ground.CARD)
    aim = Pick(held.place)
    face = draw_card(face_of(held.card), look, ground, aim)
    blank: Line = (Span(" " * look.size.width, aim=aim),)
    number = "·" if held.state is CardState.SHADED else str(held.place + 1)
    hue = Hue.ACCENT if chosen or held.state is CardState.PLAYABLE else Hue.FAINT
    mark: Line = (Span(middle(f"▴{number}" if chosen else number, look.size.width), hue, aim=aim),)
    rows = (*face, blank, mark) if chosen else (blank, *face, mark)
    gap = " " * ((GAP if held.place else 0) + (SUIT_GAP if held.starts_suit else 0))
    return tuple((Span(gap), *row) for row in rows) if gap else rows
