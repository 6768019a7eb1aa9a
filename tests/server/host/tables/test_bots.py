"""The bots of a table, in this process and in workers, and their hints."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import deepcopy
from functools import partial
from random import Random
from threading import get_ident
from typing import Any, Final

import pytest

from games.kit.asking import Ask, AskAny, Choice
from games.kit.run import Run
from games.kit.sampler import Advice, Observation, Reason, play_at_random
from games.registry import GAMES
from protocol.errors import ErrorCode
from protocol.game import Answer, Answered, View
from protocol.message import Seat, Wording
from protocol.messages import Act, OpenTable, Refused, Seated
from protocol.setup import Arrangement, Setup
from protocol.table import Appraised, CostliestChoice, Hint, HintGiven, HintReason, TablePhase, TableView
from server.bots.registry import BOTS, Adviser, Slow, shown_to
from server.host import table_actor as actor
from server.host.bots import TableBots, Workers
from server.host.directory import record_reader
from server.host.limits import HINTS
from server.host.services import HostServices
from server.tables.chairs import Chair
from server.tables.clock import LONGEST_PACE, AskBot
from server.tables.log import Opened
from server.tables.position import GameCourse, first_position, newest
from server.tables.table import Table
from tests.games.kit.test_laws import another_world, experience, runs
from tests.server.host.bots import SLOW
from tests.server.host.pastime import until_bid
from tests.server.host.world import CODEC, Guest, World, a_world, refusal
from tests.server.lots import bid
from tests.server.storage.faulty import FaultyStore
from tests.server.storage.memory import MemoryStore
from tests.server.virtual_time import in_virtual_time

GAME = GAMES["chwech"]


SETUP = Setup("chwech", 4, {"deals": 2})


async def play(guest: Guest, moves: int) -> None:
    """Let someone act so many times, agreeing to every deal; fewer if the game ends."""
    while moves and guest.view.phase is not TablePhase.OVER:
        game, seq = guest.view.game, guest.view.seq
        if game is not None and game.legal:
            await guest.ask(partial(Act, seq=seq, action=game.legal[-1]))
            moves -= 1
        elif guest.view.viewer in guest.view.waits_for:
            await guest.go_on()
        else:
            await guest.hear()


def known(seen: Observation[Any]) -> tuple[object, ...]:
    """Give all that a bot is shown, as it is now, but for how it leans."""
    table = {name: value for name, value in vars(seen.table).items() if name != "match"}
    return deepcopy((seen.seat, table, [*seen.choices], seen.prompt, [*seen.answers], seen.unseen()))


async def known_by_log(store: FaultyStore, code: str) -> list[tuple[object, ...]]:
    """Give what each seat may be shown whenever it is to act, by the log."""
    read, possible = record_reader(CODEC), list[tuple[object, ...]]()
    facts = [fact for data in await store.read(code) for fact in read(data).facts]
    state = first_position(GAME, facts[0].setup)
    for fact in facts:
        if not isinstance(fact, Answered):
            continue
        state = state.evolve(fact)
        seats = filter(state.legal, map(Seat, range(SETUP.players)))
        possible += [known(shown_to(state.run, seat)) for seat in seats]
    return possible


@in_virtual_time
async def test_a_bot_sees_what_its_seat_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table and the deal so far as its seat knows them, even if the table was read anew within the deal."""
    seen: list[tuple[object, ...]] = []
    turns: set[int] = set()

    def note(one: Observation[Any], whims: Random) -> Choice:
        seen.append(known(one))
        turns.add(len(one.answers))
        return play_at_random(one, whims)

    monkeypatch.setitem(BOTS["chwech"], "random", note)
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await world.guest("Ann")
        code = await ann.open(SETUP, bots=("random",) * 3, pace=0.1)
        await ann.begin()
        await play(ann, 4)
    async with a_world(store, games=GAMES) as world:
        before = len(seen)
        ann = await world.back(ann)
        await ann.join(code)
        await play(ann, 400)
        assert ann.view.phase is TablePhase.OVER
    possible = await known_by_log(store, code)
    assert before > 5
    assert len(seen) > before + 20
    assert all(one in possible for one in seen)
    assert len(turns) > 10


SECONDS = SLOW["lots", "slow"].seconds


