"""How the player has played each game, as a plot."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.drawing.line import indent, wrap
from chwech_tui.drawing.panel import draw_foot
from chwech_tui.drawing.statistics import draw_statistics
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.statistics import form_of
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from protocol.archive import GameEntry, Statistics
from protocol.language import N_

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
        """Handle a key: show another game, or go back."""
        if key in {"left", "right"}:
            self._place = (self._place + (1 if key == "right" else -1)) % len(self._statistics)
            self.redraw()
        else:
            super().press(key)

    def picture(self, width: int, height: int) -> Picture:
        """Draw the statistics of the chosen game."""
        margin = 2 if width < 90 else 4
        wide = min(_WIDE, width - 2 * margin)
        game = list(self._statistics)[self._place]
        played, form = self._statistics[game], form_of(self._games, game)
        rows = max(3, min(_ROWS, height - _AROUND))
        counts = game in GAMES and GAMES[game].counts_deals
        head: Picture = ((), *wrap((Span(self._words[game], Hue.STRONG),), width - margin), ())
        foot = draw_foot((_TURN, BACK) if len(self._statistics) > 1 else (BACK,), wide)
        lines = [*head, *draw_statistics(played, form, wide, rows, counts_deals=counts)][: height - len(foot)]
        lines += [()] * (height - len(foot) - len(lines))
        return tuple(indent(line, margin) for line in (*lines, *foot))
