"""Replays and reviews of finished games."""

import asyncio
import json
import sys
import zlib
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.registry import GAMES
from protocol.archive import (
    ReadRecord,
    ReadReplay,
    ReadReview,
    RecordPart,
    ReplayPart,
    ReplayStep,
    ReviewPart,
    SeatReview,
    TurnReview,
)
from protocol.connection import SERVER_LIMIT
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Answered, Stage, View
from protocol.message import Seat, ServerAnswer
from protocol.messages import Happened, Refused
from protocol.setup import Setup
from server.host import archive, limits
from server.host.archive import SLICE, ReviewProcesses, replay_part
from server.host.limits import REVIEWS_KEPT, REVIEWS_WANTED
from server.host.services import HostServices
from server.simulation.series import Series, play_game
from server.tables.position import replay
from tests.server.host.test_archive import play_a_game, play_chwech
from tests.server.host.world import CODEC, Guest, World, a_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SHORT = Setup("chwech", 4, {"deals": 2})  # A short game.


async def a_game(world: World, setup: Setup = SHORT) -> Guest:
    """Have Ann play a game of Chwech to its end."""
    ann = await world.guest("Ann")
    await play_chwech(ann, setup, Random(5))
    await world.wait(2)
    return ann


async def refused_for(guest: Guest, game: int = 1, deal: int = 1) -> Refused:
    """Ask for what there is not, and give the refusal."""
    answer = await guest.ask(partial(ReadReplay, game=game, deal=deal))
    assert isinstance(answer, Refused)
    return answer


@in_virtual_time
async def test_all_that_happened_is_shown_again() -> None:
    """A replay has the events of the table in their order, to someone who was not there, and ends as the table did."""
    async with a_world(games=GAMES) as world:
        ann = await a_game(world)
        eve = await world.guest("Eve")
        deals = [await eve.replay(1, deal) for deal in (1, 2)]
        shown = [event for deal in deals for step in deal for event in step.events]
        told = [message.event for message in ann.heard if isinstance(message, Happened)]
        assert shown == [event for event in told if isinstance(event, Answered)]
        views = [step.view for step in deals[0] if isinstance(step.view, View)]
        assert [len(view.sheets) for view in views] == [0] * (len(deals[0]) - 1) + [1]
        last, end = deals[1][-1].view, ann.view.game
        assert isinstance(last, View)
        assert isinstance(end, View)
        assert last == replace(end, viewer=None)
        assert last.stage is Stage.OVER


@in_virtual_time
async def test_each_step_has_all_hands_open() -> None:
    """Until the score the view of a step holds the hands of its deal as dealt, and what is held at that moment."""
    async with a_world(games=GAMES) as world:
        await a_game(world)
        for step in (await (await world.guest("Eve")).replay(1, 2))[:-1]:
            view = step.view
            assert isinstance(view, View)
            assert (view.viewer, [one.seed for one in view.sheets], view.deal) == (None, [None], 2)
            (hands,) = view.hands
            assert [len(held) for held in hands.left] == [seat.cards for seat in view.seats]
            assert all(set(held) <= set(dealt) for held, dealt in zip(hands.left, hands.dealt, strict=True))


