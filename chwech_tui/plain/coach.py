"""The coach at a table by words: advice on one's turn, and what a card would do; pure."""

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.hints import all_values, can_ask, costliest_words, hinted, labelled, reason_words
from chwech_tui.model.waiting import waiting
from chwech_tui.plain import course, playing
from chwech_tui.plain.command import Typed
from chwech_tui.plain.state import Reply, Sent, State, tell
from chwech_tui.plain.telling import advice_line, begins_turn, hand_line, turn_line
from protocol.hints import CostliestChoice, Hint, HintGiven
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


def asked(state: State) -> tuple[Sent, ...]:
    """Return the request for the hint from which the coach speaks, once a turn has come; none where there is none."""
    board = state.board
    if not state.coach or board.unhinted or board.table is None or not begins_turn(state.known, board):
        return ()
    return (Hint(0, board.table.seq),) if can_ask(board) else ()


def hint(state: State, _typed: Typed) -> Reply:
    """Ask what each choice is worth, or tell it again."""
    return tell(state, *_hint_lines(state)) if state.board.hint is not None else playing.key(state, "h")


def heard(state: State, news: HintGiven[Action] | CostliestChoice[Action]) -> Reply:
    """Tell a hint, unless its choice has passed; or which choice of a deal cost most, if the coach is there."""
    if isinstance(news, CostliestChoice):
        return tell(state, costliest_words(state.board, news) if state.coach else "")
    known = replace(state, board=hinted(state.board, news))
    return tell(known, *_hint_lines(known))


def hint_refused(state: State, text: str) -> Reply:
    """Tell why there is no hint; the coach then says what he can see without one."""
    if not state.coach or state.board.unhinted:
        return tell(state, text)
    return tell(replace(state, board=replace(state.board, unhinted=True)), advice_line(state.board))


def _hint_lines(state: State) -> tuple[str, ...]:
    """Return the values of all choices, and why the best is the best."""
    given = state.board.hint
    if given is None:
        return ()
    why = reason_words(given)
    return labelled(all_values(state.board), coached=state.coach), as_sentence(why) if why else ""


def _told(board: Board, ways: dict[str, Action]) -> str:
    """Return the consequence of an action, or of each way to do it if they differ."""
    kind, table, game = board.kind, board.table, board.game
    if kind is None or table is None or game is None:
        return ""
    nothing = _("nobody can know yet what it does")
    told = {label: kind.consequence(table.setup, game, action) or nothing for label, action in ways.items()}
    if len(set(told.values())) > 1:
        return " ".join(f"{label}: {as_sentence(words)}" for label, words in told.items())
    return as_sentence(next(iter(told.values())))
