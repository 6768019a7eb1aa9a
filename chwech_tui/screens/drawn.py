"""A screen that is one picture: it draws itself anew for its size and hands on what was clicked as a key."""

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import Screen

from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Picture, Press
from chwech_tui.theme import Palette
from chwech_tui.widgets.canvas import Canvas


class DrawnScreen(Screen[str]):
    """A screen that shows one picture and ends with the key that was pressed, where that key means something."""

    ENDING_KEYS = frozenset({"escape"})
    """The keys that end the screen; it gives the key to whoever opened it."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._canvas = Canvas(palette, "picture")

    def compose(self) -> ComposeResult:
        """Give the one canvas."""
        yield self._canvas

    def picture(self, width: int, height: int) -> Picture:
        """Draw the screen for a size."""
        raise NotImplementedError

    def on_resize(self, event: Resize) -> None:
        """Fill the screen."""
        self._canvas.place(Box(0, 0, event.size.width, event.size.height))
        self._canvas.show(self.picture(event.size.width, event.size.height))

    def redraw(self) -> None:
        """Draw what has changed."""
        self._canvas.show(self.picture(self.size.width, self.size.height))

    def on_key(self, event: Key) -> None:
        """Use a key."""
        event.stop()
        self.press(event.key)

    def on_canvas_aimed(self, message: Canvas.Aimed) -> None:
        """Take a click for the key that it is as good as."""
        if isinstance(message.aim, Press):
            self.press(message.aim.key)

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        if key in self.ENDING_KEYS:
            self.dismiss(key)
