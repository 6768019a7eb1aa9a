"""The welcome screen: continue a game, begin a new one, list finished games, read the rules, quit."""

from collections.abc import Sequence
from typing import ClassVar, Final

from chwech_tui.drawing.line import clip
from chwech_tui.games.registry import rules_sign
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.screens.home import Choice, HomeScreen, Menu, SitDown
from chwech_tui.screens.menu import Item
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


class WelcomeScreen(HomeScreen):
    """The home menu of an offline game."""

    LETTERS: ClassVar = {"n": Menu.NEW_TABLE, "h": Menu.HISTORY, "r": Menu.RULES, "q": Menu.QUIT}

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self._tables: tuple[TableEntry, ...] = ()

    def hear(self, news: FromServer) -> bool:
        """Handle the list of unfinished games; return False for any other message."""
        if not isinstance(news, Tables):
            return False
        self._tables = tuple(table for table in news.tables if table.yours and table.phase is not TablePhase.OVER)
        self.redraw()
        return True

    def title_lines(self) -> Picture:
        """Draw the title."""
        return TITLE

    def items(self) -> Sequence[Item[Choice]]:
        """Return a line for each unfinished game, and the fixed lines."""
        return (
            *(Item(SitDown(table.table), f"Go on   {entry_words(table)}") for table in self._tables),
            Item(Menu.NEW_TABLE, "New table"),
            Item(Menu.HISTORY, "Finished games"),
            Item(Menu.RULES, "Rules"),
            Item(Menu.QUIT, "Quit"),
        )


def entry_words(entry: TableEntry) -> str:
    """Return an unfinished game in one line: players, rules, progress and the player's total."""
    total = "" if entry.total is None else f"   your total {entry.total}"
    summary = clip(clean_text(entry.summary, cells=40), 24)
    return f"{entry.setup.players} players   {rules_sign(entry.setup)}   {summary}{total}"
