"""Examples of Da Bai Fen: its actions, its events, its view."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.cards import Card, Rank, Suit, read_card
from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, Expose, Lay, Play
from protocol.da_bai_fen.events import (
    Answered,
    Buried,
    Claimed,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Ending,
    Exposed,
    GameEnded,
    LastAsked,
    LeadCut,
    LeadFailed,
    Played,
    SixTaken,
    SixTurned,
    TrickTaken,
)
from protocol.da_bai_fen.views import DaBaiFenView, OpenDeal, Phase, SeatView, Trick, Turn
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

SETUP: Final = Setup("da-bai-fen", 4, {"leads": "cut", "target_level": "6"}, Seat(2))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.PLAYED,
    leader=Seat(0),
    rank=Rank.TWO,
    trump=Suit.HEARTS,
    tricks=(3, 1, 4, 2),
    took=30,
    points=(1, 0, 1, 0),
    totals=(1, 0, 1, 0),
    buried=cards("3C 4C 6D 8D 9S 5S"),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = DaBaiFenView(
    viewer=Seat(0),
    target=5,
    last_deal=40,
    deal=2,
    dealer=Seat(2),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    awaited=(Seat(0),),
    seats=(
        SeatView(0, 11, 1, 1, declares=True),
        SeatView(1, 9, 0, 0),
        SeatView(0, 11, 0, 1, declares=True),
        SeatView(1, 9, 0, 0),
    ),
    rank=Rank.THREE,
    drawn=12,
    trump=Suit.SPADES,
    exposer=Seat(1),
    exposed=read_card("3S"),
    leader=Seat(2),
    hand=cards("9C QD AH 7S BJ"),
    aside=6,
    legal=(Play(read_card("QD")),),
    trick=Trick((Turn(Seat(2), cards("AD KD")), Turn(Seat(1), cards("4D 5C"))), 2, Seat(2)),
    last_trick=Trick(
        tuple(Turn(Seat(-seat % 4), (card,)) for seat, card in enumerate(cards("AC 4C QC 10C"))), 1, Seat(0)
    ),
    won=cards("KC"),
    gone=cards("AC 4C QC 10C"),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = DaBaiFenView(
    viewer=None,
    target=5,
    last_deal=1,
    deal=1,
    dealer=Seat(0),
    phase=Phase.OVER,
    turn=None,
    awaited=(),
    seats=tuple(SeatView(seat % 2, 0, 3, 1 - seat % 2) for seat in range(4)),
    rank=Rank.TWO,
    buried=SHEET.buried,
    left=((), (), (), ()),
    sheets=(SHEET,),
    winners=(Seat(0), Seat(2)),
    hands=(
        OpenDeal((cards("2D"), cards("2H"), cards("2S"), cards("RJ")), ((), (), (), ()), cards("AC KC"), SHEET.buried),
    ),
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
    "open a table of da bai fen": OpenTable(id=4, setup=SETUP),
    "act: expose": Act(id=10, seq=41, action=Expose(read_card("3S"))),
    "act: pass in the draw": Act(id=10, seq=41, action=PASS),
    "act: pass until all cards are drawn": Act(id=10, seq=41, action=FINISH),
    "act: bury, da bai fen": Act(id=10, seq=41, action=Bury(read_card("RJ"))),
    "act: claim": Act(id=10, seq=41, action=CLAIM),
    "act: lay, with more to follow": Act(id=10, seq=41, action=Lay(read_card("AD"))),
    "act: play to a trick of da bai fen": Act(id=10, seq=41, action=Play(read_card("QD"))),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, da bai fen": Dealt(2, Seat(2), Rank.THREE, commitment="c1" * 32),
    "drawn, da bai fen": Drawn(1, (cards("9C"), (), (), ())),
    "last asked": LastAsked(),
    "answered": Answered(Seat(3)),
    "answered by oneself": Answered(Seat(0), finished=True),
    "exposed": Exposed(Seat(1), read_card("3S")),
    "six turned": SixTurned(cards("RJ 9H"), Suit.HEARTS),
    "six taken": SixTaken(Seat(2)),
    "six taken, shown": SixTaken(Seat(2), cards("2C 4D 6D 8D 9S JS"), shown=True),
    "buried, da bai fen": Buried(Seat(2)),
    "claimed": Claimed(Seat(3), cards("4C 5C")),
    "played, da bai fen": Played(Seat(2), read_card("AD"), more=True),
    "lead cut": LeadCut(Seat(2), read_card("KD"), cards("AD")),
    "lead failed": LeadFailed(Seat(2), read_card("KD")),
    "trick taken, da bai fen": TrickTaken(Seat(0), cards("AC 4C QC 10C"), 10),
    "deal ended, da bai fen": DealEnded(SHEET),
    "game ended, da bai fen": GameEnded((5, 3, 5, 3), (Seat(0), Seat(2))),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of da bai fen": Happened(
        seq=41, event=EVENTS["played, da bai fen"], view=replace(TABLE, game=VIEW)
    ),
    "table shown, after a game of da bai fen": TableShown(
        id=6, view=replace(TABLE, phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
}
"""What a server may send."""
