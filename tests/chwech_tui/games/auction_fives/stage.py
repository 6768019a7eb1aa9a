"""A table of Auction Forty-Fives without a server: the real rules, seeded cards, and what a viewer is told."""

from collections.abc import Callable

from chwech_tui.model.board import Board
from chwech_tui.model.people import People
from protocol.auction_fives.actions import AuctionFivesAction, Draw
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games import stage
from tests.chwech_tui.games.stage import VIEWER

FOUR = Setup("auction-forty-fives", 4, first_dealer=Seat(3))
"""Two sides of two."""

SIX = Setup("auction-forty-fives", 6, {"kitty": 4, "dealer_looks": True, "deals": 6})
"""Two sides of three, with a kitty, and a dealer who picks."""

SETUPS = (FOUR, SIX, Setup("auction-forty-fives", 4, {"hold": "dealer", "forced_dealer": 20, "lead": "dealer"}))
"""Tables that differ in all that a screen shows."""


class Stage(stage.Stage):
    """One game, event by event, as the viewer sees it; every seat acts by chance, and draws gladly."""

    def view(self, seat: Seat | None) -> AuctionFivesView:
        """Give what a seat sees."""
        view = self.game.view(self.state, seat)
        assert isinstance(view, AuctionFivesView)
        return view

    def choose(self, seat: Seat) -> AuctionFivesAction:
        """Choose an action by chance; passes and draws are as likely as all others together."""
        legal = self.view(seat).legal
        ends = [action for action in legal if isinstance(action, Draw)]
        low = legal[:2] if self.view(seat).phase is Phase.BIDDING else legal
        return ends[0] if ends and self.luck.random() < 0.5 else self.luck.choice(low)


def find(on: Setup, until: Callable[[AuctionFivesView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    return stage.find(on, until, viewer, Stage)


def sight(on: Setup, until: Callable[[AuctionFivesView], bool], viewer: Seat | None = VIEWER) -> AuctionFivesView:
    """Give the first view that is as wanted."""
    game = find(on, until, viewer).game
    assert isinstance(game, AuctionFivesView)
    return game


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    return stage.record_of(on, seed, Stage)


def people(players: int = 4, viewer: Seat | None = VIEWER) -> People:
    """Give the people at a table."""
    return stage.people(players, viewer, tuple(seat % 2 for seat in range(players)))
