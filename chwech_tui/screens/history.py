"""What a player has played: the finished games, their statistics as plots, and the rankings of each game."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import ClassVar, Final

from textual.message import Message

from chwech_tui.drawing.line import cells, indent, left, right, wrap
from chwech_tui.drawing.lobby import draw_statistics
from chwech_tui.drawing.panel import draw_foot
from chwech_tui.games.registry import GAMES, ladder_words, own_ratings_words, title_of
from chwech_tui.link import Link
from chwech_tui.model.checks import check_record
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.lobby import CODE
from chwech_tui.model.people import (
    Ladder,
    games_column,
    hints_mark,
    is_of,
    listed,
    provisional_words,
    ranked_name,
    rating_sign,
)
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.model.result import read_result
from chwech_tui.model.review import form_of
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.menu import MENU_WIDTH, AskingScreen, Item, day
from chwech_tui.screens.question import ExportWanted
from chwech_tui.screens.sheet import RecordScreen
from chwech_tui.theme import Palette
from games.kit.words import figure
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadStatistics, RecordPart, Statistics
from protocol.language import N_, _, ngettext, pgettext
from protocol.messages import FromServer
from protocol.rankings import RankedPlayer, Rankings, ReadRankings
from protocol.rating import ranking
from protocol.text import clean_text


class HistoryScreen(AskingScreen[str]):
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
        self.asked(self._link.ask(ListGames))

    def told(self, news: FromServer) -> bool:
        match news:
            case Games(games=games):
                self._games = games
                for game in dict.fromkeys(entry.setup.game for entry in games):
                    self.asked(self._link.ask(ReadStatistics, "", game))
            case Statistics():
                self._statistics[news.game] = news
            case RecordPart(id=number):
                if number == self._reading:
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

    def items(self) -> Sequence[Item[str]]:
        games = self._games or ()
        wide = max((cells(title_of(entry.setup.game)) for entry in games), default=0)
        return tuple(Item(str(entry.game), game_words(entry, wide)) for entry in games)

    def press(self, key: str) -> None:
        if key in {"escape", "q", "h"}:
            self.dismiss("")
        elif key == "a":
            self.report(RankingsWanted())
        elif not self._games:
            return
        elif key == "v":
            self.report(RecordScreen.Replayed(self._games[self.chosen]))
        elif key == "e":
            self.report(ExportWanted(self._games[self.chosen].game))
        elif key == "s":
            self._show_statistics(self._games)
        else:
            super().press(key)

    def _show_statistics(self, games: Sequence[GameEntry]) -> None:
        """Open the plots of the games whose statistics have come."""
        if self._statistics:
            words = {game: statistics_words(one) for game, one in self._statistics.items()}
            self.app.push_screen(StatisticsScreen(self._palette, games, self._statistics, words))

    def choose(self, choice: str) -> None:
        """Request the record of a game, which contains its score sheet."""
        self._opened = next((entry for entry in self._games or () if str(entry.game) == choice), None)
        self._lines = ()
        if self._opened is not None:
            self._ask_record(self._opened)

    def _ask_record(self, entry: GameEntry) -> None:
        """Request the missing parts of a record; parts that were asked for before, of other games too, are ignored."""
        self._reading = self._link.ask(ReadRecord, entry.game, len(self._lines))
        self.asked(self._reading)


def _found(games: tuple[GameEntry, ...] | None) -> str:
    """Return how many games there are, as far as that is known."""
    if games is None:
        return _("Fetching the list…")
    return ngettext("{n} game", "{n} games", len(games)) if games else _("none yet")


def statistics_words(played: Statistics) -> str:
    """Return the statistics of a game in one line: games, wins, points a deal, what else it counts, and the rating."""
    title = f"{title_of(played.game)}: " if played.game else ""
    games = ngettext("{n} game played, {won} won", "{n} games played, {won} won", played.games, won=played.wins)
    average = f"{played.points / max(1, played.deals):.1f}"
    points = _("{points} points a deal", points=average) if played.deals else _("no deals yet")
    counted = f"; {_counted(played)}" if played.counted else ""
    rated = own_ratings_words(played)
    return f"{title}{games}; {points}{counted}{'; ' if rated else ''}{rated}"


def _counted(played: Statistics) -> str:
    """Return what a game counts besides points, which its server names in English."""
    # Translators: what is counted, and a number: "exact multiples of nine: 3".
    return _("{counted}: {number}", number=played.count, counted=clean_text(_(played.counted), cells=40))


_TITLE: Final = 11
_TABLE: Final = 18
_LEAST_TABLE: Final = 10
"""The widths of the columns of a game and of its table, in cells; a longer title takes room from the table."""


def game_words(entry: GameEntry, title: int = _TITLE) -> str:
    """Return a finished game in one line: date, game, table, and the player's total and place, or the winners.

    A place that was reached with hints says so.

    Args:
        entry: the game.
        title: the width of the longest title in the list, in cells.
    """
    wide = max(_TITLE, min(title, _TITLE + _TABLE - _LEAST_TABLE))
    table = left(clean_text(entry.table, cells=CODE), _TITLE + _TABLE - wide)
    line = f"{day(entry.ended_at)}  {left(title_of(entry.setup.game), wide)} {table}"
    sides = ranking(entry.totals, entry.sides)
    for ranked in sides:
        if entry.seat in {ranked.seat, *ranked.partners}:
            place = _("place {place} of {places}", place=ranked.place, places=len(sides))
            mark = hints_mark() if entry.seat in entry.hinted else ""
            return f"{line} {figure(ranked.total):>5}  {place}{mark}"
    first = (seat for ranked in sides if ranked.place == 1 for seat in (ranked.seat, *ranked.partners))
    winners = [clean_text(entry.names[seat], cells=16) for seat in first]
    return f"{line} {figure(max(entry.totals, default=0)):>5}  " + _("won by {names}", names=listed(winners))


_WIDE: Final = 100
"""The greatest width of the plot, in cells."""

_ROWS: Final = 12
"""The greatest height of the plot of totals, in lines."""

_AROUND: Final = 16
"""The number of lines for everything but the plot of totals."""

_TURN: Final = PromptAnswer("← →", N_("another game"), "right")


class StatisticsScreen(DrawnScreen):
    """Shows the statistics of one game after the other."""

    ENDING_KEYS = frozenset({"escape", "q", "s", "enter"})

    def __init__(
        self,
        palette: Palette,
        games: Sequence[GameEntry],
        statistics: Mapping[str, Statistics],
        words: Mapping[str, str],
    ) -> None:
        """Create the screen.

        Args:
            palette: what the terminal can show.
            games: the finished games, the newest first.
            statistics: the statistics of each game.
            words: the statistics of each game in one line.
        """
        super().__init__(palette)
        self._games = games
        self._statistics = dict(statistics)
        self._words = words
        self._place = 0

    def press(self, key: str) -> None:
        if key in {"left", "right"}:
            self._place = (self._place + (1 if key == "right" else -1)) % len(self._statistics)
            self.redraw()
        else:
            super().press(key)

    def picture(self, width: int, height: int) -> Picture:
        margin = 2 if width < 90 else 4
        wide = min(_WIDE, width - 2 * margin)
        game = list(self._statistics)[self._place]
        played, form = self._statistics[game], form_of(self._games, game)
        rows = max(3, min(_ROWS, height - _AROUND))
        counts = game in GAMES and GAMES[game].words.counts_deals
        head: Picture = ((), *wrap((Span(self._words[game], Hue.STRONG),), width - margin), ())
        foot = draw_foot((_TURN, BACK) if len(self._statistics) > 1 else (BACK,), wide)
        lines = [*head, *draw_statistics(played, form, wide, rows, counts_deals=counts)][: height - len(foot)]
        lines += [()] * (height - len(foot) - len(lines))
        return tuple(indent(line, margin) for line in (*lines, *foot))


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
            self.asked(self._link.ask(ReadRankings, self._ladder.game, self._ladder.ruleset))

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
        return (
            (Span(_("Rankings"), Hue.STRONG), Span(f"   {ladder_words(self._ladder)}", Hue.ACCENT)),
            (),
            *wrap((Span(provisional_words(), Hue.DIM),), MENU_WIDTH, hang=0),
            (),
            (Span(heading, Hue.FAINT),),
        )

    def items(self) -> Sequence[Item[str]]:
        known = self._known.get(self._ladder)
        if known is None:
            return (Item("", _("Fetching the list…")),)
        return tuple(Item(player.name, _words(player)) for player in known.players) or (
            Item("", _("Nobody has played a rated game yet.")),
        )

    def press(self, key: str) -> None:
        if key in {"left", "right"}:
            self._place = (self._place + (1 if key == "right" else -1)) % len(self._ladders)
            self.chosen = 0
            self._ask()
            self.redraw()
        elif key in {"escape", "q", "a"}:
            self.dismiss("")
        else:
            super().press(key)

    def choose(self, choice: str) -> None:
        """Do nothing: the list is there to be read."""


def _heading() -> str:
    place = " " * (_PLACE + 2)
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
