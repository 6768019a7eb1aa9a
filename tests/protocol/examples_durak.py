"""Examples of Durak: its actions, its events, its view."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.cards import Card, Suit, read_card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.views import Bout, DurakView, OpenDeal, Pair, Phase, SeatView
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("durak-teams", 4, {"losses": 2, "first_bout": 5}, Seat(3))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SIX, EIGHT, DIAMOND = cards("6S 8S 6D")

SHEET: Final = DealSheet(
    dealer=Seat(3),
    loser=1,
    cards=(0, 2, 0, 0),
    taken=(4, 9, 0, 2),
    out=(Seat(2), Seat(3), Seat(0)),
    bouts=14,
    points=(1, 0, 1, 0),
    totals=(1, 0, 1, 0),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = DurakView(
    viewer=Seat(2),
    losses=2,
    deal=2,
    dealer=Seat(1),
    phase=Phase.DEFENDING,
    turn=Seat(1),
    awaited=(Seat(1),),
    free=(Seat(0), Seat(2)),
    seats=(
        SeatView(0, 5, 1),
        SeatView(1, 5, 0, 3, known=cards("7C")),
        SeatView(0, 6, 1),
        SeatView(1, 6, 0, finished=True),
    ),
    trump=Suit.HEARTS,
    turn_up=read_card("KH"),
    lowest=read_card("6H"),
    stock=9,
    bout=Bout(Seat(0), Seat(1), 6, (Pair(Seat(0), SIX, EIGHT), Pair(Seat(0), DIAMOND))),
    bouts=1,
    last_bout=Bout(Seat(2), Seat(3), 5, (Pair(Seat(2), read_card("7C")),), given_up=True),
    hand=cards("6C 8C 9D JH QS AS"),
    legal=(Add(read_card("6C")), Add(read_card("8C")), FINISH),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = DurakView(
    viewer=None,
    losses=1,
    deal=1,
    dealer=Seat(3),
    phase=Phase.OVER,
    turn=None,
    awaited=(),
    seats=tuple(SeatView(seat % 2, 2 * (seat == 1), 1 - seat % 2, out=seat != 1) for seat in range(4)),
    trump=Suit.HEARTS,
    turn_up=read_card("KH"),
    left=((), cards("7C 9S"), (), ()),
    sheets=(SHEET,),
    winners=(Seat(0), Seat(2)),
    hands=(OpenDeal(dealt=((),) * 4, left=((), cards("7C 9S"), (), ()), turn_up=read_card("KH"), stock=cards("KH")),),
)

TABLE: Final = TableView[View](
    table="slow-owl",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan"), Occupant("Rhys", bot="random")),
    viewer=Seat(2),
    host=Seat(0),
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "open a table of durak": OpenTable(id=4, setup=SETUP),
    "act: attack": Act(id=10, seq=41, action=Attack(SIX)),
    "act: add": Act(id=10, seq=41, action=Add(DIAMOND)),
    "act: beat": Act(id=10, seq=41, action=Beat(SIX, EIGHT)),
    "act: give up": Act(id=10, seq=41, action=GIVE_UP),
    "act: pass in a bout": Act(id=10, seq=41, action=PASS),
    "act: be done for a bout": Act(id=10, seq=41, action=FINISH),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, durak": Dealt(
        2, Seat(1), ((), (), cards("6C 8C 9D JH QS AS"), ()), read_card("KH"), read_card("6H"), (), "c1" * 32
    ),
    "bout begun": BoutBegun(Seat(0), Seat(1), 6),
    "attacked": Attacked(Seat(0), SIX),
    "added": Added(Seat(0), DIAMOND),
    "beaten": Beaten(Seat(1), SIX, EIGHT),
    "given up": GivenUp(Seat(1)),
    "passed in a bout": Passed(Seat(0)),
    "finished with a bout": Finished(Seat(2)),
    "bout ended": BoutEnded(Seat(1), held=False, cards=(SIX, EIGHT, DIAMOND)),
    "drawn": Drawn(Seat(0), 2),
    "drawn by oneself": Drawn(Seat(2), 2, cards("10C KH"), read_card("KH")),
    "went out": WentOut(Seat(3)),
    "deal ended, durak": DealEnded(SHEET),
    "game ended, durak": GameEnded((1, 0, 1, 0), (Seat(0), Seat(2))),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of durak": Happened(seq=41, event=EVENTS["added"], view=replace(TABLE, game=VIEW)),
    "table shown, after a game of durak": TableShown(
        id=6, view=replace(TABLE, phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
}
"""What a server may send."""
