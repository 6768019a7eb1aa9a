"""The deal of the day, played again from its seed and the actions of the person."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from protocol.daily import DailyResult
from protocol.game import Answer, Answered
from server.host.daily.code import (
    InvalidCode,
    OtherGame,
    code_of,
    play_day,
    read_code,
    result_in,
    result_of,
    write_code,
)
from server.host.daily.desk import public_seed
from server.rules.registry import GAMES
from tests.server.host.daily.player import DAY, STEADY

CHWECH: Final = GAMES["chwech"]
SEED: Final = public_seed(DAY)

GOLDEN: Final = ("Yuc1VKjkGR8XmTHJmWrdrh1BV", 152)
"""The code and the score of one game."""


def first(_state: object, legal: tuple[Answer, ...], _played: int) -> Answer:
    """Take the first legal action."""
    return legal[0]


def last(_state: object, legal: tuple[Answer, ...], _played: int) -> Answer:
    """Take the last legal action."""
    return legal[-1]


def mixed(_state: object, legal: tuple[Answer, ...], played: int) -> Answer:
    """Take one action or another."""
    return legal[played % len(legal)]


def played(person: Callable[[Any, tuple[Answer, ...], int], Answer]) -> tuple[list[Answered], DailyResult]:
    """Play a game, and give its events and its result."""
    steps = list(play_day(CHWECH, STEADY, SEED.hex(), person))
    return [event for event, _state in steps], result_of(CHWECH, steps[-1][1], DAY)


@pytest.mark.parametrize("person", [first, last, mixed])
def test_a_code_proves_the_result(person: Callable[[Any, tuple[Answer, ...], int], Answer]) -> None:
    """From the code and the seed the game is played again, to the same result."""
    events, result = played(person)
    code = code_of(CHWECH, STEADY, SEED, DAY, events)
    assert result_in(CHWECH, STEADY, SEED, read_code(code)) == result
    assert len(result.marks) == 6
    assert result.exact == result.marks.count(9)
    assert 1 <= result.place <= result.seats == 6


def test_the_deal_of_the_day_stays_what_it_is() -> None:
    """A line that was shared stays provable: who changes the bots, or what they draw, raises ``DAILY_VERSION``."""
    events, result = played(mixed)
    assert (code_of(CHWECH, STEADY, SEED, DAY, events), result.score) == GOLDEN


def test_events_of_another_game_have_no_code() -> None:
    """If a bot has done something else, or the game has not ended, nothing is written."""
    events, _result = played(first)
    for other in (events[:-1], [*events, events[-1]], [*reversed(events)], []):
        with pytest.raises(OtherGame):
            code_of(CHWECH, STEADY, SEED, DAY, other)


def test_a_code_that_leads_to_another_result() -> None:
    """Whoever changes an action proves another game."""
    events, result = played(first)
    other, _result = played(last)
    codes = [code_of(CHWECH, STEADY, SEED, DAY, one) for one in (events, other)]
    assert codes[0] != codes[1]
    assert result_in(CHWECH, STEADY, SEED, read_code(codes[1])) != result


def test_a_code_of_another_seed() -> None:
    """The code of a server's day proves nothing for whoever plays alone."""
    events, _result = played(first)
    code = read_code(code_of(CHWECH, STEADY, SEED, DAY, events))
    with pytest.raises(InvalidCode, match="does not belong"):
        result_in(CHWECH, STEADY, bytes(32), code)


def test_a_code_of_other_days_deals() -> None:
    """A day cannot be exchanged: it belongs to what is checked."""
    sealed = read_code(write_code(SEED, DAY, [(0, 1)]))
    with pytest.raises(InvalidCode, match="does not belong"):
        result_in(CHWECH, STEADY, SEED, replace(sealed, day="2026-11-22"))
