"""A table of any game without a server: the real rules, seeded cards, and what a viewer is told."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, Table
from chwech_tui.model.game import GAMES as SHOWN
from chwech_tui.model.people import People
from games.kit.asking import text
from games.kit.deck import derive
from games.registry import GAMES
from protocol.game import Answer, Answered, View, thawed
from protocol.game import Stage as Phase
from protocol.game import Stage as State
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import Event, Occupant, TablePhase, TableView
from server.bots.registry import BOTS, shown_to
from server.tables.position import first_position

NAMES = ("Megan", "Owain", "Siân Llewellyn-Hughes", "Rhys", "Bronwen", "Idris", "Gwenllian", "Nia", "Emrys", "Tegwen")
"""Who sits at the tables of the tests: short names and long ones."""

UNKNOWN = View(game="toy", players=2, stage=Phase.PLAYING, deal=1, dealer=None)
"""A view of a game that no client knows."""

VIEWER = Seat(0)  # The viewer, unless a test says otherwise.


class Stage:
    """One game, event by event, as the viewer sees it; every seat is played by a bot."""

    def __init__(self, on: Setup, viewer: Seat | None = VIEWER, seed: str = "stage", level: str = "steady") -> None:
        self.game = GAMES[on.game]
        self.kind = SHOWN[on.game]
        self.setup = on
        self.viewer = viewer
        self.state = first_position(self.game, on)
        self.seq = 0
        self.seed = seed
        self.code = "calm-river"
        self.luck = random.Random(seed)
        self.bot = BOTS[on.game][level]
        self.told: list[Answered] = []

    def view(self, seat: Seat | None) -> View:
        return self.state.view(seat)

    def table(self) -> Table:
        """Give the table as a server would tell it."""
        pausing = self.state.stage is State.DEALING and self.state.deals > 0
        return TableView(
            table=self.code,
            seq=self.seq,
            setup=self.setup,
            phase=TablePhase.OVER if self.state.stage is State.OVER else TablePhase.PLAYING,
            seats=tuple(
                Occupant(name, "" if seat == (self.viewer or 0) else "steady")
                for seat, name in enumerate(NAMES[: self.setup.players])
            ),
            viewer=self.viewer,
            host=self.viewer or Seat(0),
            waits_for=(self.viewer,) if pausing and self.viewer is not None else (),
            game=self.view(self.viewer),
        )

    def choose(self, seat: Seat) -> Answer:
        """Choose an action as the bot does."""
        return Answer(text(self.bot(shown_to(self.state.run, seat), self.luck)))

    def first(self, seats: frozenset[Seat]) -> Seat:
        """Choose which of several awaited seats acts."""
        return min(seats)

    def shuffled(self) -> Answered:
        """Deal the cards that the seed gives."""
        return self.state.shuffle(derive(self.seed, 1, self.state.deals + 1))

    def decided(self, seat: Seat) -> Answered:
        """Let a seat take its turn."""
        return self.state.decide(seat, self.choose(seat))

    def happen(self, event: Answered) -> Event:
        """Let an event happen, and give it as the viewer is told of it."""
        self.state = self.state.evolve(event)
        self.seq += 1
        self.told.append(event)
        return self.state.tell(event, self.viewer)

    def _all(self) -> Iterator[tuple[Event, Event]]:
        """Play on to the end; each event has happened when it is given, in full and as the viewer hears it."""
        while self.state.stage is not State.OVER:
            event = self.decided(self.first(self.state.seats)) if self.state.seats else self.shuffled()
            yield event, heard(self.happen(event))

    def turns(self) -> Iterator[Event]:
        """Play on to the end; each event has happened when it is given."""
        yield from (event for event, _told in self._all())

    def told_turns(self) -> Iterator[tuple[Event, Table]]:
        """Play on to the end, and give each event as it comes to the viewer over the wire, with the table after it."""
        yield from ((told, self.table()) for _event, told in self._all())

    def board(self, until: Callable[[Board], bool], start: Board | None = None) -> Board:
        """Play until the viewer's board is as wanted."""
        board = start or boards.seated(Board(), self.table(), self.kind)
        for event, table in self.told_turns():
            board = boards.happened(board, event, table)
            if until(board):
                return board
        raise AssertionError("the game ended before the board was as wanted")


def heard(event: Event) -> Event:
    """Give an event as a client reads it from the wire."""
    if not isinstance(event, Answered):
        return event
    said = [(what, {name: _thawed(one) for name, one in about.items()}) for what, about in event.told]
    return Answered(event.seat, event.said, tuple(said))


class ByChance(Stage):
    """A game in which every seat answers by chance, which takes no time."""

    def choose(self, seat: Seat) -> Answer:
        return self.luck.choice(self.view(seat).legal)


def _thawed(value: Any) -> Any:  # noqa: ANN401
    return [_thawed(part) for part in value] if isinstance(value, list | tuple) else thawed(value)


class Game:
    """A game that many tests look into: it is played once, as far as any of them has gone."""

    def __init__(self, stage: Stage) -> None:
        self._kind, self._begun = stage.kind, stage.table()
        self._known: list[tuple[Event, Table]] = []
        self._rest = stage.told_turns()

    def board(self, until: Callable[[Any], bool]) -> Board | None:
        """Give the viewer's first board that is as wanted, in the language of now; None if it never is."""
        board, place = boards.seated(Board(), self._begun, self._kind), 0
        while place < len(self._known) or self._goes_on():
            board = boards.happened(board, *self._known[place])
            if board.game is not None and until(board.game):
                return board
            place += 1
        return None

    def _goes_on(self) -> bool:
        """Play one more turn; false if the game is over."""
        for turn in self._rest:
            self._known.append(turn)
            return True
        return False


_GAMES: dict[object, Game] = {}
"""The games that tests of this process look into; there are few tables, and all look into the first games of each."""


def find(on: Setup, until: Callable[[Any], bool], viewer: Seat | None = VIEWER, play: type[Stage] = Stage) -> Board:
    """Give the first board that is as wanted, in the first of many games that has one."""
    for number in range(400):
        key = play, repr(on), viewer, number
        if key not in _GAMES:
            _GAMES[key] = Game(play(on, viewer, f"stage {number}"))
        board = _GAMES[key].board(until)
        if board is not None:
            return board
    raise AssertionError("no game has such a board")


def record_of(on: Setup, seed: str = "record", play: type[Stage] = Stage) -> str:
    """Play a game, and give its record."""
    stage = play(on, seed=seed)
    for _ in stage.turns():
        pass
    return stage.state.record(NAMES[: on.players], "17", "2026-01-01T00:00:00+00:00")


def people(players: int, viewer: Seat | None = VIEWER, sides: tuple[int, ...] = ()) -> People:
    """Give the people at a table."""
    return People(NAMES[:players], viewer, sides=sides)
