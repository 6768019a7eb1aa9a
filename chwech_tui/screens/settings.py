"""The settings: one line for each, changed in place and at once."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec import to_builtins

from chwech_tui.drawing.line import clip, left
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.settings import SETTINGS, Setting, Settings
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen
from chwech_tui.theme import Palette

_TITLE: Final = 16
"""The width of the name of a setting, in cells."""


class SettingsScreen(MenuScreen[Setting]):
    """Lists the settings with their values."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", "choose", "down"),
        PromptAnswer("←→", "change", "right"),
        BACK,
    )

    def __init__(self, palette: Palette, settings: Settings, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of a setting that the player changes."""
        super().__init__(palette)
        self._settings = settings
        self._change = change

    def show(self, settings: Settings, fault: str = "") -> None:
        """Show other settings, and why the last change could not be stored."""
        self._settings = settings
        self.say(fault and f"{fault} It holds until you leave.")

    def title_lines(self) -> Picture:
        """Draw the title, and what the chosen setting changes."""
        setting = SETTINGS[self.chosen]
        kept = "kept for this device" if setting.device else "kept for you, wherever you play"
        about = f"{setting.about[:1].upper()}{setting.about[1:]}."
        title = (Span("Settings", Hue.STRONG), Span(f"   {kept}", Hue.DIM))
        return (title, (), (Span(clip(about, MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[Setting]]:
        """Return a line for each setting."""
        values = to_builtins(self._settings)
        return tuple(Item(setting, _words(setting, values[setting.name])) for setting in SETTINGS)

    def press(self, key: str) -> None:
        """Handle a key, pressed or clicked."""
        if key in {"left", "right"}:
            self._step(SETTINGS[self.chosen], -1 if key == "left" else 1)
        elif key in {"escape", "q", "o"}:
            self.dismiss("")
        else:
            super().press(key)

    def choose(self, choice: Setting) -> None:
        """Change a setting to its next value."""
        self._step(choice, 1)

    def _step(self, setting: Setting, by: int) -> None:
        values = [value for value, _words in setting.choices]
        place = values.index(to_builtins(self._settings)[setting.name])
        self._change(setting.name, values[(place + by) % len(values)])


def _words(setting: Setting, value: str) -> str:
    return f"{left(setting.title, _TITLE)} ‹ {dict(setting.choices)[value]} ›"
