"""A screen that draws itself: pictures for its size, keys, clicks that act as keys, and a spinner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import category

from textual.events import Click, Key, Resize
from textual.geometry import Offset, Region, Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from chwech_tui.drawing.plan import Box, fits
from chwech_tui.model.ink import Aim, Picture, Press
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.model.settings import USUAL_KEYS, OwnKeys, meant
from chwech_tui.screens.surface import Part, Parts, Spot, Surface, can_draw, draw
from chwech_tui.theme import Palette
from protocol.language import N_
from protocol.messages import FromServer

_NAMES: Final = {_character_to_key(character): character for character in map(chr, range(0x20, 0x7F))}
"""The printable ASCII characters by the names of their keys."""


def key_of(event: Key) -> str:
    """Return the key of an event: its name for ASCII and for a key that types nothing, else the typed character."""
    typed = event.character or ""
    if not typed or category(typed) == "Cc" or "+" in event.key.removeprefix("shift+"):
        return event.key
    if typed.isspace():
        return "space"
    # The keys of a keypad have names of their own, and type the same as others.
    return _character_to_key(typed) if typed.isascii() else typed


def character_of(key: str) -> str:
    """Return the character that a key types; an empty text if it types none."""
    return _NAMES.get(key, key if len(key) == 1 else "")


COPIED: Final = N_("Sent to your terminal's clipboard; not every terminal has one.")
"""What is said after a copy, marked for translation: a terminal does not answer whether it has taken it."""

TICK: Final = 0.12  # Seconds between two frames of the spinner.
HELP_KEYS: Final = frozenset({"colon", "ctrl+p", "question_mark"})  # The keys that list everything that can be done.


class DrawnScreen(Screen[str]):
    """A screen made of pictures, without widgets; a subclass may add some on top."""

    AUTO_FOCUS = ""

    ENDING_KEYS: frozenset[str] = frozenset({"escape"})
    """The keys that dismiss the screen; the key is its result."""

    @dataclass
    class Called(Message):
        """Posted when something has happened that the player may want to know while looking elsewhere."""

        words: str

    @dataclass
    class Waited(Message):
        """Posted when something waits for the player, or nothing does any longer."""

        words: str
        """What it is; empty for nothing."""

    class Finding(Message):
        """Posted when the player wants to find what can be done on the screen."""

        def __init__(
            self, keys: Sequence[PromptAnswer], idle: Sequence[PromptAnswer], press: Callable[[str], None]
        ) -> None:
            super().__init__()
            self.keys, self.idle = keys, idle  # The keys that do something now, and those that do at other times.
            self.press = press  # Presses one of them.

    class Wanted(Message):
        """Posted when the player wants something that the app has to do: a wish, a choice, or what it is about."""

        def __init__(self, what: Any) -> None:  # noqa: ANN401 - whoever reads it tells them apart
            super().__init__()
            self.what = what

    class Raised(Message):
        """Posted when the screen becomes the topmost one."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.surface = Surface(palette)
        self.tick = 0
        self._palette = palette
        self._shown = False
        self._drawn_for = Size(0, 0)
        self._turning: Timer | None = None

    # For subclasses to override

    def picture(self, width: int, height: int) -> Picture:
        """Draw the screen as one picture, ``width`` by ``height`` cells; for screens that do not override ``parts``."""
        raise NotImplementedError

    def parts(self, width: int, height: int) -> Parts:
        """Draw the parts of the screen, ``width`` by ``height`` cells in all."""
        return {"picture": Part(Box(0, 0, width, height), self.picture(width, height))}

    def own_keys(self) -> OwnKeys:
        """Return the player's own keys that hold here now; none but at a table."""
        return USUAL_KEYS

    def typed(self, key: str) -> None:
        """Handle a key of the keyboard, which may be the player's own; a click, in contrast, names the usual one."""
        self.press(meant(self.own_keys(), key))

    def press(self, key: str) -> None:
        """Handle a key, typed, clicked or found; whatever the player has set, it is the usual one."""
        if key in self.ENDING_KEYS:
            self.dismiss(key)

    def spot(self) -> Spot:
        """Return where the cursor of the terminal stands: on what is chosen, or where one writes."""
        return Spot("picture")

    def usable_keys(self) -> Sequence[PromptAnswer]:
        """Return the keys that do something now, with what they do; none for a screen that names them all itself."""
        return ()

    def idle_keys(self) -> Sequence[PromptAnswer]:
        """Return the keys that do something at other times."""
        return ()

    def report(self, message: Message) -> None:
        """Tell the app at once: through the screen's own queue it would come after the keys typed after this one."""
        self.app.post_message(message)

    def want(self, what: object) -> None:
        """Tell the app what the player wants."""
        self.report(self.Wanted(what))

    def find(self) -> None:
        """List everything that can be done here now; what is chosen there is done here."""
        self.report(self.Finding(self.usable_keys(), self.idle_keys(), self.press))

    def answered(self, news: FromServer) -> bool:
        """Handle an answer to a request of this screen; return False for any other message."""
        return False

    def invited(self, words: str, code: str) -> None:
        """Tell the player of an invitation to a table while this screen is the topmost; most screens show none."""

    def shows(self, width: int, height: int) -> bool:
        """Return True for a size that there is a picture for; at any smaller one the app shows a notice on top."""
        return fits(width, height)

    def aimed(self, aim: Aim) -> None:
        """Handle a click as the key that its target stands for."""
        if isinstance(aim, Press):
            self.press(aim.key)

    def wheel(self, by: int) -> None:
        """Handle a turn of the mouse wheel: 1 down, -1 up."""

    # Called by Textual

    def on_mouse_scroll_down(self) -> None:
        """Handle a turn of the mouse wheel towards the viewer."""
        self.wheel(1)

    def on_mouse_scroll_up(self) -> None:
        """Handle a turn of the mouse wheel away from the viewer."""
        self.wheel(-1)

    def on_screen_resume(self) -> None:
        """Notify the app, which checks whether the terminal is large enough."""
        self.report(self.Raised())

    def on_resize(self, event: Resize) -> None:
        """Redraw everything for the new size: what the terminal shows after a resize is unknown."""
        self.redraw()
        if event.size != self._drawn_for:
            self._drawn_for = event.size
            self.refresh()

    def on_key(self, event: Key) -> None:
        """Handle a key; if a widget has the focus, the key also reaches the widget's own bindings.

        A key that arrives right after the one that opened another screen is passed on to that screen.
        """
        if self.focused is None:
            event.stop()
        top = self.app.screen
        (top if isinstance(top, DrawnScreen) else self).typed(key_of(event))

    def on_click(self, event: Click) -> None:
        """Handle a click."""
        aim = self.surface.aim_at(event.screen_x, event.screen_y)
        if aim is not None:
            event.stop()
            self.aimed(aim)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines that Textual draws."""
        self._shown = True
        self._put_cursor()
        strips = (self.surface.strip(y) for y in crop.line_range)
        return [strip.crop_extend(crop.x, crop.right, None) for strip in strips]

    # Drawing

    def redraw(self) -> None:
        """Draw what has changed: directly on the terminal if possible, by Textual otherwise."""
        width, height = self.size
        if not (self.is_mounted and self.shows(width, height)):
            return
        changes = self.surface.show((width, height), self.parts(width, height))
        cursor = self._put_cursor()
        if not changes:
            return
        if self._shown and can_draw(self):
            draw(self, self.surface.written(changes), cursor)
        else:
            # Whole lines, which Textual does not have to cut.
            self.refresh(*(Region(0, y, width, 1) for y, _first, _end in changes))

    def _compositor_refresh(self) -> None:
        """Draw the whole screen, ordered by colour, where no widget lies on it: half of what Textual would send.

        Within a batch nothing is drawn, and Textual would compose all of it for nothing.
        """
        if self.app._batch_count:  # noqa: SLF001 - there is no other way
            return
        if self.is_mounted and self.shows(*self.size) and can_draw(self):
            self._shown = True
            draw(self, self.surface.frame(), self._put_cursor())
            # What is drawn is clean: a first screen would be drawn for its layout, and then once more.
            self._repaint_required = False
            self._dirty_widgets.clear()
            self._compositor._dirty_regions.clear()  # noqa: SLF001 - as above
        else:
            super()._compositor_refresh()

    def repaint(self, palette: Palette) -> None:
        """Change the look, and draw everything anew as soon as the screen is visible."""
        self._palette = palette
        self.surface.repaint(palette)
        if self.is_mounted:
            self.redraw()
            self.refresh()

    def _put_cursor(self) -> tuple[int, int]:
        """Choose where the next frame leaves the cursor of the terminal, and return the cell."""
        cursor = self.surface.place_of(self.spot())
        if self.app.screen is self:
            self.app.cursor_position = Offset(*cursor)
        return cursor

    def turn(self, *, on: bool) -> None:
        """Start or stop the spinner; its timer runs only while it turns."""
        if on and self._turning is None:
            self._turning = self.set_interval(TICK, self._turn)
        elif not on and self._turning is not None:
            self._turning.stop()
            self._turning = None

    def _turn(self) -> None:
        self.tick += 1
        self.redraw()