@in_virtual_time
async def test_a_page_begins_where_the_last_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little fits into a message, each step comes once; one that is larger than a page comes alone."""
    async with a_world(games=GAMES) as world:
        ann = await a_game(world)
        whole = await ann.replay(1, 1)
        for room in (1, 3000, 20_000):
            monkeypatch.setattr(limits, "REPLAY_PAGE", room)
            await world.wait(60)
            first = await ann.ask(partial(ReadReplay, game=1))
            assert isinstance(first, ReplayPart)
            assert first.more
            assert first.steps == tuple(whole[: len(first.steps)])
            rest = await ann.ask(partial(ReadReplay, game=1, step=len(first.steps)))
            assert isinstance(rest, ReplayPart)
            assert rest.steps[0] == whole[len(first.steps)]
            if room == 1:
                assert len(first.steps) == len(rest.steps) == 1
        beyond = await ann.ask(partial(ReadReplay, game=1, step=len(whole)))
        assert isinstance(beyond, ReplayPart)
        assert (beyond.steps, beyond.more) == ((), False)
        assert beyond.deals == 2


@pytest.mark.no_cover
@in_virtual_time
async def test_the_greatest_step_fits_into_a_frame() -> None:
    """The end of a game of seven with the most deals is the largest view there is."""
    async with a_world(games=GAMES) as world:
        ann = await a_game(world, Setup("chwech", 7, {"deals": 21, "review_won": True}))
        (line,) = await ann.record(1)
        *_before, (event, state) = replay(GAMES["chwech"], line)
        step = ReplayStep((event,), state.reveal())
        assert len(CODEC.encode_server(ReplayPart(2**62, (step,)))) < SERVER_LIMIT / 4


@in_virtual_time
async def test_what_is_not_there_is_refused() -> None:
    """An unknown game and a deal that was not played are named, and the connection goes on."""
    async with a_world(games=GAMES) as world:
        ann = await a_game(world)
        nothing = await refused_for(ann, game=7)
        assert (nothing.code, nothing.text) == (
            ErrorCode.UNKNOWN_GAME,
            "there is no finished game 7 here: ask for the list of yours",
        )
        beyond = await refused_for(ann, deal=3)
        assert (beyond.code, beyond.text) == (
            ErrorCode.UNKNOWN_GAME,
            "there is no deal 3 in that game: it has those from 1 to 2",
        )
        assert await ann.replay(1, 2)


def rewrite(store: FaultyStore, record: str) -> None:
    """Store another record in the place of that of the first game."""
    store.execute("UPDATE games SET record = ?", zlib.compress(record.encode()))


@in_virtual_time
async def test_a_record_that_does_not_hold_is_named() -> None:
    """Where a record was damaged the place of the fault is told; deals before it can be seen all the same."""
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await a_game(world)
        record = await store.game_record(1)
        assert record is not None
        rewrite(store, record.replace('"complete":true', '"complete":false'))
        assert await ann.replay(1, 1)
        rewrite(store, record.replace('"totals":[', '"totals":[1'))
        assert await ann.replay(1, 2)
        rewrite(store, record.replace('"dealer":', '"dealer":1', 1))
        fault = await refused_for(ann)
        assert fault.code is ErrorCode.SERVER_FAULT
        assert fault.text.startswith("the record of game 1 cannot be played again: deal 1: dealer: 1")
        rewrite(store, "no record at all")
        assert (await refused_for(ann)).text.startswith("the record of game 1 cannot be played again: this is no JSON")


@in_virtual_time
async def test_a_game_that_is_played_here_no_more() -> None:
    """The archive may hold games that this server does not know, and entries that it cannot read."""
    store = FaultyStore()
    async with a_world(store) as world:
        await play_a_game(await world.guest("Ann"))
        await world.wait(1)
    services = HostServices({"chwech": GAMES["chwech"]}, {}, CODEC, store)
    with pytest.raises(RemoteProtocolError, match="game 1 is one of lots, which is not played here"):
        await replay_part(services, ReadReplay(1, 1))
    async with a_world(store, number=1) as world:
        store.execute("UPDATE games SET entry = x'c1'")
        fault = await refused_for(await world.guest("Eve"))
        assert (fault.code, "its store" in fault.text) == (ErrorCode.SERVER_FAULT, True)


@pytest.mark.no_cover
@in_virtual_time
async def test_a_replay_lets_others_have_their_turn() -> None:
    """While a long game is played again, someone else is served at least once for every slice of it."""
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        await a_game(world, Setup("chwech", 7, {"deals": 6}))
    turns = 0

    async def somebody_else() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(somebody_else())
    answer = await replay_part(HostServices(GAMES, {}, CODEC, store), ReadReplay(1, 1, deal=6))
    other.cancel()
    assert isinstance(answer, ReplayPart)
    record = await store.game_record(1)
    assert record is not None
    assert turns >= len(list(replay(GAMES["chwech"], record))) / SLICE


def test_nothing_else_is_revealed() -> None:
    """What is hidden while a game is on is asked for in one place, of games that are in the archive."""
    server = Path(__file__).parents[3] / "server"
    asking = [path.name for path in server.rglob("*.py") if ".reveal(" in path.read_text("utf-8")]
    assert asking == ["archive.py"]


WRITTEN = {
    "deals": [ReviewPart(1, 2, (SeatReview(9, 0.25, 0.75, 0.5),), (TurnReview(1, 1, Seat(3), "KH", 2.5),), (1,))]
}
"""As the command writes it."""


class Process:
    """Stands for the process that reviews; it takes two seconds."""

    def __init__(self) -> None:
        """Begin without work."""
        self.asked: list[int] = []
        self.fails = False
        self.stopped = 0
        self.more: tuple[str, ...] = ()

    async def run(self, record: str, deal: int, *more: str) -> bytes:
        """Review a deal."""
        assert json.loads(record)["game"] == "chwech"
        self.more = more
        self.asked.append(deal)
        try:
            await asyncio.sleep(2)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.fails:
            raise RemoteProtocolError(ErrorCode.SERVER_FAULT, archive.NO_REVIEW)
        return msgspec.json.encode(WRITTEN)


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    """Have a process that needs no program."""
    process = Process()
    monkeypatch.setattr(archive, "_run", process.run)
    return process


async def a_game_of_chwech(world: World) -> Guest:
    """Have Ann play a game of Chwech to its end."""
    ann = await world.guest("Ann")
    await play_chwech(ann, SHORT, Random(5))
    await world.wait(2)
    return ann


async def asked(guest: Guest, game: int = 1, deal: int = 2) -> ServerAnswer | Refused:
    """Ask for a review."""
    return await guest.ask(partial(ReadReview, game=game, deal=deal))


@in_virtual_time
async def test_a_deal_is_reviewed_for_anybody(process: Process) -> None:
    """The review comes as the command writes it; asked for again, it is there at once."""
    async with a_world(games=GAMES) as world:
        await a_game_of_chwech(world)
        eve = await world.guest("Eve")
        part = await asked(eve)
        assert isinstance(part, ReviewPart)
        assert (part.deal, part.turning_points, part.seats[0].skill) == (2, (1,), 0.75)
        assert (part.turns[0].action, part.turns[0].other) == ("KH", None)
        assert await asked(eve) != part
        assert process.asked == [2]


@in_virtual_time
async def test_a_bot_is_asked_why(process: Process) -> None:
    """By its level and temper, which are not in the record; there is no asking a person, nor for a turn that was not.

    The same question is answered from what is kept.
    """
    async with a_world(games=GAMES) as world:
        ann = await a_game_of_chwech(world)
        record = await ann.ask(partial(ReadRecord, game=1))
        assert isinstance(record, RecordPart)
        actions = json.loads(record.lines[0])["deals"][1]["actions"]
        turn = next(number for number, (seat, _) in enumerate(actions, start=1) if seat)
        for _ in range(2):
            assert isinstance(await ann.ask(partial(ReadReview, game=1, deal=2, turn=turn)), ReviewPart)
        assert process.asked == [2]
        assert process.more == ("--why", str(turn), "--bot", "random:even")
        own = next(number for number, (seat, _) in enumerate(actions, start=1) if not seat)
        for wrong in (own, len(actions) + 1):
            assert refusal(await ann.ask(partial(ReadReview, game=1, deal=2, turn=wrong))) is ErrorCode.NOT_NOW


@in_virtual_time
async def test_meanwhile_everything_goes_on(process: Process) -> None:
    """While a review is made the connection is answered, a second review of it is refused, and others wait."""
    async with a_world(games=GAMES) as world:
        ann = await a_game_of_chwech(world)
        eve = await world.guest("Eve")
        began = world.now()
        first, other = asyncio.create_task(asked(ann, deal=1)), asyncio.create_task(asked(eve, deal=2))
        await world.wait(0.5)
        assert process.asked == [1]
        assert isinstance(await first, ReviewPart)
        assert isinstance(await other, ReviewPart)
        assert world.now() - began >= 4


@in_virtual_time
async def test_what_cannot_be_reviewed_is_refused(process: Process) -> None:
    """No such game, no such deal, a game without reviews, a review that fails, a store that fails: each is said."""
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await a_game_of_chwech(world)
        for game, deal, code in ((9, 1, ErrorCode.UNKNOWN_GAME), (1, 3, ErrorCode.UNKNOWN_GAME)):
            assert refusal(await asked(ann, game, deal)) is code
        assert process.asked == []
        process.fails = True
        answer = await asked(ann)
        assert isinstance(answer, Refused)
        assert answer.text == "this deal cannot be looked back at here just now"


@in_virtual_time
async def test_who_leaves_stops_their_review(process: Process) -> None:
    """A review that nobody waits for any more is not finished."""
    async with a_world(games=GAMES) as world:
        ann = await a_game_of_chwech(world)
        await ann.channel.send(ReadReview(2**40, 1, 1))
        await world.wait(1)
        await ann.hang_up()
        await world.wait(0)
        assert (process.asked, process.stopped) == ([1], 1)


@in_virtual_time
async def test_so_many_wait_and_so_many_are_kept(process: Process) -> None:
    """Beyond the limits a review is refused at once, and the oldest ones are forgotten."""
    processes, record = ReviewProcesses(), '{"game":"chwech"}'
    waiting = [asyncio.create_task(processes.review(record, deal)) for deal in range(REVIEWS_WANTED)]
    await asyncio.sleep(0)
    with pytest.raises(RemoteProtocolError, match="many games"):
        await processes.review(record, 99)
    await asyncio.gather(*waiting)
    for deal in range(REVIEWS_WANTED, REVIEWS_KEPT + 1):
        await processes.review(record, deal)
    await processes.review(record, 1)
    assert len(process.asked) == REVIEWS_KEPT + 1
    await processes.review(record, 0)
    assert process.asked[-1] == 0


@in_virtual_time
async def test_a_review_that_several_want_is_made_once(process: Process) -> None:
    """Who waits for the same deal of the same record reads what the first one was given."""
    processes, record = ReviewProcesses(), '{"game":"chwech"}'
    written = await asyncio.gather(*(processes.review(record, deal) for deal in (1, 1, 2, 1)))
    assert process.asked == [1, 2]
    assert len(written) == 4


RECORD = play_game(Series(Setup(players=4, options={"deals": 1}), ("random",) * 4, "review"), 1).record.decode()


async def test_a_real_process_reviews_or_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process prints is the review; if it ends badly or never, there is none, and no process is left."""
    program = "import sys; sys.stdin.read(); print('[]')"
    commands = iter([["-c", program], ["-c", "import sys; sys.exit('no weights')"], ["-c", "input(); input()"]])
    start = asyncio.create_subprocess_exec
    started: list[asyncio.subprocess.Process] = []

    async def other(*_command: str, stdin: int, stdout: int, stderr: int) -> asyncio.subprocess.Process:
        started.append(await start(sys.executable, *next(commands), stdin=stdin, stdout=stdout, stderr=stderr))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", other)
    assert await ReviewProcesses().review(RECORD, 1) == b"[]\n"
    with pytest.raises(RemoteProtocolError, match="cannot be looked back at"):
        await ReviewProcesses().review(RECORD, 1)
    monkeypatch.setattr(limits, "REVIEW_SECONDS", 0.0)
    with pytest.raises(RemoteProtocolError, match="cannot be looked back at"):
        await ReviewProcesses().review(RECORD, 1)
    assert all(process.returncode is not None for process in started)
