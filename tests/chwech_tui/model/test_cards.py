"""The cards gone: where each card of a pack is, counted with equal cards."""

from chwech_tui.model.cards import STILL, CardsGone, Laid, Moved, ShownTrick, Whereabouts, face_of, moved
from protocol.cards import Rank, Suit, read_card
from protocol.message import Seat
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


FACE = face_of(read_card("5H"))
EMPTY = ShownTrick(((),))


def trick(*seats: int, passed: int | None = None, taker: int | None = None, over: bool = False) -> ShownTrick:
    """Give a trick in which these seats have played, and one has passed."""
    turns = tuple((Seat(seat), None if seat == passed else FACE) for seat in seats)
    return ShownTrick(((),), Laid(turns, over), None if taker is None else Seat(taker))


def test_a_card_played_moves() -> None:
    """The one that was not there before."""
    assert moved(EMPTY, trick(3)) == Moved(Seat(3))
    assert moved(trick(3), trick(3, 0, taker=0)) == Moved(Seat(0))


def test_a_pass_moves_nothing() -> None:
    """Nor does what is shown twice, or a table before its game."""
    assert moved(trick(3), trick(3, 0, passed=0)) == STILL
    assert moved(trick(3), trick(3)) == moved(None, trick(3)) == moved(trick(3), None) == STILL


def test_a_trick_that_is_taken_rests_first() -> None:
    """Nothing moves when it is complete; its cards go to the taker when the next card is led."""
    before, taken = trick(3, 0, 1, passed=0, taker=1), trick(3, 0, 1, passed=0, taker=1, over=True)
    assert moved(before, taken) == STILL
    assert moved(taken, trick(1)) == Moved(Seat(1), Seat(1))


def test_a_trick_of_nobody_goes_nowhere() -> None:
    """Without a taker the cards are only cleared away."""
    assert moved(trick(3, over=True), EMPTY) == STILL
