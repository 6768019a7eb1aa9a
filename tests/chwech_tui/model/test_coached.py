"""Which tables were opened with the coach, as one short text."""

from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.model.settings import has_coach, with_coach, without_coach
from protocol.settings import MOST_CHARACTERS

CODES = st.lists(st.text("abcdefgh-", min_size=1, max_size=64), max_size=8)


@given(CODES)
def test_the_last_tables_are_known(codes: list[str]) -> None:
    """The newest always, if its code fits into a setting at all, and each once; the text never grows beyond that."""
    known = ""
    for code in codes:
        known = with_coach(known, code)
        assert has_coach(known, code) == (len(code) <= MOST_CHARACTERS)
        assert len(known) <= MOST_CHARACTERS
        assert len(set(known.split())) == len(known.split())


def test_the_oldest_is_forgotten_first() -> None:
    """Four codes of the usual length fit."""
    known = ""
    for code in ("calm-river", "deep-sea", "old-oak", "red-fox", "tall-tree"):
        known = with_coach(known, code)
    assert known == "tall-tree red-fox old-oak deep-sea"
    assert with_coach(known, "old-oak") == "old-oak tall-tree red-fox deep-sea"
    assert without_coach(known, "red-fox") == "tall-tree old-oak deep-sea"
    assert without_coach(known, "calm-river") == known
    assert not has_coach("", "calm-river")
    assert not has_coach("calm-river", "calm")
