"""The course for newcomers by words, answered as at a table, and the way from it to a table with the coach."""

from collections.abc import Sequence

from msgspec.structs import replace

from chwech_tui.errand import table_request
from chwech_tui.model import board as boards
from chwech_tui.model.course import (
    Course,
    chosen,
    coach_words,
    course_at,
    onward,
    place_to_keep,
    pressed,
    table_of,
    ways,
)
from chwech_tui.model.game import GAMES
from chwech_tui.plain.dialogue import Dialogue, Typed, word
from chwech_tui.plain.reading import key_meant, keys_read
from chwech_tui.plain.table import hand_line, open_trick_line, own_line, told, turn_line
from protocol.game import Answer
from protocol.language import _
from protocol.lobby import LeaveLobby
from protocol.setup import Setup


@word("learn")
def learn(dialogue: Dialogue, _typed: Typed | None = None) -> None:
    """Come to the course, from wherever one is but a table: where it was left, else at its beginning."""
    course = course_at(dialogue.board.settings.course, tuple(GAMES.values()))
    title = _("Learn {game}.", game=course.game.title)
    dialogue.say(f"{title} {keys_read(ways(course))}")
    if dialogue.link.in_lobby:
        dialogue.ask(LeaveLobby)
    dialogue.form = dialogue.reel = None
    dialogue.seq_due = dialogue.met = 0
    _open(dialogue, course)


def _open(dialogue: Dialogue, course: Course) -> None:
    """Open a position, and tell it; at the end of the course, what comes after it."""
    _lay(dialogue, course)
    title, text = coach_words(course)
    if course.over:
        dialogue.say(f"{title}. {text}", turn(dialogue, course))
        return
    board, number, every = dialogue.board, course.place + 1, len(course.lessons)
    dialogue.say(_("Position {number} of {all}: {title}.", number=number, all=every, title=title))
    dialogue.say(text, *told(board, own_line), *told(board, open_trick_line), *told(board, hand_line))
    dialogue.say(turn_line(board))


def _lay(dialogue: Dialogue, course: Course) -> None:
    """Lay a position on the board."""
    table = table_of(course, dialogue.visit.name or _(course.lesson.names[0]))
    dialogue.course = course
    dialogue.board = dialogue.known = boards.seated(boards.fresh(dialogue.board), table, course.game)


def turn(dialogue: Dialogue, course: Course) -> str:
    """Return what is asked for now; after an answer and at the end of the course, what can be done then."""
    return turn_line(dialogue.board) if course.asks else keys_read((*onward(course), *ways(course)))


def answer(dialogue: Dialogue, course: Course, action: Answer) -> None:
    """Say what follows from an answer."""
    _lay(dialogue, chosen(course, action))
    now = dialogue.course or course
    dialogue.say("{}. {}".format(*coach_words(now)), turn(dialogue, now))


def keep_place(dialogue: Dialogue, before: Course | None) -> None:
    """Keep the place in the course, if it is another than is kept.

    Whoever goes through it faster than anybody reads, such as a script, has it kept once they leave.
    """
    course = dialogue.course or before
    if course is None:
        return
    kept, seconds = dialogue.board.settings.course, dialogue.now - dialogue.place_kept_at
    place = place_to_keep(course, kept, seconds, leaves=dialogue.course is None or course.over)
    if place is not None:
        dialogue.place_kept_at = dialogue.now
        dialogue.preferences.change("course", place)


def press(dialogue: Dialogue, course: Course, words: Sequence[str]) -> bool:
    """Do what a word of the course means; an empty line goes on. False if the words mean nothing here."""
    key = key_meant(" ".join(words), (*onward(course), *ways(course))) if words else "enter"
    there = pressed(course, key)
    if key == "q":
        dialogue.say(_("You leave the course: learn goes on with it."))
        dialogue.to_menu()
    elif key == "enter" and course.over:
        _play(dialogue, course.lesson.setup.game)
    elif key == "t":
        _lay(dialogue, there)
        dialogue.say(*told(dialogue.board, hand_line), turn_line(dialogue.board))
    elif there is not course:
        _open(dialogue, there)
    elif key:
        dialogue.say(turn(dialogue, course))
    return bool(key)


@word("coach")
def with_coach(dialogue: Dialogue, _typed: Typed) -> None:
    """Play with the coach."""
    _play(dialogue, dialogue.visit.order.setup.game)


def _play(dialogue: Dialogue, game: str) -> None:
    """Open a table with bots and the coach, which nobody finds by chance."""
    order = dialogue.visit.order
    setup = dialogue.visit.completed(Setup(game, 0))
    dialogue.board, dialogue.course = boards.fresh(dialogue.board), None
    dialogue.listed, dialogue.coach_due = False, True
    hidden = replace(order.arrangement, listed=False)
    dialogue.send(table_request(replace(order, setup=setup, arrangement=hidden)))
