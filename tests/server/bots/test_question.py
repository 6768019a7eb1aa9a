"""One process answers for several seats: what it was asked for one of them never reaches another."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from games.chwech.net.search import Effort
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.chwech import strong
from server.bots.chwech.position import Memory
from server.bots.question import answer_question, write_question
from server.bots.registry import BOTS
from server.host.workers import Workers
from tests.server.bots.chwech.sights import turns
from tests.server.host.world import CODEC

SETUP: Final = Setup("chwech", 6, {"deals": 2})
PERSON: Final = 0
"""The seat that no bot has; the five others are asked about."""

LITTLE: Final = Effort(trials=8, depth=1, prior=2, margin=5)
PATIENCE: Final = 100.0


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody think for long."""
    monkeypatch.setattr(strong, "EFFORT", LITTLE)


def sights(seed: str) -> Iterator[Sight]:
    """Give what five seats see at their turns of a game, as they come."""
    for _state, seat, sight, _action in turns(SETUP, BOTS["chwech"]["easy"], seed):
        if seat != PERSON and len(sight.view.legal) > 1:
            yield sight


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process one that was asked nothing yet."""
    fresh = Memory()
    monkeypatch.setattr(strong, "memory", fresh)
    monkeypatch.setattr(strong, "memory", fresh)


@pytest.mark.no_cover
@pytest.mark.parametrize(("level", "every"), [("strong", 1), ("champion", 7)])
def test_an_answer_for_a_seat_does_not_depend_on_the_questions_for_others(
    level: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked about five seats in the order of their turns, in another, or about one alone: each answer is the same."""
    questions = [write_question(CODEC, level, sight, "") for sight in sights("five seats")][::every]
    alone = []
    for question in questions:
        forget(monkeypatch)
        alone.append(answer_question(CODEC, BOTS, question))
    forget(monkeypatch)
    assert [answer_question(CODEC, BOTS, question) for question in questions] == alone
    order = Random(1).sample(range(len(questions)), len(questions))
    assert [answer_question(CODEC, BOTS, questions[place]) for place in order] == [alone[place] for place in order]
    assert len(set(alone)) > len(alone) // 4


def test_bots_that_share_the_process_of_the_host_share_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host hands the same sights on turn after turn; what it remembers of each is of that seat alone."""
    shown, level = list(sights("one host")), BOTS["chwech"]["strong"]
    alone = []
    for sight in shown:
        forget(monkeypatch)
        alone.append(level(sight, Random(1)))
    forget(monkeypatch)
    assert [level(sight, Random(1)) for sight in shown] == alone
    for kept in strong.memory._kept.values():
        others = [hand for seat, hand in enumerate(kept.dealt.hands) if seat != kept._viewer]
        assert kept.dealt.hands[kept._viewer]
        assert not any(others)


async def test_a_worker_keeps_nothing_of_one_seat_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real process that has answered for five seats answers for each as one that was never asked before."""
    questions = [write_question(CODEC, "strong", sight, "") for sight in sights("a worker")][:30]
    pool = Workers("server.bots.registry", 1)
    try:
        answers = await asyncio.gather(*(pool.ask(question, PATIENCE) for question in questions))
    finally:
        await pool.close()
    for question, answer in zip(questions, answers, strict=True):
        forget(monkeypatch)
        assert answer == answer_question(CODEC, BOTS, question)
