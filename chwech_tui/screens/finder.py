"""The list of everything that can be done on a screen now, found by typing and done by Enter."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.events import Paste

from chwech_tui.drawing.line import left
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.talking import edited, pasted
from chwech_tui.screens.drawn import character_of
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.theme import Palette
from protocol.language import N_, _

_LONGEST: Final = 30
_KEY: Final = 7
"""The width of the name of a key, in cells."""


class FinderScreen(MenuScreen[str]):
    """Lists keys with what they do; the result of the screen is the key to press."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", N_("choose"), "down"),
        PromptAnswer("Enter", N_("do it"), "enter"),
        BACK,
    )

    def __init__(self, palette: Palette, known: Sequence[PromptAnswer]) -> None:
        super().__init__(palette)
        self._known = known
        self._draft = ""

    def title_lines(self) -> Picture:
        """Draw the question, and what was typed so far."""
        typed = (Span("> ", Hue.DIM), Span(self._draft, Hue.STRONG), Span("_", Hue.ACCENT))
        none = () if self.items() else ((Span(_("Nothing here is called that."), Hue.ALERT),),)
        asked, hint = Span(_("What do you want to do?"), Hue.STRONG), Span(_("type a word of it"), Hue.DIM)
        return ((asked, Span("   "), hint), typed, *none)

    def items(self) -> Sequence[Item[str]]:
        """Return a line for each key in whose words all that was typed occurs."""
        words = self._draft.lower().split()
        return tuple(
            Item(one.key, _line(one)) for one in self._known if all(word in _line(one).lower() for word in words)
        )

    def press(self, key: str) -> None:
        """Handle a key: choose, do it, go back, or type."""
        if key in {"escape", "ctrl+p"}:
            self.dismiss("")
        elif key in {"up", "down", "home", "end", "pageup", "pagedown", "enter"}:
            super().press(key)
        else:
            self._type(edited(self._draft, key, character_of(key), _LONGEST))

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to what was typed."""
        event.stop()
        self._type(pasted(self._draft, event.text, _LONGEST))

    def choose(self, choice: str) -> None:
        """Close the list, and press the key on the screen below."""
        self.dismiss(choice)

    def _type(self, draft: str) -> None:
        self._draft, self.chosen = draft, 0
        self.redraw()


def _line(one: PromptAnswer) -> str:
    label = _(one.label)
    return f"{left(one.shown, _KEY)} {label[:1].upper()}{label[1:]}"
