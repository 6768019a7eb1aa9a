"""Reviews of finished games for who asks: elsewhere, one at a time, and whatever happens there is an answer."""

import asyncio
import json
import sys
from functools import partial
from random import Random

import pytest

from protocol.archive import ReadReview, ReviewPart
from protocol.errors import ErrorCode
from protocol.message import ServerAnswer
from protocol.messages import Ping, Pong, Refused, TableChanged
from protocol.setup import Setup
from server.host.archive import reviewing
from server.host.archive.reviewing import ReviewFault, ReviewProcesses, TooManyReviews
from server.host.limits import REVIEWS_KEPT, REVIEWS_WANTED
from server.rules.registry import GAMES
from server.simulation.series import Series, play_game
from tests.server.host.test_archivist import play_a_game
from tests.server.host.test_records import play_chwech
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SHORT = Setup("chwech", 4, {"deals": 2})
WRITTEN = {
    "players": 4,
    "deals": [
        {
            "number": 2,
            "seats": [{"score": 9, "lead": 1.0, "luck": 0.25, "skill": 0.75, "error": 0.5}],
            "decisions": [{"turn": 1, "trick": 1, "seat": 3, "action": "KH", "worth": 2.5, "other": None, "swing": 0}],
            "turning_points": [1],
        }
    ],
}
"""As the command writes it."""


class Process:
    """Stands for the process that reviews; it takes two seconds."""

    def __init__(self) -> None:
        """Begin without work."""
        self.asked: list[int] = []
        self.fails = False
        self.stopped = 0

    async def run(self, record: str, deal: int) -> bytes:
        """Review a deal."""
        assert json.loads(record)["game"] == "chwech"
        self.asked.append(deal)
        try:
            await asyncio.sleep(2)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.fails:
            raise ReviewFault
        return json.dumps(WRITTEN).encode()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    """Have a process that needs no program."""
    process = Process()
    monkeypatch.setattr(reviewing, "_run", process.run)
    return process


async def a_game(world: World) -> Guest:
    """Have Ann play a game of Chwech to its end."""
    ann = await world.guest("Ann")
    await play_chwech(ann, SHORT, Random(5))
    await world.wait(2)
    return ann


async def asked(guest: Guest, game: int = 1, deal: int = 2) -> ServerAnswer | Refused:
    """Ask for a review."""
    return await guest.ask(partial(ReadReview, game=game, deal=deal))


def test_a_deal_is_reviewed_for_anybody(process: Process) -> None:
    """The review comes as the command writes it; asked for again, it is there at once."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            await a_game(world)
            eve = await world.guest("Eve")
            part = await asked(eve)
            assert isinstance(part, ReviewPart)
            assert (part.deal, part.turning_points, part.seats[0].skill) == (2, (1,), 0.75)
            assert (part.turns[0].action, part.turns[0].other) == ("KH", None)
            assert await asked(eve) != part
            assert process.asked == [2]

    scene()


def test_meanwhile_everything_goes_on(process: Process) -> None:
    """While a review is made the connection is answered, a second review of it is refused, and others wait."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            ann = await a_game(world)
            eve = await world.guest("Eve")
            began = world.now()
            first, other = asyncio.create_task(asked(ann, deal=1)), asyncio.create_task(asked(eve, deal=2))
            await world.wait(0.5)
            assert process.asked == [1]
            assert isinstance(await first, ReviewPart)
            assert isinstance(await other, ReviewPart)
            assert world.now() - began >= 4

    scene()


def test_one_connection_has_one_review_at_a_time(process: Process) -> None:
    """A second one is refused until the first is there; a ping is answered at once."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            ann = await a_game(world)
            ids = iter(range(2**40, 2**41))
            for message in (ReadReview(next(ids), 1, 1), ReadReview(next(ids), 1, 2), Ping(next(ids))):
                await ann.channel.send(message)
            # The ratings that the game has brought may be shown first.
            while isinstance(refused := await ann.hear(), TableChanged):
                pass
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.TOO_MANY
            assert isinstance(await ann.hear(), Pong)
            assert isinstance(await ann.hear(), ReviewPart)
            assert process.asked == [1]

    scene()


def test_what_cannot_be_reviewed_is_refused(process: Process) -> None:
    """No such game, no such deal, a game without reviews, a review that fails, a store that fails: each is said."""

    @in_virtual_time
    async def scene() -> None:
        store = FaultyStore()
        async with a_world(store, games=GAMES) as world:
            ann = await a_game(world)
            for game, deal, code in ((9, 1, ErrorCode.UNKNOWN_GAME), (1, 3, ErrorCode.UNKNOWN_GAME)):
                answer = await asked(ann, game, deal)
                assert isinstance(answer, Refused)
                assert answer.code is code
            assert process.asked == []
            process.fails = True
            answer = await asked(ann)
            assert isinstance(answer, Refused)
            assert answer.text == "this deal cannot be looked back at here just now"

    scene()


@in_virtual_time
async def test_a_game_without_reviews_is_refused() -> None:
    """A game that nobody can review is named, with those that can be."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await world.wait(2)
        answer = await asked(ann, deal=1)
        assert isinstance(answer, Refused)
        assert answer.code is ErrorCode.UNKNOWN_GAME


def test_who_leaves_stops_their_review(process: Process) -> None:
    """A review that nobody waits for any more is not finished."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            ann = await a_game(world)
            await ann.channel.send(ReadReview(2**40, 1, 1))
            await world.wait(1)
            await ann.hang_up()
            await world.wait(0)
            assert (process.asked, process.stopped) == ([1], 1)

    scene()


def test_so_many_wait_and_so_many_are_kept(process: Process) -> None:
    """Beyond the limits a review is refused at once, and the oldest ones are forgotten."""

    @in_virtual_time
    async def scene() -> None:
        processes, record = ReviewProcesses(), '{"game":"chwech"}'
        waiting = [asyncio.create_task(processes.review(record, deal)) for deal in range(REVIEWS_WANTED)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyReviews):
            await processes.review(record, 99)
        await asyncio.gather(*waiting)
        for deal in range(REVIEWS_WANTED, REVIEWS_KEPT + 1):
            await processes.review(record, deal)
        await processes.review(record, 1)
        assert len(process.asked) == REVIEWS_KEPT + 1
        await processes.review(record, 0)
        assert process.asked[-1] == 0

    scene()


def test_a_review_that_several_want_is_made_once(process: Process) -> None:
    """Who waits for the same deal of the same record reads what the first one was given."""

    @in_virtual_time
    async def scene() -> None:
        processes, record = ReviewProcesses(), '{"game":"chwech"}'
        written = await asyncio.gather(*(processes.review(record, deal) for deal in (1, 1, 2, 1)))
        assert process.asked == [1, 2]
        assert len(written) == 4

    scene()


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
    with pytest.raises(ReviewFault):
        await ReviewProcesses().review(RECORD, 1)
    monkeypatch.setattr(reviewing, "REVIEW_SECONDS", 0.0)
    with pytest.raises(ReviewFault):
        await ReviewProcesses().review(RECORD, 1)
    assert all(process.returncode is not None for process in started)
