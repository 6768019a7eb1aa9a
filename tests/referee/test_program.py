"""The referee against the program: each accepts the other's games, and both refuse the same ones at the same place."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.referee import season
from tests.referee.made_up import Json, broken, made_up_game, made_up_trick
from tests.referee.referee import check_line, check_record
from tests.referee.season import every_table, program, simulate
from tests.referee.table import Table, pack
from tests.referee.trick import card_of

SIMULATED = [
    Table("revised", 4),
    Table("original", 5, {"five_pack": "middle"}),
    Table("revised", 6, {"deals": 2, "joker_beats_last_ace": True, "equal_cards": "last"}),
    Table("original", 7, {"thirteens_as_jokers": True}),
    Table("revised", 7, {"seven_pack": "two_packs", "jokers_per_trick": "one"}),
]

TRICKS = {
    "revised": [
        *("6H KH AH", "AH 6H", "AH", "6H JK", "6H JK 9H", "JK=H", "JK=H 9H", "JK=H JK", "JK=H JK 4H", "AH JK"),
        *("JK=H JK AH JK", "JK=H AH", "JK=H JK AH", "JK=H JK JK AH", "JK=H JK JK", "4H JK AH", "4H JK JK AH", "KH AH"),
        *("2H 2H", "2H AH 2H", "2H 2H AH", "3H 2H 3H JK AH", "13H JH", "13H 12H AH", "13H=S AS", "13H=S 13D AS"),
        *("JK=D 13H 13D AD", "13D=C JK", "6S 13H 13D 9S"),
    ],
    "original": [
        *("7H JK", "8H JK", "9H JK 6H", "2H AH-", "AH-", "AH+", "KH AH+", "AH- JK", "AH+ JK", "JK 6H", "AH- 6H"),
        *("2H 2H", "2H JK 2H", "2H 2H AH-", "7S 13H", "8S 13H", "13H JH", "13H AH-", "12H 13H AH-"),
    ],
}
"""Tricks by ruleset, in the order played; every later seat passes."""


STEPS = [5, pytest.param(1, marks=pytest.mark.long)]
"""Every fifth table, and in ``make long`` each of them."""


def test_every_table_is_there() -> None:
    """There are 690 tables by the revised rules and 174 by the original ones."""
    rulesets = [table.ruleset for table in every_table()]
    assert (rulesets.count("revised"), rulesets.count("original")) == (690, 174)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "table", [SIMULATED[0], *(pytest.param(more, marks=pytest.mark.long) for more in SIMULATED[1:])]
)
def test_games_of_bots_hold(table: Table, tmp_path: Path) -> None:
    """Games that the program plays keep to the rules, and say at which table they were played."""
    out = tmp_path / "games.jsonl"
    bots = ",".join(["steady", "random", "random", "steady", "random", "steady", "random"][: table.players])
    assert simulate(table, 3, bots, "referee", out).returncode == 0
    lines = out.read_bytes().splitlines()
    assert [check_line(line) for line in lines] == [[], [], []]
    for record in map(json.loads, lines):
        assert Table(record["ruleset"], record["players"], record["options"]) == table


@pytest.mark.no_cover
def test_a_season_of_one_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest ``make soak`` plays a game at one table, and the referee finds nothing."""
    monkeypatch.setattr(season, "every_table", lambda: [Table("revised", 4)])
    assert season.main(["1"]) == 0
    assert "1 games at 1 tables replayed, 0 with differences" in capsys.readouterr().out


@pytest.mark.no_cover
@pytest.mark.parametrize("step", STEPS)
def test_the_program_verifies_as_the_referee_does(step: int, tmp_path: Path) -> None:
    """Of made up games at such tables the program refuses exactly those that the referee refuses, where it does."""
    random = Random("program")
    records = []
    for table in every_table()[::step]:
        record = made_up_game(table, 2, random, seeded=random.random() < 0.3)
        records += [record, *[broken(record, random) for _ in range(4)]]
    told = verified(records, tmp_path / "games.jsonl")
    for record, theirs in zip(records, told, strict=True):
        mine = check_record(record)
        assert bool(mine) == bool(theirs), (mine, theirs, record)
        if theirs and "seed" not in theirs:
            assert place_of(mine[0]) == place_of(theirs), (mine, theirs, record)


@pytest.mark.no_cover
@pytest.mark.parametrize("step", STEPS)
def test_the_program_agrees_about_rare_tricks(step: int, tmp_path: Path) -> None:
    """Games that open with a trick of section 6 or another rare one are accepted at every table that can have it."""
    random = Random("rare")
    records = [
        made_up_trick(table, trick.split(), random)
        for table in every_table()[::step]
        for trick in TRICKS[table.ruleset]
        if not Counter(map(card_of, trick.split())) - Counter(pack(table))
    ]
    assert len(records) > 1000 / step
    assert not any(verified(records, tmp_path / "games.jsonl"))


def verified(records: list[Json], games: Path) -> list[str]:
    """Give what the program finds wrong with each record, which is nothing where it accepts it."""
    games.write_text("".join(json.dumps(record) + "\n" for record in records))
    ran = program("verify", str(games))
    assert ran.stderr == ""
    told = dict(re.findall(r":(\d+): (.*)", ran.stdout))
    assert ran.returncode == bool(told)
    return [told.get(str(number), "") for number in range(1, len(records) + 1)]


def place_of(fault: str) -> list[str]:
    """Give the deal and the action that a fault names; an action that is missing may be named or not."""
    return re.findall(r"^deal \d+|, action \d+\b(?!: (?:it is )?missing)", fault)
