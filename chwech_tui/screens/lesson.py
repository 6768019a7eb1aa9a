"""The course for newcomers: prepared positions at the real table, with the coach in the place of the log."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from chwech_tui.drawing.line import BLANK, between, fit, wrap
from chwech_tui.drawing.panel import draw_buttons, draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.link import Link
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.game import ClientGame
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.keys import LEAVE_KEY
from chwech_tui.model.keys import press as press_at_table
from chwech_tui.model.lesson import Lesson, Reply
from chwech_tui.model.own_keys import USUAL_KEYS
from chwech_tui.model.prompt import PromptAnswer, button
from chwech_tui.model.settings import Settings
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.screens.table import TableScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _, spoken
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Action, Seat, View

_CODE: Final = "lesson"
_YOU: Final = Seat(0)
_AT_TABLE: Final = frozenset({"left", "right", "enter", "space", "escape"})
"""The keys of the table that act in a lesson, besides the digits and those of the game."""

_BESIDE: Final = ("last", "scores", "gone", "crib")
"""The parts beside a round table whose place the coach takes."""

_NEXT: Final = PromptAnswer("Enter", N_("next"), "enter")
_AGAIN: Final = PromptAnswer("t", N_("try again"), "t")
_BACK: Final = PromptAnswer("b", N_("back"), "b")
_SKIP: Final = PromptAnswer("n", N_("skip"), "n")
_LEAVE: Final = PromptAnswer("q", N_("leave"), "q")
_PLAY: Final = PromptAnswer("Enter", N_("play with the coach"), "enter")


class LessonScreen(TableScreen):
    """Shows one position after the other; its result is the game to play with the coach, or empty."""

    def __init__(self, palette: Palette, link: Link, games: Sequence[ClientGame[Any]], settings: Settings) -> None:
        """Open the first position; nothing is ever sent over the link.

        Args:
            palette: what the terminal can show.
            link: the link of the client.
            games: the games that have a course, at least one.
            settings: what the person has set.
        """
        super().__init__(palette, link)
        self._games = games
        self._game = games[0]
        self._lessons = games[0].lessons()
        self._place = 0
        self._reply: Reply | None = None
        self._over = False
        # The course has keys of its own, beside which the usual ones are meant.
        self._settings = replace(settings, keys=USUAL_KEYS)
        self._lay(self._lessons[0].view)

    @property
    def _other(self) -> ClientGame[Any] | None:
        """The next game with a course, which is offered at the begin and at the end of this one."""
        at_rim = self._over or (self._place == 0 and self._reply is None)
        if not at_rim or len(self._games) < 2:
            return None
        return self._games[(self._games.index(self._game) + 1) % len(self._games)]

    @property
    def _lesson(self) -> Lesson:
        return self._lessons[self._place]

    def _lay(self, view: View) -> None:
        self._language = spoken()
        board = boards.seated(Board(settings=self._settings), _table(self._lesson, view), self._game)
        self.take(board)

    # Keys

    def press(self, key: str) -> None:
        """Handle a key: of the table while a choice is asked for, of the course otherwise."""
        if self._reply is None and not self._over and self._takes(key):
            self._press_at_table(key)
            return
        match key:
            case "q" | "escape" | "ctrl+c":
                self.dismiss("")
            case "b" | "backspace":
                self._go(self._place if self._reply is not None or self._over else self._place - 1)
            case "n" if self._reply is None:
                self._go(self._place + 1)
            case "g" if self._other is not None:
                self._game = self._other
                self._lessons = self._game.lessons()
                self._go(0)
            case "t" if self._reply is not None:
                self._go(self._place)
            case "enter" | "space" | "right" if self._over:
                self.dismiss(self._lesson.setup.game)
            case "enter" | "space" | "right" | "n" if self._reply is not None:
                self._go(self._place + 1)

    def _takes(self, key: str) -> bool:
        """Return True if the table handles a key: all while it asks something, otherwise those that choose and play."""
        if key == LEAVE_KEY:
            return False  # It leaves, whatever is asked.
        if self.board.asking is not Asking.NOTHING:
            return True
        if key == "escape":
            return self.board.chosen is not None
        return key in _AT_TABLE or key.isdecimal() or any(known.key == key for known in self._game.keys)

    def _press_at_table(self, key: str) -> None:
        board, asked = press_at_table(self.board, key)
        self.take(board)
        if isinstance(asked, Action):
            self.choose(asked)

    def choose(self, action: Action) -> None:
        """Show what follows from a choice."""
        self._reply = self._lesson.reply_to(action)
        self._lay(self._reply.view)

    def _go(self, place: int) -> None:
        """Open a position anew; beyond the last one the course is over."""
        self._reply = None
        self._over = place == len(self._lessons)
        self._place = max(0, min(place, len(self._lessons) - 1))
        if self._over:
            self.redraw()
        else:
            self._lay(self._lesson.view)

    # Drawing

    def repaint(self, palette: Palette) -> None:
        """Change the look, and the language of the position."""
        if self._language != spoken():
            self._lay(self._reply.view if self._reply is not None else self._lesson.view)
        super().repaint(palette)

    def parts(self, width: int, height: int) -> Parts:
        """Draw the table, with the coach in place of the log and the keys of the course."""
        parts = dict(super().parts(width, height))
        now = self._game.title, self._place, self._reply, self._over
        beside = [parts.pop(name).box for name in _BESIDE if name in parts] + [parts["log"].box]
        header, prompt, keys = (parts[name].box for name in ("header", "prompt", "keys"))
        log = _around(beside)
        parts["header"] = self._picture.part("course", header, (now, header), self._draw_header)
        parts["log"] = self._picture.part("coach", log, (now, log), self._draw_coach)
        if self._reply is not None or self._over:
            parts["prompt"] = self._picture.part("then", prompt, (now, prompt), self._draw_then)
        parts["keys"] = Part(keys, draw_keys(self._keys(), keys.width))
        return parts

    def _draw_header(self, box: Box) -> Picture:
        done = self._place + (self._reply is not None or self._over)
        steps: Line = (
            Span("■" * done, Hue.ACCENT),
            Span("·" * (len(self._lessons) - done), Hue.FAINT),
            Span("  "),
            Span(_("{number} of {all}", number=self._place + 1, all=len(self._lessons)), Hue.DIM),
        )
        title = _("Learn {game}", game=self._game.title)
        return (between((Span(title, Hue.STRONG),), steps, box.width),)

    def _draw_coach(self, box: Box) -> Picture:
        """Draw what the coach says: to the position, and below it to the choice."""
        title, text, hue = _(self._lesson.title), _(self._lesson.text), Hue.STRONG
        if self._over:
            title, text = _("You know the game"), _(self._game.farewell)
        elif self._reply is not None:
            good = self._reply.good
            title, text = _("Well played") if good else _("There is better"), _(self._reply.text)
            hue = Hue.ACCENT if good else Hue.ALERT
        lines = ((Span(title, hue),), *wrap((Span(text),), box.width, hang=0))
        return tuple(fit(line, box.width) for line in lines[: box.height])

    def _draw_then(self, box: Box) -> Picture:
        answers: Sequence[PromptAnswer] = (_NEXT, _AGAIN) if self._reply is not None else (_PLAY,)
        return (fit(draw_buttons(answers), box.width), fit(BLANK, box.width))

    def _keys(self) -> tuple[PromptAnswer, ...]:
        other: tuple[PromptAnswer, ...] = ()
        if self._other is not None:
            other = (PromptAnswer("g", _("learn {game}", game=self._other.title), "g"),)
        if self._over or self._reply is not None:
            return (_BACK, *other, _LEAVE)
        acting = tuple(button(known.key, known.label) for known in self._game.keys if known.label)
        back = (_BACK,) if self._place else ()
        return (button("right"), button("enter"), *acting, *back, _SKIP, *other, _LEAVE)


def _around(boxes: Sequence[Box]) -> Box:
    """Return the box around boxes of one column."""
    top = min(box.y for box in boxes)
    return boxes[0]._replace(y=top, height=max(box.y + box.height for box in boxes) - top)


def _table(lesson: Lesson, view: View) -> Table:
    """Return the table of a position, where only the viewer's name is another one in each language."""
    own, *others = lesson.names
    return TableView(
        table=_CODE,
        seq=0,
        setup=lesson.setup,
        phase=TablePhase.PLAYING,
        seats=tuple(map(Occupant, (_(own), *others))),
        viewer=_YOU,
        host=_YOU,
        game=view,
    )
