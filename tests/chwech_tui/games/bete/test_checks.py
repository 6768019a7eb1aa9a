"""What is refused before it is drawn: views and events that contradict themselves, or are absurd."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.bete.actions import Play
from protocol.bete.events import DealEnded, Ending, GameEnded
from protocol.bete.views import Phase, SeatView, Trick, Turn
from protocol.cards import Card, Rank, Suit
from protocol.errors import RemoteProtocolError
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.bete.test_words import sheet
from tests.chwech_tui.games.bete.views import at

KIND = GAMES["bete"]
STRANGE = Card(Rank.TWO, Suit.HEARTS)
VIEW = at("in, in, -, -, KC, 9C, QC")
SEAT = VIEW.seats[0]
ACE = Card(Rank.ACE, Suit.CLUBS)
GOOD = sheet(Ending.MOST)


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


WRONG: dict[str, dict[str, object]] = {
    "deals below none": {"deals": -1},
    "a strange direction": {"step": 2},
    "an absurd pool": {"pool": 10**19},
    "absurd chips": {"seats": seats(replace(SEAT, total=-(10**19)))},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "over without a winner": {"phase": Phase.OVER},
    "no card turned up": {"turn_up": None},
    "another trump suit": {"trump": Suit.HEARTS},
    "nothing to follow": {"trick": Trick()},
    "a trick of nothing": {"last_trick": Trick()},
    "more takers than cards": {"takers": (Seat(0),) * 3},
    "a taker of no seat": {"takers": (Seat(9),)},
    "a trick that is too long": {"trick": Trick((Turn(Seat(0), ACE),) * 5)},
    "a turn of no seat": {"trick": Trick((Turn(Seat(9), ACE),))},
    "a strange card in hand": {"hand": (STRANGE,)},
    "a strange card to play": {"legal": (Play(STRANGE),)},
    "a sheet of too few": {"sheets": (replace(GOOD, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(GOOD, active=(Seat(9),)),)},
    "a sheet of an absurd pool": {"sheets": (replace(GOOD, carried=10**19),)},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_view_that_cannot_be_is_refused(name: str) -> None:
    """Whatever server it comes from."""
    KIND.check_view(VIEW, 4)
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(replace(VIEW, **WRONG[name]), 4)


@pytest.mark.parametrize(
    "event", [DealEnded(replace(GOOD, points=(1,))), GameEnded((0,) * 4, ())], ids=lambda event: type(event).__name__
)
def test_an_event_that_cannot_be_is_refused(event: Event) -> None:
    """So is what is told."""
    KIND.check_event(DealEnded(GOOD), 4)
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 4)
