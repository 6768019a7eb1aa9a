"""A canvas: shows a picture handed down, refreshes only the lines that differ, and says what was clicked."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Picture, printable
from chwech_tui.theme import Palette


class Canvas(Widget):
    """A part of the screen, drawn in strips."""

    DEFAULT_CSS = "Canvas { position: absolute; }"
    """Where it is, the screen says."""

    class Aimed(Message):
        """Something that can be clicked was clicked."""

        def __init__(self, aim: Aim) -> None:
            super().__init__()
            self.aim = aim
            """What the click means."""

    def __init__(self, palette: Palette, name: str) -> None:
        super().__init__(id=name)
        self._palette = palette
        self.picture: Picture = ()
        """What is shown."""
        self._strips: dict[int, Strip] = {}

    def place(self, box: Box) -> None:
        """Move to another place on the screen."""
        self.styles.offset = (box.x, box.y)
        self.styles.width = box.width
        self.styles.height = box.height

    def show(self, picture: Picture) -> None:
        """Draw another picture; only the lines that differ are drawn again."""
        before = self.picture
        self.picture = picture
        longest = max(len(before), len(picture))
        changed = [y for y in range(longest) if before[y : y + 1] != picture[y : y + 1]]
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """Give one line of the picture."""
        strip = self._strips.get(y)
        if strip is None or strip.cell_length != self.size.width:
            strip = self._strips[y] = self._strip(self.picture[y] if y < len(self.picture) else ())
        return strip

    def _strip(self, line: Line) -> Strip:
        style = self._palette.style
        strip = Strip(Segment(printable(span.text), style(span.hue, span.ground)) for span in line if span.text)
        # Neighbours that look alike become one piece: fewer bytes to the terminal.
        return strip.adjust_cell_length(self.size.width, style(Hue.TEXT, Ground.TABLE)).simplify()

    def on_click(self, event: Click) -> None:
        """Say what was clicked."""
        aim = aim_at(self.picture, event.x, event.y)
        if aim is not None:
            event.stop()
            self.post_message(self.Aimed(aim))


def aim_at(picture: Picture, x: int, y: int) -> Aim | None:
    """Find what a click on a place of a picture means."""
    if not 0 <= y < len(picture):
        return None
    edge = 0
    for span in picture[y]:
        edge += cell_len(span.text)
        if x < edge:
            return span.aim
    return None
