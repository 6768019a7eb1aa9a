"""The lines between a program and the table."""

import json

import pytest

from chwech_tui.bot.program import InvalidAnswer, read_answer, write_turn
from protocol.cards import read_card
from protocol.chwech.actions import PASS, AceHeight, Play
from protocol.chwech.events import Passed
from protocol.chwech.views import ChwechView, Phase, SeatView
from protocol.setup import Setup
from protocol.vocabulary import Seat

LEGAL = (Play(read_card("10H")), Play(read_card("AH"), AceHeight.LOW), PASS)
VIEW = ChwechView(
    viewer=Seat(1),
    ruleset="original",
    deal=1,
    deals=6,
    dealer=Seat(0),
    phase=Phase.FOLLOWING,
    turn=Seat(1),
    seats=(SeatView(9, 0, 0, 0),) * 4,
    hand=(read_card("10H"), read_card("AH")),
    legal=LEGAL,
)


def test_a_turn_is_a_line_of_json() -> None:
    """It has the setup, the view and what was told, as messages write them, and one line end."""
    line = write_turn(Setup("chwech", 4), VIEW, [Passed(Seat(0))])
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    turn = json.loads(line)
    assert turn["setup"]["players"] == 4
    assert turn["view"]["legal"][:2] == [
        {"type": "chwech.play", "card": "10H"},
        {"type": "chwech.play", "card": "AH", "ace": "low"},
    ]
    assert turn["events"] == [{"type": "chwech.passed", "seat": 0}]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"action": 0}', 0),
        ('{"action": 2, "why": "I know"}', 2),
        ("1", 1),
        ('{"type": "chwech.pass"}', 2),
        ('{"action": {"type": "chwech.play", "card": "AH", "ace": "low", "suit": null}}', 1),
        ('{"ace": "low", "card": "AH", "type": "chwech.play"}', 1),
    ],
)
def test_an_answer_is_a_place_or_an_action(line: str, place: int) -> None:
    """Either names one of the legal actions."""
    assert read_answer(line.encode() + b"\n", LEGAL) is LEGAL[place]


@pytest.mark.parametrize(
    "line",
    [
        b'{"action": 3}',
        b'{"action": -1}',
        b'{"action": true}',
        b'{"action": 0.0}',
        b'{"action": null}',
        b'{"type": "chwech.play", "card": "AH"}',
        b'{"type": "chwech.play", "card": "2C"}',
        b"[0]",
        b"{}",
    ],
)
def test_what_names_no_legal_action_is_refused(line: bytes) -> None:
    """The refusal says what would be right."""
    with pytest.raises(InvalidAnswer, match="write an action, or its place from 0 to 2"):
        read_answer(line, LEGAL)


@pytest.mark.parametrize("line", [b"", b"\n", b"hello", b"\xff", b"[" * 15_000, b'{"action": 0}{', b'"\xed\xa0\x80"'])
def test_what_is_no_json_is_refused(line: bytes) -> None:
    """Whatever bytes come, the user is told, in few words and without what would disturb a terminal."""
    with pytest.raises(InvalidAnswer, match="no line of JSON") as told:
        read_answer(line, LEGAL)
    assert len(str(told.value)) < 120


def test_a_byte_order_mark_is_skipped() -> None:
    """Some languages begin what they write with one."""
    assert read_answer(b'\xef\xbb\xbf{"action": 2}\n', LEGAL) == PASS


def test_what_is_quoted_disturbs_no_terminal() -> None:
    """Escape sequences of a program are not passed on, and what draws nothing is named."""
    with pytest.raises(InvalidAnswer) as told:
        read_answer(b"\x1b[2Jhello", LEGAL)
    assert "\\x1b[2Jhello" in str(told.value)
