"""The course for newcomers by words, answered as at a table; and the coach, who says what a card would do; pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.errand import complete, table_request
from chwech_tui.games.registry import GAMES
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.course import (
    Course,
    back,
    chosen,
    course_at,
    course_of,
    first_course,
    opened,
    place_to_keep,
    table_of,
)
from chwech_tui.model.game import Game
from chwech_tui.model.hints import all_values, can_ask, costliest_words, hinted, labelled, reason_words
from chwech_tui.model.times import waiting
from chwech_tui.plain import playing
from chwech_tui.plain.reading import folded, listed_or, number_of
from chwech_tui.plain.state import Newcomer, Reply, Sent, State, Typed, home_request, tell
from chwech_tui.plain.telling import advice_line, begins_turn, hand_line, open_trick_line, own_line, turn_line
from protocol.game import Answer
from protocol.hints import CostliestChoice, Hint, HintGiven
from protocol.identity import KeepSettings
from protocol.language import _
from protocol.lobby import LeaveLobby
from protocol.messages import Act
from protocol.setup import Setup


def learn(state: State, typed: Typed) -> Reply:
    """Open the course: where it was left, at a position by its number, or that of a game from its beginning."""
    known = state.course or course_at(state.board.settings.course, tuple(GAMES.values()))
    if not typed.words:
        return entered(state, known)
    number = number_of(typed.words[0])
    if number is not None:
        if 0 < number <= len(known.lessons):
            return entered(state, opened(known, number - 1))
        return tell(state, _("The course has the positions 1 to {last}.", last=len(known.lessons)))
    game = _taught(known, typed.words)
    return no_course(state, known, typed.words) if game is None else entered(state, course_of(known, game))


def _taught(course: Course, words: Sequence[str]) -> Game | None:
    """Return the game with a course that some words mean."""
    wanted = folded(" ".join(words))
    return next((game for game in course.games if folded(game.title) == wanted), None)


def no_course(state: State, course: Course, words: Sequence[str]) -> Reply:
    """Tell which games are taught."""
    titles = listed_or([game.title.lower() for game in course.games])
    return tell(state, _("There is no course of {name}: choose {titles}.", name=repr(words[0][:20]), titles=titles))


def entered(state: State, course: Course | None = None) -> Reply:
    """Come to the course, from wherever one is but a table; without one, to the first."""
    course = course or first_course(tuple(GAMES.values()))
    sent: tuple[Sent, ...] = (LeaveLobby(0),) if state.in_lobby else ()
    here = replace(state, in_lobby=False, form=None, reel=None, seq_due=0, newcomer=Newcomer.KNOWN)
    ways = _("Answer as at a table. skip skips a position, back goes back, leave ends the course.")
    title = _("Learn {game}.", game=course.game.title)
    told = _told(here, course)
    first = state.course is None or state.course.game is not course.game
    return told._replace(said=(*((f"{title} {ways}",) if first else ()), *told.said), sent=sent)


def _told(state: State, course: Course) -> Reply:
    """Open a position, and tell it; at the end of the course, what comes after it."""
    here = _laid(state, course)
    if course.over:
        return tell(here, *_farewell(course))
    lesson, board = course.lesson, here.board
    number, every = course.place + 1, len(course.lessons)
    heading = _("Position {number} of {all}: {title}.", number=number, all=every, title=_(lesson.title))
    return tell(
        here, heading, _(lesson.text), own_line(board), open_trick_line(board), hand_line(board), turn_line(board)
    )


def _laid(state: State, course: Course) -> State:
    """Lay a position on the board."""
    own = state.welcome.name if state.welcome is not None else _(course.lesson.names[0])
    board = boards.seated(boards.fresh(state.board), table_of(course, own), course.game)
    return replace(state, course=course, board=board, known=board)


def _farewell(course: Course) -> tuple[str, str]:
    """Return what is said at the end of a course, and what can be done then."""
    known, game = _("You know the game"), course.game.title
    title = (course.other or course.game).title
    # Translators: the words that are typed, learn and leave, are commands.
    ways = _(
        "Enter plays {game} with the coach, learn {word} teaches {title}, leave ends the course.",
        game=game,
        word=title.lower(),
        title=title,
    )
    return f"{known}. {_(course.game.farewell)}", ways


def turn(state: State, course: Course) -> str:
    """Return what is asked for now."""
    if course.over:
        return _farewell(course)[1]
    return turn_line(state.board) if course.asks else _("Enter goes on, again tries another answer.")


def no_choice(state: State) -> Reply | None:
    """Return what can be done instead of a play, while the course asks for none; None if a play is in order."""
    course = state.course
    return None if course is None or course.asks else tell(state, turn(state, course))


def answered(reply: Reply) -> Reply:
    """Return a reply with an action in the course in place of one at a table: what the coach says to it."""
    course = reply.state.course
    action = next((one.action for one in reply.sent if isinstance(one, Act)), None)
    if course is None or action is None:
        return reply
    now = chosen(course, action)
    assert now.reply is not None, "just chosen"
    verdict = _("Well played") if now.reply.good else _("There is better")
    here = _laid(reply.state, now)
    return tell(here, *reply.said, f"{verdict}. {_(now.reply.text)}", turn(here, now))


def keeping(before: Course | None, reply: Reply) -> Reply:
    """Return a reply with a request to keep the place in the course, if it is another than is kept.

    Whoever goes through it faster than anybody reads, such as a script, has it kept once they leave.
    """
    state, settings = reply.state, reply.state.board.settings
    course = state.course or before
    if course is None:
        return reply
    leaves = state.course is None or course.over
    place = place_to_keep(course, settings.course, state.now - state.place_kept_at, leaves=leaves)
    if place is None:
        return reply
    board = replace(state.board, settings=replace(settings, course=place))
    known = replace(state, board=board, place_kept_at=state.now)
    return reply._replace(state=known, sent=(KeepSettings(0, {"course": place}), *reply.sent))


def go_on(state: State, course: Course) -> Reply:
    """Do what an empty line means: go on to the next position, play after the last one, or tell what is asked."""
    if course.over:
        return play_with_coach(state, course.game)
    return tell(state, turn(state, course)) if course.asks else _told(state, opened(course, course.place + 1))


def skip(state: State, _typed: Typed) -> Reply:
    """Go on to the next position."""
    assert state.course is not None, "used in the course only"
    course = state.course
    return tell(state, turn(state, course)) if course.over else _told(state, opened(course, course.place + 1))


def step_back(state: State, _typed: Typed) -> Reply:
    """Go back to the position before, or to the open one after a choice in it."""
    assert state.course is not None, "used in the course only"
    return _told(state, back(state.course))


def again(state: State, _typed: Typed) -> Reply:
    """Ask for another answer; before there is one, tell the position once more."""
    assert state.course is not None, "used in the course only"
    course = opened(state.course, state.course.place)
    if state.course.asks:
        return _told(state, course)
    here = _laid(state, course)
    return tell(here, hand_line(here.board), turn_line(here.board))


def leave(state: State, _typed: Typed) -> Reply:
    """Leave the course for the menu, and remember where it was."""
    assert state.course is not None, "used in the course only"
    over = state.course.over
    words = _("You leave the course.") if over else _("You leave the course: learn goes on with it.")
    gone = replace(state, board=boards.fresh(state.board), course=None, listed=False)
    return tell(gone, words)._replace(sent=home_request(gone))


def with_coach(state: State, typed: Typed) -> Reply:
    """Play with the coach: the game of the course, or the one that is named."""
    known = state.course or first_course(tuple(GAMES.values()))
    game = _taught(known, typed.words) if typed.words else known.game
    return no_course(state, known, typed.words) if game is None else play_with_coach(state, game)


def play_with_coach(state: State, game: Game) -> Reply:
    """Open a table with bots and the coach, which nobody finds by chance."""
    order, offers = state.order, state.welcome.games if state.welcome is not None else ()
    setup = complete(Setup(game.lessons[0].setup.game, 0), offers)
    hidden = replace(order, setup=setup, arrangement=replace(order.arrangement, listed=False))
    gone = replace(state, board=boards.fresh(state.board), course=None, listed=False, coach_due=True)
    return Reply(gone, sent=(table_request(hidden),))


def turn_told(state: State, _typed: Typed) -> Reply:
    """Tell whose turn it is and what is asked for, with the coach's advice where there is one."""
    if state.course is not None:
        return tell(state, turn(state, state.course))
    return tell(state, turn_line(state.board), advice_line(state.board) if state.coach else "")


