"""The pack of Roque: how its cards rank, and what they count."""

import pytest

from protocol.cards import Suit, read_card
from protocol.roque.order import ORDER, PACKS, count


def test_the_packs() -> None:
    """Source: sections 1 and 2: 52 cards, and 51 without the Two of clubs; the counters make 100."""
    assert [len(PACKS[players]) for players in (4, 3)] == [52, 51]
    assert set(PACKS[4]) - set(PACKS[3]) == {read_card("2C")}
    assert count(PACKS[4]) == count(PACKS[3]) == 100


@pytest.mark.parametrize(
    ("cards", "trump", "place"),
    [
        ("2H 3H 10H JH", Suit.CLUBS, 3),
        ("2H AD KD", Suit.CLUBS, 0),
        ("AH 2C 3C KH", Suit.CLUBS, 2),
        ("5H 10H 9H", Suit.HEARTS, 1),
        ("AH 2S", None, 0),
    ],
)
def test_who_takes_a_trick(cards: str, trump: Suit | None, place: int) -> None:
    """Source: section 1, trick winner: the highest trump, or else the highest card of the suit led."""
    assert ORDER.taker([read_card(card) for card in cards.split()], trump) == place
