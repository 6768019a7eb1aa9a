"""A Textual app without the parts that this client does not use: an SSH server runs hundreds of them in one process.

The theme and the stylesheet are computed and parsed once for all apps of a process; nothing is read from the
environment, which may be that of a server; and no widget is created that is never visible. Besides the guard
of the terminal's input, this is the only file that relies on Textual's internals.
"""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from typing import Final

from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.events import Event, Key, Resize
from textual.filter import LineFilter
from textual.geometry import Size
from textual.theme import Theme

from chwech_tui.drawing.plan import fits
from chwech_tui.filters import filters_of
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.sheet import TooSmallScreen
from chwech_tui.theme import ACCENT_COLOUR, CARD_COLOUR, TABLE_COLOUR, TEXT_COLOUR, Colours, Palette

NAME: Final = "chwech"
_BOUND_KEYS: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that have the same meaning on every screen."""

CURTAIN_SECONDS: Final = 0.1
"""The longest time, in seconds, that drawing is held back while the first screen has nothing to show."""


@cache
def theme_of(colours: Colours) -> Theme:
    """Return the theme that makes Textual's own widgets match the table; without colour the cursor line is inverted."""
    return Theme(
        name=NAME,
        primary=ACCENT_COLOUR,
        foreground=TEXT_COLOUR,
        background=TABLE_COLOUR,
        surface=TABLE_COLOUR,
        panel=CARD_COLOUR,
        dark=True,
        variables={
            "block-cursor-background": CARD_COLOUR,
            "block-cursor-foreground": ACCENT_COLOUR,
            "block-cursor-text-style": "bold reverse" if colours is Colours.NONE else "bold",
            "block-cursor-blurred-background": CARD_COLOUR,
            "input-cursor-background": ACCENT_COLOUR,
        },
    )


@cache
def variables_of(colours: Colours) -> dict[str, str]:
    """Return the variables that stylesheets may refer to."""
    theme = theme_of(colours)
    return {**theme.to_color_system().generate(), **theme.variables}


@cache
def stylesheet_of(colours: Colours) -> Stylesheet:
    """Return the stylesheet shared by all apps with these colours; the first app that uses it has it parsed."""
    return Stylesheet(variables=variables_of(colours))


class LeanApp(App[int]):
    """An app that shares its theme and stylesheet with the other apps of the process."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { background: $background; overflow: hidden; layers: base; }"

    def __init__(self, palette: Palette) -> None:
        """Set the theme from a palette; it never changes, because a change would parse every rule again."""
        self._palette = palette
        self._line_filters = filters_of(palette)
        super().__init__(ansi_color=True)
        self.register_theme(theme_of(palette.colours))
        self.set_reactive(App.theme, NAME)
        self.stylesheet = stylesheet_of(palette.colours)
        # Otherwise each screen would get a widget for tooltips and one for notifications; this client uses neither.
        self._disable_tooltips = self._disable_notifications = True
        self._curtain = ExitStack()

    def hold_curtain(self) -> None:
        """Hold back drawing until there is something to show: an empty first frame would be wasted work."""
        self._curtain.enter_context(self.batch_update())
        self._curtain.callback(asyncio.get_running_loop().call_later(CURTAIN_SECONDS, self.raise_curtain).cancel)

    def raise_curtain(self) -> None:
        """Resume drawing."""
        held = self._batch_count
        self._curtain.close()
        if self.screen_stack and self._batch_count < held:
            self.screen.refresh()
            # Draw at once instead of waiting for Textual's next frame, of which there are sixty a second.
            self.screen._on_timer_update()  # noqa: SLF001 - there is no other way

    def on_resize(self, event: Resize) -> None:
        """Show a notice while the terminal is too small."""
        self._mind_size(event.size)

    def on_drawn_screen_raised(self) -> None:
        """Check the size again, because a screen was opened or uncovered, perhaps above the notice."""
        self._mind_size(self.size)

    def _mind_size(self, size: Size) -> None:
        """Put the notice on top if the terminal is too small, and remove it once it is large enough."""
        if not self.screen_stack:
            return
        small = isinstance(self.screen, TooSmallScreen)
        if not fits(size.width, size.height) and not small:
            self.push_screen(TooSmallScreen(self._palette))
        elif fits(size.width, size.height) and small:
            self.pop_screen()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the line filters of the palette."""
        return self._line_filters

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables shared by all apps with these colours."""
        self.theme_variables = variables_of(self._palette.colours)
        return self.theme_variables

    async def on_event(self, event: Event) -> None:
        """Pass a key directly to a drawn screen: Textual's dispatch costs more than drawing what the key changes."""
        if isinstance(event, Key) and not event.is_forwarded and event.key not in _BOUND_KEYS and self.screen_stack:
            screen = self.screen
            # A screen with a focused widget does not handle all keys itself.
            if isinstance(screen, DrawnScreen) and screen.focused is None:
                screen.press(event.key)
                return
        await super().on_event(event)

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        """Do nothing: the stylesheet is complete from the start, and shared."""
