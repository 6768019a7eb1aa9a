"""The settings, one line for each, changed in place and at once; and the player's own keys at a table."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec import to_builtins

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import fit, left
from chwech_tui.games.registry import GAMES
from chwech_tui.model.commands import letters
from chwech_tui.model.form import Row
from chwech_tui.model.ink import Hue, Picture, Span, worded
from chwech_tui.model.own_keys import KEY_SETTING, OwnKeys, keys_words, refusal, shown_key
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.model.settings import SETTINGS, Setting, Settings
from chwech_tui.screens.menu import MENU_WIDTH, FormScreen, Item, MenuScreen, titled
from chwech_tui.theme import Palette
from protocol.language import N_, _

_KEYS: Final = Setting("keys", N_("Keys"), N_("which key does what at a table"), (), device=True)
"""The last line, which opens the list of keys."""

_BY_NAME: Final = {setting.name: setting for setting in (*SETTINGS, _KEYS)}


class SettingsScreen(FormScreen):
    """Lists the settings with their values."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, CHANGE, BACK)
    ENDING_KEYS = frozenset({"escape", "q", "o"})

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
        device = _BY_NAME[self.rows()[self.chosen].name].device
        return self.about(_("Settings"), _("kept for this device") if device else _("kept for you, wherever you play"))

    def rows(self) -> Sequence[Row]:
        values = to_builtins(self._settings)
        own = Row(_KEYS.name, _(_KEYS.title), _(_KEYS.about), keys_words(self._settings.keys), "▸ {}")
        words = {setting.name: _(dict(setting.choices)[values[setting.name]]) for setting in SETTINGS}
        return (*(Row(one.name, _(one.title), _(one.about), words[one.name]) for one in SETTINGS), own)

    def change(self, name: str, by: int | None) -> None:
        if name == _KEYS.name:
            self._own_keys = OwnKeysScreen(self._palette, self._settings.keys, self._change)
            self.app.push_screen(self._own_keys, self._close_keys)
            return
        values = [value for value, _words in _BY_NAME[name].choices]
        place = values.index(to_builtins(self._settings)[name])
        self._change(name, values[(place + (by or 1)) % len(values)])

    def _close_keys(self, _result: str | None) -> None:
        self._own_keys = None


_KEY: Final = 4
"""The width of a key, in cells."""

_EFFECT: Final = MENU_WIDTH - _KEY - 14
"""The width of what a key does, in cells."""

_ALL: Final = "r"


class OwnKeysScreen(MenuScreen[str]):
    """Lists the letters of the table; one that is chosen waits for the key to press in its place."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("another key"), "enter"),
        PromptAnswer("Backspace", N_("the usual key"), "backspace"),
        PromptAnswer(_ALL, N_("all as usual"), _ALL),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    _STAY: ClassVar[tuple[PromptAnswer, ...]] = (PromptAnswer("Esc", N_("leave it as it is"), "escape"),)

    def __init__(self, palette: Palette, keys: OwnKeys, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of the setting of a key."""
        super().__init__(palette)
        self._keys = keys
        self._change = change
        self._waits = False
        self._effects = letters(GAMES.values())
        self._letters = tuple(self._effects)

    def show(self, keys: OwnKeys, fault: str) -> None:
        """Show other keys, and why the last change could not be stored."""
        self._keys = keys
        self.say(fault)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys of the list or, while a key is waited for, the one that leaves it."""
        return self._STAY if self._waits else self.KEYS

    def title_lines(self) -> Picture:
        effect = self._effects[self._letters[self.chosen]]
        asked = worded(_("Press the new key for: {effect}"), Hue.ACCENT, effect=Span(effect, Hue.STRONG))
        about = asked if self._waits else (Span(as_sentence(effect), Hue.DIM),)
        return (*titled(_("Keys at a table"), aside=_("kept for this device")), fit(about, MENU_WIDTH))

    def items(self) -> Sequence[Item[str]]:
        return tuple(Item(key, self._words(key)) for key in self._letters)

    def _words(self, key: str) -> str:
        own = shown_key(self._keys, key)
        usual = "  " + _("usually {key}", key=key) if own != key else ""
        effect = self._effects[key]
        return f"{left(own, _KEY)} {left(effect[:1].upper() + effect[1:], _EFFECT)}{usual}"

    def act(self, key: str) -> None:
        chosen = self._letters[self.chosen]
        if self._waits:
            self._take(chosen, key)
        elif key == "backspace":
            self._set(chosen, chosen)
        elif key == _ALL:
            for usual, _own in self._keys:
                self._change(f"{KEY_SETTING}{usual}", "")
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Wait for the key to press in place of a letter."""
        self._waits = True
        self.say("")

    def _take(self, chosen: str, key: str) -> None:
        if key == "escape":
            self._waits = False
            self.say("")
        else:
            self._set(chosen, key.lower())

    def _set(self, chosen: str, key: str) -> None:
        fault = "" if (chosen, key) in self._keys else refusal(self._keys, chosen, key, self._effects)
        self._waits = self._waits and bool(fault)
        self.say(fault)
        if not fault:
            self._change(f"{KEY_SETTING}{chosen}", key)
