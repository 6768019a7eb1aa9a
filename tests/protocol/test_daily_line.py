"""The line of a result, as it is shared."""

import pytest
from msgspec.structs import replace

from protocol.daily import DailyResult, compared, day_words, is_day, result_line
from protocol.language import speaking

RESULT = DailyResult("2026-11-21", 412, (9, 8, 0, 9, 3, 9), 3, 1, 6, "4at7z8MVHKr")


def test_a_line_names_score_day_marks_nines_place_and_code() -> None:
    """The marks are keycaps, and nothing else needs explaining."""
    assert result_line(RESULT) == "Chwech 412 · 21 Nov · 9️⃣8️⃣0️⃣9️⃣3️⃣9️⃣ · 3×9 · 1/6 · 4at7z8MVHKr"


def test_a_line_without_signs() -> None:
    """In ASCII, for terminals and places that have nothing else."""
    line = result_line(RESULT, ascii_only=True)
    assert line == "Chwech 412 - 21 Nov - 980939 - 3x9 - 1/6 - 4at7z8MVHKr"
    assert line.isascii()


def test_a_line_in_welsh() -> None:
    """The month and the hints are said in the reader's language."""
    with speaking("cy"):
        line = result_line(replace(RESULT, hinted=True, code=""))
    assert line == "Chwech 412 · 21 Tach · 9️⃣8️⃣0️⃣9️⃣3️⃣9️⃣ · 3×9 · 1/6 · gydag awgrymiadau"


@pytest.mark.parametrize(
    "line", [result_line(RESULT), result_line(RESULT, ascii_only=True), f"  {result_line(RESULT)}\n"]
)
def test_all_ways_to_write_a_line_are_the_same(line: str) -> None:
    """Keycaps, variation selectors, dots and spaces do not matter."""
    assert compared(line.replace("8️⃣", "8⃣")) == "Chwech 412 - 21 Nov - 980939 - 3x9 - 1/6 - 4at7z8MVHKr"


@pytest.mark.parametrize("day", ["", "2026-13-01", "2026-00-01", "yesterday", "2026-1١-01", "2026-11-21-9"])
def test_what_is_no_day_stays_as_it_is(day: str) -> None:
    """A server may send anything."""
    assert day_words(day) == day


def test_what_may_be_sent_as_a_day() -> None:
    """A day by its numbers; nothing is today."""
    assert is_day("2026-11-21")
    assert is_day("")
    assert not is_day("21 Nov")
