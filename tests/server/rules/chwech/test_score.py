"""The score of a deal, against the table of the rules."""

import pytest

from server.rules.chwech.deal import factor, score


@pytest.mark.parametrize(
    ("left", "won", "points"),
    [(0, 1, 9), (0, 9, 81), (0, 0, 81), (0, 8, 72), (9, 0, 0), (3, 3, 18), (1, 19, 8), (4, 17, 40), (1, 27, 72)],
)
def test_scores_are_those_of_the_rules(left: int, won: int, points: int) -> None:
    """Each column of the table in section 3 gives its score."""
    assert score(left, won) == points


def test_the_whole_printed_table_holds() -> None:
    """Parlett's table: the row of n cards beyond a multiple of nine begins with 9n and falls by n."""
    for won in range(55):
        row = [score(left, won) for left in range(10)]
        step = won % 9 or 9
        assert row == list(range(9 * step, -1, -step))
        assert factor(won) == step
