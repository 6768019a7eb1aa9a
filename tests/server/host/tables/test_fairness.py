"""What goes to a worker process: the bytes of a question hold what the seat was shown, and nothing besides."""

import asyncio
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]  # it carries no types
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kit.asking import Ask, AskAny
from games.kit.game import differing
from games.kit.run import Run
from protocol.cards import FACES, JOKER
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.bots.bot import Slow
from server.host.services import HostServices
from server.host.tables.bots import TableBots
from server.host.workers import Workers
from server.rules.course import Course
from server.rules.fives.variant import PLAYERS as FIVES_PLAYERS
from server.rules.game import Break, Seats
from server.rules.kit_game import KitGame
from server.rules.registry import GAMES
from server.tables.chairs import Chair
from server.tables.clock import AskBot
from server.tables.log import Opened
from server.tables.table import Step, Table
from tests.conformance import fives
from tests.conformance.kit import Laws, Subject
from tests.conformance.kit import Step as Moment
from tests.games.test_laws import another_world, experience, runs
from tests.server.host.world import CODEC
from tests.server.storage.memory import MemoryStore

LEVEL = "slow"
MOST = 40
"""Turns of a game that are looked at."""

CARDS = {card.text for card in FACES if card is not JOKER}


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


def question(subject: Subject, setup: Setup, events: Sequence[Event], seat: Seat, seed: str) -> bytes:
    """Give what is sent to a worker for the bot on a seat after these events at a table with this seed."""
    game, state = subject.game, subject.game.start(setup)
    chairs = (Chair("Megan", bot=LEVEL),) * setup.players
    opened = Opened("table", setup, (LEVEL,) * setup.players, "ann", seed=seed)
    steps: list[Step[Any]] = []
    for event in events:
        state = game.evolve(state, event)
        steps.append(Step(event, Table(game, opened, state, chairs)))
    return sent_for(steps[-1].table, steps, seat)


def sent_for(table: Table[Any], steps: Sequence[Step[Any]], seat: Seat) -> bytes:
    """Give what is sent to a worker for the bot on a seat."""
    border, setup = Border(), table.opened.setup
    services = HostServices(GAMES, {}, CODEC, MemoryStore(), slow={(setup.game, LEVEL): Slow(1.0, "random")})
    bots = TableBots(services, border)
    bots.begin(table, steps)
    bots.prepare(table, [AskBot(seat, LEVEL)])
    bots.rest()
    (data,) = border.sent
    return data


def words(plain: object) -> set[str]:
    """Give all texts of a decoded value."""
    found, parts = set[str](), [plain]
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            found.add(part)
        elif isinstance(part, msgpack.ExtType):
            found.add(part.data.decode())
        elif isinstance(part, list):
            parts.extend(part)
        elif isinstance(part, dict):
            parts.extend([*part, *part.values()])
    return found


def turns(subject: Subject, steps: Sequence[Moment]) -> Iterator[tuple[int, Seat]]:
    """Give after how many events which seats are to act."""
    for number, step in enumerate(steps, 1):
        awaited = subject.game.awaits(step.state)
        if isinstance(awaited, Seats):
            yield from ((number, seat) for seat in awaited.seats)


def check(subject: Subject, setup: Setup, chance: Random) -> None:
    """Play a random game and look at what is sent for every turn of it."""
    steps = Laws(subject).play(setup, chance)
    events = [step.event for step in steps]
    places, hidden = list(turns(subject, steps)), 0
    for number, seat in places if len(places) < MOST else chance.sample(places, MOST):
        before = events[:number]
        sent = question(subject, setup, before, seat, "a secret of the table")
        disguised = subject.disguise(before, seat, chance)
        assert question(subject, setup, disguised, seat, "another one") == sent
        hidden += len(holds_no_secret(subject, steps[number - 1], seat, before, sent))
    assert hidden > min(len(places), MOST)


def holds_no_secret(subject: Subject, moment: Moment, seat: Seat, events: Sequence[Event], sent: bytes) -> set[str]:
    """Check that no card of another hand is in the bytes, and no seed that is not told yet; give those cards."""
    game, plain = subject.game, msgpack.unpackb(sent)
    # The sheets are about earlier deals, and open to all.
    plain["view"].pop("sheets", None)
    said = words(plain)
    hands = game.reveal(moment.state).hands[-1].left
    held = {card.text for other, hand in enumerate(hands) if other != seat for card in hand}
    ends = [number for number, event in enumerate(events, 1) if game.breaks(event) is Break.DEAL]
    deal = events[ends[-1] if ends else 0 :]
    public = CODEC.pack(
        [replace(game.view(moment.state, None), sheets=()), *(game.tell(event, None) for event in deal)]
    )
    seen = {card.text for card in hands[seat]}.union(words(msgpack.unpackb(public)))
    assert not held.intersection(CARDS, said) - seen
    secret = {seed for event in deal if (seed := getattr(event, "seed", None))}
    assert secret
    assert not secret & said
    assert b"a secret" not in sent
    return held.intersection(CARDS) - seen


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if isinstance(game, KitGame)])
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
    assert compared > 2


def asked_of(setup: Setup, run: Run, seat: Seat, seed: str) -> bytes:
    """Give what is sent to a worker for the bot on a seat at a table that has come so far."""
    adapter = KitGame(run.game)
    state = adapter._position(Course(run, ["5e" * 32] * run.match.deal), ())
    opened = Opened("table", setup, (LEVEL,) * setup.players, "ann", seed=seed)
    return sent_for(Table(adapter, opened, state, (Chair("Megan", bot=LEVEL),) * setup.players), (), seat)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", ["twenty-five", "forty-five"])
@settings(max_examples=6, deadline=None)
@given(data=st.data(), players=st.sampled_from(FIVES_PLAYERS), seed=st.integers(0, 2**32))
def test_a_worker_holds_no_secret_of_the_other_games(game: str, data: st.DataObject, players: int, seed: int) -> None:
    """Likewise with what others have laid aside and what lies under the turn-up."""
    setup = data.draw(fives.tables(game, players))
    asyncio.run(_checked(fives.FivesSubject(game), setup, seed))


async def _checked(subject: Subject, setup: Setup, seed: int) -> None:
    check(subject, setup, Random(seed))


def test_the_secret_would_be_found() -> None:
    """If a view showed all hands, the same look at its bytes would find them."""
    subject, setup = fives.FivesSubject("forty-five"), Setup("forty-five", 4)
    steps = Laws(subject).play(setup, Random(1))
    number, seat = next(turns(subject, steps))
    events = [step.event for step in steps[:number]]
    leaky = CODEC.pack({"view": subject.game.reveal(steps[number - 1].state)})
    with pytest.raises(AssertionError):
        holds_no_secret(subject, steps[number - 1], seat, events, leaky)
