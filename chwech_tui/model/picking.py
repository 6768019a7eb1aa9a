"""The choice of cards and actions: by a key or place, several at once, and what is done by itself at a turn; pure."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.model.board import Asking, Board, Premove, moved_card
from chwech_tui.model.cards import card_words
from chwech_tui.model.game import ShownGame
from chwech_tui.model.moves import Choice, Move
from chwech_tui.model.people import any_person
from chwech_tui.model.settings import ForcedPasses, HandOrder, shown_key
from chwech_tui.model.times import asked
from games.kit.words import Several
from protocol.cards import Card
from protocol.game import Answer, Stage, View
from protocol.language import N_, _, ngettext


def stepped_through(move: Move) -> tuple[Choice, ...]:
    """Return the choices that have no key of their own, in order; none where each has one."""
    return tuple(choice for choice in move.choices if not choice.key)


_SORTED: Final = {
    HandOrder.SUIT: N_("Your hand is sorted by suit: the settings let you keep your own order."),
    HandOrder.RANK: N_("Your hand is sorted by rank: the settings let you keep your own order."),
}
"""Why a card cannot be moved, marked for translation."""

CHOOSE_FIRST: Final = N_("Choose a card first, with ← → or its number.")
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


def numbered(before: Board, board: Board, digit: int) -> Board:
    """Choose a card by the digits of its number, written as by ``number_sign``; ``before`` is the board before it."""
    hand, tens = board.hand, before.tens + (not digit)
    if before.tens and TEN * tens + digit <= len(hand):
        # The digit before has chosen a card on the way.
        passed = hand[TEN * before.tens - 1]
        board = replace(board, marked=tuple(card for card in board.marked if card != passed))
    else:
        tens = int(not digit)
    picked = point(board, TEN * tens + digit - 1)
    return replace(picked, tens=0 if digit or len(hand) <= TEN * tens else tens)


def number_sign(place: int) -> str:
    """Return what is typed for a card by its index in the hand, from 0: ``0`` is ten, ``01`` eleven, ``00`` twenty."""
    tens, digit = divmod(place + 1, TEN)
    return "0" * tens + str(digit or "")


TEN: Final = 10  # What the digit 0 stands for.


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
    if board.settings.order is not HandOrder.OWN:
        return replace(board, notice=_(_SORTED[board.settings.order]))
    if board.chosen is None:
        return replace(board, notice=_("Choose a card first: < and > then move it."))
    hand = moved_card(board.hand, board.chosen, by)
    return replace(board, arranged=hand, chosen=min(max(board.chosen + by, 0), len(hand) - 1))


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


def lay(board: Board, asked: Several) -> tuple[Board, Answer | None]:
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


def next_marked(board: Board) -> tuple[Board, Answer | None]:
    """Return what is sent next for the marked cards; the last thing, or a reason against them, ends that."""
    asked = several(board)
    if asked is None or board.game is None or board.kind is None:
        return replace(board, lays=False, marked=()), None
    action = board.kind.several_action(board.game, board.marked)
    if isinstance(action, str):
        return replace(board, lays=False, notice=action, of_turn=True), None
    return replace(board, lays=bool(board.marked)), action


_ALONE = 1  # The number of tricks left of which no rest is claimed: playing the card is as quick.


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


def _label(kind: ShownGame, key: str, card: Card | None) -> str:
    """Return what a key does before the turn, in words; empty if it does nothing then."""
    if key == "enter":
        return card_words(card) if card is not None else ""
    return next((_(known.label) for known in kind.keys if known.key == key and known.early), "")


def due(board: Board) -> tuple[Board, Answer | None]:
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


def _made(board: Board, kind: ShownGame, game: View, premove: Premove | None) -> tuple[Board, Answer | None]:
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
    open_still = _("It is your turn: {move} needs one more choice.", move=premove.label)
    return replace(board, notice=open_still, of_turn=True), None


def _move_of(kind: ShownGame, game: View, key: str, card: Card | None) -> Move | None:
    return next((move for move in kind.moves(game, card) if move.key == key), None)


def rest(board: Board) -> tuple[Card, ...]:
    """Return the cards with which the viewer, whose lead it is, certainly takes all that is left; none if not worth it.

    A single card is played as quickly as it is claimed.
    """
    if board.game is None or board.kind is None or not _can_act(board):
        return ()
    cards = board.kind.certain_rest(board.game)
    return cards if len(cards) > _ALONE else ()


def _next_of_rest(board: Board, kind: ShownGame, game: View) -> tuple[Board, Answer | None]:
    """Play the next card of the claimed rest, or stop where it is no longer certain."""
    cards = kind.certain_rest(game)
    move = _move_of(kind, game, "enter", cards[0]) if cards else None
    if move is None:
        words = _("The rest is no longer certain: play on yourself.")
        return replace(board, claims=False, notice=words, of_turn=True), None
    return board, move.choices[0].action


BETWEEN: Final = 0.8, 2.4
"""The least and the greatest delay of a pass that is made for a player, in seconds.

The player sees what is done, and the delay varies as a person's does, because nobody may tell a forced pass from a free
one (rules, section 5).
"""


def forced_pass(board: Board) -> Answer | None:
    """Return the pass to make for the viewer, who wishes it so and can do nothing else; otherwise None."""
    game, kind = board.game, board.kind
    wish = board.settings.auto_pass
    if board.table is None or wish is ForcedPasses.OFF or (wish is ForcedPasses.BOTS and any_person(board.table)):
        return None
    if game is None or kind is None or not _can_act(board) or len(game.legal) != 1 or not asked(board):
        return None
    without_card = (choice.action for move in kind.moves(game, None) for choice in move.choices)
    return game.legal[0] if game.legal[0] in without_card else None
