"""The dialogue: what a line of the person, or a piece of news, makes of the state; pure.

A line is read, in this order, as the answer to what is asked, as a play, as a command; an empty one goes on.
"""

from msgspec.structs import replace

from chwech_tui.link import News
from chwech_tui.model.board import Asking
from chwech_tui.plain import archive, commands, course, hearing, home, making, playing
from chwech_tui.plain.reading import LONGEST_LINE, english, words_of
from chwech_tui.plain.speech import spoken
from chwech_tui.plain.state import Asked, Renew, Reply, State, Typed, paged, tell
from chwech_tui.plain.telling import follow_up, turn_line
from protocol.game import Stage
from protocol.language import _
from protocol.messages import FromClient
from protocol.tableview import TablePhase
from protocol.text import clean_text

_NAME = 24
"""The widest nickname, in cells."""

_MARK = "\ufeff"
"""The byte order mark with which some shells begin what they pipe."""


def hear(state: State, news: News, now: float) -> Reply:
    """Return what a piece of news makes of the dialogue at a time, in seconds since 1970."""
    return _spoken(hearing.hear(replace(state, now=now), news))


def settle(state: State) -> Reply:
    """Return what the table asks of the person now, if they were not told: news come in bursts, and this after them."""
    asked = course.asked(state)
    lines = follow_up(state.known, state.board, coach=state.coach and not asked)
    return _spoken(tell(replace(state, known=state.board), *lines)._replace(sent=asked))


def read(state: State, line: str, now: float) -> Reply:
    """Return what a line of the person makes of the dialogue at a time, in seconds since 1970."""
    answered = course.answered(_read(replace(state, now=now), line[:LONGEST_LINE].removeprefix(_MARK).strip()))
    return _spoken(course.keeping(state.course, answered))


def sent(state: State, number: int, command: FromClient) -> State:
    """Record that a command was sent under an id, and waits for its answer."""
    return replace(state, waiting=(*state.waiting, Asked(number, command)))


def _spoken(reply: Reply) -> Reply:
    return reply._replace(said=tuple(spoken(line, reply.state.speech) for line in reply.said))


def _read(state: State, line: str) -> Reply:
    if state.nameless:
        return _named(state, line)
    words = words_of(line)
    if not words:
        return _go_on(state)
    state = replace(state, rest=())
    answered = _answer(state, words)
    if answered is not None:
        return answered
    state = replace(state, board=playing.dropped(state.board))
    found = commands.find(state, words[0])
    plays = playing.is_play(state.board, words)
    # A letter that means a command is that command, unless a card or the game's own word begins with it.
    if plays and (found is None or len(words) > 1 or english(words[0]) not in found.words):
        return course.no_choice(state) or playing.play(state, words)
    if found is None:
        return commands.unknown(state, words[0])
    text = line.partition(" ")[2]
    return found.act(state, Typed(words[1:], text.strip()))


def _named(state: State, line: str) -> Reply:
    """Use the nickname that was asked for."""
    name = clean_text(line, cells=_NAME)
    if not name:
        return tell(replace(state, over=0), _("Goodbye."))
    return Reply(replace(state, nameless=False), sent=(Renew(name),))


def _answer(state: State, words: tuple[str, ...]) -> Reply | None:
    """Return what a line answers: a question of the table, a form, a replay; None if it answers nothing."""
    if playing.answers(state.board, words):
        return playing.answer(state, words)
    if state.form is not None:
        return _fill_in(state, words)
    if state.reel is not None and archive.is_move(words):
        return archive.move(state, words)
    return None


def _fill_in(state: State, words: tuple[str, ...]) -> Reply | None:
    first = english(words[0])
    if first == "open" and len(words) == 1:
        return making.opened(state)
    if first in {"cancel", "back", "q", "leave"}:
        return tell(replace(state, form=None), _("No table is made."))
    return making.fill_in(state, words)


def _go_on(state: State) -> Reply:
    """Do what an empty line means: go on with a long text or a replay, deal, or tell whose turn it is."""
    if state.rest:
        return paged(state, state.rest)
    if state.form is not None:
        return making.form_told(state)
    if state.reel is not None:
        return archive.move(state, ())
    if state.course is not None:
        return course.go_on(state, state.course)
    board = state.board
    table, game = board.table, board.game
    if table is None:
        return home.tables(state, Typed((), ""))
    dealing = game is not None and game.stage is Stage.DEALING and board.asking is Asking.NOTHING
    if dealing and table.phase is TablePhase.PLAYING and board.waited_for:
        return playing.key(state, "enter")
    return tell(state, turn_line(board))
