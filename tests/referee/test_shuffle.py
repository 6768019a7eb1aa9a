"""The documented shuffle: its vectors, and records whose seeds tell the truth or do not."""

from __future__ import annotations

from random import Random

import pytest

from tests.referee.made_up import made_up_game
from tests.referee.referee import check_record
from tests.referee.shuffle import commitment_of, hands_of, order, seed_of_a_series, unshuffled
from tests.referee.table import Table
from tests.referee.test_referee import SHORT

VECTORS = [
    (
        "00" * 32,
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "8 2 1 7 3 6 5 4 0",
        (
            "49 17 7 53 51 41 18 25 32 46 1 36 22 0 50 35 48 30 9 29 52 10 19 39 27 21 5 13 28 40 47"
            " 11 16 20 3 43 23 14 4 2 42 15 6 24 38 33 31 34 37 8 26 12 44 45"
        ),
    ),
    (
        "00" * 30 + "01c9",
        "9d9f522b7106bed1754441994a957250891000b8c89247b160094ab69008feb8",
        "7 8 3 2 4 5 1 6 0",
        (
            "52 32 42 40 43 50 39 29 53 30 33 45 20 26 51 19 37 25 24 34 12 28 38 49 41 27 18 44 10"
            " 23 16 6 3 1 46 47 2 22 21 17 7 48 15 4 0 13 8 11 35 14 5 36 31 9"
        ),
    ),
]
"""The first vector of the documents, and the one in which numbers of the row are thrown away."""

SEEDED = made_up_game(Table("revised", 4), 1, Random(0), seeded=True)
"""A game broken off after one deal, with its seed and commitment."""

SEED = SEEDED["seed"].removeprefix("deal-v1 ")


@pytest.mark.parametrize(("seed", "commitment", "nine", "fifty_four"), VECTORS)
def test_vectors(seed: str, commitment: str, nine: str, fifty_four: str) -> None:
    """The documented vectors come out of the documented words."""
    assert commitment_of(seed) == commitment
    assert order(seed, 9) == [int(place) for place in nine.split()]
    assert order(seed, 54) == [int(place) for place in fifty_four.split()]


def test_the_seed_of_a_series() -> None:
    """The documented seed of a repeatable series comes out."""
    assert seed_of_a_series("winter", 1, 1) == "4e8c5204c04fb22498380de82980c05ef9d680dcccb3d031e3f1721487b3bd2a"


def test_the_top_card_goes_to_the_left_of_the_dealer() -> None:
    """The first card from the top is the first of the seat after the dealer, and Jokers lie last in the pack."""
    seed = VECTORS[1][0]
    hands = hands_of(Table("revised", 6), seed, 2)
    assert [hand[0] for hand in hands] == ["3S", "6S", "KS", "JK", "8H", "5S"]


def test_jokers_lie_last() -> None:
    """In the unshuffled pack Thirteens that are Jokers lie after all suits and before the Joker."""
    as_jokers, plain = Table("revised", 7, {"thirteens_as_jokers": True}), Table("revised", 7)
    assert unshuffled(as_jokers)[-5:] == ["KS", "AS", "13D", "13H", "JK"]
    assert unshuffled(plain)[24:28] == ["11D", "12D", "13D", "JD"]


def test_a_seeded_game_holds() -> None:
    """A record with the seed that dealt its hands and the commitment to it has no differences."""
    assert check_record(SEEDED) == []


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": f"deal-v1 {SEED[::-1]}", "commitment": ""}, "deal 1: the seed gives other hands"),
        ({"commitment": f"sha256 {SEED}"}, "commitment is not that of the seed"),
        ({"seed": f"deal-v2 {SEED}"}, "seed is not 'deal-v1' and 1 times 64 hexadecimal digits"),
        ({"seed": f"deal-v1 {SEED} {SEED}"}, "seed is not 'deal-v1' and 1 times 64 hexadecimal digits"),
        ({"seed": f"deal-v1 {SEED.upper()}"}, "seed is not 'deal-v1' and 1 times 64 hexadecimal digits"),
        ({"commitment": f"sha256 {SEED}0"}, "commitment is not 'sha256' and 1 times 64 hexadecimal digits"),
    ],
)
def test_seeds_that_do_not_hold(changes: dict[str, str], told: str) -> None:
    """A seed that deals other cards, a commitment to another seed and texts of another shape are differences."""
    assert check_record(SEEDED | changes) == [told]


def test_seeds_may_be_missing() -> None:
    """A record without seed and commitment, or with one of them, is checked as far as that goes."""
    assert "seed" not in SHORT
    assert check_record(SHORT) == []
    for alone in ("seed", "commitment"):
        assert check_record({key: value for key, value in SEEDED.items() if key != alone}) == []
