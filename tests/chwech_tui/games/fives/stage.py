"""A table of the Fives without a server: the real rules, seeded cards, and what a viewer is told."""

from collections.abc import Callable

from chwech_tui.model.board import Board
from protocol.fives.actions import FivesAction, Rob
from protocol.fives.views import FivesView
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games import stage
from tests.chwech_tui.games.stage import VIEWER

TWENTY_FIVE = Setup("twenty-five", 5, first_dealer=Seat(4))
"""Five people who play alone, with a pool."""

FORTY_FIVE = Setup("forty-five", 4, {"partners": True})
"""Two sides of two, with a Joker."""

SPOIL_FIVE = Setup("spoil-five", 5, first_dealer=Seat(4))
"""Five people who play for the pool."""

TEN = Setup("forty-five", 10)
"""The largest table."""

SETUPS = (
    TWENTY_FIVE,
    FORTY_FIVE,
    TEN,
    Setup("twenty-five", 3, {"pool": False, "renege_strict": True}),
    Setup("twenty-five", 6, {"partners": True, "sides": "three", "double_stake": True}),
    Setup("forty-five", 4, {"joker": "none", "target": 31, "best_card": 6, "trick_scores": "majority"}),
    Setup("forty-five", 6, {"partners": True, "joker": "fourth", "trick_scores": "game", "unrobbed_ace": "lowest"}),
    Setup("forty-five", 4, {"unrobbed_ace": "lowest", "renege_strict": True}),
    SPOIL_FIVE,
    Setup("spoil-five", 6, {"pools": 1, "stake": 5, "top_up": 2, "two_tricks": True, "must_rob": True}),
)
"""Tables that differ in all that a screen shows."""


def setup(game: str, players: int, **options: OptionValue) -> Setup:
    """Give the setup of a table."""
    return Setup(game, players, options)


class Stage(stage.Stage):
    """One game, event by event, as the viewer sees it; every seat acts by chance, and robs gladly."""

    def view(self, seat: Seat | None) -> FivesView:
        """Give what a seat sees."""
        view = self.game.view(self.state, seat)
        assert isinstance(view, FivesView)
        return view

    def choose(self, seat: Seat) -> FivesAction:
        """Choose an action by chance."""
        legal = self.view(seat).legal
        robs = [action for action in legal if isinstance(action, Rob)]
        return self.luck.choice(robs) if robs and self.luck.random() < 0.6 else self.luck.choice(legal)


def find(on: Setup, until: Callable[[FivesView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    return stage.find(on, until, viewer, Stage)


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    return stage.record_of(on, seed, Stage)