def what(state: State, typed: Typed) -> Reply:
    """Tell what a card, or a word of the game, would do, without doing it."""
    board = playing.dropped(state.board)
    if board.game is None or board.watches:
        return tell(state, hand_line(board))
    answered = no_choice(state)
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
    if isinstance(action, Answer):
        return tell(state, _consequences(board, {"": action}))
    if tried.asking is Asking.MOVE and tried.move is not None:
        return tell(state, _consequences(board, {choice.label: choice.action for choice in tried.move.choices}))
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


def heard(state: State, news: HintGiven) -> Reply:
    """Tell a hint, unless its choice has passed."""
    known = replace(state, board=hinted(state.board, news))
    return tell(known, *_hint_lines(known))


def costliest_heard(state: State, news: CostliestChoice) -> Reply:
    """Tell which choice of a deal cost most, if the coach is there."""
    return tell(state, costliest_words(state.board, news) if state.coach else "")


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


def _consequences(board: Board, ways: dict[str, Answer]) -> str:
    """Return the consequence of an action, or of each way to do it if they differ."""
    kind, table, game = board.kind, board.table, board.game
    if kind is None or table is None or game is None:
        return ""
    nothing = _("nobody can know yet what it does")
    told = {label: kind.consequence(game, action) or nothing for label, action in ways.items()}
    if len(set(told.values())) > 1:
        return " ".join(f"{label}: {as_sentence(words)}" for label, words in told.items())
    return as_sentence(next(iter(told.values())))
