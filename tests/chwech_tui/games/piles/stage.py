"""A table of a game of one pile without a server: the real rules, seeded cards, and what a viewer is told."""

from collections.abc import Callable

from chwech_tui.model.board import Board
from protocol.piles.actions import PilesAction, Play
from protocol.piles.views import PilesView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games import stage
from tests.chwech_tui.games.stage import VIEWER

SVOYI = Setup("svoyi-koziri", 4, {"deals": 2, "limit": 100}, Seat(3))
DUDAK = Setup("dudak", 4, {"deals": 2, "limit": 100})
CHALLENGE = Setup("challenge", 2, {"limit": 100})

SETUPS = (
    SVOYI,
    DUDAK,
    CHALLENGE,
    Setup("svoyi-koziri", 2, {"deals": 1, "limit": 100, "cards": 1, "open_end": True}),
    Setup("svoyi-koziri", 3, {"deals": 1, "limit": 100, "pickup": "some", "plain": 2}),
    Setup("dudak", 3, {"deals": 1, "limit": 100, "trumps": "drawn", "first_out": True}),
    Setup("dudak", 2, {"deals": 1, "limit": 100, "trumps": "before", "pickup": "suit_run"}),
    Setup("challenge", 2, {"deals": 2, "limit": 100, "cards": 52, "taker_leads": True}),
)
"""Tables that differ in all that a screen shows."""


class Stage(stage.Stage):
    """One game, event by event, as the viewer sees it; every seat acts by chance, and plays a card if it can."""

    def view(self, seat: Seat | None) -> PilesView:
        """Give what a seat sees."""
        view = self.game.view(self.state, seat)
        assert isinstance(view, PilesView)
        return view

    def choose(self, seat: Seat) -> PilesAction:
        """Choose an action by chance, mostly a card."""
        legal = self.view(seat).legal
        plays = [action for action in legal if isinstance(action, Play)]
        return self.luck.choice(plays if plays and self.luck.random() < 0.9 else legal)


def find(on: Setup, until: Callable[[PilesView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    return stage.find(on, until, viewer, Stage)


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    return stage.record_of(on, seed, Stage)
