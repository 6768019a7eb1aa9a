"""A table of Durak without a server: the real rules, seeded cards, and what a viewer is told."""

from collections.abc import Callable

from chwech_tui.model.board import Board
from chwech_tui.model.people import People
from protocol.durak.actions import DurakAction, GiveUp
from protocol.durak.views import DurakView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.durak.variant import NAME
from tests.chwech_tui.games import stage
from tests.chwech_tui.games.stage import VIEWER

FOUR = Setup(NAME, 4, first_dealer=Seat(3))
SIX = Setup(NAME, 6, {"losses": 1})
SETUPS = (FOUR, SIX, Setup(NAME, 4, {"losses": 2, "first_bout": 5, "both_out": "attackers"}))
"""Tables that differ in all that a screen shows."""


class Stage(stage.Stage):
    """One game, event by event, as the viewer sees it; every seat acts by chance, and seldom gives up."""

    def view(self, seat: Seat | None) -> DurakView:
        """Give what a seat sees."""
        view = self.game.view(self.state, seat)
        assert isinstance(view, DurakView)
        return view

    def choose(self, seat: Seat) -> DurakAction:
        """Choose an action by chance."""
        legal = self.view(seat).legal
        fights = [action for action in legal if not isinstance(action, GiveUp)]
        return self.luck.choice(fights) if fights and self.luck.random() < 0.8 else self.luck.choice(legal)

    def first(self, seats: frozenset[Seat]) -> Seat:
        """Choose by chance which of several awaited seats acts."""
        return self.luck.choice(sorted(seats))


def find(on: Setup, until: Callable[[DurakView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    return stage.find(on, until, viewer, Stage)


def seen(on: Setup, until: Callable[[DurakView], bool], viewer: Seat | None = VIEWER) -> DurakView:
    """Give the view of such a board."""
    game = find(on, until, viewer).game
    assert isinstance(game, DurakView)
    return game


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    return stage.record_of(on, seed, Stage)


def people(players: int = 4, viewer: Seat | None = VIEWER) -> People:
    """Give the people at a table."""
    return stage.people(players, viewer)
