"""Examples of Auction Forty-Fives: its actions, its events, its view."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.auction_fives.actions import DRAW, HOLD, PASS, Bid, Discard, Name, Pick, Play
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    DealSheet,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import AuctionFivesView, Call, OpenDeal, Phase, SeatView, Trick, Turn
from protocol.cards import Card, Suit, read_card
from protocol.messages import Act, FromClient, FromServer, Happened, TableShown
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("auction-forty-fives", 4, {"kitty": 3}, Seat(2))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.FAILED,
    tricks=(1, 2, 0, 2),
    taken=(5, 25, 5, 25),
    points=(-20, 25, -20, 25),
    totals=(-20, 25, -20, 25),
    bidder=Seat(0),
    bid=20,
    trump=Suit.CLUBS,
    best=read_card("5C"),
    best_seat=Seat(1),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = AuctionFivesView(
    viewer=Seat(0),
    target=120,
    deals=100,
    deal=2,
    dealer=Seat(3),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=(SeatView(0, 4, 0, -20, 3), SeatView(1, 4, 1, 25, 0), SeatView(0, 4, 0, -20, 2), SeatView(1, 3, 0, 25, 5)),
    calls=(
        Call(Seat(0), 15),
        Call(Seat(1), 15, held=True),
        Call(Seat(2)),
        Call(Seat(3)),
        Call(Seat(0), 20),
        Call(Seat(1)),
    ),
    bidder=Seat(0),
    bid=20,
    trump=Suit.CLUBS,
    first=Seat(1),
    stock=19,
    hand=cards("2C 9C 7D KH"),
    discards=cards("3S 4S 6S"),
    legal=(Play(read_card("2C")), Play(read_card("9C"))),
    trick=Trick((Turn(Seat(3), read_card("KC")),), Seat(3)),
    last_trick=Trick(tuple(Turn(Seat(seat), card) for seat, card in enumerate(cards("4C 5C QC 10D"))), Seat(1)),
    gone=cards("4C 5C QC 10D"),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = replace(
    VIEW,
    viewer=None,
    deal=1,
    phase=Phase.OVER,
    turn=None,
    hand=(),
    discards=(),
    legal=(),
    trick=Trick(),
    most=3,
    winners=(Seat(1), Seat(3)),
    hands=(
        OpenDeal(
            dealt=(cards("5H JH KH QH 10H"), cards("2S 3S 4S 5S 6S"), cards("2C 3C 4C 5C 6C"), cards("2D 3D 4D 5D 6D")),
            left=((), (), (), ()),
            kitty=cards("7C 8C 9C"),
            discards=(Turn(Seat(3), read_card("2D")),),
            drawn=(Turn(Seat(3), read_card("AS")),),
        ),
    ),
)

PICKING: Final = replace(
    VIEW,
    phase=Phase.PICKING,
    hand=cards("2C 9C 7D"),
    open_stock=cards("3C 4D"),
    legal=(Pick(read_card("3C")), Pick(read_card("4D"))),
    trick=Trick(),
    last_trick=None,
    gone=(),
)

TABLE: Final = TableView[View](
    table="slow-owl",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan"), Occupant("Rhys", bot="random")),
    viewer=Seat(0),
    host=Seat(0),
)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    f"act: {name}": Act(id=10, seq=41, action=action)
    for name, action in {
        "pass in an auction of fives": PASS,
        "bid fives": Bid(15),
        "hold": HOLD,
        "name trumps": Name(Suit.CLUBS),
        "discard": Discard(read_card("3S")),
        "draw": DRAW,
        "pick": Pick(read_card("3C")),
        "play to a trick of auction fives": Play(read_card("9C")),
    }.items()
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, auction fives": Dealt(2, Seat(3), (cards("2C 7D AC KH 3S"), (), (), ()), commitment="c1" * 32),
    "passed in an auction of fives": Passed(Seat(2)),
    "bid made in an auction of fives": BidMade(Seat(0), 15),
    "held": Held(Seat(1), 15),
    "trump named": TrumpNamed(Seat(1), Suit.CLUBS),
    "trump named by oneself": TrumpNamed(Seat(0), Suit.CLUBS, cards("7C 8C 9C")),
    "discarded": Discarded(Seat(1)),
    "discarded by oneself": Discarded(Seat(0), read_card("3S")),
    "drawn": Drawn(Seat(1), 2),
    "drawn by oneself": Drawn(Seat(0), 2, cards("7C 8C")),
    "stock opened": StockOpened(Seat(1), 2),
    "stock opened to oneself": StockOpened(Seat(0), 2, cards("7C 8C 9C")),
    "picked": Picked(Seat(1)),
    "picked by oneself": Picked(Seat(0), read_card("7C")),
    "played, auction fives": Played(Seat(3), read_card("KC")),
    "trick taken, auction fives": TrickTaken(Seat(1), cards("4C 5C QC 10D")),
    "deal ended, auction fives": DealEnded(SHEET),
    "game ended, auction fives": GameEnded((-20, 125, -20, 125), (Seat(1), Seat(3))),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of auction fives": Happened(
        seq=41, event=EVENTS["played, auction fives"], view=replace(TABLE, game=VIEW)
    ),
    "happened, with a dealer of auction fives who picks": Happened(
        seq=41, event=EVENTS["stock opened to oneself"], view=replace(TABLE, game=PICKING)
    ),
    "table shown, after a game of auction fives": TableShown(
        id=6, view=replace(TABLE, phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
}
"""What a server may send."""
