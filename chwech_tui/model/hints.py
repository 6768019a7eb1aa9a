"""Hints on the board: what each choice is worth, until the next action; and the costliest choice of a deal."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Asking, Board, overheard, remarked
from protocol.cards import Card
from protocol.game import Answer
from protocol.language import _, ngettext
from protocol.messages import worded
from protocol.table import Appraised, CostliestChoice, HintGiven, Overheard
from protocol.text import clean_text

_WIDE: Final = 10  # The points from which a value is shown without its decimal, so that it fits below a card.
_LONGEST: Final = 120  # The longest reason, in cells.

_COST_SHOWN: Final = "{cost:.1f}"


def told(board: Board, message: Overheard | HintGiven | CostliestChoice) -> Board:
    """Return the board after something that only this viewer, or only spectators, are told."""
    match message:
        case Overheard(lines=lines):
            return overheard(board, lines)
        case HintGiven():
            return hinted(board, message)
        case CostliestChoice():
            return remarked(board, costliest_words(board, message) if board.settings.coach else "")


def hinted(board: Board, given: HintGiven) -> Board:
    """Show a hint, if it is about the choice that the viewer has now."""
    game = board.game
    if game is None or not game.legal or {choice.action for choice in given.choices} != {*game.legal}:
        return board
    return replace(board, hint=given)


def can_ask(board: Board) -> bool:
    """Return True if the viewer has a choice for which there may be a hint."""
    table, game = board.table, board.game
    if table is None or game is None or not table.arrangement.hints or table.setup.game in board.without_hints:
        return False
    free = board.pending is None and not (board.trouble or board.paused or board.away)
    return free and len(game.legal) > 1


def no_hint_words(board: Board) -> str:
    """Return what the coach would say where choices have no values, or why there is no hint for the viewer's turn."""
    table, kind, game = board.table, board.kind, board.game
    if table is not None and not table.arrangement.hints:
        return _("This table plays without hints.")
    if table is not None and kind is not None and game is not None and table.setup.game in board.without_hints:
        advice = kind.advice(game, board.people)
        return labelled(advice, coached=False) if advice else _("There are no hints for {game}.", game=kind.title)
    return _("You have only one legal move.")


def coach_asks(board: Board) -> bool:
    """Return True if the coach is there, and speaks from a hint that is still awaited."""
    return bool(board.settings.coach) and not board.unhinted and board.hint is None and can_ask(board)


def value_words(value: float) -> str:
    """Return a value with its sign, in at most four cells: ``+3.1``, ``−0.4``, ``+12``, ``0.0``."""
    shown = f"{abs(value):.0f}" if abs(value) >= _WIDE else f"{abs(value):.1f}"
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{shown}"


def card_values(board: Board) -> dict[Card, float]:
    """Return what the best way to play each card is worth, the best card first; empty without a hint."""
    given, game = board.hint, board.game
    if given is None or game is None:
        return {}
    worth = {choice.action: choice.value for choice in given.choices}
    without = _actions(board, None)
    ways = ((card, [worth[action] for action in _actions(board, card) - without]) for card in {*game.hand})
    found = {card: max(values) for card, values in ways if values}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _actions(board: Board, card: Card | None) -> set[Answer]:
    """Return what the viewer can do with a chosen card, or without one."""
    if board.kind is None or board.game is None:
        return set()
    return {choice.action for move in board.kind.moves(board.game, card) for choice in move.choices}


def hint_words(board: Board, reasons: int = 2) -> str:
    """Return the hint in one line: the best choice, those without a card, and so many reasons at most; or nothing."""
    given, kind = board.hint, board.kind
    if given is None or kind is None or board.asking is not Asking.NOTHING:
        return ""
    best, *others = (
        f"{kind.action_words(choice.action)} {value_words(choice.value)}" for choice in _shown(board, given)
    )
    # The reason is that of the best choice alone.
    values, why = f"{best} ({', '.join(others)})" if others else best, reason_words(given, reasons)
    return labelled(as_sentence(f"{values}: {why}" if why else values), coached=bool(board.settings.coach))


def _shown(board: Board, given: HintGiven) -> tuple[Appraised, ...]:
    """Return the best choice and those without a card: what the others are worth stands below the cards."""
    best, *others = given.choices
    without = _actions(board, None)
    return best, *(choice for choice in others if choice.action in without)


def reason_words(given: HintGiven, reasons: int = 2) -> str:
    """Return so many reasons of a hint at most, in half a sentence; empty if it has none."""
    told = (worded(reason.text, reason.wording) for reason in given.reasons[:reasons])
    return "; ".join(clean_text(text, cells=_LONGEST) for text in told)


def labelled(words: str, *, coached: bool) -> str:
    """Return what a hint says with its origin: the coach, or one's own question."""
    return _("Coach: {advice}", advice=words) if coached else _("Hint: {words}", words=words)


def all_values(board: Board) -> str:
    """Return the values of all choices in words, the best first; empty without a hint."""
    given, kind = board.hint, board.kind
    if given is None or kind is None:
        return ""
    values = (f"{kind.action_words(choice.action)} {value_words(choice.value)}" for choice in given.choices)
    return as_sentence(", ".join(values))


def advice_words(board: Board) -> str:
    """Return what the coach says on the viewer's turn; empty if there is nothing to say."""
    kind, game = board.kind, board.game
    advice = kind.advice(game, board.people) if kind is not None and game is not None and board.my_turn else ""
    return _("Coach: {advice}", advice=advice) if advice else ""


def costliest_words(board: Board, message: CostliestChoice) -> str:
    """Return which choice of a deal cost most, in a sentence; empty if the game is not known."""
    kind = board.kind
    if kind is None:
        return ""
    return ngettext(
        "Deal {deal}: with {n} card left you chose {chosen}; {best} was worth {cost} points more.",
        "Deal {deal}: with {n} cards left you chose {chosen}; {best} was worth {cost} points more.",
        message.cards,
        deal=message.deal,
        chosen=kind.action_words(message.chosen),
        best=kind.action_words(message.best),
        cost=_COST_SHOWN.format(cost=message.cost),
    )
