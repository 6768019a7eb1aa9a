"""A Textual app without the parts that this client does not use: an SSH server runs hundreds of them in one process.

The theme and the stylesheet are computed and parsed once for all apps of a process; nothing is read from the
environment, which may be that of a server; and no widget is created that is never visible. This file relies
on Textual's internals, as do the guard of the terminal's input, the surface of a screen, and the end of the app.
"""

import asyncio
import io
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from typing import Final

from msgspec.structs import replace
from rich.console import Console
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.events import AppBlur, AppFocus, Event, Key, Resize
from textual.filter import LineFilter, NoColor
from textual.geometry import Size
from textual.message import Message
from textual.theme import Theme

from chwech_tui.drawing.plan import fits
from chwech_tui.model import settings
from chwech_tui.model.ink import Ground, Hue
from chwech_tui.screens.drawn import DrawnScreen, key_of
from chwech_tui.screens.sheet import TooSmallScreen
from chwech_tui.terminal_input import TerminalTold
from chwech_tui.theme import Background, Colours, Palette, palette_with, shades_of

NAME: Final = "chwech"
_BOUND_KEYS: Final = frozenset({"ctrl+c", "ctrl+q", "ctrl+z"})  # Keys that have the same meaning on every screen.

CURTAIN_SECONDS: Final = 0.1
"""The longest time, in seconds, that drawing is held back while the first screen has nothing to show."""


@cache
def theme_of(colours: Colours, theme: settings.Theme) -> Theme:
    """Return the theme that gives a screen the ground of the table before it is drawn; no widget shows more of it.

    Where there are sixteen colours, they are the terminal's own; on an unknown background its own two.
    """
    shades, sixteen = shades_of(colours, theme), colours is Colours.SIXTEEN
    dark = theme is settings.Theme.DARK if sixteen else theme is not settings.Theme.LIGHT
    ink, ground = shades.ink(Hue.TEXT, Ground.TABLE), shades.fill(Ground.TABLE)
    if sixteen:
        ink, ground = ("ansi_white", "ansi_black") if dark else ("ansi_default", "ansi_default")
    return Theme(
        NAME, ink, ink, foreground=ink, background=ground, surface=ground, panel=ground, accent=ink, ansi=sixteen,
        dark=dark, variables={"ansi-background": ground, "ansi-foreground": ink} if sixteen else {},
    )  # fmt: skip


@cache
def variables_of(colours: Colours, theme: settings.Theme) -> dict[str, str]:
    """Return the variables that stylesheets may refer to."""
    look = theme_of(colours, theme)
    return {**look.to_color_system().generate(), **look.variables}


@cache
def stylesheet_of(colours: Colours, theme: settings.Theme) -> Stylesheet:
    """Return the stylesheet shared by all apps of this look; the first app that uses it has it parsed."""
    return Stylesheet(variables=variables_of(colours, theme))


