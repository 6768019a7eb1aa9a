"""Examples of Bête: its actions, its events, its view."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.bete.actions import PASS, TAKE_PART, Play
from protocol.bete.events import DealEnded, DealSheet, Dealt, Ending, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.bete.views import BeteView, OpenDeal, Part, Phase, SeatView, Trick, Turn
from protocol.cards import Card, Suit, read_card
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("bete", 3, {"head": True}, Seat(2))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.MOST,
    active=(Seat(0), Seat(1)),
    tricks=(3, 2, 0),
    pool=3,
    points=(4, -5, -2),
    totals=(4, -5, -2),
    carried=3,
    sweeper=Seat(0),
    king=Seat(0),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = BeteView(
    viewer=Seat(0),
    deals=12,
    deal=2,
    dealer=Seat(0),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=(
        SeatView(Part.IN, 4, 0, 4),
        SeatView(Part.IN, 3, 1, -5),
        SeatView(Part.OUT, 5, 0, -2),
    ),
    pool=6,
    step=1,
    head=True,
    trump=Suit.CLUBS,
    turn_up=read_card("9C"),
    hand=cards("8C 7D KD AH"),
    legal=(Play(read_card("KD")),),
    trick=Trick((Turn(Seat(1), read_card("QD")),), Seat(1)),
    last_trick=Trick((Turn(Seat(1), read_card("KS")), Turn(Seat(0), read_card("10S"))), Seat(1)),
    gone=cards("KS 10S"),
    takers=(Seat(1),),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = BeteView(
    viewer=None,
    deals=1,
    deal=1,
    dealer=Seat(2),
    phase=Phase.OVER,
    turn=None,
    seats=(SeatView(Part.AGAINST, 0, 1, -1), SeatView(Part.AGAINST, 0, 2, -1), SeatView(Part.IN, 0, 2, 2)),
    pool=0,
    step=-1,
    trump=Suit.HEARTS,
    turn_up=read_card("KH"),
    sheets=(
        DealSheet(Seat(2), Ending.FIRST_TWO, (Seat(2),), (1, 2, 2), 3, (-1, -1, 2), (-1, -1, 2), 0, sweeper=Seat(2)),
    ),
    winners=(Seat(2),),
    hands=(OpenDeal((cards("7C 8C"), cards("7D 8D"), cards("7S 8S")), ((), (), ()), read_card("KH")),),
)

TABLE: Final = TableView[View](
    table="cold-brook",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan")),
    viewer=Seat(0),
    host=Seat(0),
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "open a table of bete": OpenTable(id=4, setup=SETUP),
    "act: take part": Act(id=10, seq=41, action=TAKE_PART),
    "act: stay out": Act(id=10, seq=41, action=PASS),
    "act: play to a trick of bete": Act(id=10, seq=41, action=Play(read_card("9C"))),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, bete": Dealt(2, Seat(0), (cards("8C 7D KD AH 10S"), (), ()), read_card("9C"), "c1" * 32),
    "took part": TookPart(Seat(1)),
    "stayed out": Passed(Seat(2)),
    "played, bete": Played(Seat(1), read_card("QD")),
    "trick taken, bete": TrickTaken(Seat(1), cards("KS 10S")),
    "deal ended, bete": DealEnded(SHEET),
    "game ended, bete": GameEnded((4, -5, -2), (Seat(0),)),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of bete": Happened(seq=41, event=EVENTS["played, bete"], view=replace(TABLE, game=VIEW)),
    "table shown, after a game of bete": TableShown(
        id=6, view=replace(TABLE, phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
}
"""What a server may send."""
