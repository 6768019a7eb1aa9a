"""The choice of a card in the viewer's hand, in the order in which it is shown, and its place there; pure."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.hand import moved_card
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.settings import Order
from protocol.language import N_, _, ngettext

_SORTED: Final = {
    Order.SUIT: N_("Your hand is sorted by suit: the settings let you keep your own order."),
    Order.RANK: N_("Your hand is sorted by rank: the settings let you keep your own order."),
}
"""Why a card cannot be moved, marked for translation."""

CHOOSE_FIRST: Final = N_("Choose a card first, with ← → or 1 to 9.")
"""Why a key that needs a card does nothing, marked for translation."""


def choose_first(board: Board) -> str:
    """Return why Enter without a card does nothing; where none can be chosen, what is asked, with its keys."""
    kind, game = board.kind, board.game
    moves = kind.moves(game, None) if kind is not None and game is not None and not kind.usable(game) else ()
    if kind is None or game is None or not moves:
        return _(CHOOSE_FIRST)
    keys = ", ".join(f"{shown_key(board.settings.keys, move.key)} {move.label}" for move in moves)
    return f"{kind.turn_words(game)} ({keys})."


def pick(board: Board, place: int) -> Board:
    """Choose a card by its index in the hand, from 0; another card than before takes a premove back."""
    hand = board.hand
    if not hand:
        return replace(board, notice=_("There are no cards in your hand now."))
    if not 0 <= place < len(hand):
        words = ngettext(
            "Your hand has {n} card: choose one by its number.",
            "Your hand has {n} cards: choose one by its number.",
            len(hand),
        )
        return replace(board, notice=words)
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
        return replace(board, notice=_(_SORTED[board.settings.order]))
    if board.chosen is None:
        return replace(board, notice=_("Choose a card first: < and > then move it."))
    hand = moved_card(board.hand, board.chosen, by)
    return replace(board, arranged=hand, chosen=min(max(board.chosen + by, 0), len(hand) - 1))
