"""Examples of Roque and of Roque for three: their actions, their events, their view."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.cards import Card, Suit, read_card
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.roque.actions import PASS, Bid, Bury, Play
from protocol.roque.events import (
    BidMade,
    Buried,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    Passed,
    Played,
    TrickTaken,
    WidowTaken,
)
from protocol.roque.views import OpenDeal, Phase, RoqueView, SeatView, Trick, Turn
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("roque", 4, {"slam": 330}, Seat(2))
THREE: Final = Setup("roque-three", 3, {"defenders": "both"}, Seat(0))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.DOUBLED,
    tricks=(3, 5, 1, 3),
    took=(75, 90, 75, 90),
    points=(-250, 90, -250, 90),
    totals=(-250, 90, -250, 90),
    declarer=Seat(0),
    bid=125,
    trump=Suit.CLUBS,
    buried=cards("2D 3D 10H 2S"),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = RoqueView(
    viewer=Seat(0),
    game="roque",
    target=505,
    last_deal=20,
    widow_cards=4,
    deal=2,
    dealer=Seat(1),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=(
        SeatView(0, 11, 1, -250, 15, 110, passed=False, declares=True),
        SeatView(1, 11, 0, 90),
        SeatView(0, 10, 0, -250, 15),
        SeatView(1, 10, 0, 90),
    ),
    bid=110,
    declarer=Seat(0),
    trump=Suit.SPADES,
    hand=cards("9C 10C QD AH 7S"),
    widow=cards("2C 9C 7D 7S"),
    aside=4,
    buried=cards("2C 7D 3H 4H"),
    legal=(Play(read_card("9C")), Play(read_card("10C"))),
    trick=Trick((Turn(Seat(3), read_card("KC")), Turn(Seat(2), read_card("2D"))), Seat(3)),
    last_trick=Trick(tuple(Turn(Seat(-seat % 4), card) for seat, card in enumerate(cards("AS 4S QS 10D"))), Seat(0)),
    gone=cards("AS 4S QS 10D"),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = RoqueView(
    viewer=None,
    game="roque-three",
    target=650,
    last_deal=1,
    widow_cards=6,
    deal=1,
    dealer=Seat(0),
    phase=Phase.OVER,
    turn=None,
    seats=tuple(SeatView(seat, 15, 0, 0, passed=True) for seat in range(3)),
    sheets=(DealSheet(Seat(0), Ending.PASSED, (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)),),
    winners=(Seat(0), Seat(1), Seat(2)),
    hands=(OpenDeal((cards("2D 3D"), cards("2H 3H"), cards("2S 3S")), ((), (), ()), cards("AC KC QC JC 10C 9C")),),
)

TABLE: Final = TableView[View](
    table="warm-stone",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan"), Occupant("Rhys", bot="random")),
    viewer=Seat(0),
    host=Seat(0),
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "open a table of roque": OpenTable(id=4, setup=SETUP),
    "act: bid": Act(id=10, seq=41, action=Bid(125)),
    "act: pass in an auction": Act(id=10, seq=41, action=PASS),
    "act: bury": Act(id=10, seq=41, action=Bury(read_card("3S"))),
    "act: play to a trick of roque": Act(id=10, seq=41, action=Play(read_card("9C"))),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, roque": Dealt(2, Seat(1), (cards("2C 7D AC KH 3S"), (), (), ()), (), "c1" * 32),
    "bid made": BidMade(Seat(0), 110),
    "passed in an auction": Passed(Seat(3)),
    "widow taken": WidowTaken(Seat(3), 110),
    "widow taken by oneself": WidowTaken(Seat(0), 110, cards("2C 9C 7D 7S")),
    "buried": Buried(Seat(3)),
    "buried by oneself": Buried(Seat(0), read_card("3H")),
    "played, roque": Played(Seat(3), read_card("KC")),
    "trick taken, roque": TrickTaken(Seat(0), cards("AS 4S QS 10D"), 25),
    "deal ended, roque": DealEnded(SHEET),
    "game ended, roque": GameEnded((-250, 520, -250, 520), (Seat(1), Seat(3))),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of roque": Happened(seq=41, event=EVENTS["played, roque"], view=replace(TABLE, game=VIEW)),
    "table shown, after a game of roque for three": TableShown(
        id=6,
        view=replace(TABLE, setup=THREE, seats=TABLE.seats[:3], phase=TablePhase.OVER, viewer=None, game=ENDED),
    ),
}
"""What a server may send."""
