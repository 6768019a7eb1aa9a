"""A table of Auction Forty-Fives without a server: the real rules, seeded cards, and what a viewer is told."""

import random
from collections.abc import Callable, Iterator

from chwech_tui.games.registry import GAMES as SHOWN
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table
from chwech_tui.model.people import People
from protocol.auction_fives.actions import AuctionFivesAction, Draw
from protocol.auction_fives.views import AuctionFivesView, Phase
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat
from server.rules.auction_fives.state import State
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, Label, Over, Seats, Shuffle, Shuffled
from tests.server.rules.auction_fives.position import GAME

NAMES = ("Megan", "Owain", "Siân Llewellyn-Hughes", "Rhys", "Bronwen", "Idris")
"""Who sits at the tables of the tests: short names and long ones."""

VIEWER = Seat(0)
"""The viewer, unless a test says otherwise."""

FOUR = Setup("auction-forty-fives", 4, first_dealer=Seat(3))
"""Two sides of two."""

SIX = Setup("auction-forty-fives", 6, {"kitty": 4, "dealer_looks": True, "deals": 6})
"""Two sides of three, with a kitty, and a dealer who picks."""

SETUPS = (FOUR, SIX, Setup("auction-forty-fives", 4, {"hold": "dealer", "forced_dealer": 20, "lead": "dealer"}))
"""Tables that differ in all that a screen shows."""


class Stage:
    """One game, event by event, as the viewer sees it; every seat acts by chance, and draws gladly."""

    def __init__(self, on: Setup, viewer: Seat | None = VIEWER, seed: str = "stage") -> None:
        """Lay out a game that has not begun."""
        self.kind = SHOWN[on.game]
        self.setup = on
        self.viewer = viewer
        self.state: State = GAME.start(on)
        self.seq = 0
        self.seed = seed
        self.luck = random.Random(seed)
        self.told: list[Event] = []

    def view(self, seat: Seat | None) -> AuctionFivesView:
        """Give what a seat sees."""
        return GAME.view(self.state, seat)

    def table(self) -> Table:
        """Give the table as a server would tell it."""
        awaits = GAME.awaits(self.state)
        pausing = isinstance(awaits, Shuffle) and awaits.deal > 1
        return TableView(
            table="calm-river",
            seq=self.seq,
            setup=self.setup,
            phase=TablePhase.OVER if isinstance(awaits, Over) else TablePhase.PLAYING,
            seats=tuple(
                Occupant(name, "" if seat == (self.viewer or 0) else "steady")
                for seat, name in enumerate(NAMES[: self.setup.players])
            ),
            viewer=self.viewer,
            host=self.viewer or Seat(0),
            waits_for=(self.viewer,) if pausing and self.viewer is not None else (),
            game=self.view(self.viewer),
        )

    def choose(self, seat: Seat) -> AuctionFivesAction:
        """Choose an action by chance; passes and draws are as likely as all others together."""
        legal = self.view(seat).legal
        ends = [action for action in legal if isinstance(action, Draw)]
        low = legal[:2] if self.view(seat).phase is Phase.BIDDING else legal
        return ends[0] if ends and self.luck.random() < 0.5 else self.luck.choice(low)

    def turns(self) -> Iterator[Event]:
        """Play on to the end; each event has happened when it is given."""
        while True:
            match GAME.awaits(self.state):
                case Shuffle(cards=cards, deal=deal):
                    seed = derive(self.seed, 1, deal)
                    events = GAME.decide(self.state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
                case Seats(seats=seats):
                    seat = min(seats)
                    events = GAME.decide(self.state, seat, self.choose(seat))
                case Over():
                    return
            for event in events:
                self.state = GAME.evolve(self.state, event)
                self.seq += 1
                self.told.append(event)
                yield event

    def board(self, until: Callable[[AuctionFivesView], bool]) -> Board | None:
        """Play until the viewer's board is as wanted; None if it never is."""
        board = boards.seated(Board(), self.table(), self.kind)
        for event in self.turns():
            board = boards.happened(board, GAME.tell(event, self.viewer), self.table())
            game = board.game
            if isinstance(game, AuctionFivesView) and until(game):
                return board
        return None


def find(on: Setup, until: Callable[[AuctionFivesView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    for number in range(40):
        board = Stage(on, viewer, f"stage {number}").board(until)
        if board is not None:
            return board
    raise AssertionError("no game has such a board")


def sight(on: Setup, until: Callable[[AuctionFivesView], bool], viewer: Seat | None = VIEWER) -> AuctionFivesView:
    """Give the first view that is as wanted."""
    game = find(on, until, viewer).game
    assert isinstance(game, AuctionFivesView)
    return game


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    stage = Stage(on, seed=seed)
    for _ in stage.turns():
        pass
    return GAME.record(on, stage.told, Label(NAMES[: on.players], "17", "2026-01-01T00:00:00+00:00"))


def people(players: int = 4, viewer: Seat | None = VIEWER) -> People:
    """Give the people at a table."""
    return People(NAMES[:players], viewer, sides=tuple(seat % 2 for seat in range(players)))
