"""The choice of a card in the viewer's hand, in the order in which it is shown, and its place there; pure."""

from msgspec.structs import replace

from chwech_tui.describe import count
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.hand import moved_card
from chwech_tui.model.settings import Order


def pick(board: Board, place: int) -> Board:
    """Choose a card by its index in the hand, from 0; another card than before takes a premove back."""
    hand = board.hand
    if not hand:
        return replace(board, notice="There are no cards in your hand now.")
    if not 0 <= place < len(hand):
        return replace(board, notice=f"Your hand has {count(len(hand), 'card')}: choose one by its number.")
    kept = board.premove if place == board.chosen else None
    return replace(board, chosen=place, premove=kept, notice="", asking=Asking.NOTHING)


def step(board: Board, by: int) -> Board:
    """Choose the next playable card, or the next card of the hand if none is playable."""
    game, hand = board.game, board.hand
    if game is None or not hand:
        return pick(board, 0)
    usable = board.kind.usable(game) if board.kind is not None else ()
    places = [place for place, card in enumerate(hand) if card in usable] or list(range(len(hand)))
    beyond = [place for place in places if board.chosen is not None and (place - board.chosen) * by > 0]
    return pick(board, (beyond or places)[0 if by > 0 else -1])


def shift(board: Board, by: int) -> Board:
    """Move the chosen card in the hand by one place, where the order is the viewer's own."""
    if board.settings.order is not Order.OWN:
        words = f"Your hand is sorted by {board.settings.order.value}: the settings let you keep your own order."
        return replace(board, notice=words)
    if board.chosen is None:
        return replace(board, notice="Choose a card first: < and > then move it.")
    hand = moved_card(board.hand, board.chosen, by)
    return replace(board, arranged=hand, chosen=min(max(board.chosen + by, 0), len(hand) - 1))
