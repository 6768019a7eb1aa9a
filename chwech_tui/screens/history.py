"""The player's finished games."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from chwech_tui.describe import count
from chwech_tui.drawing.line import left
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.people import listed
from chwech_tui.model.prompt import PromptAnswer
from chwech_tui.requests import Requests
from chwech_tui.screens.export import ExportWanted
from chwech_tui.screens.menu import AskingScreen, Item, day
from chwech_tui.screens.sheet import RecordScreen
from chwech_tui.theme import Palette
from protocol.archive import GameEntry, Games, RecordPart, Statistics
from protocol.messages import FromServer
from protocol.ranking import ranking
from protocol.text import clean_text


class HistoryScreen(AskingScreen[str]):
    """Lists the player's finished games, the newest first, with statistics."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", "choose", "down"),
        PromptAnswer("Enter", "score sheet", "enter"),
        PromptAnswer("v", "replay", "v"),
        PromptAnswer("e", "export", "e"),
        PromptAnswer("Esc", "back", "escape"),
    )

    def __init__(self, palette: Palette, requests: Requests, command: Callable[[str], str]) -> None:
        """Create the screen.

        Args:
            palette: what the terminal can show.
            requests: the requests to the server.
            command: returns the command that prints the record of the game with this number.
        """
        super().__init__(palette, requests)
        self._command = command
        self._games: tuple[GameEntry, ...] | None = None
        self._statistics: Statistics | None = None
        self._opened: GameEntry | None = None
        self._lines: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Request the games and the statistics."""
        super().on_mount()
        self.asked(self._requests.games())
        self.asked(self._requests.statistics())

    def told(self, news: FromServer) -> bool:
        """Handle the games, the statistics or the record of a game; return False for any other message."""
        match news:
            case Games(games=games):
                self._games = games
            case Statistics():
                self._statistics = news
            case RecordPart():
                self._read(news)
            case _:
                return False
        self.redraw()
        return True

    def _read(self, part: RecordPart) -> None:
        """Collect the record of the opened game, and show the score sheet once it is complete."""
        entry = self._opened
        if entry is None:
            return
        self._lines = (*self._lines, *part.lines)
        if part.more:
            self.asked(self._requests.record(entry.game, len(self._lines)))
            return
        kind, self._opened = GAMES.get(entry.setup.game), None
        game = kind.read_result("\n".join(self._lines)) if kind is not None else None
        command = self._command(str(entry.game))
        if game is None:
            self.say(f"No sheet for this game here. Its record: {command}")
        else:
            self.say("")
            self.app.push_screen(RecordScreen(self._palette, entry, game, command))

    def title_lines(self) -> Picture:
        """Draw the statistics and the number of games."""
        known = self._games
        found = "Fetching the list…" if known is None else count(len(known), "game") if known else "none yet"
        played = statistics_words(self._statistics) if self._statistics is not None else ""
        return ((Span("Your finished games", Hue.STRONG),), (Span(played),), (), (Span(found, Hue.DIM),))

    def items(self) -> Sequence[Item[str]]:
        """Return a line for each game."""
        return tuple(Item(str(entry.game), game_words(entry)) for entry in self._games or ())

    def press(self, key: str) -> None:
        """Handle a key: go back, replay or export the chosen game, or move in the list."""
        if key in {"escape", "q", "h"}:
            self.dismiss("")
        elif not self._games:
            return
        elif key == "v":
            self.post_message(RecordScreen.Replayed(self._games[self.chosen]))
        elif key == "e":
            self.post_message(ExportWanted(self._games[self.chosen].game))
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Request the record of a game, which contains its score sheet."""
        self._opened = next((entry for entry in self._games or () if str(entry.game) == choice), None)
        self._lines = ()
        if self._opened is not None:
            self.asked(self._requests.record(self._opened.game))


def statistics_words(played: Statistics) -> str:
    """Return the statistics in one line: games, wins, points a deal, exact multiples of nine."""
    points = f"{played.points / played.deals:.1f} points a deal" if played.deals else "no deals yet"
    exact = count(played.exact, "exact multiple") + " of nine"
    return f"{count(played.games, 'game')} played, {played.wins} won; {points}; {exact}"


def game_words(entry: GameEntry) -> str:
    """Return a finished game in one line: date, table, and the player's total and place, or the winners."""
    ended = day(entry.ended_at)
    table = left(clean_text(entry.table, cells=26), 26)
    places = {ranked.seat: ranked for ranked in ranking(entry.totals)}
    own = places.get(entry.seat) if entry.seat is not None else None
    if own is not None:
        return f"{ended}  {table}  {own.total:>5}  place {own.place} of {len(entry.totals)}"
    winners = [clean_text(entry.names[seat], cells=16) for seat, ranked in places.items() if ranked.place == 1]
    return f"{ended}  {table}  {max(entry.totals, default=0):>5}  won by {listed(winners)}"
