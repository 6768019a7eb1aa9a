"""The lobby of a server: the tables to sit down at or to come back to."""

from collections.abc import Sequence
from typing import ClassVar

from chwech_tui.describe import count
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import listed
from chwech_tui.model.prompt import Answer
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.screens.welcome import entry_words
from chwech_tui.theme import Palette
from protocol.messages import TableEntry, TablePhase
from protocol.text import clean_text


class LobbyScreen(MenuScreen):
    """Lists the tables of a server."""

    LETTERS: ClassVar = {"n": "new", "f": "refresh", "r": "rules", "q": "quit"}
    """The keys that stand for a line."""

    KEYS: ClassVar[tuple[Answer, ...]] = (
        Answer("↑↓", "choose", "down"),
        Answer("Enter", "join", "enter"),
        Answer("n", "new table", "n"),
        Answer("f", "refresh", "f"),
        Answer("r", "rules", "r"),
        Answer("q", "quit", "q"),
    )

    def __init__(self, palette: Palette, place: str) -> None:
        super().__init__(palette)
        self._place = place
        self._tables: tuple[TableEntry, ...] = ()

    def offer(self, tables: Sequence[TableEntry]) -> None:
        """Show the tables."""
        self._tables = tuple(tables)
        self.redraw()

    def title_lines(self) -> Picture:
        """Draw where we are, and how many tables there are."""
        tables = count(len(self._tables), "table") if self._tables else "no tables yet: n makes one"
        return ((Span(f"Chwech at {self._place}", Hue.STRONG),), (), (Span(tables, Hue.DIM),))

    def items(self) -> Sequence[Item]:
        """Give a line for each table."""
        tables = (Item(f"join {table.table}", lobby_words(table)) for table in self._tables)
        return (*tables, Item("new", "New table"))


def lobby_words(entry: TableEntry) -> str:
    """Write a table for the lobby: yours, gathering or playing, and who sits there."""
    names = [clean_text(name, cells=12) for name in entry.names if name]
    verb = (
        "Go on" if entry.yours else {TablePhase.GATHERING: "Join", TablePhase.PLAYING: "Join"}.get(entry.phase, "Over")
    )
    return f"{verb:<6} {clean_text(entry.table, cells=14):<14} {entry_words(entry)}   {listed(names)}"
