"""The choice of several cards at once: they are marked one by one, and then sent one after another; pure."""

from msgspec.structs import replace

from chwech_tui.model.board import Board
from chwech_tui.model.game import Several
from chwech_tui.model.picking import CHOOSE_FIRST, pick
from protocol.language import _, ngettext
from protocol.vocabulary import Action


def several(board: Board) -> Several | None:
    """Return the choice of several cards that the viewer has now; None if there is none."""
    game, kind = board.game, board.kind
    if game is None or kind is None or not game.legal or board.away or board.paused:
        return None
    return kind.several(game)


def point(board: Board, place: int) -> Board:
    """Choose a card by its index in the hand, from 0; where several are chosen, mark it too or take its mark back."""
    asked = several(board)
    picked = pick(board, place)
    return mark(picked, asked) if asked is not None and not asked.alone and not picked.notice else picked


def mark(board: Board, asked: Several) -> Board:
    """Mark the chosen card, or take its mark back."""
    card = board.chosen_card
    if card is None:
        return replace(board, notice=_(CHOOSE_FIRST))
    if card in board.marked:
        return replace(board, marked=tuple(one for one in board.marked if one != card))
    if len(board.marked) == asked.most:
        words = ngettext(
            "No more than {n} card: take a mark back first.",
            "No more than {n} cards: take a mark back first.",
            asked.most,
        )
        return replace(board, notice=words)
    return replace(board, marked=(*board.marked, card))


def lay(board: Board, asked: Several) -> tuple[Board, Action | None]:
    """Begin to send the marked cards, or say why that cannot be."""
    if not asked.least <= len(board.marked) <= asked.most:
        words = ngettext(
            "Mark {n} card first, with the space bar: {marked} so far.",
            "Mark {n} cards first, with the space bar: {marked} so far.",
            asked.least,
            marked=len(board.marked),
        )
        return replace(board, notice=words), None
    return next_marked(replace(board, lays=True))


def next_marked(board: Board) -> tuple[Board, Action | None]:
    """Return what is sent next for the marked cards; the last thing, or a reason against them, ends that."""
    asked = several(board)
    if asked is None or board.game is None or board.kind is None:
        return replace(board, lays=False, marked=()), None
    action = board.kind.several_action(board.game, board.marked)
    if isinstance(action, str):
        return replace(board, lays=False, notice=action, of_turn=True), None
    return replace(board, lays=bool(board.marked)), action
