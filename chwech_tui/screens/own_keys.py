"""The player's own keys: each key of the table with what it does, set by pressing another one."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from chwech_tui.drawing.line import clip, fit, left
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import Hue, Picture, Span, worded
from chwech_tui.model.own_keys import KEY_SETTING, OwnKeys, refusal, shown_key
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.usable import letters
from chwech_tui.screens.menu import MENU_WIDTH, Item, MenuScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _

_KEY: Final = 4
"""The width of a key, in cells."""

_EFFECT: Final = MENU_WIDTH - _KEY - 14
"""The width of what a key does, in cells."""

_ALL: Final = "r"


class OwnKeysScreen(MenuScreen[str]):
    """Lists the letters of the table; one that is chosen waits for the key to press in its place."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", N_("choose"), "down"),
        PromptAnswer("Enter", N_("another key"), "enter"),
        PromptAnswer("Backspace", N_("the usual key"), "backspace"),
        PromptAnswer(_ALL, N_("all as usual"), _ALL),
        BACK,
    )

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
        """Draw the title, and what the chosen key does or that another one is waited for."""
        title = (Span(_("Keys at a table"), Hue.STRONG), Span("   " + _("kept for this device"), Hue.DIM))
        key = self._letters[self.chosen]
        effect = self._effects[key]
        if self._waits:
            asked = worded(_("Press the new key for: {effect}"), Hue.ACCENT, effect=Span(effect, Hue.STRONG))
            return (title, (), fit(asked, MENU_WIDTH))
        return (title, (), (Span(clip(f"{_sentence(effect)}.", MENU_WIDTH), Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        """Return a line for each letter."""
        return tuple(Item(key, self._words(key)) for key in self._letters)

    def _words(self, key: str) -> str:
        own = shown_key(self._keys, key)
        usual = "  " + _("usually {key}", key=key) if own != key else ""
        return f"{left(own, _KEY)} {left(clip(_sentence(self._effects[key]), _EFFECT), _EFFECT)}{usual}"

    def press(self, key: str) -> None:
        """Handle a key: take it for the chosen one if that waits, and otherwise choose, reset or go back."""
        chosen = self._letters[self.chosen]
        if self._waits:
            self._take(chosen, key)
        elif key == "backspace":
            self._set(chosen, chosen)
        elif key == _ALL:
            for usual, _own in self._keys:
                self._change(f"{KEY_SETTING}{usual}", "")
        elif key in {"escape", "q"}:
            self.dismiss("")
        else:
            super().press(key)

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
        if fault:
            self.say(fault)
            return
        self._waits = False
        self.say("")
        self._change(f"{KEY_SETTING}{chosen}", key)


def _sentence(effect: str) -> str:
    return effect[:1].upper() + effect[1:]
