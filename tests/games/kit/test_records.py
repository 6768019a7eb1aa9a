"""Records against damage: whatever a line says, it is verified or refused with a sentence."""

import json
from contextlib import suppress
from random import Random
from typing import Any, Final

import pytest

from games.kit.records import RecordFault, verify, write
from games.registry import GAMES
from tests.games.position import go_on, start

STRANGE: Final[list[Any]] = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x" * 300,
    [],
    {},
    [[]],
    "KH",
    ["KH"],
    {"a": 1},
    "\ud800",
    "\0",
]
LONG: Final = ["9" * 5000, "1e999", "NaN", '"\\ud800"', *["[" * deep + "]" * deep for deep in (900, 990, 200_000)]]
"""JSON that one parser or the other cannot read."""


def record(name: str, chance: Random) -> dict[str, Any]:
    """Return the record of a game with at least one finished deal."""
    run = start(GAMES[name], chance)
    while not run.match.sheets:
        go_on(run, chance, 20)
    said: dict[str, Any] = json.loads(write(run, names=["name"] * run.match.players))
    return said


def damaged(value: Any, chance: Random) -> Any:  # noqa: ANN401
    """Return a value in which one thing somewhere is another one, is gone, or is there twice."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        rest = {name: part for name, part in value.items() if name != key}
        return rest if chance.random() < 0.1 else rest | {key: damaged(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        instead = chance.choice([[damaged(value[at], chance)], [damaged(value[at], chance)], [], [value[at]] * 2])
        return [*value[:at], *instead, *value[at + 1 :]]
    return chance.choice(STRANGE)


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_refused_with_a_sentence(name: str) -> None:
    """Nothing but a fault of the record is raised."""
    chance = Random(name)
    whole = record(name, chance)
    for number in range(40):
        line = bytearray(
            json.dumps(damaged(whole, chance), ensure_ascii=number % 2 == 0).encode(errors="surrogatepass")
        )
        if number % 5 == 0:
            line[chance.randrange(len(line))] = chance.randrange(256)
        with suppress(RecordFault):
            verify(bytes(line), GAMES)


@pytest.mark.parametrize("value", LONG, ids=lambda value: value[:5])
@pytest.mark.parametrize("name", ["chwech", "challenge", "forty-five"])
def test_what_is_too_long_or_too_deep_is_refused(name: str, value: str) -> None:
    """Wherever it stands, also under a key that no record has."""
    whole = record(name, Random(name))
    for where in (whole, whole["deals"][0]):
        for key in [*where, "unknown"]:
            before = dict(where)
            where[key] = "@"
            with pytest.raises(RecordFault):
                verify(json.dumps(whole).replace('"@"', value).encode(), GAMES)
            where.clear()
            where.update(before)


def test_the_deal_and_the_action_are_named() -> None:
    """They count from 1."""
    whole = record("chwech", Random(1))
    whole["deals"][0]["actions"][2][1] = "0C"
    with pytest.raises(RecordFault, match="deal 1, action 3: the rules do not allow 0C"):
        verify(json.dumps(whole).encode(), GAMES)


def test_keys_that_say_where_a_game_comes_from_may_be_empty() -> None:
    """They are not derived from the game."""
    whole = record("bete", Random(1)) | {"names": None, "seed": None, "played_at": ""}
    assert verify(json.dumps(whole).encode(), GAMES).match.totals == tuple(whole["totals"])


def test_a_hand_of_other_things_than_cards_is_refused() -> None:
    """Also in Challenge, where the answers of a deal decide which cards are whose."""
    whole = record("challenge", Random(1))
    first = whole["deals"][0]
    first["hands"][1 - first["dealer"]][0] = True
    with pytest.raises(RecordFault, match="deal 1: hands: the rules give other ones"):
        verify(json.dumps(whole).encode(), GAMES)
