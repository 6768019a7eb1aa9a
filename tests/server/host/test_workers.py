"""The worker processes of slow bots: whatever happens in them, whoever asks goes on."""

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator

import pytest

from games.kit.deck import derive
from games.registry import GAMES
from protocol.game import Answer
from protocol.message import Seat
from protocol.setup import Setup
from server.bots.registry import shown_to
from server.bots.worker import answer_question, write_question
from server.host import bots
from server.host.bots import QUEUE, Workers
from server.tables.position import first_position
from tests.server.bots import minds
from tests.server.host.world import CODEC

LONG = 100.0  # Seconds that nothing here takes.


def question(level: str, seed: int = 0) -> bytes:
    """Give what a bot of this level is asked that has the first lead of a deal."""
    game = GAMES["chwech"]
    state = first_position(game, Setup("chwech", 4))
    state = state.evolve(state.shuffle(derive("workers", 1, seed)))
    return write_question(CODEC, level, shown_to(state.run, Seat(1)), state.view(Seat(1)), f"chance {seed}")


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Workers]:
    """Give one worker that is started again at once, and end it."""
    monkeypatch.setattr(bots, "SHORTEST_REST", 0.001)
    one = Workers("tests.server.bots.minds", 1)
    yield one
    await one.close()


async def answer(pool: Workers, level: str, seconds: float = LONG, seed: int = 0) -> Answer | None:
    """Ask, and give the action."""
    data = await pool.ask(question(level, seed), seconds)
    return None if data is None else CODEC.unpack(Answer, data)


async def test_a_worker_answers_as_the_bot_would(pool: Workers) -> None:
    """The same question has the same answer in any process, whatever the bot prints."""
    for level in ("first", "random", "chatty"):
        for seed in range(3):
            expected = answer_question(CODEC, minds, question(level, seed))
            assert await pool.ask(question(level, seed), LONG) == expected


def test_nothing_stays_open() -> None:
    """Whenever the pool is closed, also while a worker starts or thinks."""

    async def scene(*, begun: bool) -> None:
        pool = Workers("tests.server.bots.minds", 1)
        pool.start()
        if begun:
            await pool.ask(question("first"), LONG)
            pool.ask(question("first"), LONG)
        await asyncio.sleep(0)
        await pool.close()

    for begun in (True, False, True):
        asyncio.run(scene(begun=begun))
    gc.collect()


async def test_a_bot_that_fails_has_no_answer(pool: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    """The next question is answered by the same process, and the operator can read what was wrong."""
    assert await answer(pool, "broken") is None
    before = children()
    assert await answer(pool, "first") is not None
    assert children() == before
    assert "a bot with a fault" in capfd.readouterr().err


async def test_a_worker_that_dies_is_replaced(pool: Workers, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever had asked it has no answer, the next one has."""
    assert await answer(pool, "dying") is None
    assert await answer(pool, "first") is not None
    assert "a worker of slow bots is lost" in caplog.text


async def test_a_worker_that_hangs_is_killed_and_replaced(
    pool: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Some time after the deadline, so that there is always one that can think."""
    monkeypatch.setattr(bots, "GRACE_SECONDS", 0.0)
    # Other tests of this process may have started some, too.
    others = children()
    assert await answer(pool, "first") is not None
    (hanging,) = children() - others
    assert await answer(pool, "stuck", seconds=0.1) is None
    assert await answer(pool, "first") is not None
    assert hanging not in children()
    assert "TimeoutError" in caplog.text


async def test_what_nobody_waits_for_is_not_thought_about(pool: Workers) -> None:
    """A question that was cancelled, or whose time is over, would hang here; the next one is answered."""
    pool.ask(question("stuck"), LONG).cancel()
    assert await answer(pool, "stuck", seconds=-1) is None
    assert await answer(pool, "first") is not None


async def test_a_full_pool_says_so_at_once(pool: Workers) -> None:
    """Nobody waits behind so many others."""
    asked = [pool.ask(question("first"), LONG) for _ in range(QUEUE + 1)]
    assert [one.done() for one in asked] == [False] * QUEUE + [True]
    assert asked[-1].result() is None
    assert None not in await asyncio.gather(*asked[:-1])


async def test_workers_that_cannot_start_leave_the_questions_open(caplog: pytest.LogCaptureFixture) -> None:
    """The asker's own time runs out; the operator is told."""
    pool = Workers("tests.server.bots.nowhere", 1)
    asked = pool.ask(question("first"), LONG)
    with caplog.at_level(logging.ERROR):
        while "does not start" not in caplog.text:
            await asyncio.sleep(0.01)
    assert not asked.done()
    await pool.close()


async def test_nothing_runs_before_the_first_use_and_after_the_end() -> None:
    """A worker that thinks is ended, too."""
    before = children()
    pool = Workers("tests.server.bots.minds", 2)
    await pool.close()
    assert children() == before
    pool.ask(question("stuck"), LONG)
    assert await answer(pool, "first") is not None
    assert len(children() - before) == 2
    await pool.close()
    assert children() == before


def children() -> set[int]:
    """Give the processes that this one has started and that are still there."""
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as listed:  # noqa: PTH123
        return {int(number) for number in listed.read().split()}
