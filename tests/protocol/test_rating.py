"""The final ranking: by score, with ties that share a place."""

from protocol.rating import ranking


def test_the_highest_score_comes_first() -> None:
    """Places go down with the score."""
    assert [(ranked.place, ranked.seat, ranked.total) for ranked in ranking([10, 30, 20])] == [
        (1, 1, 30),
        (2, 2, 20),
        (3, 0, 10),
    ]


def test_a_tie_shares_a_place() -> None:
    """Two that are equal share a place, and the next place is left out."""
    assert [ranked.place for ranked in ranking([30, 30, 20, 20, 10])] == [1, 1, 3, 3, 5]


def test_partners_share_a_line() -> None:
    """A side has one place, whatever the number of its seats."""
    sides = ranking([10, 30, 10, 10, 30, 10], [0, 1, 2, 0, 1, 2])
    assert [(one.place, one.seat, one.partners, one.total) for one in sides] == [
        (1, 1, (4,), 30),
        (2, 0, (3,), 10),
        (2, 2, (5,), 10),
    ]
