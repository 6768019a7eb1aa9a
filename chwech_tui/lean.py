"""An app without what this client has no use for: a front runs hundreds of them in one process.

The look is worked out and parsed once for all apps of a process; nothing is read from the environment, which may be a
server's; and no widget is made that is never seen. Whatever this file knows of Textual's inside is known here alone.
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

from chwech_tui.ascii import filters_of
from chwech_tui.drawing.plan import fits
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.sheet import TooSmallScreen
from chwech_tui.theme import ACCENT_COLOUR, CARD_COLOUR, TABLE_COLOUR, TEXT_COLOUR, Colours, Palette

NAME: Final = "chwech"
"""The name of the theme."""

_BOUND_KEYS: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that mean the same everywhere."""

CURTAIN_SECONDS: Final = 0.1
"""The longest that a first screen waits for something to show."""


@cache
def theme_of(colours: Colours) -> Theme:
    """Give Textual's own widgets the look of the table; without colour the chosen line is inverted."""
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
    """Give what the stylesheets may name."""
    theme = theme_of(colours)
    return {**theme.to_color_system().generate(), **theme.variables}


@cache
def stylesheet_of(colours: Colours) -> Stylesheet:
    """Give the one stylesheet of all apps with these colours: whoever comes first has it parsed."""
    return Stylesheet(variables=variables_of(colours))


class LeanApp(App[int]):
    """An app that shares its look with others."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { background: $background; overflow: hidden; layers: base; }"

    def __init__(self, palette: Palette) -> None:
        """Take the look of a palette; it never changes, for a change would have every rule parsed again."""
        self._palette = palette
        self._line_filters = filters_of(palette)
        super().__init__(ansi_color=True)
        self.register_theme(theme_of(palette.colours))
        self.set_reactive(App.theme, NAME)
        self.stylesheet = stylesheet_of(palette.colours)
        # Each screen would get a widget for tooltips and one for notices; there are neither.
        self._disable_tooltips = self._disable_notifications = True
        self._curtain = ExitStack()

    def hold_curtain(self) -> None:
        """Draw nothing until there is something to show, or that takes too long: an empty screen is drawn in vain."""
        self._curtain.enter_context(self.batch_update())
        self._curtain.callback(asyncio.get_running_loop().call_later(CURTAIN_SECONDS, self.raise_curtain).cancel)

    def raise_curtain(self) -> None:
        """Draw from now on."""
        held = self._batch_count
        self._curtain.close()
        if self.screen_stack and self._batch_count < held:
            self.screen.refresh()
            # At once: the next of the sixty moments a second at which screens are drawn may be far.
            self.screen._on_timer_update()  # noqa: SLF001 - there is no other way

    def on_resize(self, event: Resize) -> None:
        """Say so where the screen is too small, and go on where it is large enough again."""
        self._mind_size(event.size)

    def on_drawn_screen_raised(self) -> None:
        """Mind the size of a screen that was opened, or that came to light, while another one said what it needs."""
        self._mind_size(self.size)

    def _mind_size(self, size: Size) -> None:
        """Say so on top of everything where there is no room, and only there."""
        if not self.screen_stack:
            return
        small = isinstance(self.screen, TooSmallScreen)
        if not fits(size.width, size.height) and not small:
            self.push_screen(TooSmallScreen(self._palette))
        elif fits(size.width, size.height) and small:
            self.pop_screen()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Give what the palette asks for."""
        return self._line_filters

    def get_css_variables(self) -> dict[str, str]:
        """Give the variables that all apps with these colours share."""
        self.theme_variables = variables_of(self._palette.colours)
        return self.theme_variables

    async def on_event(self, event: Event) -> None:
        """Hand a key to a drawn screen at once: its usual way there costs more than to draw what it changes."""
        screen = self._drawn_screen() if isinstance(event, Key) and event.key not in _BOUND_KEYS else None
        if isinstance(event, Key) and screen is not None and not event.is_forwarded:
            screen.press(event.key)
        else:
            await super().on_event(event)

    def _drawn_screen(self) -> DrawnScreen | None:
        """Give the screen that is seen, if it uses all keys itself: no widget on it waits for some."""
        screen = self.screen if self.screen_stack else None
        return screen if isinstance(screen, DrawnScreen) and screen.focused is None else None

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        """Do nothing: the look is there from the start, and shared."""