class Minds:
    """Worker processes that answer after so long, if they answer at all."""

    def __init__(self, after: float | None, choice: Answer) -> None:
        """Answer always the same."""
        self.after = after
        self.choice = choice
        self.asked: list[asyncio.Future[bytes | None]] = []
        self.started = self.closed = False

    def __call__(self, _bots: str) -> "Minds":
        """Be the workers of a host."""
        return self

    def start(self) -> None:
        """Get ready."""
        self.started = True

    def ask(self, _question: bytes, seconds: float) -> "asyncio.Future[bytes | None]":
        """Answer in time, or too late, or never."""
        assert seconds == SECONDS
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes | None] = loop.create_future()
        self.asked.append(answer)
        if self.after is not None:
            loop.call_later(self.after, self._answer, answer)
        return answer

    def _answer(self, answer: "asyncio.Future[bytes | None]") -> None:
        """Answer, unless nobody waits for it any more."""
        if not answer.done():
            answer.set_result(CODEC.pack(self.choice))

    async def close(self) -> None:
        """End."""
        self.closed = True


@pytest.fixture
def minds(monkeypatch: pytest.MonkeyPatch) -> Callable[[float | None, int], Minds]:
    """Give workers to a host that is opened later."""

    def make(after: float | None, amount: int = 1) -> Minds:
        made = Minds(after, bid(amount))
        monkeypatch.setattr(actor, "Workers", made)
        return made

    return make


async def begun(world: World, pace: float = 0.0) -> tuple[Guest, float]:
    """Give Ann at a table with one slow bot that is to bid, and the time."""
    ann = await world.guest("Ann")
    await ann.open(Setup("lots", 2), bots=("slow",), pace=pace)
    await ann.begin()
    await ann.until_my_turn()
    return ann, world.now()


def scene(after: float | None, make: Callable[[float | None, int], Minds], amount: int = 1) -> tuple[float, str]:
    """Give after how many seconds a slow bot bids at a table in a hurry, and what the log says that it bid."""
    seen: list[tuple[float, str]] = []

    @in_virtual_time
    async def play() -> None:
        workers = make(after, amount)
        async with a_world() as world:
            ann, before = await begun(world)
            assert workers.started
            await until_bid(ann)
            records = [data for data in await world.store.read(ann.view.table) if b"bid " in data]
            seen.append((world.now() - before, str(records[-1])))
        assert workers.closed

    play()
    return seen[0]


def test_a_bot_acts_when_its_time_is_over_and_no_sooner(minds: Callable[[float | None, int], Minds]) -> None:
    """However fast it answers, so that a forced choice looks like a free one."""
    at_once, choice = scene(0.0, minds)
    later, _ = scene(SECONDS - 0.1, minds)
    assert at_once == later == pytest.approx(SECONDS)
    assert "bid 1" in choice


def test_a_bot_that_is_late_is_played_for(minds: Callable[[float | None, int], Minds]) -> None:
    """At the same moment, by its fallback; the answer that comes later changes nothing."""
    when, choice = scene(SECONDS + 0.1, minds)
    never, other = scene(None, minds)
    assert when == never == pytest.approx(SECONDS)
    assert "bid 2" in choice
    assert "bid 2" in other


def test_an_answer_that_is_not_legal_is_not_played(minds: Callable[[float | None, int], Minds]) -> None:
    """The first legal action is."""
    _, choice = scene(0.0, minds, 99)
    assert "bid 0" in choice


@in_virtual_time
async def test_at_a_table_of_a_pace_it_takes_the_longer_time(minds: Callable[[float | None, int], Minds]) -> None:
    """Its own time, or what a person would take."""
    minds(0.0, 1)
    async with a_world() as world:
        ann, before = await begun(world, pace=5.0)
        await until_bid(ann)
        assert SECONDS <= world.now() - before <= 5.0 * LONGEST_PACE


@in_virtual_time
async def test_a_table_that_sleeps_asks_nobody(minds: Callable[[float | None, int], Minds]) -> None:
    """When the last person has gone, what was asked is not needed any more."""
    workers = minds(None, 1)
    async with a_world() as world:
        ann, _ = await begun(world)
        assert [answer.cancelled() for answer in workers.asked] == [False]
        await ann.hang_up()
        assert [answer.cancelled() for answer in workers.asked] == [True]


@in_virtual_time
async def test_other_bots_ask_no_worker(minds: Callable[[float | None, int], Minds]) -> None:
    """No process is started for them."""
    workers = minds(None, 1)
    async with a_world() as world:
        ann = await world.guest("Ann")
        await ann.open(Setup("lots", 2), bots=("plain",), pace=0.0)
        await ann.begin()
        await until_bid(ann)
    assert not workers.started
    assert not workers.asked


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
        setup = Setup(name, run.match.players, run.game.differing(run.match.options), Seat(run.match.first_dealer))
        seat = min(run.asks.asked) if isinstance(run.asks, Ask | AskAny) else 0
        other = another_world(run, seat, chance)
        if other is None or experience(other, seat) != experience(run, seat):
            continue
        assert asked_of(setup, run, Seat(seat), "a secret") == asked_of(setup, other, Seat(seat), "another")
        compared += other.order != run.order
    assert compared


