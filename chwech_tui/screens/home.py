"""The home menu of the app and its choices; the welcome screen and the lobby are its two forms."""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from msgspec import Struct
from textual.message import Message

from chwech_tui.screens.menu import MenuScreen
from chwech_tui.theme import Palette
from protocol.messages import FromServer


class Menu(Enum):
    """A choice without parameters."""

    NEW_TABLE = "new table"
    QUICK_GAME = "quick game"
    PEOPLE = "people"
    HISTORY = "history"
    KEYS = "keys"
    RULES = "rules"
    QUIT = "quit"
    REFRESH = "refresh"
    """Chosen by no key, but each time the screen becomes visible again."""


class SitDown(Struct, frozen=True):
    """The choice to take a seat at a table."""

    table: str


class WatchGame(Struct, frozen=True):
    """The choice to watch a table."""

    table: str


class SpeakInLobby(Struct, frozen=True):
    """The choice to send a message to everybody in the lobby."""

    text: str


Choice = Menu | SitDown | WatchGame | SpeakInLobby


class HomeScreen(MenuScreen[Choice]):
    """The menu to which the player returns from a table."""

    LETTERS: ClassVar[Mapping[str, Menu]] = {}
    """The keys that make a choice directly, whether it is listed or not."""

    class Chosen(Message):
        """Posted when the player makes a choice, by a line of the menu or by a key."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._pointed = ""

    def on_screen_resume(self) -> None:
        """Refresh the menu each time it becomes visible."""
        self.choose(Menu.REFRESH)

    def hear(self, news: FromServer) -> bool:
        """Handle a message with the content of the menu; return False for any other message."""
        raise NotImplementedError

    def point(self, code: str) -> None:
        """Move the cursor to the line of a table if it is listed; only once for each code."""
        choices = [item.choice for item in self.items()]
        if code and code != self._pointed and SitDown(code) in choices:
            self._pointed = code
            self.chosen = choices.index(SitDown(code))
            self.redraw()

    def full(self, code: str) -> None:
        """Remember a full table, in menus where it can be watched instead."""

    def press(self, key: str) -> None:
        """Handle a key, pressed or clicked."""
        if key in self.LETTERS:
            self.choose(self.LETTERS[key])
        else:
            super().press(key)

    def choose(self, choice: Choice) -> None:
        """Report a choice to the app."""
        self.post_message(self.Chosen(choice))
