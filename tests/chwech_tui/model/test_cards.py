"""The cards gone: where each card of a pack is, counted with equal cards."""

from chwech_tui.model.cards import STILL, CardsGone, Laid, Moved, ShownTrick, Whereabouts, face_of, moved
from protocol.cards import Rank, Suit, read_card
from protocol.message import Seat
from tests.chwech_tui.values import cards

HAND, TABLE, GONE, SHOWN, UNSEEN = Whereabouts


def test_each_card_is_somewhere() -> None:
    """Of equal cards those seen come first, none more often than the pack has it; rows and columns are the pack's."""
    known = CardsGone(cards("2H 2H AS JK JK JK"), cards("2H JK"), cards("JK"), cards("AS"), "")
    two, ace, joker = cards("2H AS JK")
    assert known.where() == {two: (HAND, UNSEEN), ace: (GONE,), joker: (HAND, TABLE, UNSEEN)}
    assert CardsGone((two,), (two,), (), (two,), "").where() == {two: (HAND,)}
    seen = CardsGone(cards("2H 2H AS"), (), (), (), "", cards("2H"))
    assert seen.where() == {two: (SHOWN, UNSEEN), ace: (UNSEEN,)}
    known = CardsGone(cards("2H 2H AS KS JK"), (), (), (), "")
    assert known.suits == (Suit.HEARTS, Suit.SPADES, None)
    assert known.ranks == (Rank.ACE, Rank.KING, Rank.TWO)


FACE = face_of(read_card("5H"))
EMPTY = ShownTrick(((),))


def trick(*seats: int, passed: int | None = None, taker: int | None = None, over: bool = False) -> ShownTrick:
    """Give a trick in which these seats have played, and one has passed."""
    turns = tuple((Seat(seat), None if seat == passed else FACE) for seat in seats)
    return ShownTrick(((),), Laid(turns, over), None if taker is None else Seat(taker))


def test_cards_move_when_they_are_played_and_taken() -> None:
    """One was not there before; a pass moves nothing, a taken trick rests first, and one of nobody goes nowhere."""
    assert moved(EMPTY, trick(3)) == Moved(Seat(3))
    assert moved(trick(3), trick(3, 0, taker=0)) == Moved(Seat(0))
    assert moved(trick(3), trick(3, 0, passed=0)) == STILL
    assert moved(trick(3), trick(3)) == moved(None, trick(3)) == moved(trick(3), None) == STILL
    before, taken = trick(3, 0, 1, passed=0, taker=1), trick(3, 0, 1, passed=0, taker=1, over=True)
    assert moved(before, taken) == STILL
    assert moved(taken, trick(1)) == Moved(Seat(1), Seat(1))
    assert moved(trick(3, over=True), EMPTY) == STILL
