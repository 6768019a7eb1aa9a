"""One process answers for several seats: what it was asked for one of them never reaches another."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from games.chwech import bot
from games.chwech.net.search import Effort
from games.kit.deck import derive
from protocol.setup import Setup
from server.bots.bot import Sight
from server.bots.kit import seen_of
from server.bots.question import answer_question, read_answer, write_question
from server.bots.registry import BOTS
from server.host.workers import Workers
from server.rules.game import CHANCE, Over, Shuffle, draw
from server.rules.registry import GAMES
from tests.server.host.world import CODEC

SETUP: Final = Setup("chwech", 6, {"deals": 2})
PERSON: Final = 0
"""The seat that no bot has; the five others are asked about."""

LITTLE: Final = Effort(trials=8, depth=1, prior=2, margin=5)
PATIENCE: Final = 100.0


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody think for long."""
    monkeypatch.setattr(bot, "EFFORT", LITTLE)


def sights(seed: str) -> Iterator[Sight]:
    """Give what five seats see at their turns of a game, as they come."""
    game, whims = GAMES["chwech"], Random(seed)
    state = game.start(SETUP)
    while not isinstance(awaited := game.awaits(state), Over):
        if isinstance(awaited, Shuffle):
            decided = game.decide(state, CHANCE, draw(awaited, derive(seed, 1, awaited.deal)))
        else:
            seat = min(awaited.seats)
            sight = Sight(SETUP, game.view(state, seat), seen=seen_of(state, seat))
            if seat != PERSON and len(sight.view.legal) > 1:
                yield sight
            decided = game.decide(state, seat, BOTS["chwech"]["easy"](sight, whims))
        for event in decided:
            state = game.evolve(state, event)


@pytest.mark.no_cover
@pytest.mark.parametrize(("level", "every"), [("strong", 1), ("champion", 7)])
def test_an_answer_for_a_seat_does_not_depend_on_the_questions_for_others(level: str, every: int) -> None:
    """Asked about five seats in the order of their turns, in another, or about one alone: each answer is the same."""
    questions = [write_question(CODEC, level, sight, "") for sight in sights("five seats")][::every]
    alone = [answer_question(CODEC, BOTS, question) for question in questions]
    order = Random(1).sample(range(len(questions)), len(questions))
    assert [answer_question(CODEC, BOTS, questions[place]) for place in order] == [alone[place] for place in order]
    assert len(set(alone)) > len(alone) // 4


def test_a_question_shows_a_bot_what_it_is_shown_in_the_process_of_the_host() -> None:
    """A level that sees the table itself and one that is asked in a worker choose the same."""
    for sight in sights("one host"):
        asked = answer_question(CODEC, BOTS, write_question(CODEC, "strong", sight, "chance"))
        assert read_answer(CODEC, asked) == BOTS["chwech"]["strong"](sight, Random("chance"))


async def test_a_worker_keeps_nothing_of_one_seat_for_another() -> None:
    """A real process that has answered for five seats answers for each as one that was never asked before."""
    questions = [write_question(CODEC, "strong", sight, "") for sight in sights("a worker")][:30]
    pool = Workers("server.bots.registry", 1)
    try:
        answers = await asyncio.gather(*(pool.ask(question, PATIENCE) for question in questions))
    finally:
        await pool.close()
    for question, answer in zip(questions, answers, strict=True):
        assert answer == answer_question(CODEC, BOTS, question)
