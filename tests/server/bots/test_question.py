"""One process answers for several seats: what it was asked for one of them never reaches another."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from games.chwech import bot
from games.chwech.net.search import Effort
from games.kit.asking import text
from games.kit.deck import derive
from games.kit.sampler import Observation
from games.registry import GAMES
from protocol.game import Answer, Stage
from protocol.setup import Setup
from server.bots import registry
from server.bots.registry import BOTS, shown_to
from server.bots.worker import answer_question, write_question
from server.host.bots import Workers
from server.tables.position import first_position
from tests.server.host.world import CODEC

SETUP: Final = Setup("chwech", 6, {"deals": 2})
PERSON: Final = 0  # The seat that no bot has; the five others are asked about.

LITTLE: Final = Effort(trials=8, depth=1, prior=2, margin=5)
PATIENCE: Final = 100.0


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody think for long."""
    monkeypatch.setattr(bot, "EFFORT", LITTLE)


def questions(seed: str, level: str, chance: str = "") -> Iterator[tuple[bytes, Observation[Any]]]:
    """Give the questions about five seats at their turns of a game, as they come, and what each seat is shown."""
    game, whims = GAMES["chwech"], Random(seed)
    state = first_position(game, SETUP)
    while state.stage is not Stage.OVER:
        if state.stage is Stage.DEALING:
            event = state.shuffle(derive(seed, 1, state.deals + 1))
        else:
            seat = min(state.seats)
            seen = shown_to(state.run, seat)
            if seat != PERSON and len(seen.choices) > 1:
                yield write_question(CODEC, level, seen, state.view(seat), chance), seen
            event = state.decide(seat, Answer(text(BOTS["chwech"]["easy"](seen, whims))))
        state = state.evolve(event)


@pytest.mark.no_cover
@pytest.mark.parametrize(("level", "every"), [("strong", 1), ("champion", 7)])
def test_an_answer_for_a_seat_does_not_depend_on_the_questions_for_others(level: str, every: int) -> None:
    """Asked about five seats in the order of their turns, in another, or about one alone: each answer is the same."""
    asked = [question for question, _seen in questions("five seats", level)][::every]
    alone = [answer_question(CODEC, registry, question) for question in asked]
    order = Random(1).sample(range(len(asked)), len(asked))
    assert [answer_question(CODEC, registry, asked[place]) for place in order] == [alone[place] for place in order]
    assert len(set(alone)) > len(alone) // 4


def test_a_question_shows_a_bot_what_it_is_shown_in_the_process_of_the_host() -> None:
    """A level that sees the table itself and one that is asked in a worker choose the same."""
    for question, seen in questions("one host", "strong", "chance"):
        answer = CODEC.unpack(Answer, answer_question(CODEC, registry, question))
        assert answer.said == text(BOTS["chwech"]["strong"](seen, Random("chance")))


async def test_a_worker_keeps_nothing_of_one_seat_for_another() -> None:
    """A real process that has answered for five seats answers for each as one that was never asked before."""
    asked = [question for question, _seen in questions("a worker", "strong")][:30]
    pool = Workers("server.bots.registry", 1)
    try:
        answers = await asyncio.gather(*(pool.ask(question, PATIENCE) for question in asked))
    finally:
        await pool.close()
    for question, answer in zip(asked, answers, strict=True):
        assert answer == answer_question(CODEC, registry, question)
