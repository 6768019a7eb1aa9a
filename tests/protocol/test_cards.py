"""Cards are values with one text each."""

import copy
import pickle

import pytest

from protocol.cards import BLACK_JOKER, FACES, JOKER, RED_JOKER, Card, InvalidCard, Rank, Suit, read_card


def test_every_face_has_its_own_text() -> None:
    """A card written is read as the very same card."""
    assert len(FACES) == 4 * 16 + 1
    assert len({card.text for card in FACES}) == len(FACES)
    assert all(read_card(str(card)) is card for card in (*FACES, RED_JOKER, BLACK_JOKER))


def test_equal_faces_are_one_object() -> None:
    """Making a card again gives the same card, by copying and pickling too."""
    queen = Card(Rank.QUEEN, Suit.HEARTS)
    assert queen is read_card("QH")
    assert copy.deepcopy(queen) is queen
    assert pickle.loads(pickle.dumps(queen)) is queen  # noqa: S301 - our own bytes
    assert copy.copy(JOKER) is JOKER


def test_a_card_shows_itself_in_a_failing_test() -> None:
    """A card is read at a glance."""
    assert repr(read_card("10C")) == "<10C>"


def test_a_card_cannot_be_changed() -> None:
    """A card is frozen."""
    with pytest.raises(AttributeError, match="a card is frozen: cannot set rank"):
        JOKER.rank = Rank.ACE


@pytest.mark.parametrize(("rank", "suit"), [(Rank.JOKER, Suit.CLUBS), (Rank.RED_JOKER, Suit.HEARTS), (Rank.ACE, None)])
def test_only_a_joker_has_no_suit(rank: Rank, suit: Suit | None) -> None:
    """Any other mixture is no card."""
    with pytest.raises(InvalidCard, match="a Joker has no suit, and every other card has one"):
        Card(rank, suit)


@pytest.mark.parametrize("text", ["", "H", "1H", "QX", "QHH", "qh", " QH", "JKH", "Q" * 5000])
def test_any_other_text_is_no_card(text: str) -> None:
    """The sentence says what would be one, and repeats no more than the beginning."""
    with pytest.raises(InvalidCard, match="is no card: write a rank") as caught:
        read_card(text)
    assert len(str(caught.value)) < 150
