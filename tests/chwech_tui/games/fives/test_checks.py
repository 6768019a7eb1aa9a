"""What is refused before it is drawn: views and events that contradict themselves, or are absurd."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.cards import JOKER, Rank, Suit, read_card
from protocol.cards import Card as Face
from protocol.colour_order import JokerPlace
from protocol.errors import RemoteProtocolError
from protocol.fives.actions import Play, Rob
from protocol.fives.events import BestCard, BestCardScored, DealEnded, DealSheet, Ending, GameEnded, TricksScored
from protocol.fives.views import Claim, FivesView, Phase, SeatView, Trick, Turn
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.fives.stage import SETUPS, Stage
from tests.server.rules.fives.position import FORTY_FIVE, begun, play
from tests.server.rules.fives.position import GAMES as RULES

KIND = GAMES["forty-five"]
STRANGE = Face(Rank.THIRTEEN, Suit.HEARTS)
STATE, _ = play(begun(FORTY_FIVE, ["KD AC 5H 9H JD", "2D 3C 2S 3S 4S", "2C 4C 6C 7C 8C"], "9C"), "KD, 2D, 2C, 4C")
VIEW = RULES[FORTY_FIVE].view(STATE, Seat(0))
SEAT = VIEW.seats[0]


def sheet(**changes: object) -> DealSheet:
    """Give the result of a deal of three, with changes."""
    plain = DealSheet(Seat(0), Ending.PLAYED, (1, 2, 2), (5, 10, 10), (5, 10, 10))
    return replace(plain, **changes)


def seats(changed: SeatView) -> tuple[SeatView, ...]:
    """Give the seats with another first one."""
    return (changed, *VIEW.seats[1:])


def strange_trick(card: Face = STRANGE) -> Trick:
    """Give a trick of one card."""
    return Trick((Turn(Seat(0), card),), Seat(0))


WRONG: dict[str, dict[str, object]] = {
    "another game": {"game": "chwech"},
    "no target": {"target": 0},
    "too many sides": {"sides": 4},
    "a side too many": {"seats": seats(replace(SEAT, side=3))},
    "cards below none": {"seats": seats(replace(SEAT, cards=-1))},
    "points below none": {"seats": seats(replace(SEAT, total=-1))},
    "absurd chips": {"seats": seats(replace(SEAT, chips=10**9))},
    "an absurd pool": {"pool": -1},
    "a robber of no seat": {"claim": Claim.TAKEN, "robber": Seat(3)},
    "nobody robbed": {"claim": Claim.TAKEN},
    "a best card of no seat": {"best": BestCard(Seat(3), JOKER, 5)},
    "over without a winner": {"phase": Phase.OVER},
    "a sheet of too few": {"sheets": (sheet(totals=(1, 2)),)},
    "a sheet of no seat": {"sheets": (sheet(best=BestCard(Seat(9), JOKER, 5)),)},
    "no trump suit": {"trump": None},
    "no turn-up": {"turn_up": None},
    "nothing to follow": {"trick": Trick()},
    "a trick that is too long": {"trick": Trick((Turn(Seat(0), read_card("KD")),) * 4)},
    "a trick of no seat": {"trick": Trick((Turn(Seat(5), read_card("KD")),))},
    "half a trick": {"gone": VIEW.gone[:2]},
    "an empty trick": {"last_trick": Trick()},
    "a strange card in hand": {"hand": (STRANGE,)},
    "a strange card to play": {"legal": (Play(STRANGE),)},
    "a strange card to lay aside": {"legal": (Rob(STRANGE),)},
    "a strange card in the trick": {"trick": strange_trick()},
    "a strange card in the last trick": {"last_trick": strange_trick()},
    "a strange card that is gone": {"gone": (STRANGE,) * 3},
    "a Joker where there is none": {"joker": JokerPlace.NONE, "trick": strange_trick(JOKER)},
    "a trick before the trump suit": {"phase": Phase.EXCHANGING, "trump": None, "gone": (), "last_trick": None},
    "tricks before the trump suit": {"phase": Phase.EXCHANGING, "trump": None, "trick": Trick(), "last_trick": None},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_view_that_cannot_be_drawn_is_refused(wrong: str) -> None:
    """Each of these would draw nonsense, or fail while drawing."""
    view: FivesView = replace(VIEW, **WRONG[wrong])
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(view, 3)


def test_what_the_server_tells_is_accepted() -> None:
    """Every view of every seat in whole games, and every event."""
    for on in SETUPS:
        stage = Stage(on)
        for number, event in enumerate(stage.turns()):
            KIND.check_event(event, on.players)
            KIND.check_view(stage.view(Seat(number % on.players)), on.players)
            KIND.check_view(stage.view(None), on.players)


@pytest.mark.parametrize(
    "event",
    [
        BestCardScored(BestCard(Seat(3), JOKER, 5)),
        TricksScored(3, 5, 10),
        DealEnded(sheet(tricks=(1,))),
        DealEnded(sheet(points=(-1, 0, 0))),
        GameEnded((25, 0, 0), ()),
        GameEnded((25, 0, 0), (Seat(0),), (1, 2)),
    ],
)
def test_an_event_that_cannot_be_told_is_refused(event: Event) -> None:
    """A seat that is not there has no name."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 3)
