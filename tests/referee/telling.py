"""Telling a deal of any of the other games in a test: what is asked after so many actions, or how it came out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.referee.replay import Question

__all__ = ["answers", "tell"]


def tell(story: Generator[Question, tuple[int, str], Any], actions: str) -> Any:  # noqa: ANN401 - each story its own end
    """Give the next question after these actions, or the end of the story; commas part actions such as ``0 QH``."""
    question = next(story)
    for text in filter(None, map(str.strip, actions.split(","))):
        seat, _, action = text.partition(" ")
        assert action in question.answers.get(int(seat), ()), (text, question)
        try:
            question = story.send((int(seat), action))
        except StopIteration as end:
            return end.value
    return question


def answers(story: Generator[Question, tuple[int, str], Any], actions: str = "") -> dict[int, set[str]]:
    """Give what everybody may do after these actions."""
    question = tell(story, actions)
    assert isinstance(question, Question), question
    return {seat: {*texts} for seat, texts in question.answers.items()}
