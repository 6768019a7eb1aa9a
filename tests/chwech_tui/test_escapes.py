"""Esc and the key that arrives right after it."""

import pytest
from textual.events import Key
from textual.message import Message

from chwech_tui.terminal_input import EscapeParser


def typed(text: str) -> list[str]:
    """Give the names of the keys that some input is taken for once nothing more comes."""
    parser = EscapeParser()
    told: list[Message] = [*parser.feed(text), *parser.feed("")]
    return [one.key for one in told if isinstance(one, Key)]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1bt", ["escape", "t"]),
        ("\x1bT", ["escape", "T"]),
        ("\x1b?", ["escape", "question_mark"]),
        ("\x1b\r", ["escape", "enter"]),
        ("\x1b1", ["escape", "1"]),
        ("\x1btab", ["escape", "t", "a", "b"]),
        ("\x1bt\x1b[A\r", ["escape", "t", "up", "enter"]),
        ("\x1b", ["escape"]),
        ("\x1b\x7f", ["ctrl+w"]),
        ("\x1bOA", ["up"]),
        ("\x1b\x1b[A", ["escape", "up"]),
        ("\x1b[1;3D", ["alt+left"]),
        ("t", ["t"]),
    ],
)
def test_esc_and_a_key_at_once_are_both(text: str, keys: list[str]) -> None:
    """As from a slow line, and by Alt; arrows and what a terminal sends for other keys stay what they are."""
    assert typed(text) == keys
