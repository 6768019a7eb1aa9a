"""The lines between a program and the table."""

import json

import pytest

from chwech_tui.bot.session import InvalidAnswer, read_answer, write_turn
from tests.chwech_tui.values import PASSES, hearts_led, seen, table, told

VIEW = seen(hearts_led(ruleset="original"), legal="QH AH- -")


def test_a_turn_is_a_line_of_json() -> None:
    """It has the setup, the view and what was told, as messages write them, and one line end."""
    line = write_turn(table().setup, VIEW, [told("passed", 2)])
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    turn = json.loads(line)
    assert turn["setup"]["players"] == 5
    assert turn["view"]["choices"] == ["QH", ["AH", "-"], "-"]
    assert turn["view"]["fields"]["hands"][:2] == [["KC", "10D", "QH", "AH", "JK"], {"cards": 4}]
    assert turn["events"] == [{"type": "game.answered", "seat": 2, "told": [["passed", {"seat": 2}]]}]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"action": 0}', 0),
        ('{"action": 2, "why": "I know"}', 2),
        ("1", 1),
        ('{"action": "-"}', 2),
        ('"AH-"', 1),
        ('{"action": {"type": "game.answer", "said": "AH-"}}', 1),
        ('{"said": "QH", "type": "game.answer"}', 0),
    ],
)
def test_an_answer_is_a_place_or_an_action(line: str, place: int) -> None:
    """Either names one of the legal actions."""
    assert read_answer(line.encode() + b"\n", VIEW.legal) == VIEW.legal[place]


@pytest.mark.parametrize(
    "line",
    [
        b'{"action": 3}',
        b'{"action": -1}',
        b'{"action": true}',
        b'{"action": 0.0}',
        b'{"action": null}',
        b'{"type": "game.answer", "said": "AH"}',
        b'"2C"',
        b"[0]",
        b"{}",
    ],
)
def test_what_names_no_legal_action_is_refused(line: bytes) -> None:
    """The refusal says what would be right."""
    with pytest.raises(InvalidAnswer, match="write an action, or its place from 0 to 2"):
        read_answer(line, VIEW.legal)


@pytest.mark.parametrize("line", [b"", b"\n", b"hello", b"\xff", b"[" * 15_000, b'{"action": 0}{', b'"\xed\xa0\x80"'])
def test_what_is_no_json_is_refused(line: bytes) -> None:
    """Whatever bytes come, the user is told, in few words and without what would disturb a terminal."""
    with pytest.raises(InvalidAnswer, match="no line of JSON") as told:
        read_answer(line, VIEW.legal)
    assert len(str(told.value)) < 120


def test_a_byte_order_mark_is_skipped() -> None:
    """Some languages begin what they write with one."""
    assert read_answer(b'\xef\xbb\xbf{"action": 2}\n', VIEW.legal) == PASSES


def test_what_is_quoted_disturbs_no_terminal() -> None:
    """Escape sequences of a program are not passed on, and what draws nothing is named."""
    with pytest.raises(InvalidAnswer) as told:
        read_answer(b"\x1b[2Jhello", VIEW.legal)
    assert "\\x1b[2Jhello" in str(told.value)
