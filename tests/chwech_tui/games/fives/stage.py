"""A table of the Fives without a server: the real rules, seeded cards, and what a viewer is told."""

import random
from collections.abc import Callable, Iterator

from chwech_tui.games.registry import GAMES as SHOWN
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table
from chwech_tui.model.people import People
from protocol.fives.actions import FivesAction, Rob
from protocol.fives.views import FivesView
from protocol.setup import OptionValue, Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat
from server.rules.deck import derive, shuffle
from server.rules.fives.game import GAMES
from server.rules.fives.state import State
from server.rules.game import CHANCE, Label, Over, Seats, Shuffle, Shuffled

NAMES = (
    "Megan",
    "Owain",
    "Siân Llewellyn-Hughes",
    "Rhys",
    "Bronwen",
    "Idris",
    "Gwenllian",
    "Nia",
    "Emrys",
    "Tegwen",
)
"""Who sits at the tables of the tests: short names and long ones."""

VIEWER = Seat(0)
"""The viewer, unless a test says otherwise."""

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


class Stage:
    """One game, event by event, as the viewer sees it; every seat acts by chance, and robs gladly."""

    def __init__(self, on: Setup, viewer: Seat | None = VIEWER, seed: str = "stage") -> None:
        """Lay out a game that has not begun."""
        self.game = GAMES[on.game]
        self.kind = SHOWN[on.game]
        self.setup = on
        self.viewer = viewer
        self.state: State = self.game.start(on)
        self.seq = 0
        self.seed = seed
        self.luck = random.Random(seed)
        self.told: list[Event] = []

    def view(self, seat: Seat | None) -> FivesView:
        """Give what a seat sees."""
        return self.game.view(self.state, seat)

    def table(self) -> Table:
        """Give the table as a server would tell it."""
        awaits = self.game.awaits(self.state)
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

    def choose(self, seat: Seat) -> FivesAction:
        """Choose an action by chance."""
        legal = self.view(seat).legal
        robs = [action for action in legal if isinstance(action, Rob)]
        return self.luck.choice(robs) if robs and self.luck.random() < 0.6 else self.luck.choice(legal)

    def turns(self) -> Iterator[Event]:
        """Play on to the end; each event has happened when it is given."""
        while True:
            match self.game.awaits(self.state):
                case Shuffle(cards=cards, deal=deal):
                    seed = derive(self.seed, 1, deal)
                    events = self.game.decide(self.state, CHANCE, Shuffled(shuffle(seed, cards), seed.hex()))
                case Seats(seats=seats):
                    seat = min(seats)
                    events = self.game.decide(self.state, seat, self.choose(seat))
                case Over():
                    return
            for event in events:
                self.state = self.game.evolve(self.state, event)
                self.seq += 1
                self.told.append(event)
                yield event

    def board(self, until: Callable[[FivesView], bool]) -> Board | None:
        """Play until the viewer's board is as wanted; None if it never is."""
        board = boards.seated(Board(), self.table(), self.kind)
        for event in self.turns():
            board = boards.happened(board, self.game.tell(event, self.viewer), self.table())
            game = board.game
            if isinstance(game, FivesView) and until(game):
                return board
        return None


def find(on: Setup, until: Callable[[FivesView], bool], viewer: Seat | None = VIEWER) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    for number in range(400):
        board = Stage(on, viewer, f"stage {number}").board(until)
        if board is not None:
            return board
    raise AssertionError("no game has such a board")


def record_of(on: Setup, seed: str = "record") -> str:
    """Play a game by chance, and give its record."""
    stage = Stage(on, seed=seed)
    for _ in stage.turns():
        pass
    return stage.game.record(on, stage.told, Label(NAMES[: on.players], "17", "2026-01-01T00:00:00+00:00"))


def people(players: int, viewer: Seat | None = VIEWER) -> People:
    """Give the people at a table."""
    return People(NAMES[:players], viewer)
