"""The coach at a table by words: advice on one's turn, and what a card would do; pure."""

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.waiting import waiting
from chwech_tui.plain import course, playing
from chwech_tui.plain.command import Typed
from chwech_tui.plain.state import Reply, State, tell
from chwech_tui.plain.telling import advice_line, hand_line, turn_line
from protocol.language import _
from protocol.vocabulary import Action


def turn(state: State, _typed: Typed) -> Reply:
    """Tell whose turn it is and what is asked for, with the coach's advice where there is one."""
    if state.course is not None:
        return tell(state, course.turn(state, state.course))
    return tell(state, turn_line(state.board), advice_line(state.board) if state.coach else "")


def what(state: State, typed: Typed) -> Reply:
    """Tell what a card, or a word of the game, would do, without doing it."""
    board = playing.dropped(state.board)
    if board.game is None or board.watches:
        return tell(state, hand_line(board))
    answered = course.no_choice(state)
    if answered is not None:
        return answered
    if not board.my_turn:
        return tell(state, waiting(board))
    if not typed.words or not playing.is_play(board, typed.words):
        return tell(state, _("Write what and a card of your hand: you hear what it would do, and nothing is done."))
    pressed = playing.outcome(board, typed.words)
    if isinstance(pressed, str):
        return tell(state, pressed)
    tried, action = pressed
    if isinstance(action, Action):
        return tell(state, _told(board, {"": action}))
    if tried.asking is Asking.MOVE and tried.move is not None:
        return tell(state, _told(board, {choice.label: choice.action for choice in tried.move.choices}))
    return tell(replace(state, board=board), tried.notice)


def _told(board: Board, ways: dict[str, Action]) -> str:
    """Return what comes of an action, or of each way to do it if they differ."""
    kind, table, game = board.kind, board.table, board.game
    if kind is None or table is None or game is None:
        return ""
    nothing = _("nobody can know yet what it does")
    told = {label: kind.consequence(table.setup, game, action) or nothing for label, action in ways.items()}
    if len(set(told.values())) > 1:
        return " ".join(f"{label}: {as_sentence(words)}" for label, words in told.items())
    return as_sentence(next(iter(told.values())))
