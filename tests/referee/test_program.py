"""The referee against the program: each accepts the other's games, and both refuse the same ones at the same place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.referee.made_up import broken, made_up_game
from tests.referee.referee import check_line
from tests.referee.season import every_table, program, simulate
from tests.referee.table import Table

SIMULATED = [
    Table("revised", 4),
    Table("original", 5, {"five_pack": "middle"}),
    Table("revised", 6, {"deals": 2, "joker_beats_last_ace": True, "equal_cards": "last"}),
    Table("original", 7, {"thirteens_as_jokers": True}),
    Table("revised", 7, {"seven_pack": "two_packs", "jokers_per_trick": "one"}),
]


def test_every_table_is_there() -> None:
    """There are 82 tables by the revised rules and 22 by the original ones."""
    rulesets = [table.ruleset for table in every_table()]
    assert (rulesets.count("revised"), rulesets.count("original")) == (82, 22)


@pytest.mark.parametrize("table", SIMULATED)
def test_games_of_bots_hold(table: Table, tmp_path: Path) -> None:
    """Games that the program plays keep to the rules, and say at which table they were played."""
    out = tmp_path / "games.jsonl"
    bots = ",".join(["steady", "random", "random", "steady", "random", "steady", "random"][: table.players])
    assert simulate(table, 3, bots, "referee", out).returncode == 0
    lines = out.read_bytes().splitlines()
    assert [check_line(line) for line in lines] == [[], [], []]
    for record in map(json.loads, lines):
        assert Table(record["ruleset"], record["players"], record["options"]) == table


def test_the_program_verifies_as_the_referee_does(tmp_path: Path) -> None:
    """Of made up games at every table the program refuses exactly those that the referee refuses, where it does."""
    random = Random("program")
    records = []
    for table in every_table():
        record = made_up_game(table, 2, random, seeded=random.random() < 0.3)
        records += [record, *[broken(record, random) for _ in range(4)]]
    lines = [json.dumps(record) for record in records]
    games = tmp_path / "games.jsonl"
    games.write_text("".join(line + "\n" for line in lines))

    verified = program("verify", str(games))
    assert (verified.returncode, verified.stderr) == (1, "")
    told = dict(re.findall(r":(\d+): (.*)", verified.stdout))
    for number, line in enumerate(lines, 1):
        mine, theirs = check_line(line.encode()), told.get(str(number), "")
        assert bool(mine) == bool(theirs), (mine, theirs, line)
        if theirs and "seed" not in theirs:
            assert place_of(mine[0]) == place_of(theirs), (mine, theirs, line)


def place_of(fault: str) -> list[str]:
    """Give the deal and the action that a fault names; an action that is missing may be named or not."""
    return re.findall(r"^deal \d+|, action \d+\b(?!: missing)", fault)
