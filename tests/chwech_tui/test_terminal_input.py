"""What a terminal answers changes the look, and never reaches the app as keys."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from chwech_tui.guarded import GuardedParser
from chwech_tui.terminal_input import (
    BEGIN,
    END,
    LONGEST_PASTE,
    AnswerReader,
    EscapeParser,
    PasteGuard,
    TerminalTold,
    queries,
)
from chwech_tui.theme import Background, Colours, Palette
from tests.chwech_tui.terminal import Terminal

LIGHT = "\x1b]11;rgb:ffff/fdfd/e3e3\x1b\\"
DARK = "\x1b]11;rgb:1e1e/1e1e/2e2e\x07"
ALL_COLOURS = "\x1bP1$r0;48:2::1:2:3m\x1b\\"
FEWER_COLOURS = "\x1bP1$r0;48:5:16m\x1b\\"
REFUSED = "\x1bP0$r\x1b\\"
FENCE = "\x1b[?62;22;52c"


def heard(typed: str, size: int = 10**6) -> tuple[list[str], list[Background | Colours]]:
    """Type at a terminal in pieces of a size; give the keys and the answers that come out."""
    parser = GuardedParser()
    messages: list[Message] = []
    for start in range(0, len(typed), size):
        messages.extend(parser.feed(typed[start : start + size]))
    keys = [message.key for message in messages if isinstance(message, Key)]
    return keys, [message.answer for message in messages if isinstance(message, TerminalTold)]


PIECES = pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])


@PIECES
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (LIGHT, [Background.LIGHT]),
        (DARK, [Background.DARK]),
        ("\x1b]11;rgb:f/f/f\x07", [Background.LIGHT]),
        ("\x1b]11;rgba:00/2b/36/ff\x1b\\", [Background.DARK]),
        (ALL_COLOURS, [Colours.ALL]),
        ("\x1bP1$r48;2;1;2;3m\x1b\\", [Colours.ALL]),
        ("\x1bP1$r0;48:2:1:2:3m\x1b\\", [Colours.ALL]),
        (FEWER_COLOURS, []),
        (REFUSED, []),
        (FENCE, []),
        (LIGHT + ALL_COLOURS + FENCE, [Background.LIGHT, Colours.ALL]),
    ],
)
def test_an_answer_is_heard_and_is_no_key(answer: str, told: list[Background | Colours], size: int) -> None:
    """Whatever pieces it comes in, and whatever is typed before and after it."""
    assert heard(f"a{answer}\x1b[Bb{answer}c", size) == (["a", "down", "b", "c"], told)


@PIECES
@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b]11;\x07",
        "\x1b]11;qqqq\x1b\\",
        "\x1b]11;rgb:gg/gg/gg\x1b\\",
        "\x1b]11;rgb:fffff/ffff/ffff\x1b\\",
        "\x1b]11;" + "r" * 200 + "\x07",
        "\x1bP1$rq48:2:1:2:3\x1b\\",
        "\x1bP0$r48:2::1:2:3m\x1b\\",
        "\x1b[?" + "1;" * 20 + "c",
    ],
)
def test_a_false_answer_changes_nothing(hostile: str, size: int) -> None:
    """No part of it is a key, and it tells nothing."""
    assert heard(f"a{hostile}b", size) == (["a", "b"], [])


def test_only_the_first_answers_count_and_none_hides_a_key() -> None:
    """Nothing is believed after the fence; one that is cut off, or never ends, is dropped up to a bound."""
    assert heard(LIGHT + DARK * 100 + ALL_COLOURS * 2)[1] == [Background.LIGHT, Colours.ALL]
    assert heard(FENCE + LIGHT + ALL_COLOURS + "a") == (["a"], [])
    assert heard("\x1b]11;rgb:ff\x1b[Ab") == (["up", "b"], [])
    keys, told = heard("\x1b]11;" + "q" * 5000 + "\ra")
    assert told == []
    assert len(keys) < 5000
    assert keys[-2:] == ["enter", "a"]
    assert AnswerReader().passed("\x1b") == "\x1b"


@PIECES
def test_other_sequences_pass_as_they_are(size: int) -> None:
    """Keys, reports and pastes, whether they begin like an answer or not."""
    typed = "a\x1b[A\x1bOP\x1b[13u\x1b[?2026;2$y\x1b[?0u\x1bPx\x1b]x\x1b]1x\x1b\x1b[B\x1b[200~]11;\x1b[201~é"
    reader = AnswerReader()
    assert "".join(reader.passed(typed[start : start + size]) for start in range(0, len(typed), size)) == typed
    assert reader.take() == []


@given(st.text(alphabet="\x1b[]?P01$r;:gbcfm\x07\\/A", max_size=60), st.lists(st.integers(0, 60), max_size=5))
def test_pieces_make_no_difference(typed: str, cuts: list[int]) -> None:
    """Whatever is typed comes out the same in whatever pieces."""
    whole, pieces = AnswerReader(), AnswerReader()
    edges = [0, *sorted(min(cut, len(typed)) for cut in cuts), len(typed)]
    passed = "".join(pieces.passed(typed[start:end]) for start, end in pairwise(edges))
    assert passed == whole.passed(typed)
    assert pieces.take() == whole.take()


def test_a_terminal_is_asked_what_is_not_known() -> None:
    """Its background and, if wanted and unknown, its colours; nothing where neither would change the look."""
    assert queries(Palette(), colours=True) == "\x1b]11;?\x1b\\\x1b[c"
    assert "$qm" in queries(Palette(Colours.MANY), colours=True)
    assert "$qm" not in queries(Palette(Colours.MANY), colours=False)
    for colours in (Colours.NONE, Colours.SIXTEEN):
        assert queries(Palette(colours), colours=True) == ""


def bounded(data: bytes, size: int) -> bytes:
    """Pass data in pieces of a size."""
    guard = PasteGuard()
    return b"".join(guard.bounded(data[start : start + size]) for start in range(0, len(data), size))


PASTES_PIECES = pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 1000, 10**6])


@PASTES_PIECES
def test_typing_and_small_pastes_pass_as_they_are(size: int) -> None:
    """Whatever pieces they come in, nothing is changed."""
    data = b"abc\x1b[A" + BEGIN + b"a code" + END + b"def\x1b" + BEGIN + END + b"\x1b[200"
    assert bounded(data, size) == data


@PASTES_PIECES
def test_escapes_are_taken_out_of_a_paste(size: int) -> None:
    """The parser would take what follows one for keys; the end of the paste stays whole, wherever it is split."""
    data = BEGIN + b"\x1b[2Ja\x1b\x1b[20" + END + b"\x1b[A" + BEGIN + b"2\n\x1b" + END
    assert bounded(data, size) == BEGIN + b"[2Ja[20" + END + b"\x1b[A" + BEGIN + b"2\n" + END


@PASTES_PIECES
@pytest.mark.parametrize("short", range(7))
def test_a_paste_that_just_fits_ends_once(short: int, size: int) -> None:
    """No part of its end is left before another one."""
    text = b"p" * (LONGEST_PASTE - short)
    assert bounded(BEGIN + text + END + b"after", size) == BEGIN + text + END + b"after"


@PASTES_PIECES
def test_a_large_paste_is_cut_and_ended(size: int) -> None:
    """Its beginning passes, then comes an end, and what is typed afterwards passes again."""
    data = BEGIN + b"p" * 5000 + b"\x1b[31m" + END + b"after"
    assert bounded(data, size) == BEGIN + b"p" * LONGEST_PASTE + END + b"after"


@PASTES_PIECES
def test_a_paste_that_never_ends_holds_nothing(size: int) -> None:
    """After its first thousand bytes nothing more of it passes."""
    assert len(bounded(BEGIN + b"p" * 100_000, size)) == len(BEGIN) + LONGEST_PASTE + len(END)


def test_a_paste_within_a_paste_is_text() -> None:
    """A second beginning does not make more room."""
    data = BEGIN + BEGIN + b"p" * 5000 + BEGIN + b"p" * 5000
    assert len(bounded(data, 100)) == len(BEGIN) + LONGEST_PASTE + len(END)


@PASTES_PIECES
def test_the_parser_of_a_terminal_takes_no_key_from_a_paste(size: int) -> None:
    """The whole text is one paste, and what is typed after it are keys; nothing that is held back ends the input."""
    parser = GuardedParser()
    typed = "a" + BEGIN.decode() + "\x1b" + "q" * 40 + "é\x1b" + END.decode() + "b"
    events = [event for start in range(0, len(typed), size) for event in parser.feed(typed[start : start + size])]
    said = [event.text if isinstance(event, Paste) else event.key for event in events if isinstance(event, Paste | Key)]
    assert said == ["a", "q" * 40 + "é", "b"]
    assert not list(parser.feed(""))
    assert parser.is_eof


def test_a_paste_into_a_real_terminal_chooses_nothing(tmp_path: Path) -> None:
    """The letters after an escape in a paste would leave the welcome."""
    terminal = Terminal(["--data", str(tmp_path)])
    terminal.until("Quit")
    terminal.press(BEGIN.decode() + "\x1b" + "q" * 40 + END.decode() + "h")
    terminal.until("Your finished games")
    terminal.press("\x03")
    assert terminal.close() == 0


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
