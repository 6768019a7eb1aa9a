"""The games that one has finished on a server."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import ClassVar

from chwech_tui.describe import count
from chwech_tui.drawing.line import left
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import listed
from chwech_tui.model.prompt import Answer
from chwech_tui.model.ranking import ranking
from chwech_tui.requests import Requests
from chwech_tui.screens.asking import AskingScreen
from chwech_tui.screens.menu import Item
from chwech_tui.theme import Palette
from protocol.archive import GameEntry, Games
from protocol.messages import FromServer
from protocol.text import clean_text


class HistoryScreen(AskingScreen):
    """Lists finished games, the newest first."""

    KEYS: ClassVar[tuple[Answer, ...]] = (
        Answer("↑↓", "choose", "down"),
        Answer("Enter", "how to get the record", "enter"),
        Answer("Esc", "back", "escape"),
    )

    def __init__(self, palette: Palette, requests: Requests, command: Callable[[str], str]) -> None:
        """Make the screen.

        Args:
            palette: how it looks.
            requests: asks the server.
            command: gives the command that prints the record of a game, by its number.
        """
        super().__init__(palette, requests)
        self._command = command
        self._games: tuple[GameEntry, ...] | None = None

    def on_mount(self) -> None:
        """Ask for the games."""
        super().on_mount()
        self.asked(self._requests.games())

    def answered(self, news: FromServer) -> bool:
        """Take in the games."""
        if isinstance(news, Games):
            self._games = news.games
            self.redraw()
            return True
        return False

    def title_lines(self) -> Picture:
        """Draw how many there are."""
        known = self._games
        found = "Fetching the list…" if known is None else count(len(known), "game") if known else "none yet"
        return ((Span("Your finished games", Hue.STRONG),), (), (Span(found, Hue.DIM),))

    def items(self) -> Sequence[Item]:
        """Give a line for each game."""
        return tuple(Item(str(entry.game), game_words(entry)) for entry in self._games or ())

    def press(self, key: str) -> None:
        """Go back, or move in the list."""
        if key in {"escape", "q", "h"}:
            self.dismiss("")
        elif self._games:
            super().press(key)

    def choose(self, key: str) -> None:
        """Say how the record of a game is had."""
        self.say(f"The record, for chwech verify: {self._command(key)}")


def game_words(entry: GameEntry) -> str:
    """Write a finished game: when, at which table, with which total, at which place."""
    ended = datetime.fromtimestamp(entry.ended_at, UTC).date().isoformat()
    table = left(clean_text(entry.table, cells=14), 14)
    places = {ranked.seat: ranked for ranked in ranking(entry.totals)}
    own = places.get(entry.seat) if entry.seat is not None else None
    if own is not None:
        return f"{ended}  {table}  {own.total:>5}  place {own.place} of {len(entry.totals)}"
    winners = [clean_text(entry.names[seat], cells=16) for seat, ranked in places.items() if ranked.place == 1]
    return f"{ended}  {table}  {max(entry.totals, default=0):>5}  won by {listed(winners)}"