def asked_of(setup: Setup, run: Run, seat: Seat, seed: str) -> bytes:
    """Give what is sent to a worker for the bot on a seat at a table that has come so far."""
    state = newest(GameCourse(run, ["5e" * 32] * run.match.deal))
    opened = Opened("table", setup, (LEVEL,) * setup.players, "ann", seed=seed)
    return sent_for(Table(opened, state, (Chair("Megan", bot=LEVEL),) * setup.players), seat)


def advise(seen: Observation[Any]) -> Advice:
    """Find the last legal action the best, each other one three points worse than the one after it."""
    return Advice([3.04 * place for place in range(len(seen.choices))], [Reason("{name} is the host", 0)])


ADVISER: Final = Adviser(advise)


@asynccontextmanager
async def a_table(
    adviser: Adviser | None = ADVISER,
    setup: Setup = SETUP,
    *,
    store: FaultyStore | None = None,
    hints: bool = True,
    pace: float = 0.0,
) -> AsyncIterator[tuple[World, Guest]]:
    """Open a host and a table where Ann plays with bots; it is her turn."""
    advisers = {} if adviser is None else {setup.game: adviser}
    async with a_world(store, games=GAMES, advisers=advisers) as world:
        ann = await world.guest("Ann")
        arrangement = Arrangement(hints=hints)
        opened = await ann.ask(lambda number: OpenTable(number, setup, ("random",), pace, arrangement=arrangement))
        assert isinstance(opened, Seated)
        await ann.begin()
        await ann.until(my_turn)
        yield world, ann


def my_turn(view: TableView) -> bool:
    """Say whether there is something to do."""
    return view.game is not None and bool(view.game.legal)


def over(view: TableView) -> bool:
    """Say whether a deal waits for the next one."""
    return bool(view.waits_for)


def game_of(guest: Guest) -> View:
    """Give the game as someone last saw it."""
    game = guest.view.game
    assert isinstance(game, View)
    return game


async def hint(guest: Guest) -> HintGiven | Refused:
    """Ask for a hint."""
    seq = guest.view.seq
    answer = await guest.ask(lambda number: Hint(number, seq))
    assert isinstance(answer, HintGiven | Refused)
    return answer


async def play_with_hints(guest: Guest, action: Answer) -> None:
    """Take an action."""
    seq = guest.view.seq
    await guest.ask(lambda number: Act(number, seq, action))


@in_virtual_time
async def test_a_hint_tells_what_every_choice_is_worth() -> None:
    """Each legal action comes with its value to one decimal, the best first, and why; the seat is marked then."""
    async with a_table() as (_world, ann):
        legal = game_of(ann).legal
        given = await hint(ann)
        assert isinstance(given, HintGiven)
        worth = [Appraised(action, round(3.04 * place, 1)) for place, action in enumerate(legal)]
        assert given.choices == tuple(reversed(worth))
        assert given.seq == ann.view.seq
        assert given.reasons == (HintReason("Ann is the host", Wording("{name} is the host", {"name": "Ann"})),)
        view = await ann.until(lambda view: any(seat is not None and seat.hinted for seat in view.seats))
        assert [seat is not None and seat.hinted for seat in view.seats] == [True, False, False, False]


@in_virtual_time
async def test_a_hint_is_for_its_asker_alone() -> None:
    """Others see that a hint was taken, and nothing of what it said."""
    async with a_table() as (world, ann):
        ben = await world.guest("Ben")
        await ben.watch(ann.view.table)
        await hint(ann)
        view = await ben.until(lambda view: any(seat is not None and seat.hinted for seat in view.seats))
        assert view.seats[0] is not None
        assert not [message for message in ben.heard if isinstance(message, HintGiven | CostliestChoice)]
        assert refusal(await hint(ben)) is ErrorCode.NOT_SEATED


@pytest.mark.parametrize(
    ("adviser", "setup", "hints", "text"),
    [
        (ADVISER, SETUP, False, "this table is played without hints"),
        (None, SETUP, True, "there are no hints for this game yet"),
        (None, Setup("twenty-five", 5), True, "there are no hints for this game yet"),
    ],
)
@in_virtual_time
async def test_where_there_are_no_hints(adviser: Adviser | None, setup: Setup, hints: bool, text: str) -> None:
    """A hint is refused, and nobody is marked, where the table or the game has none or the net cannot be read."""
    async with a_table(adviser, setup, hints=hints) as (_world, ann):
        refused = await hint(ann)
        assert isinstance(refused, Refused)
        assert refused.text.startswith(text)
        assert not any(seat is not None and seat.hinted for seat in ann.view.seats)


