"""The welcome: go on with a game, begin a new one, read the rules, quit."""

from collections.abc import Sequence
from typing import ClassVar, Final

from chwech_tui.drawing.line import clip
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.menu import Item, MenuScreen
from chwech_tui.theme import Palette
from protocol.messages import FromServer, Tables
from protocol.tableview import TableEntry, TablePhase
from protocol.text import clean_text

TITLE: Final[Picture] = (
    (
        Span("♣ ", Hue.CLUBS),
        Span("♦ ", Hue.DIAMONDS),
        Span(" C h w e c h ", Hue.STRONG),
        Span(" ♥", Hue.HEARTS),
        Span(" ♠", Hue.SPADES),
    ),
    (),
    (Span("Six players, nine cards, and a score that multiplies by nine.", Hue.DIM),),
)
"""What the welcome begins with."""


class WelcomeScreen(MenuScreen):
    """Offers what can be done on this machine."""

    LETTERS: ClassVar = {"n": "new", "h": "history", "r": "rules", "q": "quit"}
    """The keys that stand for a line."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._tables: tuple[TableEntry, ...] = ()

    def on_screen_resume(self) -> None:
        """Look what has changed, each time one comes back to this menu."""
        self.choose("look")

    def hear(self, news: FromServer) -> bool:
        """Take in the games that can be gone on with, and say whether it was that."""
        if not isinstance(news, Tables):
            return False
        self._tables = tuple(table for table in news.tables if table.yours and table.phase is not TablePhase.OVER)
        self.redraw()
        return True

    def title_lines(self) -> Picture:
        """Draw the title."""
        return TITLE

    def items(self) -> Sequence[Item]:
        """Give the unfinished games and what else there is."""
        return (
            *(Item(f"join {table.table}", f"Go on   {entry_words(table)}") for table in self._tables),
            Item("new", "New table"),
            Item("history", "Finished games"),
            Item("rules", "Rules"),
            Item("quit", "Quit"),
        )


def entry_words(entry: TableEntry) -> str:
    """Write a table for a list: how many play, by which rules, how far it has come, with which total."""
    ruleset = clean_text(str(entry.setup.options.get("ruleset", "revised")), cells=12)
    total = "" if entry.total is None else f"   your total {entry.total}"
    summary = clip(clean_text(entry.summary, cells=40), 24)
    return f"{entry.setup.players} players   {ruleset}   {summary}{total}"
