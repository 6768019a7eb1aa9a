"""The lobby of a server: the tables to sit down at or to come back to."""

from collections.abc import Sequence
from typing import ClassVar

from chwech_tui.describe import count
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import listed
from chwech_tui.model.prompt import Answer
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.screens.welcome import entry_words
from chwech_tui.theme import Palette
from protocol.tableview import TableEntry, TablePhase
from protocol.text import clean_text


class LobbyScreen(MenuScreen):
    """Lists the tables of a server."""

    LETTERS: ClassVar = {"n": "new", "f": "refresh", "h": "history", "k": "keys", "r": "rules", "q": "quit"}
    """The keys that stand for a line."""

    KEYS: ClassVar[tuple[Answer, ...]] = (
        Answer("Enter", "join", "enter"),
        Answer("w", "look on", "w"),
        Answer("n", "new", "n"),
        Answer("f", "refresh", "f"),
        Answer("h", "history", "h"),
        Answer("k", "keys", "k"),
        Answer("r", "rules", "r"),
        Answer("q", "quit", "q"),
    )

    def __init__(self, palette: Palette, place: str) -> None:
        super().__init__(palette)
        self._place = place
        self._who: Line = ()
        self._tables: tuple[TableEntry, ...] = ()
        self._told = False

    def introduce(self, name: str, *, guest: bool) -> None:
        """Show who one is here, and how a guest can stay so."""
        self._who = (Span("You are "), Span(clean_text(name, cells=20), Hue.STRONG))
        if guest:
            self._who = (*self._who, Span(", a guest: k adds a key to keep the name", Hue.DIM))
        self.redraw()

    def on_screen_resume(self) -> None:
        """Look what has changed, each time one comes back to this menu."""
        self.choose("look")

    def offer(self, tables: Sequence[TableEntry]) -> None:
        """Show the tables."""
        self._tables, self._told = tuple(tables), True
        self.redraw()

    def title_lines(self) -> Picture:
        """Draw where we are, who is here, and how many tables there are."""
        none = "no tables yet: n makes one" if self._told else ""
        tables = count(len(self._tables), "table") if self._tables else none
        who: Picture = (self._who,) if self._who else ()
        return ((Span(f"Chwech at {self._place}", Hue.STRONG),), *who, (), (Span(tables, Hue.DIM),))

    def items(self) -> Sequence[Item]:
        """Give a line for each table."""
        tables = (Item(f"join {table.table}", lobby_words(table)) for table in self._tables)
        return (*tables, Item("new", "New table"))

    def press(self, key: str) -> None:
        """Use a key; w looks on at the table that is chosen."""
        if key != "w":
            super().press(key)
        elif self.chosen < len(self._tables):
            self.choose(f"watch {self._tables[self.chosen].table}")
        else:
            self.say("Choose a table first, with ↑ ↓; then w looks on.")


def lobby_words(entry: TableEntry) -> str:
    """Write a table for the lobby: yours, gathering or playing, and who sits there."""
    names = [clean_text(name, cells=12) for name in entry.names if name]
    verb = (
        "Go on" if entry.yours else {TablePhase.GATHERING: "Join", TablePhase.PLAYING: "Join"}.get(entry.phase, "Over")
    )
    return f"{verb:<6} {clean_text(entry.table, cells=14):<14} {entry_words(entry)}   {listed(names)}"
