"""An auction by numbers: who speaks, who is out, and when it is over."""

from protocol.vocabulary import Seat
from server.rules.auction import Auction, Call

ORDER = tuple(map(Seat, (2, 1, 0, 3)))


def after(*points: int | None) -> Auction:
    """Give the auction after these calls, each of the seat whose turn it is."""
    auction = Auction(ORDER)
    for said in points:
        assert auction.turn is not None
        auction = auction.then(auction.turn, said)
    return auction


def test_the_auction_goes_round_those_who_have_not_passed() -> None:
    """Everybody speaks in turn, and whoever has passed is left out from then on."""
    assert after().turn == 2
    assert after(85, None, 90).turn == 3
    assert after(85, None, 90, 95).turn == 2
    assert after(85, None, 90, 95, 100).turn == 0


def test_the_last_bid_stands() -> None:
    """The highest bid is the last one, also where somebody holds a number that was bid before."""
    assert after().highest is None
    assert after(85, None, 90).highest == Call(Seat(0), 90)
    assert after(85, 85).highest == Call(Seat(1), 85)
    assert after(85, None).said(Seat(1)) == Call(Seat(1), None)
    assert after(85, None, 90, None, 95).said(Seat(2)) == Call(Seat(2), 95)
    assert after(85).said(Seat(3)) is None


def test_it_is_over_when_one_bidder_is_left_or_nobody() -> None:
    """Who is left without a bid still has a choice; with one the auction is over at once."""
    assert after(None, None, None).turn == 3
    assert after(None, None, None, 85).turn is None
    assert after(None, None, None, None).is_over
    assert after(85, None, None, None).is_over
    assert not after(85, None, None).is_over
    assert after(85, None, None).passed == {1, 0}
