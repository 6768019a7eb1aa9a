"""The menu that is the home of the app, and what can be chosen there: the welcome and the lobby are its two forms."""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from msgspec import Struct
from textual.message import Message

from chwech_tui.screens.menu import MenuScreen
from chwech_tui.theme import Palette
from protocol.messages import FromServer


class Menu(Enum):
    """A choice that stands for itself."""

    NEW_TABLE = "new table"
    QUICK_GAME = "quick game"
    PEOPLE = "people"
    HISTORY = "history"
    KEYS = "keys"
    RULES = "rules"
    QUIT = "quit"
    REFRESH = "refresh"
    """Made by no key: the screen has come to light again."""


class SitDown(Struct, frozen=True):
    """Take a seat at a table."""

    table: str
    """Its code."""


class WatchGame(Struct, frozen=True):
    """Watch a table."""

    table: str
    """Its code."""


class SayInLobby(Struct, frozen=True):
    """Say something to everybody in the lobby."""

    text: str
    """What, cleaned."""


Choice = Menu | SitDown | WatchGame | SayInLobby
"""What can be chosen at home."""


class HomeScreen(MenuScreen[Choice]):
    """The menu to which one comes back from a table."""

    LETTERS: ClassVar[Mapping[str, Menu]] = {}
    """The keys that stand for a choice, whether it is in the list or not."""

    class Chosen(Message):
        """A line of the menu was chosen, or a key pressed that stands for a choice."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice
            """The choice."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._pointed = ""

    def on_screen_resume(self) -> None:
        """Look for changes each time this menu comes to light."""
        self.choose(Menu.REFRESH)

    def hear(self, news: FromServer) -> bool:
        """Take in what the menu lists; False where the news is about something else."""
        raise NotImplementedError

    def point(self, code: str) -> None:
        """Choose the line of a table, if it is there, the first time that it is asked for."""
        choices = [item.choice for item in self.items()]
        if code and code != self._pointed and SitDown(code) in choices:
            self._pointed = code
            self.chosen = choices.index(SitDown(code))
            self.redraw()

    def full(self, code: str) -> None:
        """Remember a table that has no free seat, where it can be watched."""

    def press(self, key: str) -> None:
        """Use a key, pressed or clicked."""
        if key in self.LETTERS:
            self.choose(self.LETTERS[key])
        else:
            super().press(key)

    def choose(self, choice: Choice) -> None:
        """Tell the app what was chosen."""
        self.post_message(self.Chosen(choice))
