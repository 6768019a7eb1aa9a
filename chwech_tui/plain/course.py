"""The course for newcomers by words, answered as at a table, and the way from it to a table with the coach."""

from collections.abc import Sequence

from msgspec.structs import replace

from chwech_tui.errand import table_request
from chwech_tui.model import board as boards
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
from chwech_tui.model.game import GAMES, Game
from chwech_tui.plain.dialogue import Dialogue, Typed, word
from chwech_tui.plain.reading import folded, listed_or, number_of
from chwech_tui.plain.table import hand_line, open_trick_line, own_line, told, turn_line
from protocol.game import Answer
from protocol.language import _
from protocol.lobby import LeaveLobby
from protocol.setup import Setup


@word("learn")
def learn(dialogue: Dialogue, typed: Typed) -> None:
    """Open the course: where it was left, at a position by its number, or that of a game from its beginning."""
    known = dialogue.course or course_at(dialogue.board.settings.course, tuple(GAMES.values()))
    number = number_of(typed.words[0]) if typed.words else known.place + 1
    if number is None:
        game = _taught(dialogue, known, typed.words)
        if game is not None:
            enter(dialogue, course_of(known, game))
    elif 0 < number <= len(known.lessons):
        enter(dialogue, opened(known, number - 1) if typed.words else known)
    else:
        dialogue.say(_("The course has the positions 1 to {last}.", last=len(known.lessons)))


def _taught(dialogue: Dialogue, course: Course, words: Sequence[str]) -> Game | None:
    """Return the game with a course that some words mean, or say which there are."""
    wanted = folded(" ".join(words))
    game = next((game for game in course.games if folded(game.title) == wanted), None)
    if game is None:
        titles = listed_or([game.title.lower() for game in course.games])
        name = repr(words[0][:20])
        dialogue.say(_("There is no course of {name}: choose {titles}.", name=name, titles=titles))
    return game


def enter(dialogue: Dialogue, course: Course | None = None) -> None:
    """Come to the course, from wherever one is but a table; without one, to the first."""
    course = course or first_course(tuple(GAMES.values()))
    if dialogue.course is None or dialogue.course.game is not course.game:
        title = _("Learn {game}.", game=course.game.title)
        ways = _("Answer as at a table. skip skips a position, back goes back, leave ends the course.")
        dialogue.say(f"{title} {ways}")
    if dialogue.link.in_lobby:
        dialogue.ask(LeaveLobby)
    dialogue.form = dialogue.reel = None
    dialogue.seq_due = dialogue.met = 0
    _open(dialogue, course)


def _open(dialogue: Dialogue, course: Course) -> None:
    """Open a position, and tell it; at the end of the course, what comes after it."""
    _lay(dialogue, course)
    if course.over:
        known = _("You know the game")
        dialogue.say(f"{known}. {_(course.game.farewell)}", turn(dialogue, course))
        return
    lesson, board = course.lesson, dialogue.board
    number, every = course.place + 1, len(course.lessons)
    dialogue.say(_("Position {number} of {all}: {title}.", number=number, all=every, title=_(lesson.title)))
    dialogue.say(_(lesson.text), *told(board, own_line), *told(board, open_trick_line), *told(board, hand_line))
    dialogue.say(turn_line(board))


def _lay(dialogue: Dialogue, course: Course) -> None:
    """Lay a position on the board."""
    table = table_of(course, dialogue.visit.name or _(course.lesson.names[0]))
    dialogue.course = course
    dialogue.board = dialogue.known = boards.seated(boards.fresh(dialogue.board), table, course.game)


def turn(dialogue: Dialogue, course: Course) -> str:
    """Return what is asked for now; at the end of the course, what can be done then."""
    if not course.over:
        return turn_line(dialogue.board) if course.asks else _("Enter goes on, again tries another answer.")
    title = (course.other or course.game).title
    # Translators: the words that are typed, learn and leave, are commands.
    return _(
        "Enter plays {game} with the coach, learn {word} teaches {title}, leave ends the course.",
        game=course.game.title,
        word=title.lower(),
        title=title,
    )


def asks_nothing(dialogue: Dialogue) -> bool:
    """Say what can be done instead of a play, where the course asks for none; False if a play is in order."""
    course = dialogue.course
    if course is None or course.asks:
        return False
    dialogue.say(turn(dialogue, course))
    return True


def answer(dialogue: Dialogue, course: Course, action: Answer) -> None:
    """Say what follows from an answer."""
    now = chosen(course, action)
    assert now.reply is not None, "just chosen"
    verdict = _("Well played") if now.reply.good else _("There is better")
    _lay(dialogue, now)
    dialogue.say(f"{verdict}. {_(now.reply.text)}", turn(dialogue, now))


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


def go_on(dialogue: Dialogue, course: Course) -> None:
    """Do what an empty line means: go on to the next position, play after the last one, or tell what is asked."""
    if course.over:
        _play(dialogue, course.game)
    elif course.asks:
        dialogue.say(turn(dialogue, course))
    else:
        _open(dialogue, opened(course, course.place + 1))


@word("skip", "back", "course again")
def move(dialogue: Dialogue, typed: Typed) -> None:
    """Go to the next position, back, or to the open one again, for another answer."""
    course = dialogue.course
    assert course is not None, "used in the course only"
    if typed.word == "skip" and course.over:
        dialogue.say(turn(dialogue, course))
    elif typed.word == "again" and not course.asks:
        _lay(dialogue, opened(course, course.place))
        dialogue.say(*told(dialogue.board, hand_line), turn_line(dialogue.board))
    else:
        there = opened(course, course.place + (typed.word == "skip"))
        _open(dialogue, back(course) if typed.word == "back" else there)


@word("course leave")
def leave(dialogue: Dialogue, _typed: Typed) -> None:
    """Leave the course for the menu, and remember where it was."""
    over = dialogue.course is not None and dialogue.course.over
    dialogue.say(_("You leave the course.") if over else _("You leave the course: learn goes on with it."))
    dialogue.to_menu()


@word("coach")
def with_coach(dialogue: Dialogue, typed: Typed) -> None:
    """Play with the coach: the game of the course, or the one that is named."""
    known = dialogue.course or first_course(tuple(GAMES.values()))
    game = _taught(dialogue, known, typed.words) if typed.words else known.game
    if game is not None:
        _play(dialogue, game)


def _play(dialogue: Dialogue, game: Game) -> None:
    """Open a table with bots and the coach, which nobody finds by chance."""
    order = dialogue.visit.order
    setup = dialogue.visit.completed(Setup(game.lessons[0].setup.game, 0))
    dialogue.board, dialogue.course = boards.fresh(dialogue.board), None
    dialogue.listed, dialogue.coach_due = False, True
    hidden = replace(order.arrangement, listed=False)
    dialogue.send(table_request(replace(order, setup=setup, arrangement=hidden)))
