"""A menu: a title, a list to choose from, and a line that says what is going on."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from textual.events import MouseScrollDown, MouseScrollUp

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.help import draw_foot
from chwech_tui.drawing.line import fit, left, wrap
from chwech_tui.drawing.panel import BUSY
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Pick, Picture, Span
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.requests import Requests
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from chwech_tui.widgets.surface import Part, Parts
from protocol.messages import FromServer, Refused

MENU_WIDTH: Final = 72
"""How wide a menu is at most."""


C = TypeVar("C")
"""What the lines of a menu stand for."""

C_co = TypeVar("C_co", covariant=True)
"""What one line stands for."""


class Item(Struct, Generic[C_co], frozen=True):
    """A line of a menu."""

    choice: C_co
    """What it stands for."""

    text: str
    """What it says."""


class MenuScreen(DrawnScreen, Generic[C]):
    """A screen with a list; its subclasses say what is in it and what each line does."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", "choose", "down"),
        PromptAnswer("Enter", "open", "enter"),
        PromptAnswer("q", "quit", "q"),
    )
    """The keys that the foot names."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.chosen = 0
        """The line that is chosen."""
        self._top = 0
        self._status = ""
        self._busy = False

    def on_mount(self) -> None:
        """Let the mark turn, where something is going on."""
        self.turn(on=self._busy)

    def title_lines(self) -> Picture:
        """Draw the title."""
        raise NotImplementedError

    def items(self) -> Sequence[Item[C]]:
        """Give the lines of the menu."""
        raise NotImplementedError

    def say(self, text: str, *, busy: bool = False) -> None:
        """Say what is going on, or why something could not be done."""
        self._status, self._busy = text, busy
        if self.is_mounted:
            self.turn(on=busy)
        self.redraw()

    def rest(self) -> None:
        """Say that nothing is going on any more; why something could not be done stays."""
        if self._busy:
            self.say("")

    # Drawing

    def parts(self, width: int, height: int) -> Parts:
        """Draw the title, the list and the foot."""
        title, items = self.title_lines(), self.items()
        wide = min(MENU_WIDTH, width - 4)
        x = (width - wide) // 2
        foot = self._foot(wide)
        below = len(foot) + 2
        rows = min(len(items), max(1, height - len(title) - below))
        y = max(1, (height - len(title) - rows - below) // 3)
        return {
            "head": Part(Box(x, y, wide, len(title)), title),
            "list": Part(Box(x, y + len(title) + 1, wide, rows), self._list(rows, wide)),
            "foot": Part(Box(x, height - len(foot), wide, len(foot)), foot),
        }

    def _list(self, rows: int, width: int) -> Picture:
        """Draw so many lines, the chosen one among them, and no fewer than there are."""
        items = self.items()
        self.chosen = max(0, min(self.chosen, len(items) - 1))
        self._top = min(max(self.chosen - rows + 1, min(self._top, self.chosen)), max(0, len(items) - rows))
        shown = range(self._top, min(len(items), self._top + rows))
        return tuple(self._item(place, items[place], width) for place in shown)

    def _item(self, place: int, item: Item[C], width: int) -> Line:
        """Draw a line; a mark shows, also without colour, whether it is chosen."""
        chosen = place == self.chosen
        look = (Hue.ACCENT, Ground.BUTTON) if chosen else (Hue.TEXT, Ground.TABLE)
        return (Span(left(f"{'▸' if chosen else ' '} {item.text}", width), *look, Pick(place)),)

    def _foot(self, width: int) -> Picture:
        mark = f"{BUSY[self.tick % len(BUSY)]} " if self._busy else ""
        status: Line = (Span(mark, Hue.ACCENT), Span(self._status, Hue.DIM if self._busy else Hue.ALERT))
        said = (*wrap(status, width), ())[:2]
        return (*(fit(line, width) for line in said), *draw_foot(self.KEYS, width))

    # Choosing

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        items = self.items()
        last = len(items) - 1
        match key:
            case _ if not items:
                pass
            case "up" | "down":
                self._choose_line((self.chosen + (1 if key == "down" else -1)) % (last + 1))
            case "home" | "end":
                self._choose_line(0 if key == "home" else last)
            case "pageup" | "pagedown":
                self._choose_line(max(0, min(last, self.chosen + (9 if key == "pagedown" else -9))))
            case "enter" | "space":
                self.choose(items[self.chosen].choice)

    def aimed(self, aim: Aim) -> None:
        """Take a click on a line for its choice."""
        if isinstance(aim, Pick):
            self._choose_line(aim.place)
            self.choose(self.items()[aim.place].choice)
        else:
            super().aimed(aim)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Choose the next line, if there is one."""
        self._choose_line(min(self.chosen + 1, len(self.items()) - 1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Choose the line before, if there is one."""
        self._choose_line(max(0, self.chosen - 1))

    def _choose_line(self, place: int) -> None:
        self.chosen = place
        self.redraw()

    def choose(self, choice: C) -> None:
        """Do what a line stands for."""
        raise NotImplementedError


class AskingScreen(MenuScreen[C]):
    """A menu of something that the server knows."""

    def __init__(self, palette: Palette, requests: Requests) -> None:
        super().__init__(palette)
        self._requests = requests
        self._asked: set[int] = set()

    def asked(self, number: int) -> None:
        """Remember a request: if it is refused, the reason is said here."""
        self._asked.add(number)

    def answered(self, news: FromServer) -> bool:
        """Take in an answer, if it is one to a request of this screen, and say whether it was."""
        if isinstance(news, Refused) and news.id in self._asked:
            self.say(as_sentence(news.text))
            return True
        return self.told(news)

    def told(self, news: FromServer) -> bool:
        """Take in what was asked for, and say whether it was that."""
        raise NotImplementedError


def day(seconds: float) -> str:
    """Write the day of a moment, in seconds since 1970, as ISO 8601 does."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