class LeanApp(App[int]):
    """An app that shares its theme and stylesheet with the other apps of the process."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { background: $background; overflow: hidden; layers: base; }"

    def __init__(self, palette: Palette) -> None:
        self._palette = self._terminal = palette
        self._background = Background.UNKNOWN
        self.settings = settings.Settings()  # What the player has set.
        super().__init__()
        # Written in the colours that the palette was made for, whatever the environment says.
        self.console = Console(
            file=io.StringIO(),
            force_terminal=True,
            color_system=palette.colours.system,
            legacy_windows=False,
            _environ={},
        )
        self._set_theme()
        self.set_reactive(App.theme, NAME)
        # Otherwise each screen would get a widget for tooltips and one for notifications; this client uses neither.
        self._disable_tooltips = self._disable_notifications = True
        self._curtain = ExitStack()
        self._waits = False
        self._reports: list[Message] | None = None
        self.aside = False  # True while the terminal belongs to another program.

    # The look

    def set_look(self, wanted: settings.Settings) -> None:
        """Follow a person's settings of theme and cards, from now on."""
        self.settings = wanted
        self._look_again()

    def on_terminal_told(self, message: TerminalTold) -> None:
        """Follow what the terminal says of itself, early or late."""
        match message.answer:
            case Background():
                self._background = message.answer
            case Colours():
                self._terminal = replace(self._terminal, colours=message.answer)
        self._look_again()

    def _look_again(self) -> None:
        palette = palette_with(self._terminal, self.settings, self._background)
        if palette != self._palette:
            self.repaint(palette)

    def _set_theme(self) -> None:
        colours, theme = self._palette.colours, self._palette.theme
        # Only where there are no more than sixteen colours, the library's widgets use the terminal's own.
        self.set_reactive(App.ansi_color, colours is Colours.SIXTEEN)
        self.register_theme(theme_of(colours, theme))
        self.stylesheet = stylesheet_of(colours, theme)

    def repaint(self, palette: Palette) -> None:
        """Change the look of all open screens, those below the topmost one and Textual's own widgets included."""
        parsed, self._palette = self.stylesheet.source, palette
        self._set_theme()
        for place, (css, is_default, tie, scope) in parsed.items():
            self.stylesheet.add_source(css, place, is_default, tie, scope)
        self.get_css_variables()
        self._invalidate_css()
        for screen in self.screen_stack if self._running else ():
            self.stylesheet.update(screen)
            if isinstance(screen, DrawnScreen):
                screen.repaint(palette)

    # The curtain

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
        """Return the filters for what Textual draws itself: the ground, before a picture is on it."""
        return (NoColor(),) if self._palette.colours is Colours.NONE else ()

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables shared by all apps of this look."""
        self.theme_variables = variables_of(self._palette.colours, self._palette.theme)
        return self.theme_variables

    def tell_terminal(self, orders: str) -> None:
        """Write to the terminal, beside what is drawn."""
        if self._driver is not None and not self.is_headless and not self.aside:
            self._driver.write(orders)
            self._driver.flush()

    def mind_focus(self, *, on: bool) -> None:
        """Handle that the terminal has got the focus, or lost it."""

    # Keys

    async def on_event(self, event: Event) -> None:
        """Pass a key directly to a drawn screen: Textual's dispatch costs more than drawing what the key changes.

        The focus of the terminal changes nothing that is drawn, and Textual would restyle every screen for it.
        """
        if isinstance(event, AppFocus | AppBlur):
            self.mind_focus(on=isinstance(event, AppFocus))
            return
        screen = self._screen_for(event) if isinstance(event, Key) and not event.is_forwarded else None
        if screen is None or not isinstance(event, Key):
            await super().on_event(event)
            return
        reports: list[Message] = []
        self._reports = reports
        try:
            screen.typed(key_of(event))
        finally:
            self._reports = None
        for report in reports:
            await self._dispatch_message(report)

    def post_message(self, message: Message) -> bool:
        """Post a message; what a key leads to comes before keys that wait already: they are for the next screen."""
        if self._reports is None or isinstance(message, Event):
            return super().post_message(message)
        self._reports.append(message)
        return True

    def handle_at_once(self, key: Key) -> bool:
        """Handle a key at once and return True, if the app is waiting for its next message and this would be it.

        Must be called in the context of the app. It spares two turns of the loop, and all that Textual does for each.
        """
        screen = self._screen_for(key) if self._waits and self._message_queue.empty() else None
        if screen is None:
            return False
        try:
            screen.typed(key_of(key))
        except Exception as problem:  # noqa: BLE001 - whatever it is, it ends the app, as in a handler of Textual's
            self._handle_exception(problem)
        return True

    def _screen_for(self, key: Key) -> DrawnScreen | None:
        """Return the screen that handles a key by itself; None if Textual has to find out what it means."""
        if key.key in _BOUND_KEYS or not self.screen_stack:
            return None
        screen = self.screen
        # A screen with a focused widget does not handle all keys itself.
        return screen if isinstance(screen, DrawnScreen) and screen.focused is None else None

    async def _get_message(self) -> Message:
        """Wait for the next message; all others were handled then."""
        self._waits = True
        try:
            return await super()._get_message()
        finally:
            self._waits = False

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        """Do nothing: the stylesheet is shared, and ``repaint`` replaces it."""
