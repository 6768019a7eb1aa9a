"""The referee against the program: both accept the same games, and refuse the same ones where one thing is changed."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from server.rules.fives.game import GAMES
from server.rules.game import InvalidRecord
from tests.referee.fives.referee import check_line, check_record
from tests.referee.fives.season import main, played_by_the_program, some_tables
from tests.referee.fives.table import CHOICES, SUITS

CARDS = ["JK", *(rank + suit for rank in "2 3 4 5 6 7 8 9 10 J Q K A 11".split() for suit in SUITS)]  # noqa: SIM905

Json = dict[str, Any]


@pytest.mark.no_cover
def test_games_of_the_program_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """Games at any tables, in which everybody does anything, keep to the rules; two thousand in ``make soak``."""
    assert main(["60"]) == 0
    assert capsys.readouterr().out == "60 games replayed, 0 with differences\n"


@pytest.mark.no_cover
def test_the_program_verifies_as_the_referee_does() -> None:
    """Of records with one thing changed the program refuses exactly those that the referee refuses."""
    chance = Random("broken")
    refused = 0
    for number, table in enumerate(some_tables(8, chance)):
        good = json.loads(played_by_the_program(table, number, chance))
        for record in [good, *(broken(good, chance) for _ in range(10))]:
            line = json.dumps(record)
            fault = verified(line)
            assert bool(check_record(record)) == bool(fault), (fault, check_line(line.encode()), line)
            refused += bool(fault)
    assert refused > 40, "most changes make a difference"


def verified(line: str) -> str:
    """Give what the program finds wrong with a record, nothing where it accepts it."""
    try:
        for _ in GAMES[json.loads(line)["game"]].replay(line):
            pass
    except InvalidRecord as fault:
        return str(fault)
    return ""


def broken(record: Json, chance: Random) -> Json:
    """Copy a record with one thing changed, which by luck may be as good as before."""
    changed: Json = json.loads(json.dumps(record))
    deal = chance.choice(changed["deals"])
    place = chance.randrange(len(deal["actions"]))
    seat = chance.randrange(changed["players"])
    if chance.random() < 0.5:
        # Otherwise every change of a card would be found by the seed alone.
        changed.pop("seed")
    match chance.randrange(9):
        case 0 | 1:
            actor = deal["actions"][place][0]
            card = chance.choice([*CARDS, *deal["hands"][actor] * 20])
            deal["actions"][place] = [actor, chance.choice(["", "", "rob ", "joker "]) + card]
        case 2:
            del deal["actions"][place]
        case 3:
            deal["actions"].insert(place, [seat, chance.choice(["-", *CARDS])])
        case 4:
            deal["hands"][seat][0] = chance.choice(CARDS)
        case 5:
            deal["turned"] = [chance.choice(CARDS)]
        case 6:
            deal[chance.choice(["won", "scores"])][seat] += chance.choice([-5, -1, 1, 5])
        case 7:
            key = chance.choice(["totals", "chips"])
            changed[key] = [number + 1 for number in changed.get(key, [0])]
        case _:
            name, values = chance.choice([*CHOICES[changed["game"]].items()])
            changed["options"][name] = chance.choice(values)
    return changed
