"""What is refused before it is drawn: views and events that contradict themselves, or are absurd."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.cards import JOKER, read_card
from protocol.errors import RemoteProtocolError
from protocol.piles.actions import NameTrump, Play
from protocol.piles.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpShown,
)
from protocol.piles.views import Phase, Pickup, PilesView, SeatView, Turn
from protocol.vocabulary import Event, Seat
from tests.server.rules.piles.position import GAMES as RULES
from tests.server.rules.piles.position import SVOYI, play, standing

KIND = GAMES[SVOYI]
STATE, _ = play(standing(SVOYI, ["7C 8C KS", "9C 7H", "KC 8H"], "D H C", "7S 8C", 1), "take, KC")
VIEW = RULES[SVOYI].view(STATE, Seat(0))
SEAT = VIEW.seats[0]
SHEET = DealSheet(Seat(0), Ending.OUT, (Seat(1),), (1, 0, 2), (0, 0, 0), (0, 1, 0), (0, 1, 0))


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


WRONG: dict[str, dict[str, object]] = {
    "another game": {"game": "chwech"},
    "a pack of odd size": {"pack": 30},
    "a pack too small": {"pack": 4},
    "no deals": {"deals": 0},
    "moves below none": {"moves": -1},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "points below none": {"seats": seats(replace(SEAT, total=-1))},
    "no such place": {"seats": seats(replace(SEAT, place=4))},
    "more known than held": {"seats": seats(replace(SEAT, cards=0, known=(read_card("7C"),)))},
    "a strange card known": {"seats": seats(replace(SEAT, known=(JOKER,)))},
    "over without a winner": {"phase": Phase.OVER},
    "nothing to beat": {"pile": (), "pickup": 0},
    "more taken up than there is": {"pickup": 9},
    "nothing taken up": {"last": Pickup(Seat(0), ())},
    "taken up by no seat": {"last": Pickup(Seat(9), (Turn(Seat(0), read_card("7C")),))},
    "a pile of no seat": {"pile": (Turn(Seat(5), read_card("7C")),)},
    "a strange card in the pile": {"pile": (Turn(Seat(0), read_card("2C")),)},
    "a strange card in hand": {"hand": (JOKER,)},
    "a strange card to play": {"legal": (Play(JOKER),)},
    "a strange trump": {"drawn": JOKER},
    "a strange card killed": {"killed": (JOKER,)},
    "a suit twice": {"phase": Phase.NAMING, "legal": (NameTrump(STATE.trumps[0]),) * 2},  # type: ignore[union-attr, arg-type]
    "a sheet of too few": {"sheets": (replace(SHEET, totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (replace(SHEET, out=(Seat(9),)),)},
    "out twice": {"sheets": (replace(SHEET, out=(Seat(1), Seat(1))),)},
    "nobody out": {"sheets": (replace(SHEET, out=()),)},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_view_that_cannot_be_drawn_is_refused(wrong: str) -> None:
    """Each of these would draw nonsense, or fail while drawing."""
    view: PilesView = replace(VIEW, **WRONG[wrong])
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(view, 3)


WRONG_EVENTS: tuple[Event, ...] = (
    DealEnded(replace(SHEET, left=(-1, 0, 0))),
    GameEnded((1, 0, 0), ()),
    GameEnded((1, 0, 0), (Seat(3),)),
    GameEnded((1, 0), (Seat(0),)),
    Dealt(((), ())),
    Dealt(((JOKER,), (), ())),
    SixHanded(Seat(3), Seat(0), read_card("6C")),
    Taken(Seat(0), ()),
    PileKilled((JOKER,)),
    Played(Seat(0), JOKER),
    TrumpShown(Seat(0), JOKER),
)


@pytest.mark.parametrize("event", WRONG_EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_that_cannot_be_told_is_refused(event: Event) -> None:
    """Of seats that there are not, of nobody, or with cards of no such pack."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 3)


def test_what_is_plausible_passes() -> None:
    """The view itself, and a sheet."""
    KIND.check_view(VIEW, 3)
    KIND.check_view(replace(VIEW, sheets=(SHEET,)), 3)
    KIND.check_event(DealEnded(SHEET), 3)
