"""Examples of Svoyi Koziri, Dudak and Challenge: their actions, their events, their view, and how they are kept."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.archive import ReplayPart, ReplayStep
from protocol.cards import Card, Suit, read_card
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, Play
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import OpenDeal, Phase, Pickup, PilesView, SeatView, Turn
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("svoyi-koziri", 3, {"deals": 2, "pickup": "some"}, Seat(2))
OPEN: Final = Setup("challenge", 2, {"cards": 24}, Seat(1))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.OUT,
    out=(Seat(1), Seat(0)),
    left=(0, 0, 4),
    taken=(5, 0, 11),
    points=(1, 1, 0),
    totals=(1, 1, 0),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = PilesView(
    viewer=Seat(0),
    game="svoyi-koziri",
    pack=36,
    deals=2,
    limit=400,
    deal=2,
    dealer=Seat(2),
    phase=Phase.BEATING,
    turn=Seat(0),
    seats=(
        SeatView(3, 1, Suit.HEARTS, None, cards("6H"), 1),
        SeatView(0, 1, Suit.CLUBS, place=1),
        SeatView(5, 0, Suit.SPADES, None, cards("6S AS"), 2),
    ),
    pile=(Turn(Seat(2), read_card("7D")), Turn(Seat(2), read_card("9D"))),
    pickup=2,
    moves=17,
    hand=cards("QD 6H KS"),
    legal=(Play(read_card("QD")), Play(read_card("6H")), TAKE),
    last=Pickup(Seat(2), (Turn(Seat(0), read_card("AS")),)),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = PilesView(
    viewer=None,
    game="challenge",
    pack=24,
    deals=1,
    limit=400,
    deal=1,
    dealer=Seat(1),
    phase=Phase.OVER,
    turn=None,
    seats=(
        SeatView(0, 1, Suit.HEARTS, Suit.DIAMONDS, place=1),
        SeatView(2, 0, Suit.SPADES, Suit.CLUBS, cards("9C AS")),
    ),
    pile=(Turn(Seat(0), read_card("KH")),),
    moves=31,
    left=((), cards("9C AS")),
    sheets=(DealSheet(Seat(1), Ending.OUT, (Seat(0),), (0, 2), (3, 9), (1, 0), (1, 0)),),
    winners=(Seat(0),),
    hands=(OpenDeal((cards("KH 9H"), cards("9C AS")), ((), cards("9C AS")), (None, read_card("10S"))),),
)

TABLE: Final = TableView[View](
    table="slow-owl",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan")),
    viewer=Seat(0),
    host=Seat(0),
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "open a table of svoyi koziri": OpenTable(id=4, setup=SETUP),
    "act: name one's trumps": Act(id=10, seq=41, action=NameTrump(Suit.HEARTS)),
    "act: name a second suit": Act(id=10, seq=41, action=NameSide(Suit.CLUBS)),
    "act: show a drawn trump": Act(id=10, seq=41, action=SHOW),
    "act: play on a pile": Act(id=10, seq=41, action=Play(read_card("QD"))),
    "act: take up a pile": Act(id=10, seq=41, action=TAKE),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "deal begun": DealBegun(2, Seat(2), (), "c1" * 32),
    "trump named": TrumpNamed(Seat(0), Suit.HEARTS),
    "trump named, the last one left": TrumpNamed(Seat(3), Suit.CLUBS, forced=True),
    "side named": SideNamed(Seat(1), Suit.CLUBS),
    "dealt, svoyi koziri": Dealt((cards("QD 6H KS"), (), ())),
    "dealt, dudak with drawn trumps": Dealt((cards("QD 9H KS"), (), ()), (read_card("AS"), None, None)),
    "dealt, challenge": Dealt((cards("KH 9H"), cards("9C AS")), open=True),
    "six handed": SixHanded(Seat(0), Seat(2), read_card("6S")),
    "card of a pile played": Played(Seat(2), read_card("9D")),
    "card of a pile beaten": Played(Seat(0), read_card("QD"), read_card("9D")),
    "pile taken up": Taken(Seat(0), cards("7D 9D")),
    "drawn trump shown": TrumpShown(Seat(1), read_card("AS"), forced=True),
    "seat went out": WentOut(Seat(1)),
    "pile killed": PileKilled(cards("7D 9D QD")),
    "deal ended, svoyi koziri": DealEnded(SHEET),
    "game ended, challenge": GameEnded((1, 0), (Seat(0),)),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of svoyi koziri": Happened(
        seq=41, event=EVENTS["card of a pile played"], view=replace(TABLE, game=VIEW)
    ),
    "table shown, after a game of challenge": TableShown(
        id=6, view=replace(TABLE, setup=OPEN, seats=TABLE.seats[:2], phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
    "replay part, svoyi koziri": ReplayPart(
        id=12, steps=(ReplayStep((EVENTS["pile taken up"],), replace(VIEW, viewer=None)),)
    ),
}
"""What a server may send."""
