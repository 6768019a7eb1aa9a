"""What is refused before it is drawn: views and events that contradict themselves, or are absurd."""

import pytest
from msgspec.structs import replace

from chwech_tui.credible import _check_event
from chwech_tui.games.registry import GAMES
from protocol.cards import Card, Rank, Suit
from protocol.errors import RemoteProtocolError
from protocol.roque.actions import Bid, Play
from protocol.roque.events import BidMade, DealEnded, Ending, GameEnded, TrickTaken, WidowTaken
from protocol.roque.views import Phase, SeatView, Trick, Turn
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.roque.test_words import sheet
from tests.chwech_tui.games.roque.views import BURIED, at

KIND = GAMES["roque"]
STRANGE = Card(Rank.THIRTEEN, Suit.HEARTS)
VIEW = at(f"{BURIED}, 3C, AC, 4S, 5D, 10H")
SEAT = VIEW.seats[0]


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


def trick(*cards: Card) -> Trick:
    """Give a trick of cards that seat 0 played."""
    return Trick(tuple(Turn(Seat(0), card) for card in cards), Seat(0))


ACE = Card(Rank.ACE, Suit.CLUBS)
GOOD = sheet(Ending.MADE, 135)

WRONG: dict[str, dict[str, object]] = {
    "another game": {"game": "chwech"},
    "no target": {"target": 0},
    "deals below none": {"last_deal": -1},
    "a widow below none": {"widow_cards": -1},
    "a bid below none": {"bid": -5},
    "a side too many": {"seats": seats(replace(SEAT, side=4))},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "absurd points": {"seats": seats(replace(SEAT, total=-(10**9)))},
    "a declarer of no seat": {"declarer": Seat(4)},
    "no declarer": {"declarer": None},
    "tricks without a declarer": {"declarer": None, "phase": Phase.BIDDING},
    "over without a winner": {"phase": Phase.OVER},
    "a sheet of too few": {"sheets": (replace(GOOD, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(GOOD, declarer=Seat(9)),)},
    "a sheet of an absurd bid": {"sheets": (replace(GOOD, bid=-5),)},
    "no trump suit": {"trump": None},
    "nothing to follow": {"trick": Trick()},
    "a trick that is too long": {"trick": trick(*[ACE] * 5)},
    "a trick of nothing": {"last_trick": Trick()},
    "a taker of no seat": {"last_trick": Trick((Turn(Seat(0), ACE),), Seat(7))},
    "a trick that was not full": {"gone": VIEW.gone[1:]},
    "a strange card in hand": {"hand": (STRANGE,)},
    "a strange card to play": {"legal": (Play(STRANGE),)},
    "a strange card aside": {"buried": (STRANGE,)},
    "an absurd bid to make": {"legal": (Bid(-5),)},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_view_that_cannot_be_is_refused(name: str) -> None:
    """Whatever server it comes from."""
    KIND.check_view(VIEW, 4)
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(replace(VIEW, **WRONG[name]), 4)


def test_a_table_of_another_size_is_refused() -> None:
    """There is no such game."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(replace(VIEW, seats=VIEW.seats * 2), 8)


@pytest.mark.parametrize(
    "event",
    [
        BidMade(Seat(0), -5),
        WidowTaken(Seat(0), -5),
        TrickTaken(Seat(0), (ACE,), -5),
        DealEnded(replace(GOOD, points=(1,))),
        GameEnded((0,) * 4, ()),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_be_is_refused(event: Event) -> None:
    """So is what is told."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 4)


def test_scores_below_zero_are_plausible() -> None:
    """In views, in the sheets of deals, and at the end."""
    below = replace(GOOD, points=(-125, 50) * 2, totals=(-500, 50) * 2)
    KIND.check_view(replace(VIEW, seats=seats(replace(SEAT, total=-500)), sheets=(below,)), 4)
    KIND.check_event(DealEnded(below), 4)
    _check_event(GameEnded((-500, 50) * 2, (Seat(1), Seat(3))), 4)
