"""What a view of Twenty-Five and Forty-Five says by itself."""

from protocol.cards import Suit
from protocol.colour_order import JokerPlace, make_order
from protocol.fives.views import FivesView, Phase
from protocol.vocabulary import Seat


def view(trump: Suit | None) -> FivesView:
    """Give a small view."""
    return FivesView(None, "forty-five", 45, 3, JokerPlace.THIRD, 1, Seat(0), Phase.LEADING, None, (), trump=trump)


def test_a_view_gives_the_order_of_its_deal() -> None:
    """Screens and bots rank cards as the rules do; before a card is turned up there is no order."""
    assert view(Suit.DIAMONDS).order is make_order(Suit.DIAMONDS, JokerPlace.THIRD)
    assert view(None).order is None
