"""A menu: a title, a list to choose from, and a line that says what is going on."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from chwech_tui.drawing.line import fit, wrap
from chwech_tui.drawing.panel import BUSY, draw_keys
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Hue, Line, Picture, Press, Span, printable
from chwech_tui.model.prompt import Answer
from chwech_tui.theme import Palette
from chwech_tui.widgets.canvas import Canvas

MENU_WIDTH: Final = 72
"""How wide a menu is at most."""

TICK: Final = 0.12
"""Seconds between two pictures of the mark that turns."""


class Item(Option):
    """A line of a menu."""

    def __init__(self, key: str, text: str) -> None:
        """Show the text as it is, never as markup."""
        self.text = printable(text)
        """What the line says."""
        super().__init__(self.marked(chosen=False), id=key)

    def marked(self, *, chosen: bool) -> Content:
        """Give the line with the mark that shows, also without colour, whether it is chosen."""
        return Content(f"{'▸' if chosen else ' '} {self.text}")


class MenuScreen(Screen[None]):
    """A screen with a list; its subclasses say what is in it and what each line does."""

    DEFAULT_CSS = """
    MenuScreen OptionList {
        position: absolute; border: none; padding: 0; background: $background; height: auto;
        &:focus { border: none; background-tint: transparent 0%; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "choose", show=False)]

    KEYS: ClassVar[tuple[Answer, ...]] = (
        Answer("↑↓", "choose", "down"),
        Answer("Enter", "open", "enter"),
        Answer("q", "quit", "q"),
    )
    """The keys that the foot names."""

    class Chosen(Message):
        """A line of the menu was chosen, or a key pressed that stands for one."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key
            """The line."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._head = Canvas(palette, "head")
        self._list = OptionList(id="list")
        self._foot = Canvas(palette, "foot")
        self._status = ""
        self._busy = False
        self._tick = 0
        self._filled = False
        self._marked: int | None = None

    def compose(self) -> ComposeResult:
        """Give the title, the list and the foot."""
        yield self._head
        yield self._list
        yield self._foot

    def on_mount(self) -> None:
        """Fill the list, and let the mark turn while something is going on."""
        self._filled = True
        self.fill()
        self._list.focus()
        self.set_interval(TICK, self._turn)

    def title_lines(self) -> Picture:
        """Draw the title."""
        raise NotImplementedError

    def items(self) -> Sequence[Item]:
        """Give the lines of the menu."""
        raise NotImplementedError

    def fill(self) -> None:
        """Fill the list anew and keep the line that is chosen."""
        if not self._filled:
            return
        chosen = self._list.highlighted
        items = list(self.items())
        self._marked = None
        self._list.set_options(items)
        if items:
            self._list.highlighted = min(chosen or 0, len(items) - 1)
            self._mark(self._list.highlighted)
        self._lay_out()

    def say(self, text: str, *, busy: bool = False) -> None:
        """Say what is going on, or why something could not be done."""
        self._status, self._busy = text, busy
        self._draw_foot()

    def on_resize(self) -> None:
        """Put everything in its place."""
        self._lay_out()

    def _lay_out(self) -> None:
        if not self._filled or self.size.width == 0:
            return
        title = self.title_lines()
        width = min(MENU_WIDTH, self.size.width - 4)
        x = (self.size.width - width) // 2
        room = self.size.height - len(title) - 5
        rows = min(self._list.option_count, max(1, room))
        y = max(1, (self.size.height - len(title) - rows - 5) // 3)
        self._head.place(Box(x, y, width, len(title)))
        self._head.show(tuple(fit(line, width) for line in title))
        self._list.styles.offset = (x, y + len(title) + 1)
        self._list.styles.width = width
        self._list.styles.max_height = max(1, room)
        self._foot.place(Box(x, self.size.height - 3, width, 3))
        self._draw_foot()

    def _draw_foot(self) -> None:
        width = min(MENU_WIDTH, self.size.width - 4)
        mark = f"{BUSY[self._tick % len(BUSY)]} " if self._busy else ""
        status: Line = (Span(mark, Hue.ACCENT), Span(self._status, Hue.DIM if self._busy else Hue.ALERT))
        said = (*wrap(status, width), ())[:2]
        self._foot.show((*(fit(line, width) for line in said), *draw_keys(self.KEYS, width)))

    def _turn(self) -> None:
        if self._busy:
            self._tick += 1
            self._draw_foot()

    def action_choose(self) -> None:
        """Choose the line with the space bar too."""
        self._list.action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Mark the line that is chosen."""
        event.stop()
        self._mark(self._list.highlighted)

    def _mark(self, place: int | None) -> None:
        """Move the mark."""
        before, self._marked = self._marked, place
        for line in {before, place}:
            item = None if line is None else self._list.get_option_at_index(line)
            if line is not None and isinstance(item, Item):
                self._list.replace_option_prompt_at_index(line, item.marked(chosen=line == place))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which line was chosen."""
        event.stop()
        self.choose(event.option_id or "")

    def choose(self, key: str) -> None:
        """Do what a line stands for."""
        self.post_message(self.Chosen(key))

    def on_canvas_aimed(self, message: Canvas.Aimed) -> None:
        """Take a click for the key that it is as good as."""
        if isinstance(message.aim, Press):
            self.press(message.aim.key)

    def press(self, key: str) -> None:
        """Use a key that was clicked."""
        match key:
            case "enter":
                self._list.action_select()
            case "down":
                self._list.action_cursor_down()
            case _:
                self.choose(key)
