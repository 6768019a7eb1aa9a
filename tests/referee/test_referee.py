"""Whole records: right ones pass without a word, wrong ones are caught where they go wrong."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.referee.__main__ import main
from tests.referee.made_up import Json, made_up_game
from tests.referee.record import DealRecord
from tests.referee.referee import check_line, check_record, replay
from tests.referee.table import Table

SHORT_HANDS = [
    ["KC", "QC", "JC", "10C", "KD", "QD", "JD", "10D", "KH"],
    ["9C", "8C", "7C", "6C", "9D", "8D", "7D", "6D", "9H"],
    ["AC", "AD", "AH", "QH", "JH", "10H", "8H", "7H", "6H"],
    ["AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S"],
]
SHORT: Json = {
    "format": "chwech-record/1",
    "game": "chwech",
    "ruleset": "revised",
    "players": 4,
    "options": {"deals": 2},
    "names": ["Ann", "Bob", "Cat", "Dan"],
    "deals": [
        {
            "dealer": 2,
            "hands": SHORT_HANDS,
            # Nobody follows spades; seat 0 leads clubs to a Nine and a last Ace that loses; nobody leads again.
            "actions": [
                *([3, "KS"], [0, "-"], [1, "-"], [2, "-"]),
                *([3, "-"], [0, "KC"], [1, "9C"], [2, "AC"]),
                *([0, "-"], [1, "-"], [2, "-"], [3, "-"]),
            ],
            "won": [3, 0, 0, 1],
            "left": [8, 8, 8, 8],
            "scores": [3, 9, 9, 1],
            "end": "deadlock",
        },
        {
            "dealer": 3,
            "hands": SHORT_HANDS,
            # Seat 0 leads its whole hand, seat 1 follows with its own, and both go out in the ninth trick.
            "actions": [
                [seat, "-" if seat > 1 else SHORT_HANDS[seat][trick]] for trick in range(9) for seat in range(4)
            ],
            "won": [18, 0, 0, 0],
            "left": [0, 0, 9, 9],
            "scores": [81, 81, 0, 0],
            "end": "out",
        },
    ],
    "totals": [84, 90, 9, 1],
    "complete": True,
}
"""A game of two deals for four, worked out by hand."""


def changed(*path: object, to: object) -> Json:
    """Copy the short game with one value at a path changed."""
    record: Json = json.loads(json.dumps(SHORT))
    place: Any = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return record


def test_the_short_game_holds() -> None:
    """A game worked out by hand has no differences."""
    assert check_record(SHORT) == []
    assert check_line(json.dumps(SHORT).encode()) == []


@pytest.mark.parametrize(
    ("path", "to", "told"),
    [
        (["format"], "chwech-record/2", "format is 'chwech-record/2'"),
        (["game"], "whist", "game is 'whist'"),
        (["ruleset"], "new", "ruleset is 'new'"),
        (["ruleset"], ["revised"], "ruleset is ['revised']"),
        (["players"], 3, "players is 3"),
        (["players"], 4.0, "players is 4.0"),
        (["options"], [], "options is not an object"),
        (["options"], {"deals": 2, "equal_cards": "last"}, "option equal_cards does not apply to 4 players"),
        (["options"], {"deals": 2, "colour": "red"}, "there is no option 'colour'"),
        (["options"], {}, "a complete game has 8 deals, not 2"),
        (["complete"], False, "a game broken off has fewer than 2 deals, not 2"),
        (["complete"], 1, "complete is not true or false"),
        (["names"], ["Ann"], "names is not a list of 4 strings"),
        (["seed"], 7, "seed is not a string"),
        (["hinted"], [4], "hinted is [4], not seats in order"),
        (["hinted"], [1, 0], "hinted is [1, 0], not seats in order"),
        (["winner"], 1, "there is no key 'winner' in a record"),
        (["deals"], {}, "deals is not a list"),
        (["deals", 0], [], "deal 1: a deal is an object with the keys"),
        (["deals", 0], {"dealer": 2}, "deal 1: a deal is an object with the keys"),
        (["deals", 0, "dealer"], 4, "deal 1: dealer is 4, not a seat"),
        (["deals", 0, "hands", 0], ["KC"], "deal 1: hands is not 4 lists of 9 cards"),
        (["deals", 0, "hands", 0, 0], "QC", "deal 1: the hands are not the pack: too many ['QC'], missing ['KC']"),
        (["deals", 0, "hands", 0, 0], "5C", "deal 1: the hands are not the pack: too many ['5C'], missing ['KC']"),
        (["deals", 0, "actions"], "-", "deal 1: actions is not a list of pairs"),
        (["deals", 0, "actions", 0], [3, "KS", 1], "deal 1: actions is not a list of pairs"),
        (["deals", 0, "actions", 0], [0, "KC"], "deal 1, action 1: seat 0 acts, it is the turn of seat 3"),
        (["deals", 0, "actions", 0], [3, "-"], "deal 1, action 1: seat 3 may not do '-'"),
        (["deals", 0, "actions", 1], [0, "KC"], "deal 1, action 2: seat 0 may not do 'KC', only one of ['-']"),
        (["deals", 0, "actions", 6], [1, "AC"], "deal 1, action 7: seat 1 may not do 'AC'"),
        (["deals", 0, "actions", 5], [0, "KC="], "deal 1, action 6: seat 0 may not do 'KC='"),
        (["deals", 0, "actions", 7], [2, "AC-"], "deal 1, action 8: seat 2 may not do 'AC-'"),
        (["deals", 0, "won"], [0, 0, 3, 1], "deal 1: won is [0, 0, 3, 1], the actions give [3, 0, 0, 1]"),
        (["deals", 0, "left"], [8, 8, 8, 9], "deal 1: left is"),
        (["deals", 0, "scores"], [3, 9, 9, True], "deal 1: scores is"),
        (["deals", 0, "scores"], [3, 9, 9, 1.0], "deal 1: scores is"),
        (["deals", 0, "end"], "out", "deal 1: end is 'out', the actions give 'deadlock'"),
        (["totals"], [84, 90, 9, 0], "totals is [84, 90, 9, 0], the deals give [84, 90, 9, 1]"),
        (["totals"], [84, 90, 9], "totals is"),
    ],
)
def test_one_wrong_value_is_one_difference(path: list[object], to: object, told: str) -> None:
    """Each single wrong value is told once, with its place and what would be right."""
    faults = check_record(changed(*path, to=to))
    assert len(faults) == 1
    assert faults[0].startswith(told)


def test_the_deal_passes_to_the_left() -> None:
    """A dealer who is not the seat left of the last one is a difference."""
    record = changed("deals", 1, to=changed("deals", 0, "dealer", to=0)["deals"][0])
    assert "deal 2: dealer is seat 0, the deal passes to seat 3" in check_record(record)


def test_actions_missing() -> None:
    """A deal that breaks off names the seat that has to act."""
    record = changed("deals", 0, "actions", to=SHORT["deals"][0]["actions"][:-1])
    assert check_record(record) == ["deal 1, action 12: missing, seat 3 has to act"]


def test_actions_left_over() -> None:
    """Whatever comes after the end of a deal is a difference."""
    record = changed("deals", 1, "actions", to=[*SHORT["deals"][1]["actions"], [0, "-"]])
    assert check_record(record) == ["deal 2, action 37: the deal was over already"]


@pytest.mark.parametrize("key", ["format", "game", "ruleset", "players", "options", "deals", "totals", "complete"])
def test_every_key_is_needed(key: str) -> None:
    """A record that lacks a key is not accepted."""
    record = deepcopy(SHORT)
    del record[key]
    assert check_record(record)


def test_a_game_broken_off_has_its_finished_deals() -> None:
    """A record of fewer deals holds where it says that the game was broken off."""
    assert check_record(SHORT | {"options": {}, "complete": False}) == []
    assert check_record(SHORT | {"deals": [], "totals": [0, 0, 0, 0], "complete": False}) == []


@pytest.mark.parametrize(
    "line",
    [b"", b"null", b"[]", b"{", b'{"a": 1, "a": 1}', b'{"a": NaN}', b'{"a": "\xff"}', b"\xef\xbb\xbf{}", b"[" * 99999],
)
def test_a_line_that_is_no_record(line: bytes) -> None:
    """A line that is not one JSON object is one difference and no error."""
    assert len(check_line(line)) == 1


def test_replay_lists_every_question() -> None:
    """A replay tells who was asked and all that was legal then, for comparison with an engine."""
    first = SHORT["deals"][0]
    actions = [(seat, action) for seat, action in first["actions"]]
    played = replay(Table("revised", 4), DealRecord(2, first["hands"], actions, {}))
    assert [question.seat for question in played.questions] == [seat for seat, _ in actions]
    assert played.questions[7].answers == {"AC", "-"}


TABLES = [
    Table("revised", 4),
    Table("original", 4),
    Table("revised", 5, {"five_pack": "middle"}),
    Table("original", 6),
    Table("revised", 6, {"joker_beats_last_ace": True, "equal_cards": "last"}),
    Table("revised", 7, {"thirteens_as_jokers": True, "jokers_per_trick": "one"}),
    Table("original", 7, {"seven_pack": "two_packs"}),
]


@pytest.mark.parametrize("table", TABLES)
def test_random_games_hold_until_an_action_is_lost(table: Table) -> None:
    """Random games pass, and one action torn out of the middle is noticed."""
    record = made_up_game(table, 4, Random(0))
    assert check_record(record) == []
    actions = record["deals"][2]["actions"]
    for place in range(len(actions)):
        record["deals"][2]["actions"] = actions[:place] + actions[place + 1 :]
        assert check_record(record) != []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command names file and line of each difference and tells by its exit whether all games hold."""
    good, bad, none = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "none.jsonl"
    line = json.dumps(SHORT)
    good.write_text(f"{line}\n{line}\n")
    bad.write_text(f"{line}\n{line.replace('deadlock', 'out')}\n")
    none.write_text("")
    assert main([str(good)]) == 0
    assert capsys.readouterr().out == "2 games replayed, 0 with differences\n"
    assert main([str(good), str(bad)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{bad}:2: deal 1: end is 'out', the actions give 'deadlock'"
    assert told[1] == "4 games replayed, 1 with differences"
    assert main([str(none)]) == 1
    assert capsys.readouterr().out == "0 games replayed, 0 with differences\n"
    assert main([str(tmp_path / "missing.jsonl")]) == 1
    assert "No such file" in capsys.readouterr().out
