"""The settings: one line for each, changed in place and at once."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import to_builtins

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import clip, left
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.own_keys import keys_words
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.settings import SETTINGS, Setting, Settings
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _

if TYPE_CHECKING:
    from chwech_tui.screens.own_keys import OwnKeysScreen

_TITLE: Final = 16
"""The width of the name of a setting, in cells."""


_KEYS: Final = Setting("keys", N_("Keys"), N_("which key does what at a table"), (), device=True)
"""The last line, which opens the list of keys."""

_LINES: Final = (*SETTINGS, _KEYS)


class SettingsScreen(MenuScreen[Setting]):
    """Lists the settings with their values."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", N_("choose"), "down"),
        PromptAnswer("←→", N_("change"), "right"),
        BACK,
    )

    def __init__(self, palette: Palette, settings: Settings, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of a setting that the player changes."""
        super().__init__(palette)
        self._settings = settings
        self._change = change
        self._own_keys: OwnKeysScreen | None = None

    def show(self, settings: Settings, fault: str = "") -> None:
        """Show other settings, and why the last change could not be stored."""
        self._settings = settings
        told = fault and _("{fault} It holds until you leave.", fault=fault)
        self.say(told)
        if self._own_keys is not None:
            self._own_keys.show(settings.keys, told)

    def title_lines(self) -> Picture:
        """Draw the title, and what the chosen setting changes."""
        setting = _LINES[self.chosen]
        kept = _("kept for this device") if setting.device else _("kept for you, wherever you play")
        about = as_sentence(_(setting.about))
        title = (Span(_("Settings"), Hue.STRONG), Span(f"   {kept}", Hue.DIM))
        return (title, (), (Span(clip(about, MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[Setting]]:
        """Return a line for each setting."""
        values = to_builtins(self._settings)
        lines = (Item(setting, _words(setting, values[setting.name])) for setting in SETTINGS)
        return (*lines, Item(_KEYS, f"{left(_(_KEYS.title), _TITLE)} ▸ {keys_words(self._settings.keys)}"))

    def press(self, key: str) -> None:
        """Handle a key, pressed or clicked."""
        if key in {"left", "right"}:
            self._step(_LINES[self.chosen], -1 if key == "left" else 1)
        elif key in {"escape", "q", "o"}:
            self.dismiss("")
        else:
            super().press(key)

    def choose(self, choice: Setting) -> None:
        """Change a setting to its next value, or open the list of keys."""
        self._step(choice, 1)

    def _step(self, setting: Setting, by: int) -> None:
        if setting is _KEYS:
            self._open_keys()
            return
        values = [value for value, _words in setting.choices]
        place = values.index(to_builtins(self._settings)[setting.name])
        self._change(setting.name, values[(place + by) % len(values)])

    def _open_keys(self) -> None:
        from chwech_tui.screens.own_keys import OwnKeysScreen

        self._own_keys = OwnKeysScreen(self._palette, self._settings.keys, self._change)
        self.app.push_screen(self._own_keys, self._close_keys)

    def _close_keys(self, _result: str | None) -> None:
        self._own_keys = None


def _words(setting: Setting, value: str) -> str:
    return f"{left(_(setting.title), _TITLE)} ‹ {_(dict(setting.choices)[value])} ›"
