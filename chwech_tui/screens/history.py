"""What a player has played: the finished games, their statistics as plots, and the rankings of each game."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import ClassVar, Final

from textual.message import Message

from chwech_tui.drawing.line import cells, left, right, wrap
from chwech_tui.drawing.sheet import centred
from chwech_tui.drawing.statistics import draw_statistics
from chwech_tui.games.lists import GameWords, game_words, statistics_words
from chwech_tui.games.registry import GAMES, ladder_words, own_ratings_words, title_of
from chwech_tui.link import Link
from chwech_tui.model.checks import check_record
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import Ladder, games_column, is_of, provisional_words, ranked_name, rating_sign
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.model.result import read_result
from chwech_tui.model.review import form_of
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.menu import MENU_WIDTH, TURNS, AskingScreen, Item, titled
from chwech_tui.screens.question import ExportWanted
from chwech_tui.screens.sheet import RecordScreen, framed
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadStatistics, RecordPart, Statistics
from protocol.language import N_, _, ngettext, pgettext
from protocol.messages import FromServer
from protocol.rankings import RankedPlayer, Rankings, ReadRankings


class HistoryScreen(AskingScreen[GameEntry]):
    """Lists the player's finished games, the newest first, with statistics."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("score sheet"), "enter"),
        PromptAnswer("v", N_("replay"), "v"),
        PromptAnswer("e", N_("export"), "e"),
        PromptAnswer("s", N_("statistics"), "s"),
        PromptAnswer("a", N_("rankings"), "a"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q", "h"})

    def __init__(self, palette: Palette, link: Link, command: Callable[[str], str]) -> None:
        """Create the screen.

        Args:
            palette: what the terminal can show.
            link: the link to the server.
            command: returns the command that prints the record of the game with this number.
        """
        super().__init__(palette, link)
        self._command = command
        self._games: tuple[GameEntry, ...] | None = None
        self._statistics: dict[str, Statistics] = {}
        self._opened: GameEntry | None = None
        self._lines: tuple[str, ...] = ()
        self._reading = 0

    def on_mount(self) -> None:
        self.ask_for(ListGames)

    def told(self, news: FromServer) -> bool:
        match news:
            case Games(games=games):
                self._games = games
                for game in dict.fromkeys(entry.setup.game for entry in games):
                    self.ask_for(ReadStatistics, "", game)
            case Statistics():
                self._statistics[news.game] = news
            case RecordPart(id=number) if number == self._reading and self._opened is not None:
                self._read(news, self._opened)
            case RecordPart():
                pass
            case _:
                return False
        self.redraw()
        return True

    def _read(self, part: RecordPart, entry: GameEntry) -> None:
        """Collect the record of the opened game, and show the score sheet once it is complete."""
        self._lines = (*self._lines, *part.lines)
        check_record(self._lines)
        if part.more:
            self._ask_record(entry)
            return
        kind, self._opened = GAMES.get(entry.setup.game), None
        game = read_result(kind, "\n".join(self._lines)) if kind is not None else None
        command = self._command(str(entry.game))
        if game is None:
            self.say(_("No sheet for this game here. Its record: {command}", command=command))
        else:
            self.say("")
            self.app.push_screen(RecordScreen(self._palette, entry, game, command))

    def title_lines(self) -> Picture:
        played = [wrap((Span(statistics_words(one)),), MENU_WIDTH) for one in self._statistics.values()] or [((),)]
        return (
            (Span(_("Your finished games"), Hue.STRONG),),
            *chain(*played),
            (),
            (Span(_found(self._games), Hue.DIM),),
        )

    def items(self) -> Sequence[Item[GameEntry]]:
        told = [(entry, game_words(entry)) for entry in self._games or ()]
        wide = max((cells(words.title) for _entry, words in told), default=0)
        return tuple(Item(entry, game_line(words, wide)) for entry, words in told)

    def act(self, key: str) -> None:
        games = self._games or ()
        if key == "a":
            self.report(RankingsWanted())
        elif key == "v" and games:
            self.report(RecordScreen.Replayed(games[self.chosen]))
        elif key == "e" and games:
            self.report(ExportWanted(games[self.chosen].game))
        elif key == "s" and self._statistics:
            self.app.push_screen(StatisticsScreen(self._palette, games, tuple(self._statistics.values())))
        else:
            super().act(key)

    def choose(self, choice: GameEntry) -> None:
        """Request the record of a game, which contains its score sheet."""
        self._opened, self._lines = choice, ()
        self._ask_record(choice)

    def _ask_record(self, entry: GameEntry) -> None:
        """Request the missing parts of a record; parts that were asked for before, of other games too, are ignored."""
        self._reading = self.ask_for(ReadRecord, entry.game, len(self._lines))


def _found(games: tuple[GameEntry, ...] | None) -> str:
    """Return how many games there are, as far as that is known."""
    if games is None:
        return _("Fetching the list…")
    return ngettext("{n} game", "{n} games", len(games)) if games else _("none yet")


_TITLE: Final = 11
_TABLE: Final = 18
_LEAST_TABLE: Final = 10
"""The widths of the columns of a game and of its table, in cells; a longer title takes room from the table."""


def game_line(told: GameWords, title: int = _TITLE) -> str:
    """Return a finished game in one line, where the longest title of the list has so many cells."""
    wide = max(_TITLE, min(title, _TITLE + _TABLE - _LEAST_TABLE))
    table = left(told.table, _TITLE + _TABLE - wide)
    return f"{told.day}  {left(told.title, wide)} {table} {told.total:>5}  {told.result}"


_TURN: Final = PromptAnswer("← →", N_("another game"), "right")


class StatisticsScreen(DrawnScreen):
    """Shows the statistics of one game after the other."""

    ENDING_KEYS = frozenset({"escape", "q", "s", "enter"})

    def __init__(self, palette: Palette, games: Sequence[GameEntry], statistics: Sequence[Statistics]) -> None:
        """Create the screen of the finished games, the newest first, and the statistics of each kind of game."""
        super().__init__(palette)
        self._games = games
        self._statistics = statistics
        self._place = 0

    def press(self, key: str) -> None:
        if key in TURNS:
            self._place = (self._place + TURNS[key]) % len(self._statistics)
            self.redraw()
        else:
            super().press(key)

    def parts(self, width: int, height: int) -> Parts:
        played = self._statistics[self._place]
        game, form = played.game, form_of(self._games, played.game)
        known = GAMES[game].game.figures if game in GAMES else ()
        counts = any(style.endswith("%") for _title, style, _field in known)
        title: Line = (Span(title_of(game), Hue.STRONG), Span("   " + _("statistics"), Hue.TEXT))
        several = len(self._statistics) > 1
        place: Line = (Span(f"{self._place + 1} / {len(self._statistics)}" if several else "", Hue.FAINT),)
        frame, box = framed((width, height), title, place, (_TURN, BACK) if several else (BACK,))
        lines = draw_statistics(played, form, box[2:], self._palette.strokes, counts_deals=counts)
        rating = (Span("  " + own_ratings_words(played), Hue.FAINT),) if len(played.ratings) > 1 else ()
        lines = (*lines, rating)[: box.height] if rating else lines
        return {**frame, "body": Part(box, centred(lines, box.width, box.height))}


_PLACE: Final = 4
_NAME: Final = 28
_POINTS: Final = 8
_DEVIATION: Final = 7
_GAMES: Final = 8
"""The widths of the columns, in cells."""


class RankingsWanted(Message):
    """Posted when the player wants to see the rankings."""


class RankingsScreen(AskingScreen[str]):
    """Lists the players of one game after the other."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, PromptAnswer("←→", N_("another game"), "right"), BACK)
    ENDING_KEYS = frozenset({"escape", "q", "a"})

    def __init__(self, palette: Palette, link: Link, ladders: Sequence[Ladder]) -> None:
        """Create the screen of these ladders, of which there is at least one."""
        super().__init__(palette, link)
        self._ladders = tuple(ladders)
        self._place = 0
        self._known: dict[Ladder, Rankings] = {}

    def on_mount(self) -> None:
        self._ask()

    @property
    def _ladder(self) -> Ladder:
        return self._ladders[self._place]

    def _ask(self) -> None:
        if self._ladder not in self._known:
            self.ask_for(ReadRankings, self._ladder.game, self._ladder.ruleset)

    def told(self, news: FromServer) -> bool:
        if not isinstance(news, Rankings):
            return False
        self._known |= {ladder: news for ladder in self._ladders if is_of(news, ladder)}
        own = (place for place, player in enumerate(news.players) if player.own)
        if is_of(news, self._ladder):
            self.chosen = next(own, 0)
        self.redraw()
        return True

    def title_lines(self) -> Picture:
        known = self._known.get(self._ladder)
        heading = _heading() if known is not None and known.players else ""
        title = titled(_("Rankings"), provisional_words(), aside=ladder_words(self._ladder))
        return (*title, (), (Span(heading, Hue.FAINT),))

    def items(self) -> Sequence[Item[str]]:
        known = self._known.get(self._ladder)
        if known is None:
            return (Item("", _("Fetching the list…")),)
        return tuple(Item(player.name, _words(player)) for player in known.players) or (
            Item("", _("Nobody has played a rated game yet.")),
        )

    def act(self, key: str) -> None:
        if key in TURNS:
            self._place = (self._place + TURNS[key]) % len(self._ladders)
            self.chosen = 0
            self._ask()
            self.redraw()
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Do nothing: the list is there to be read."""


def _heading() -> str:
    place = " " * _PLACE
    # Translators: headings of columns of 27, 15 and 7 letters.
    who, rating = pgettext("column", "player"), pgettext("column", "rating")
    return f"{place}{left(who, _NAME)}{right(rating, _POINTS)}{' ' * _DEVIATION}{right(games_column(), _GAMES)}"


def _words(player: RankedPlayer) -> str:
    """Return a player in one line: place, name, rating with its uncertainty, number of games."""
    place = right(f"{player.place}" if player.place else "–", _PLACE - 1)
    rating = player.rating
    # Question marks stand beside the figures, which stay below one another.
    points = right(rating_sign(rating) + " " * (not rating.provisional), _POINTS)
    games = right(str(rating.games), _GAMES)
    return f"{place}  {left(ranked_name(player), _NAME)}{points}{left(f'± {rating.deviation}', _DEVIATION)}{games}"
