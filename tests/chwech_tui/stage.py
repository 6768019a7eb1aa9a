"""A table without a server: the real rules, seeded cards, and the messages that a server would send."""

import random
from collections.abc import Callable, Iterator

from chwech_tui.games.registry import GAMES
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from games.kit.deck import derive
from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat
from server.rules.chwech.deal import State
from server.rules.chwech.game import Chwech
from server.rules.duplicate import draw
from server.rules.game import CHANCE, Over, Seats, Shuffle

NAMES = ("Megan", "Owain", "Siân Llewellyn-Hughes", "Rhys", "Bronwen", "Idris", "Gwenllian")
"""Who sits at the tables of the tests: short names and long ones."""

FIRST = Seat(0)
"""The viewer, unless a test says otherwise."""

Policy = Callable[[ChwechView, random.Random], Pass | Play]
"""How a seat plays in the tests."""


def eager(view: ChwechView, luck: random.Random) -> Pass | Play:
    """Play a card more often than pass, so that deals move on."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if plays and (luck.random() < 0.7 or len(plays) == len(view.legal)):
        return luck.choice(plays)
    return next((action for action in view.legal if isinstance(action, Pass)), view.legal[0])


class Stage:
    """One game, event by event, as the viewer sees it."""

    def __init__(self, setup: Setup, viewer: Seat | None = FIRST, seed: str = "stage") -> None:
        """Lay out a game that has not begun."""
        self.game = Chwech()
        self.setup = setup
        self.viewer = viewer
        self.state: State = self.game.start(setup)
        self.seq = 0
        self.seed = seed
        self.code = "calm-river"
        self.luck = random.Random(seed)

    def table(self) -> TableView[ChwechView]:
        """Give the table as a server would tell it."""
        view = self.game.view(self.state, self.viewer)
        assert isinstance(view, ChwechView)
        awaits = self.game.awaits(self.state)
        pausing = isinstance(awaits, Shuffle) and awaits.deal > 1
        return TableView(
            table=self.code,
            seq=self.seq,
            setup=self.setup,
            phase=TablePhase.OVER if isinstance(awaits, Over) else TablePhase.PLAYING,
            seats=tuple(Occupant(name, "" if seat == (self.viewer or 0) else "steady") for seat, name in self._names()),
            viewer=self.viewer,
            host=self.viewer or Seat(0),
            waits_for=(self.viewer,) if pausing and self.viewer is not None else (),
            game=view,
        )

    def _names(self) -> list[tuple[int, str]]:
        return list(enumerate(NAMES[: self.setup.players]))

    def take(self, event: Event) -> tuple[Event, TableView[ChwechView]]:
        """Let an event happen, and give it as it is told with the table after it."""
        self.state = self.game.evolve(self.state, event)
        self.seq += 1
        return self.game.tell(event, self.viewer), self.table()

    def shuffled(self, wanted: Shuffle) -> tuple[Event, ...]:
        """Deal the cards that the seed gives."""
        return self.game.decide(self.state, CHANCE, draw(wanted, derive(self.seed, 1, wanted.deal)))

    def bot(self, seat: Seat, policy: Policy = eager) -> tuple[Event, ...]:
        """Let a seat take its turn."""
        view = self.game.view(self.state, seat)
        assert isinstance(view, ChwechView)
        return self.game.decide(self.state, seat, policy(view, self.luck))

    def turns(self, policy: Policy = eager) -> Iterator[tuple[Event, TableView[ChwechView]]]:
        """Play on to the end, every seat by the policy."""
        while True:
            match self.game.awaits(self.state):
                case Shuffle() as wanted:
                    events = self.shuffled(wanted)
                case Seats(seats=seats):
                    events = self.bot(min(seats), policy)
                case Over():
                    return
            yield from map(self.take, events)

    def board(self, until: Callable[[Board], bool], start: Board | None = None) -> Board:
        """Play until the viewer's board is as wanted."""
        board = start or boards.seated(Board(), self.table(), GAMES["chwech"])
        for event, table in self.turns():
            board = boards.happened(board, event, table)
            if until(board):
                return board
        raise AssertionError("the game ended before the board was as wanted")
