"""A screen that draws itself: pictures for its size, keys, clicks that are as good as keys, a mark that turns."""

from typing import Final

from textual.events import Click, Key, Resize
from textual.geometry import Region, Size
from textual.keys import key_to_character
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from chwech_tui.drawing.line import measure
from chwech_tui.drawing.plan import Box
from chwech_tui.model.ink import Aim, Picture, Press
from chwech_tui.theme import Palette
from chwech_tui.widgets.direct import can_draw, draw
from chwech_tui.widgets.surface import Part, Parts, Surface
from protocol.messages import FromServer

_NAMED: Final = {
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "at": "@",
    "backslash": "\\",
    "underscore": "_",
    "left_pointing_double_angle_quotation_mark": "«",
    "right_pointing_double_angle_quotation_mark": "»",
}
"""Keys whose names Textual cannot turn back."""


def character_of(key: str) -> str:
    """Give the character that a key writes; nothing for one that writes none."""
    character = _NAMED.get(key) or key_to_character(key) or ""
    return character if character.isprintable() else ""


TICK: Final = 0.12
"""Seconds between two pictures of the mark that turns."""


class DrawnScreen(Screen[str]):
    """A screen of pictures: it has no widgets, unless a subclass adds some that lie on top."""

    AUTO_FOCUS = ""

    ENDING_KEYS: frozenset[str] = frozenset({"escape"})
    """The keys that end the screen; it gives the key to whoever opened it."""

    class Raised(Message):
        """The screen lies on top of all others now."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.surface = Surface(palette)
        """What the screen shows."""
        self.tick = 0
        """How far the mark has turned."""
        self._palette = palette
        self._shown = False
        self._drawn_for = Size(0, 0)
        self._turning: Timer | None = None

    # What a subclass says

    def picture(self, width: int, height: int) -> Picture:
        """Draw the screen for a size, where it is one picture."""
        raise NotImplementedError

    def parts(self, width: int, height: int) -> Parts:
        """Draw the screen for a size."""
        return {"picture": Part(Box(0, 0, width, height), self.picture(width, height))}

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        if key in self.ENDING_KEYS:
            self.dismiss(key)

    def answered(self, news: FromServer) -> bool:
        """Take in the answer to something that this screen has asked the server, and say whether it was one."""
        return False

    def aimed(self, aim: Aim) -> None:
        """Take a click for the key that it is as good as."""
        if isinstance(aim, Press):
            self.press(aim.key)

    # What Textual asks

    def on_screen_resume(self) -> None:
        """Tell the app, which knows whether there is room."""
        self.post_message(self.Raised())

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size, and everything: what the terminal shows now is its own affair."""
        self.redraw()
        if event.size != self._drawn_for:
            self._drawn_for = event.size
            self.refresh()

    def on_key(self, event: Key) -> None:
        """Use a key; where a widget has the focus, it goes on to the widget's own bindings.

        A key that came in one breath with the one that opened another screen is meant for that screen.
        """
        if self.focused is None:
            event.stop()
        top = self.app.screen
        (top if isinstance(top, DrawnScreen) else self).press(event.key)

    def on_click(self, event: Click) -> None:
        """Use a click."""
        aim = self.surface.aim_at(event.screen_x, event.screen_y)
        if aim is not None:
            event.stop()
            self.aimed(aim)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Give some lines to Textual."""
        self._shown = True
        strips = (self.surface.strip(y) for y in crop.line_range)
        return [strip.crop_extend(crop.x, crop.right, None) for strip in strips]

    # Drawing

    def redraw(self) -> None:
        """Draw what has changed: directly where that can be, by Textual otherwise."""
        width, height = self.size
        if not self.is_mounted or not width:
            return
        patches = self.surface.show(width, self.parts(width, height))
        if not patches:
            return
        if self._shown and can_draw(self):
            draw(self, self.surface, self._palette, patches)
        else:
            self.refresh(*(Region(patch.x, patch.y, measure(patch.line), 1) for patch in patches))

    def turn(self, *, on: bool) -> None:
        """Let the mark turn, or stop it: where nothing turns no timer runs."""
        if on and self._turning is None:
            self._turning = self.set_interval(TICK, self._turn)
        elif not on and self._turning is not None:
            self._turning.stop()
            self._turning = None

    def _turn(self) -> None:
        self.tick += 1
        self.redraw()
