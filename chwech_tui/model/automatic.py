"""What the client does for the viewer when the turn comes: a premove, the rest that was claimed, a forced pass.

A premove follows, and never leads: a lead comes after a trick that the player wants to see, and is chosen then. It is
sent only as it was meant; otherwise it is dropped with the reason, and the card stays chosen. It does not outlive its
deal, the viewer's absence or a fault of the connection (see ``chwech_tui.model.board``), since much may have changed.
"""

from typing import Any

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import card_words
from chwech_tui.model.game import ClientGame, Move
from chwech_tui.model.premove import Premove
from chwech_tui.model.several import next_marked
from chwech_tui.model.waiting import asked
from protocol.cards import Card
from protocol.language import _
from protocol.vocabulary import Action, Stage, View

_ALONE = 1
"""The number of tricks left of which no rest is claimed: playing the card is as quick."""


def premove(board: Board, key: str) -> Board | None:
    """Choose what to do when the viewer's turn comes; None if this key chooses nothing now."""
    game, kind = board.game, board.kind
    if game is None or kind is None or not _may_premove(board, game):
        return None
    card = board.chosen_card if key == "enter" else None
    label = _label(kind, key, card)
    if not label:
        return None
    refusal = kind.premove_refusal(game, card)
    if refusal:
        return replace(board, notice=refusal, of_turn=True)
    return replace(board, premove=Premove(key, label, card), chosen=board.chosen if card is not None else None)


def _may_premove(board: Board, game: View) -> bool:
    free = board.pending is None and not (board.trouble or board.paused or board.away or board.claims)
    return free and board.is_on and game.stage is Stage.PLAYING and bool(game.hand) and not game.legal


def _label(kind: ClientGame[Any], key: str, card: Card | None) -> str:
    """Return what a key does before the turn, in words; empty if it does nothing then."""
    if key == "enter":
        return card_words(card) if card is not None else ""
    return next((_(known.label) for known in kind.keys if known.key == key and known.early), "")


def due(board: Board) -> tuple[Board, Action | None]:
    """Return what the viewer has chosen before for the turn that has come, with the board after it."""
    game, kind = board.game, board.kind
    if game is None or kind is None or not (board.premove or board.claims or board.lays) or not _can_act(board):
        return board, None
    if board.lays:
        return next_marked(board)
    if board.claims:
        return _next_of_rest(board, kind, game)
    return _made(replace(board, premove=None), kind, game, board.premove)


def _can_act(board: Board) -> bool:
    return board.my_turn and board.pending is None and not (board.trouble or board.paused or board.away)


def _made(board: Board, kind: ClientGame[Any], game: View, premove: Premove | None) -> tuple[Board, Action | None]:
    """Make a premove, ask what it leaves open, or say why it is dropped."""
    if premove is None:
        return board, None
    refusal = kind.premove_refusal(game, premove.card)
    move = _move_of(kind, game, premove.key, premove.card)
    if refusal or move is None:
        reason = refusal or kind.refusal(game, premove.key, premove.card)
        return replace(board, notice=reason, of_turn=True), None
    if len(move.choices) == 1:
        return board, move.choices[0].action
    if board.asking is Asking.NOTHING:
        return replace(board, asking=Asking.MOVE, move=move), None
    open_still = _("It is your turn: {move} leaves a question open.", move=premove.label)
    return replace(board, notice=open_still, of_turn=True), None


def _move_of(kind: ClientGame[Any], game: View, key: str, card: Card | None) -> Move | None:
    return next((move for move in kind.moves(game, card) if move.key == key), None)


def rest(board: Board) -> tuple[Card, ...]:
    """Return the cards with which the viewer, whose lead it is, certainly takes all that is left; none if not worth it.

    A single card is played as quickly as it is claimed.
    """
    if board.game is None or board.kind is None or not _can_act(board):
        return ()
    cards = board.kind.certain_rest(board.game)
    return cards if len(cards) > _ALONE else ()


def _next_of_rest(board: Board, kind: ClientGame[Any], game: View) -> tuple[Board, Action | None]:
    """Play the next card of the claimed rest, or stop where it is no longer certain."""
    cards = kind.certain_rest(game)
    move = _move_of(kind, game, "enter", cards[0]) if cards else None
    if move is None:
        words = _("The rest is no longer certain: play on yourself.")
        return replace(board, claims=False, notice=words, of_turn=True), None
    return board, move.choices[0].action


def forced_pass(board: Board) -> Action | None:
    """Return the pass to make for the viewer, who wishes it so and can do nothing else; otherwise None."""
    game, kind = board.game, board.kind
    if not board.settings.auto_pass or game is None or kind is None or not _can_act(board) or len(game.legal) != 1:
        return None
    if not asked(board):
        return None
    without_card = (choice.action for move in kind.moves(game, None) for choice in move.choices)
    return game.legal[0] if game.legal[0] in without_card else None
