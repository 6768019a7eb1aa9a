"""The cards gone: where each card of a pack is, counted with equal cards."""

from chwech_tui.model.cards import CardsGone, Whereabouts
from protocol.cards import Rank, Suit
from tests.chwech_tui.values import cards

HAND, TABLE, GONE, SHOWN, UNSEEN = Whereabouts


def test_each_card_is_somewhere() -> None:
    """Of equal cards those seen come first, and no card is counted more often than the pack has it."""
    known = CardsGone(cards("2H 2H AS JK JK JK"), cards("2H JK"), cards("JK"), cards("AS"), "")
    two, ace, joker = cards("2H AS JK")
    assert known.where() == {two: (HAND, UNSEEN), ace: (GONE,), joker: (HAND, TABLE, UNSEEN)}
    assert CardsGone((two,), (two,), (), (two,), "").where() == {two: (HAND,)}
    seen = CardsGone(cards("2H 2H AS"), (), (), (), "", cards("2H"))
    assert seen.where() == {two: (SHOWN, UNSEEN), ace: (UNSEEN,)}


def test_rows_and_columns_are_those_of_the_pack() -> None:
    """Suits stand in the order of a hand with Jokers last, ranks from the Ace down."""
    known = CardsGone(cards("2H 2H AS KS JK"), (), (), (), "")
    assert known.suits == (Suit.HEARTS, Suit.SPADES, None)
    assert known.ranks == (Rank.ACE, Rank.KING, Rank.TWO)
