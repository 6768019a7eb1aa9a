"""The course for newcomers: prepared positions at the real table, with the coach in the place of the log."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.drawing.line import BLANK, between, fit, wrap
from chwech_tui.drawing.panel import draw_buttons, draw_keys
from chwech_tui.drawing.panes import draw_boxes
from chwech_tui.drawing.plan import Box
from chwech_tui.link import Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.commands import LEAVE_KEY
from chwech_tui.model.commands import press as press_at_table
from chwech_tui.model.course import YOU, Course, chosen, coach_words, onward, opened, pressed, table_of, ways
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import PromptAnswer, button
from chwech_tui.model.settings import USUAL_KEYS, Settings
from chwech_tui.screens.drawn import HELP_KEYS
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.game import Answer
from protocol.language import _, spoken

_AT_TABLE: Final = frozenset({"left", "right", "enter", "space", "escape"})
"""The keys of the table that act in a lesson, besides the digits and those of the game."""


class LessonScreen(TableScreen):
    """Shows one position after the other; its result is the game to play with the coach, or empty."""

    told = 4

    def __init__(
        self, palette: Palette, link: Link, course: Course, settings: Settings, moved: Callable[[Course], None]
    ) -> None:
        """Open a position of a course anew; nothing is ever sent over the link.

        Args:
            palette: what the terminal can show.
            link: the link of the client.
            course: the course, at the position to open.
            settings: what the person has set.
            moved: called with the course whenever another position is opened, or its end is reached.
        """
        super().__init__(palette, link)
        self._moved = moved
        self.untouched = True  # True while nothing has been chosen or opened since.
        # The course has keys of its own, beside which the usual ones are meant.
        self._settings = replace(settings, keys=USUAL_KEYS)
        self._lay(opened(course, course.place))

    @property
    def course(self) -> Course:
        """The course where it is now."""
        return self._course

    def resume(self, course: Course) -> None:
        """Open the place where the course was left, which became known only now."""
        self._lay(opened(course, course.place))

    def _lay(self, course: Course) -> None:
        self._course, self._language = course, spoken()
        # Only the viewer's own name is another one in each language.
        table = table_of(course, _(YOU))
        self.take(replace(boards.seated(Board(settings=self._settings), table, course.game), unhinted=True))

    # Keys

    def press(self, key: str) -> None:
        course = self._course
        if course.asks and self._takes(key):
            self._press_at_table(key)
        elif key in HELP_KEYS:
            self.find()
        elif key in {"q", "escape", "ctrl+c"}:
            self.dismiss("")
        else:
            self._press_in_course(course, key)

    def _press_in_course(self, course: Course, key: str) -> None:
        there = pressed(course, key)
        if course.over and key in {"enter", "space", "right"}:
            self.dismiss(course.lesson.setup.game)
        elif there is not course:
            self._go(there)
        elif len(key) == 1:
            self.take(replace(self.board, notice=_("That key does nothing here: ? lists the keys.")))

    def usable_keys(self) -> Sequence[PromptAnswer]:
        return tuple(known for known in self._keys() if known.key != "right")

    def idle_keys(self) -> Sequence[PromptAnswer]:
        return ()

    def _takes(self, key: str) -> bool:
        """Return True if the table handles a key: all while it asks something, otherwise those that choose and play."""
        if key == LEAVE_KEY:
            return False  # It leaves, whatever is asked.
        if self.board.asking is not Asking.NOTHING:
            return True
        if key == "escape":
            return self.board.chosen is not None
        # A key of the game that does nothing now may lead through the course: b bids, or goes back.
        own = {known.key for known in self._course.game.keys} - {way.key for way in ways(self._course)}
        return key in self._moves() | own | _AT_TABLE or key.isdecimal()

    def _moves(self) -> set[str]:
        """Return the keys that do something in the position."""
        return {move.key for move in self._course.game.moves(self._course.view, self.board.chosen_card)}

    def _press_at_table(self, key: str) -> None:
        board, asked = press_at_table(self.board, key)
        self.take(board)
        if isinstance(asked, Answer):
            self.choose(asked)

    def choose(self, action: Answer) -> None:
        """Show what follows from a choice."""
        self.untouched = False
        self._lay(chosen(self._course, action))
        self._moved(self._course)

    def _go(self, course: Course) -> None:
        """Open a position anew; at the end of the course the last table stays."""
        self.untouched = False
        if course.over:
            self._course = course
            self.redraw()
        else:
            self._lay(course)
        self._moved(course)

    # Drawing

    def repaint(self, palette: Palette) -> None:
        """Change the look, and the language of the position."""
        if self._language != spoken():
            self._lay(self._course)
        super().repaint(palette)

    def parts(self, width: int, height: int) -> Parts:
        parts = dict(super().parts(width, height))
        course = self._course
        now = course.game.title, course.place, course.reply, course.over
        header, prompt, keys, log = (parts[name].box for name in ("header", "prompt", "keys", "log"))
        parts.pop("last", None)
        parts["header"] = self._picture.part("course", header, (now, header), self._draw_header)
        parts["log"] = self._picture.part("coach", log, (now, log), self._draw_coach)
        if not course.asks:
            parts["prompt"] = self._picture.part("then", prompt, (now, prompt), self._draw_then)
        parts["keys"] = Part(keys, draw_keys(self._keys(), keys.width))
        return parts

    def _draw_header(self, box: Box) -> Picture:
        course = self._course
        every, done = len(course.lessons), course.done
        steps: Line = (
            *draw_boxes(self._palette.strokes, (done, Hue.BOX), (every - done, Hue.EMPTY)),
            Span("  "),
            Span(_("{number} of {all}", number=course.place + 1, all=every), Hue.DIM),
        )
        return (between((Span(course.title, Hue.STRONG),), steps, box.width),)

    def _draw_coach(self, box: Box) -> Picture:
        """Draw what the coach says: to the position, and below it to the choice."""
        reply, (title, text) = None if self._course.over else self._course.reply, coach_words(self._course)
        hue = Hue.STRONG if reply is None else Hue.GOOD if reply.good else Hue.ALERT
        lines = ((Span(title, hue),), *wrap((Span(text),), box.width, hang=0))
        return tuple(fit(line, box.width) for line in lines[: box.height])

    def _draw_then(self, box: Box) -> Picture:
        return (fit(draw_buttons(onward(self._course)), box.width), fit(BLANK, box.width))

    def _keys(self) -> tuple[PromptAnswer, ...]:
        course = self._course
        if not course.asks:
            return ways(course)
        able = self._moves()
        acting = tuple(
            button(known.key, known.label) for known in course.game.keys if known.label and known.key in able
        )
        return (button("right"), button("enter"), *acting, *ways(course))
