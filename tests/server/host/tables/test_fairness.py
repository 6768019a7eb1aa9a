"""What goes to a worker process: the bytes of a question hold what the seat was shown, and nothing besides."""

import asyncio

import pytest

from games.kit.asking import Ask, AskAny
from games.kit.game import differing
from games.kit.run import Run
from protocol.message import Seat
from protocol.setup import Setup
from server.bots.registry import Slow
from server.host.services import HostServices
from server.host.tables.bots import TableBots
from server.host.workers import Workers
from server.rules.course import Course
from server.rules.game import Game
from server.rules.registry import GAMES
from server.tables.chairs import Chair
from server.tables.clock import AskBot
from server.tables.log import Opened
from server.tables.table import Table
from tests.games.test_laws import another_world, experience, runs
from tests.server.host.world import CODEC
from tests.server.storage.memory import MemoryStore

LEVEL = "slow"


class Border(Workers):
    """Takes down every byte that would go to a worker, and answers nothing."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__("")
        self.sent: list[bytes] = []

    def start(self) -> None:
        """Do nothing."""

    def ask(self, question: bytes, seconds: float) -> "asyncio.Future[bytes | None]":
        """Take a question down."""
        self.sent.append(question)
        return asyncio.get_running_loop().create_future()


def sent_for(table: Table, seat: Seat) -> bytes:
    """Give what is sent to a worker for the bot on a seat."""
    border, setup = Border(), table.opened.setup
    services = HostServices(GAMES, {}, CODEC, MemoryStore(), slow={(setup.game, LEVEL): Slow(1.0, "random")})
    bots = TableBots(services, border)
    bots.begin(table)
    bots.prepare(table, [AskBot(seat, LEVEL)])
    bots.rest()
    (data,) = border.sent
    return data


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
async def test_a_worker_holds_nothing_that_its_seat_does_not_know(name: str) -> None:
    """Two worlds that a seat cannot tell apart give the same question, byte for byte."""
    compared = 0
    for run, chance in runs(name, 12):
        setup = Setup(name, run.match.players, differing(run.game, run.match.options), Seat(run.match.first_dealer))
        seat = min(run.asks.asked) if isinstance(run.asks, Ask | AskAny) else 0
        other = another_world(run, seat, chance)
        if other is None or experience(other, seat) != experience(run, seat):
            continue
        assert asked_of(setup, run, Seat(seat), "a secret") == asked_of(setup, other, Seat(seat), "another")
        compared += other.order != run.order
    assert compared


def asked_of(setup: Setup, run: Run, seat: Seat, seed: str) -> bytes:
    """Give what is sent to a worker for the bot on a seat at a table that has come so far."""
    adapter = Game(run.game)
    state = adapter._position(Course(run, ["5e" * 32] * run.match.deal), ())
    opened = Opened("table", setup, (LEVEL,) * setup.players, "ann", seed=seed)
    return sent_for(Table(adapter, opened, state, (Chair("Megan", bot=LEVEL),) * setup.players), seat)
