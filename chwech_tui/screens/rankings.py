"""The rankings: who plays a game best by one ruleset, people and bots together."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.message import Message

from chwech_tui.drawing.line import left, right, wrap
from chwech_tui.games.ladders import ladder_words
from chwech_tui.model.ink import Hue, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.model.rating import Ladder, games_column, is_of, provisional_words, ranked_name, rating_sign
from chwech_tui.requests import Requests
from chwech_tui.screens.menu import MENU_WIDTH, AskingScreen, Item
from chwech_tui.theme import Palette
from protocol.language import N_, _, pgettext
from protocol.messages import FromServer
from protocol.rankings import RankedPlayer, Rankings

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

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        PromptAnswer("↑↓", N_("choose"), "down"),
        PromptAnswer("←→", N_("another game"), "right"),
        BACK,
    )

    def __init__(self, palette: Palette, requests: Requests, ladders: Sequence[Ladder]) -> None:
        """Create the screen of these ladders, of which there is at least one."""
        super().__init__(palette, requests)
        self._ladders = tuple(ladders)
        self._place = 0
        self._known: dict[Ladder, Rankings] = {}

    def on_mount(self) -> None:
        """Ask for the first rankings."""
        self._ask()

    @property
    def _ladder(self) -> Ladder:
        return self._ladders[self._place]

    def _ask(self) -> None:
        if self._ladder not in self._known:
            self.asked(self._requests.rankings(self._ladder.game, self._ladder.ruleset))

    def told(self, news: FromServer) -> bool:
        """Take rankings; return False for any other message."""
        if not isinstance(news, Rankings):
            return False
        self._known |= {ladder: news for ladder in self._ladders if is_of(news, ladder)}
        own = (place for place, player in enumerate(news.players) if player.own)
        if is_of(news, self._ladder):
            self.chosen = next(own, 0)
        self.redraw()
        return True

    def title_lines(self) -> Picture:
        """Draw the game, what the signs mean, and the headings of the columns."""
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
        """Return a line for each player."""
        known = self._known.get(self._ladder)
        if known is None:
            return (Item("", _("Fetching the list…")),)
        return tuple(Item(player.name, _words(player)) for player in known.players) or (
            Item("", _("Nobody has played a rated game yet.")),
        )

    def press(self, key: str) -> None:
        """Handle a key: show other rankings, go back, or move in the list."""
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
