"""The people of a lobby: those online, those who have spoken, and those ignored."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from chwech_tui.drawing.line import left, marked
from chwech_tui.drawing.lobby import where_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.lobby import Acquaintance, Lobby, acquaintances
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.theme import Palette

_NAME = 34
"""The width of a name with its mark, in cells."""


class PeopleScreen(MenuScreen[str]):
    """Lists people; the player can ignore each of them, and stop ignoring them."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", "choose", "down"),
        PromptAnswer("Enter", "ignore, or hear again", "enter"),
        PromptAnswer("Esc", "back", "escape"),
    )

    def __init__(
        self, palette: Palette, lobby: Lobby, ignored: frozenset[str], own: str, ignore: Callable[[str], None]
    ) -> None:
        """Create the screen.

        Args:
            palette: what the terminal can show.
            lobby: the state of the lobby.
            ignored: the names of the ignored people.
            own: the player's own name.
            ignore: ignores the person with this name, or stops ignoring them.
        """
        super().__init__(palette)
        self._lobby = lobby
        self._ignored = ignored
        self._own = own
        self._ignore = ignore
        self._known = acquaintances(lobby, ignored, own)

    def show(self, lobby: Lobby, ignored: frozenset[str]) -> None:
        """Show a new state; the chosen person stays chosen."""
        before = self._known[self.chosen].name if self.chosen < len(self._known) else ""
        self._lobby, self._ignored = lobby, ignored
        self._known = acquaintances(lobby, ignored, self._own)
        names = [known.name for known in self._known]
        self.chosen = names.index(before) if before in names else self.chosen
        self.redraw()

    def title_lines(self) -> Picture:
        """Draw the title, and what it means to ignore a person."""
        about = "Whoever is ignored is not heard at any table or here, until you leave."
        return ((Span(f"People   {self._lobby.online} online", Hue.STRONG),), (), (Span(about, Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        """Return a line for each other person."""
        return tuple(Item(known.name, self._words(known)) for known in self._known) or (Item("", "Nobody else yet."),)

    def _words(self, known: Acquaintance) -> str:
        name = marked(known.name, " (ignored)", _NAME) if known.name in self._ignored else known.name
        return f"{left(name, _NAME)}{where_words(known.person) if known.person is not None else 'not online'}"

    def press(self, key: str) -> None:
        """Handle a key: go back, or move in the list."""
        if key in {"escape", "q", "i"}:
            self.dismiss("")
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Ignore a person, or stop ignoring them."""
        if choice:
            self._ignore(choice)