@pytest.mark.parametrize("usable", [True, False])
async def test_the_net_is_read_in_a_thread(usable: bool) -> None:
    """What hints are made from is read beside the loop; where it cannot be, a hint is refused, and nobody is marked."""
    threads: list[int] = []

    def prepare() -> bool:
        threads.append(get_ident())
        return usable

    async with a_table(Adviser(advise, prepare)) as (_world, ann):
        answer = await hint(ann)
        assert isinstance(answer, HintGiven if usable else Refused)
        assert threads
        assert get_ident() not in threads
        assert any(seat is not None and seat.hinted for seat in ann.view.seats) is usable


@in_virtual_time
async def test_an_adviser_may_know_nothing() -> None:
    """Where there is no advice for a turn, the hint is refused."""
    async with a_table(Adviser(lambda _seen: None)) as (_world, ann):
        assert isinstance(await hint(ann), Refused)


@in_virtual_time
async def test_too_many_hints_are_refused() -> None:
    """A seat may ask so many times at once, and later again; a turn is worked out only once."""
    asked: list[Observation[Any]] = []

    def count(seen: Observation[Any]) -> Advice:
        asked.append(seen)
        return advise(seen)

    async with a_table(Adviser(count)) as (world, ann):
        answers = [await hint(ann) for _ in range(int(HINTS.at_once) + 1)]
        assert refusal(answers.pop()) is ErrorCode.TOO_MANY
        assert all(isinstance(answer, HintGiven) for answer in answers)
        assert len(asked) == 1
        await world.wait(2)
        assert isinstance(await hint(ann), HintGiven)


@in_virtual_time
async def test_a_repeated_hint_is_answered_while_it_is_of_use() -> None:
    """The same command again gives the hint again; once the turn has passed, it is refused."""
    async with a_table(pace=5.0) as (_world, ann):
        command = Hint(10**15, ann.view.seq)
        first = await ann.repeat(command)
        assert isinstance(first, HintGiven)
        assert await ann.repeat(command) == first
        seq = ann.view.seq
        await ann.repeat(Act(10**15 + 1, seq, game_of(ann).legal[0]))
        await ann.until(lambda view: view.seq > seq and not my_turn(view))
        again = await ann.repeat(command)
        assert isinstance(again, Refused)


@in_virtual_time
async def test_after_a_deal_the_costliest_choice_is_told() -> None:
    """Of the choices with a hint, the one that was most points worse than the best; once, when the deal is over."""
    async with a_table() as (world, ann):
        costs: list[tuple[float, int, Answer, Answer]] = []
        while not game_of(ann).sheets:
            view = game_of(ann)
            given = await hint(ann)
            assert isinstance(given, HintGiven)
            chosen, best = view.legal[0], view.legal[-1]
            costs.append((round(3.04 * (len(view.legal) - 1), 1), len(view.hand), chosen, best))
            assert not [message for message in ann.heard if isinstance(message, CostliestChoice)]
            await world.wait(1)
            await play_with_hints(ann, chosen)
            await ann.until(lambda view: my_turn(view) or over(view))
        cost, cards, worst, finest = max(costs, key=lambda one: one[0])
        while not (told := [message for message in ann.heard if isinstance(message, CostliestChoice)]):
            await ann.hear()
        assert told == [CostliestChoice(1, cards, worst, finest, cost)]


@in_virtual_time
async def test_choices_without_a_hint_count_for_whoever_had_one() -> None:
    """Someone who has asked once in a game is told of their costliest choice, though they had no hint for it."""
    async with a_table() as (world, ann):
        await hint(ann)
        first, costs = True, list[tuple[float, int]]()
        while not game_of(ann).sheets:
            view = game_of(ann)
            chosen = view.legal[-1 if first else 0]
            costs.append((0.0 if first else round(3.04 * (len(view.legal) - 1), 1), len(view.hand)))
            first = False
            await world.wait(1)
            await play_with_hints(ann, chosen)
            await ann.until(lambda view: my_turn(view) or over(view))
        while not (told := [message for message in ann.heard if isinstance(message, CostliestChoice)]):
            await ann.hear()
        assert [(one.cost, one.cards) for one in told] == [max(costs, key=lambda one: one[0])]
