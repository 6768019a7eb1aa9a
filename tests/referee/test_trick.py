"""Who takes a trick, by every line of section 6 of the rules and the cases between those lines."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest

from tests.referee.table import Table
from tests.referee.trick import HIGH_TO_LOW, Play, taker

TWO_PACKS = {"seven_pack": "two_packs"}
THIRTEENS = {"thirteens_as_jokers": True}


def taken_by(
    cards: str, ruleset: str = "revised", players: int = 7, options: Mapping[str, object] | None = None
) -> int:
    """Give the place, from 0, of the card that takes a trick written in the order played."""
    plays = [Play(seat, action) for seat, action in enumerate(cards.split())]
    return taker(Table(ruleset, players, options or {}), plays)


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("5H KH AH", 1),
        ("AH 5H", 0),
        ("AH", 0),
        ("5H JK", 1),
        ("5H JK 6H", 2),
        ("JK=H", 0),
        ("JK=H 2H", 1),
        ("JK=H JK", 1),
        ("JK=H JK 4H", 2),
        ("AH JK", 1),
        ("JK=H JK AH JK", 3),
        ("JK=H AH", 1),
        ("4H JK AH", 0),
        ("KH AH", 0),
    ],
)
def test_section_6_revised(cards: str, place: int) -> None:
    """Each revised example of the rules is taken by the card it names."""
    assert taken_by(cards) == place


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("7H JK", 1),
        ("8H JK", 0),
        ("2H AH-", 0),
        ("AH-", 0),
        ("KH AH+", 1),
        ("AH- JK", 1),
    ],
)
def test_section_6_original(cards: str, place: int) -> None:
    """Each original example of the rules is taken by the card it names."""
    assert taken_by(cards, "original") == place


@pytest.mark.parametrize("ruleset", ["revised", "original"])
def test_plain_cards_rank_from_king_to_two(ruleset: str) -> None:
    """Of two plain cards the higher one takes the trick, whichever was played first."""
    ranks = ["K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for high, low in permutations(range(len(ranks)), 2):
        assert taken_by(f"{ranks[high]}H {ranks[low]}H", ruleset) == (0 if high < low else 1)


@pytest.mark.parametrize(
    ("cards", "place"),
    [("AH+ KH", 0), ("3H AH+ KH", 1), ("AH- 2H", 1), ("3H AH- 2H", 0), ("3H AH+ JK", 1), ("3H JK 2H", 1)],
)
def test_an_original_ace_is_what_its_player_said(cards: str, place: int) -> None:
    """A high Ace is above all and a low one below all, led or not; a Joker stands between."""
    assert taken_by(cards, "original") == place


@pytest.mark.parametrize(("cards", "place"), [("AH JK 2H", 0), ("AH KH", 0), ("KH AH QH", 1), ("JK=H AH 2H", 1)])
def test_a_revised_ace_that_is_not_last_takes_the_trick(cards: str, place: int) -> None:
    """An Ace with any card after it is the highest but for a last Joker."""
    assert taken_by(cards) == place


@pytest.mark.parametrize(
    ("cards", "first", "last"), [("2H 2H", 0, 1), ("2H 2H AH", 0, 1), ("3H 2H 3H", 0, 2), ("2H 3H 2H 3H", 1, 3)]
)
@pytest.mark.parametrize("ruleset", ["revised", "original"])
def test_equal_cards(ruleset: str, cards: str, first: int, last: int) -> None:
    """Of two equal Twos or Threes the first played ranks higher, or the last where that is agreed."""
    written = cards.replace("AH", "AH-") if ruleset == "original" else cards
    assert taken_by(written, ruleset, 7, TWO_PACKS) == first
    assert taken_by(written, ruleset, 7, TWO_PACKS | {"equal_cards": "last"}) == last


def test_joker_beats_last_ace() -> None:
    """Where it is agreed a Joker that was not last beats a last Ace, but no other card of the suit."""
    agreed = {"joker_beats_last_ace": True}
    assert taken_by("JK=H AH", options=agreed) == 0
    assert taken_by("JK=H JK AH", options=agreed) == 0
    assert taken_by("JK=H JK AH", options=agreed | {"equal_cards": "last"}) == 1
    assert taken_by("4H JK AH", options=agreed) == 0
    assert taken_by("JK=H AH 2H", options=agreed) == 1


@pytest.mark.parametrize(
    ("cards", "place"),
    [("13H=S", 0), ("13H=S 2S", 1), ("5S 13H", 1), ("5S 13D 6S", 2), ("AS 13H", 1), ("JK=S 13H 13D", 2)],
)
def test_thirteens_as_jokers(cards: str, place: int) -> None:
    """Both red Thirteens are Jokers in all respects where that is agreed."""
    assert taken_by(cards, options=THIRTEENS) == place


def test_original_thirteens_as_jokers() -> None:
    """An original Thirteen that is a Joker stands between Eight and Seven of whatever is led."""
    assert taken_by("7S 13H", "original", options=THIRTEENS) == 1
    assert taken_by("8S 13H", "original", options=THIRTEENS) == 0


def test_a_thirteen_is_a_card_of_its_suit_otherwise() -> None:
    """Without that agreement a red Thirteen ranks above Twelve and below Jack."""
    assert taken_by("12H 13H JH") == 2
    assert taken_by("12H 13H") == 1


@pytest.mark.parametrize("joker_beats_last_ace", [False, True])
@pytest.mark.parametrize("equal_cards", ["first", "last"])
def test_every_trick_has_one_taker(equal_cards: str, joker_beats_last_ace: bool) -> None:
    """Exactly one card beats all others in every order of every kind of card."""
    options = TWO_PACKS | {"equal_cards": equal_cards, "joker_beats_last_ace": joker_beats_last_ace}
    for count in range(1, 6):
        for cards in permutations(["AH", "KH", "2H", "2H", "JK", "JK", "JK"], count):
            assert taken_by(" ".join(cards), options=options) in range(count)


def test_the_revised_order_of_the_rules() -> None:
    """Holding cards against each other agrees with the one order that the rules write down for every trick."""
    order = ["last JK", "A", *HIGH_TO_LOW, "last A", "JK"]
    for count in range(1, 5):
        for cards in permutations(["AH", "KH", "13H", "10H", "2H", "JK", "JK"], count):
            names = [card.removesuffix("H") for card in cards]
            if names[-1] in ("A", "JK"):
                names[-1] = "last " + names[-1]
            heights = [order.index(name) for name in names]
            assert taken_by(" ".join(cards)) == heights.index(min(heights))
