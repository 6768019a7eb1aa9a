"""The way through a course as a value: the open position, what was chosen in it, and where one can go; pure."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.game import ShownGame
from chwech_tui.model.lesson import Lesson, LessonReply
from chwech_tui.model.prompt import PromptAnswer
from protocol.game import Answer, View
from protocol.language import N_, _
from protocol.table import Occupant, TablePhase, TableView

YOU: Final = N_("You")  # The name of a viewer who has none, marked for translation.
CODE: Final = "lesson"  # The code of the table at which a position is shown; no other table has it.

KEEPING_SECONDS: Final = 2.0
"""Seconds between two places kept: skipping through a course must not exceed the server's rate limit."""

_NEXT: Final = PromptAnswer("Enter", N_("next"), "enter")
_AGAIN: Final = PromptAnswer("t", N_("try again"), "t")
_BACK: Final = PromptAnswer("b", N_("back"), "b")
_SKIP: Final = PromptAnswer("n", N_("skip"), "n")
_LEAVE: Final = PromptAnswer("q", N_("leave"), "q")
_PLAY: Final = PromptAnswer("Enter", N_("play with the coach"), "enter")
_MORE: Final = PromptAnswer("Enter", N_("more of your mistakes"), "enter")


class Course(Struct, frozen=True, gc=False):
    """Where someone is in a course."""

    games: tuple[ShownGame, ...]
    """The games that have a course, at least one."""
    game: ShownGame
    """The one that is taught."""
    place: int = 0
    """The position, from 0."""
    reply: LessonReply | None = None
    """What followed from the choice; None while one is asked for."""
    over: bool = False
    """True after the last position."""
    puzzles: tuple[Lesson, ...] = ()
    """Positions that are asked in place of the lessons, which teach nothing but what is said of each choice."""

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Every position of this game."""
        return self.puzzles or self.game.lessons

    @property
    def title(self) -> str:
        """What it is called."""
        return _("What would you play?") if self.puzzles else _("Learn {game}", game=self.game.title)

    @property
    def lesson(self) -> Lesson:
        """The open position; the last one after the end."""
        return self.lessons[self.place]

    @property
    def view(self) -> View:
        """The game: before the choice, or after it."""
        return self.lesson.view if self.reply is None else self.reply.view

    @property
    def asks(self) -> bool:
        """True while a choice is asked for."""
        return self.reply is None and not self.over

    @property
    def done(self) -> int:
        """The number of positions answered or passed over."""
        return self.place + (not self.asks)

    @property
    def other(self) -> ShownGame | None:
        """The next game with a course, which is offered at the beginning and at the end of this one."""
        at_rim = self.over or (self.place == 0 and self.reply is None)
        if not at_rim or len(self.games) < 2 or self.puzzles:
            return None
        return self.games[(self.games.index(self.game) + 1) % len(self.games)]


def first_course(games: Sequence[ShownGame]) -> Course:
    """Return the beginning of the first course that some games have."""
    taught = tuple(game for game in games if game.is_taught)
    return Course(taught, taught[0])


def puzzles_of(lessons: tuple[Lesson, ...], games: Mapping[str, ShownGame]) -> Course:
    """Return puzzles as a course; there is at least one."""
    game = games[lessons[0].setup.game]
    return Course((game,), game, puzzles=lessons)


def kept_place(course: Course) -> str:
    """Return where someone is in a course as a text: the game and the position; empty at the beginning and the end."""
    begins = course.place == 0 and course.game is course.games[0]
    return "" if begins or course.over else f"{course.lesson.setup.game} {course.place + 1}"


def place_to_keep(course: Course, kept: str, seconds: float, *, leaves: bool) -> str | None:
    """Return the place to keep now instead of another, kept so many seconds ago; None to keep none yet."""
    place = kept_place(course)
    return place if place != kept and (leaves or seconds >= KEEPING_SECONDS) else None


def course_at(kept: str, games: Sequence[ShownGame]) -> Course:
    """Return the course at the place of a kept text; the beginning of the first one if it says nothing, or no place."""
    course, (name, _blank, number) = first_course(games), kept.partition(" ")
    game = next((game for game in course.games if game.game.name == name), None)
    with contextlib.suppress(ValueError):
        if game is not None and 0 < int(number) <= len(game.lessons):
            return opened(course_of(course, game), int(number) - 1)
    return course


def course_of(course: Course, game: ShownGame) -> Course:
    """Return the beginning of the course of another game."""
    return Course(course.games, game)


def opened(course: Course, place: int) -> Course:
    """Return the course with a position open anew; beyond the last one it is over."""
    last = len(course.lessons) - 1
    return replace(course, place=max(0, min(place, last)), reply=None, over=place > last)


def back(course: Course) -> Course:
    """Return the course one step back: from a reply, or from the end, to the position itself."""
    return opened(course, course.place - 1 if course.asks else course.place)


def chosen(course: Course, action: Answer) -> Course:
    """Return the course with what follows from a legal action."""
    return replace(course, reply=course.lesson.reply_to(action))


def pressed(course: Course, key: str) -> Course:
    """Return the course where a key leads; where it leads nowhere, the same."""
    match key:
        case "b" | "backspace":
            return back(course)
        case "n" if course.reply is None:
            return opened(course, course.place + 1)
        case "l" | "g" if course.other is not None:
            return course_of(course, course.other)
        case "t" if course.reply is not None:
            return opened(course, course.place)
        case "enter" | "space" | "right" | "n" if course.reply is not None:
            return opened(course, course.place + 1)
    return course


def onward(course: Course) -> tuple[PromptAnswer, ...]:
    """Return the keys that are named first: what can be done after an answer, or at the end."""
    if course.over:
        return (_MORE if course.puzzles else _PLAY,)
    return () if course.asks else (_NEXT, _AGAIN)


def ways(course: Course) -> tuple[PromptAnswer, ...]:
    """Return the other keys that lead through the course, or out of it."""
    returns = (_BACK,) if course.place or not course.asks else ()
    skips = (_SKIP,) if course.asks else ()
    title = course.other.title if course.other is not None else ""
    other = (PromptAnswer("l", _("learn {game}", game=title), "l"),) if title else ()
    return (*returns, *skips, *other, _LEAVE)


def coach_words(course: Course) -> tuple[str, str]:
    """Return what the coach says: in a word, and to the position or to the choice."""
    if course.over and course.puzzles:
        return _("That was all"), _("Enter looks for mistakes in your latest games.")
    if course.over:
        return _("You know the game"), _(course.game.farewell)
    if course.reply is not None:
        return _("Well played") if course.reply.good else _("There is better"), _(course.reply.text)
    return _(course.lesson.title), _(course.lesson.text)


def table_of(course: Course, own: str) -> TableView:
    """Return the table of a position, at which the viewer has a name of their own."""
    lesson = course.lesson
    return TableView(
        table=CODE,
        seq=0,
        setup=lesson.setup,
        phase=TablePhase.PLAYING,
        seats=tuple([Occupant(own if seat == lesson.seat else name) for seat, name in enumerate(lesson.names)]),
        viewer=lesson.seat,
        host=lesson.seat,
        game=course.view,
    )
