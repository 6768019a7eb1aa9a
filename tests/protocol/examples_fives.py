"""Examples of the Fives: their actions, their events, their view, and how their games are kept."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.archive import GameEntry, Games, ReadStatistics, ReplayPart, ReplayStep, Statistics
from protocol.cards import JOKER, Card, Suit, read_card
from protocol.colour_order import JokerPlace
from protocol.fives.actions import DECLINE, JINK, SWEEP, Play, Rob, TakeJoker
from protocol.fives.events import (
    Barred,
    BestCard,
    BestCardScored,
    DealEnded,
    DealSheet,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    Swept,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import Claim, FivesView, OpenDeal, Phase, SeatView, Spoil, Trick, Turn
from protocol.messages import Act, FromClient, FromServer, Happened, OpenTable, TableShown
from protocol.setup import Setup
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event, Seat, View

PARTNERS: Final = Setup("twenty-five", 4, {"partners": True}, Seat(3))
SETUP: Final = Setup("forty-five", 4, {"target": 31, "joker": "fourth"}, Seat(2))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


BEST: Final = BestCard(Seat(1), read_card("5H"), 5)
"""The best card of a deal."""

SHEET: Final = DealSheet(
    dealer=Seat(2),
    ending=Ending.PLAYED,
    tricks=(1, 2, 0, 2),
    points=(5, 15, 0, 10),
    totals=(5, 15, 0, 10),
    best=BEST,
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = FivesView(
    viewer=Seat(0),
    game="forty-five",
    target=31,
    sides=4,
    joker=JokerPlace.FOURTH,
    deal=2,
    dealer=Seat(3),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=(SeatView(0, 4, 0, 5), SeatView(1, 3, 1, 20), SeatView(2, 4, 0, 0), SeatView(3, 3, 0, 10)),
    trump=Suit.CLUBS,
    turn_up=read_card("9C"),
    claim=Claim.TAKEN,
    robber=Seat(0),
    hand=cards("2C 9C 7D KH"),
    discards=cards("3S"),
    legal=(Play(read_card("2C")), Play(read_card("9C"))),
    trick=Trick((Turn(Seat(3), read_card("KC")),), Seat(3)),
    last_trick=Trick(tuple(Turn(Seat(seat), card) for seat, card in enumerate(cards("4C 5C QC 10D"))), Seat(1)),
    gone=cards("4C 5C QC 10D"),
    best=BestCard(Seat(1), read_card("5C"), 5),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

ENDED: Final = FivesView(
    viewer=None,
    game="twenty-five",
    target=25,
    sides=2,
    joker=JokerPlace.NONE,
    deal=1,
    dealer=Seat(3),
    phase=Phase.OVER,
    turn=None,
    seats=tuple(SeatView(seat % 2, 0, 5 * (seat == 0), 25 * (seat % 2 == 0), 22 - 4 * (seat % 2)) for seat in range(4)),
    trump=Suit.HEARTS,
    turn_up=read_card("AH"),
    claim=Claim.LEFT,
    sheets=(DealSheet(Seat(3), Ending.WON, (5, 0, 0, 0), (25, 0, 25, 0), (25, 0, 25, 0)),),
    winners=(Seat(0), Seat(2)),
    hands=(
        OpenDeal(
            dealt=(cards("5H JH KH QH 10H"), cards("2S 3S 4S 5S 6S"), cards("2C 3C 4C 5C 6C"), cards("2D 3D 4D 5D 6D")),
            left=((), (), (), ()),
            turned=cards("AH"),
            discards=(Turn(Seat(3), read_card("2D")),),
        ),
    ),
)

POOL: Final = FivesView(
    viewer=Seat(0),
    game="spoil-five",
    target=5,
    sides=3,
    joker=JokerPlace.NONE,
    deal=2,
    dealer=Seat(1),
    phase=Phase.JINKING,
    turn=Seat(0),
    seats=(SeatView(0, 2, 3, -2, 18), SeatView(1, 2, 0, -2, 18), SeatView(2, 2, 0, -2, 18)),
    trump=Suit.CLUBS,
    turn_up=read_card("9C"),
    claim=Claim.LAPSED,
    hand=cards("2C 7D"),
    legal=(SWEEP, JINK),
    last_trick=Trick(tuple(Turn(Seat(seat), card) for seat, card in enumerate(cards("5C 4C QC"))), Seat(0)),
    gone=cards("KC 3D 4D JC 6D 7H 5C 4C QC"),
    pool=6,
    sheets=(DealSheet(Seat(0), Ending.SPOILT, (2, 2, 1), (-1, -1, -1), (-1, -1, -1), pool=3, jinker=Seat(1)),),
    spoil=Spoil(needed=3, pools=0, stake=1, jinker=Seat(2), barred=Seat(1)),
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
    "open a table of forty-five": OpenTable(id=4, setup=SETUP),
    "act: take the Joker": Act(id=10, seq=41, action=TakeJoker(read_card("3S"))),
    "act: rob": Act(id=10, seq=41, action=Rob(read_card("3S"))),
    "act: sweep": Act(id=10, seq=41, action=SWEEP),
    "act: jink": Act(id=10, seq=41, action=JINK),
    "act: decline": Act(id=10, seq=41, action=DECLINE),
    "act: play to a trick of forty-five": Act(id=10, seq=41, action=Play(read_card("9C"))),
    "read statistics of one game": ReadStatistics(id=35, game="forty-five"),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "dealt, forty-five": Dealt(2, Seat(3), (cards("2C 7D AC KH 3S"), (), (), ()), JOKER, None, "c1" * 32),
    "Joker taken": JokerTaken(Seat(3), read_card("9C")),
    "Joker taken by oneself": JokerTaken(Seat(3), read_card("9C"), read_card("3S")),
    "robbed": Robbed(Seat(0), read_card("9C")),
    "robbed by oneself": Robbed(Seat(0), read_card("9C"), read_card("3S")),
    "declined": Declined(Seat(0)),
    "played, forty-five": Played(Seat(3), read_card("KC")),
    "best card scored": BestCardScored(BEST),
    "trick taken, forty-five": TrickTaken(Seat(1), cards("4C 5C QC 10D"), 5),
    "tricks scored": TricksScored(1, 3, 15),
    "barred": Barred(Seat(1)),
    "jinked": Jinked(Seat(0)),
    "swept": Swept(Seat(0), 6, 2),
    "deal ended, spoil-five": DealEnded(
        DealSheet(Seat(1), Ending.JINKED, (5, 0, 0), (6, -3, -3), (5, -4, -4), pool=6, sweeper=Seat(0), jinker=Seat(0))
    ),
    "deal ended, forty-five": DealEnded(SHEET),
    "game ended, twenty-five": GameEnded((25, 0, 25, 0), (Seat(0), Seat(2)), (22, 18, 22, 18)),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    **{f"happened: {name}": Happened(seq=41, event=event, view=TABLE) for name, event in EVENTS.items()},
    "happened, with a game of forty-five": Happened(
        seq=41, event=EVENTS["played, forty-five"], view=replace(TABLE, game=VIEW)
    ),
    "happened, with a game of spoil-five": Happened(
        seq=41,
        event=EVENTS["trick taken, forty-five"],
        view=replace(TABLE, setup=Setup("spoil-five", 3), seats=TABLE.seats[:3], game=POOL),
    ),
    "table shown, after a game of twenty-five": TableShown(
        id=6, view=replace(TABLE, setup=PARTNERS, phase=TablePhase.OVER, viewer=None, game=ENDED)
    ),
    "games, of partners for chips": Games(
        id=11,
        games=(
            GameEntry(
                game=18,
                table="slow-owl",
                ended_at=1_790_000_000.5,
                setup=PARTNERS,
                names=("Megan", "Nia (bot)", "Ifan", "Rhys (bot)"),
                totals=(25, 0, 25, 0),
                seat=Seat(0),
                sides=(0, 1, 0, 1),
                chips=(22, 18, 22, 18),
            ),
        ),
    ),
    "replay part, forty-five": ReplayPart(
        id=12,
        steps=(
            ReplayStep((EVENTS["trick taken, forty-five"], EVENTS["best card scored"]), replace(VIEW, viewer=None)),
        ),
    ),
    "statistics of one game": Statistics(
        id=35,
        name="Megan",
        games=4,
        wins=1,
        deals=11,
        points=95,
        exact=17,
        game="forty-five",
        counted="tricks",
        count=17,
    ),
}
"""What a server may send."""
