"""One value or more of every message, as tests and documents show them."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from protocol.absence import (
    Pause,
    Resign,
    SetAway,
    SetPause,
)
from protocol.archive import GameEntry, Games, ListGames, ReadRecord, ReadReplay, RecordPart, ReplayPart, ReplayStep
from protocol.cards import JOKER, Card, Suit, read_card
from protocol.chwech.actions import PASS, AceHeight, Play
from protocol.chwech.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    LeadPassed,
    Led,
    Passed,
    Played,
    TrickTaken,
)
from protocol.chwech.views import ChwechView, OpenDeal, Phase, SeatView, Trick, Turn
from protocol.errors import ErrorCode
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, Rename, Renamed, RevokeKey, UseCode
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Interrupted,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    ReadRules,
    ReadTable,
    Refused,
    Rules,
    Seated,
    TableChanged,
    Tables,
    TableShown,
    WatchTable,
    Welcome,
)
from protocol.seating import (
    FillSeats,
    GiveHost,
    QuickTable,
    Rematch,
    RemoveSeat,
    SetReady,
)
from protocol.setup import Arrangement, Clock, Delay, GameOffer, OptionOffer, Setup, TableTime
from protocol.tableview import Occupant, TableEntry, TablePhase, TableView
from protocol.talk import Said
from protocol.vocabulary import Event, Seat, View
from tests.protocol import examples_of_parts, examples_seats, examples_talk

SETUP: Final = Setup(players=4, options={"ruleset": "original", "deals": 2, "review_won": True}, first_dealer=Seat(3))


KEY: Final = "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGLyPMHiWRBzRDx8yrw"
"""The fingerprint of a key."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


SHEET: Final = DealSheet(
    dealer=Seat(3),
    ending=Ending.OUT,
    won=(9, 10, 0, 8),
    left=(0, 3, 4, 2),
    factors=(9, 1, 9, 8),
    scores=(81, 6, 45, 56),
    totals=(81, 6, 45, 56),
    commitment="c0" * 32,
    seed="5e" * 32,
)

VIEW: Final = ChwechView(
    viewer=Seat(0),
    ruleset="original",
    deal=2,
    deals=2,
    dealer=Seat(0),
    phase=Phase.FOLLOWING,
    turn=Seat(0),
    seats=(
        SeatView(cards=9, won=0, worth=0, total=81),
        SeatView(cards=8, won=0, worth=9, total=6),
        SeatView(cards=8, won=0, worth=9, total=45),
        SeatView(cards=9, won=0, worth=0, total=56),
    ),
    hand=cards("6C 9C AD 10H JH AH 7S 8S QS"),
    legal=(PASS, Play(read_card("10H")), Play(read_card("AH"), AceHeight.HIGH), Play(read_card("AH"), AceHeight.LOW)),
    trick=Trick(
        turns=(
            Turn(Seat(1), Play(read_card("9H"))),
            Turn(Seat(2), Play(read_card("KH"))),
            Turn(Seat(3)),
        ),
        suit=Suit.HEARTS,
        taker=Seat(2),
    ),
    sheets=(SHEET,),
    commitment="c1" * 32,
)

TABLE: Final = TableView(
    table="quiet-nine",
    seq=41,
    setup=SETUP,
    phase=TablePhase.PLAYING,
    seats=(
        Occupant("Megan"),
        Occupant("Bot 1", bot="steady"),
        Occupant("Bot 2", bot="random"),
        Occupant("Ifan", here=False),
    ),
    viewer=Seat(0),
    host=Seat(0),
    game=VIEW,
)

REPLAYED: Final = replace(
    VIEW,
    viewer=None,
    hand=(),
    legal=(),
    sheets=(),
    hands=(OpenDeal((VIEW.hand, (), (), ()), (VIEW.hand[1:], (), (), ())),),
)
"""A deal as it is shown after the game."""

TIMED: Final[TableView[View]] = replace(
    TABLE,
    seats=(
        *TABLE.seats[:2],
        Occupant("Nia", bot="random", away=True),
        Occupant("Ifan", here=False, grace=1_790_000_040.0),
    ),
    time=TableTime(
        now=1_790_000_000.5,
        seats=(Seat(0),),
        left=89.5,
        banks=(60.0, 60.0, 12.5, 0.0),
        deadline=1_790_000_090.0,
        bank_from=1_790_000_030.0,
    ),
)

RESTING: Final[TableView[View]] = replace(
    TABLE,
    time=TableTime(now=1_790_000_000.5, seats=(Seat(0),), left=89.5, banks=(60.0, 60.0, 12.5, 0.0)),
    pause=Pause(seats=(Seat(0),), since=1_790_000_000.0, until=1_790_001_800.0),
)

GATHERING: Final[TableView[View]] = TableView(
    table="quiet-nine",
    seq=1,
    setup=SETUP,
    phase=TablePhase.GATHERING,
    seats=(Occupant("Megan"), None, None, None),
    viewer=Seat(0),
    host=Seat(0),
)

KEPT: Final[TableView[View]] = replace(
    GATHERING, seats=(Occupant("Megan", ready=True), None, None, None), kept=("Megan", "", "", "Ifan")
)

ARRANGEMENT: Final = Arrangement(Clock(45.0, 120.0), listed=False, watching=False, delay=Delay.DEAL, takeover=False)
"""How a table among friends may be run."""

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "hello": Hello(versions=(1, 1), client="example 1.0", name="Megan"),
    "hello again": Hello(versions=(1, 2), token="7.not-a-real-secret", features=("chat",)),
    "hello of a bot": Hello(versions=(1, 1), name="mybot", bot=True),
    "hello from a run": Hello(versions=(1, 1), token="7.not-a-real-secret", run="c2FtcGxl"),
    "ping": Ping(id=1),
    "list tables": ListTables(id=2),
    "read rules": ReadRules(id=3, setup=SETUP),
    "open table": OpenTable(id=4, setup=SETUP, bots=("steady", "random"), pace=0.25, seed="winter"),
    "open the usual table": OpenTable(id=4, setup=Setup()),
    "open a table among friends": OpenTable(id=4, setup=SETUP, arrangement=ARRANGEMENT),
    "open a table for people": OpenTable(id=4, setup=SETUP, arrangement=Arrangement(foreign_bots=False)),
    "join table": JoinTable(id=5, table="quiet-nine"),
    "join table again": JoinTable(id=6, table="quiet-nine", seq=40),
    "join table by itself": JoinTable(id=6, table="quiet-nine", seq=40, back=True),
    "watch table": WatchTable(id=6, table="quiet-nine"),
    "watch table again": WatchTable(id=6, table="quiet-nine", seq=40),
    "watch table by itself": WatchTable(id=6, table="quiet-nine", seq=40, back=True),
    "read table": ReadTable(id=6, table="quiet-nine"),
    "leave table": LeaveTable(id=7),
    "leave that table": LeaveTable(id=7, table="quiet-nine"),
    "begin": Begin(id=8),
    "continue": Continue(id=9, seq=40),
    "act: pass": Act(id=10, seq=41, action=PASS),
    "act: play": Act(id=10, seq=41, action=Play(read_card("10H"))),
    "act: play an Ace low": Act(id=10, seq=41, action=Play(read_card("AH"), AceHeight.LOW)),
    "act: lead a Joker": Act(id=2**63 - 1, seq=2**63 - 1, action=Play(JOKER, suit=Suit.SPADES)),
    "quick table": QuickTable(id=4, setup=SETUP),
    "set ready": SetReady(id=8, ready=True),
    "fill seats": FillSeats(id=8),
    "fill one seat": FillSeats(id=8, seat=Seat(2)),
    "remove seat": RemoveSeat(id=8, seat=Seat(2)),
    "remove somebody": RemoveSeat(id=8, seat=Seat(2), name="Dylan"),
    "give host": GiveHost(id=8, seat=Seat(3)),
    "give host to somebody": GiveHost(id=8, seat=Seat(3), name="Ben"),
    "rematch": Rematch(id=12),
    "set away": SetAway(id=11, away=True),
    "resign": Resign(id=11),
    "resign at that table": Resign(id=11, table="quiet-nine"),
    "resign alone": Resign(id=11, table="quiet-nine", alone=True),
    "set pause": SetPause(id=11, paused=True),
    "list games": ListGames(id=11),
    "read record": ReadRecord(id=12, game=17),
    "read record on": ReadRecord(id=13, game=17, line=400),
    "read replay": ReadReplay(id=12, game=17),
    "read replay on": ReadReplay(id=13, game=17, deal=3, step=40),
    "rename": Rename(id=12, name="Owain"),
    "list keys": ListKeys(id=14),
    "name key": NameKey(id=15, key=KEY, name="laptop"),
    "revoke key": RevokeKey(id=16, key=KEY),
    "revoke the last key": RevokeKey(id=16, key=KEY, last=True),
    "offer key": OfferKey(id=17),
    "use code": UseCode(id=18, code="7K2M-9QXD", name="phone"),
    **examples_of_parts.FROM_CLIENT,
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    **examples_seats.EVENTS,
    "dealt": Dealt(2, Seat(0), (VIEW.hand, (), (), ()), "c1" * 32),
    "led": Led(Seat(1), Play(read_card("9H"))),
    "lead passed": LeadPassed(Seat(2)),
    "played": Played(Seat(2), Play(read_card("KH"))),
    "passed": Passed(Seat(3)),
    "trick taken": TrickTaken(Seat(0), cards("9H KH AH")),
    "deal ended": DealEnded(SHEET),
    "game ended": GameEnded((81, 6, 45, 81), (Seat(0), Seat(3))),
    **examples_talk.EVENTS,
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "welcome": Welcome(
        version=1,
        server="chwech 0.1.0",
        name="Megan",
        games=(
            GameOffer(
                name="chwech",
                players=(6, 4, 5, 7),
                options=(
                    OptionOffer("ruleset", "how Aces and Jokers rank", ("revised", "original")),
                    OptionOffer("deals", "how many deals make the game", (), least=1, most=24),
                    OptionOffer(
                        "jokers_per_trick",
                        "how many Jokers a trick may hold",
                        ("any", "one"),
                        players=(5, 6, 7),
                        needs={"ruleset": "revised"},
                    ),
                ),
                bots=("steady", "strong"),
                fallbacks={"strong": "steady"},
            ),
        ),
        token="7.not-a-real-secret",
    ),
    "pong": Pong(id=1),
    "tables": Tables(
        id=2,
        tables=(
            TableEntry(
                "quiet-nine", SETUP, TablePhase.PLAYING, ("Megan", "Bot 1", "Bot 2", "Ifan"), "deal 2 of 2", True, 81
            ),
            TableEntry(
                "slow-owl",
                SETUP,
                TablePhase.PLAYING,
                ("Megan", "Bot 1", "Bot 2", "Ifan"),
                "deal 1 of 2",
                yours=True,
                arrangement=Arrangement(Clock(86_400.0)),
                persons=2,
                turn="Ifan",
                deadline=1_790_086_400.0,
            ),
            TableEntry(
                "calm-king",
                Setup(),
                TablePhase.GATHERING,
                ("Nia", "", "", "", "", ""),
                "gathering",
                persons=1,
                vacant=5,
            ),
        ),
    ),
    "rules": Rules(id=3, text="# Chwech\n\nNine cards each."),
    "table shown": TableShown(id=6, view=GATHERING),
    "seated": Seated(id=4, view=GATHERING),
    "seated again": Seated(id=6, view=GATHERING, spent=4),
    "seated where people talk": Seated(id=6, view=GATHERING, talk=(Said("Nia", "good evening", Seat(1)),)),
    "accepted": Accepted(id=8, seq=5),
    "refused": Refused(id=10, code=ErrorCode.ILLEGAL_ACTION, text="hearts were led: follow hearts or pass", view=TABLE),
    "refused unread": Refused(
        id=None, code=ErrorCode.INVALID_MESSAGE, text="ping: Expected `int`, got `str` - at `$.id`"
    ),
    **{f"happened: {name}": Happened(seq=41, event=event, view=GATHERING) for name, event in EVENTS.items()},
    "happened, with the game": Happened(seq=41, event=EVENTS["passed"], view=TABLE),
    "table changed": TableChanged(view=GATHERING),
    "table changed, with a clock": TableChanged(view=TIMED),
    "table changed, while the game rests": TableChanged(view=RESTING),
    "table changed, before a rematch": TableChanged(view=KEPT),
    "welcome, guest": Welcome(version=1, server="chwech 0.1.0", name="Gwen", games=(), guest=True),
    "games": Games(
        id=11,
        games=(
            GameEntry(
                17, "quiet-nine", 1_790_000_000.5, SETUP, ("Megan", "Bot 1", "Bot 2", "Ifan"), (81, 6, 45, 56), Seat(0)
            ),
            GameEntry(4, "calm-king", 1_780_000_000.0, Setup(), ("Nia", "Bot 1"), (20, 30)),
        ),
    ),
    "record part": RecordPart(id=12, lines=('{"record":"chwech"}', "{}"), more=True),
    "record end": RecordPart(id=13, lines=()),
    "replay part": ReplayPart(
        id=12, steps=(ReplayStep((EVENTS["played"], EVENTS["trick taken"]), REPLAYED),), more=True
    ),
    "renamed": Renamed(id=12, name="Owain"),
    "keys": Keys(
        id=14,
        account="Megan",
        keys=(KeyEntry(KEY, 1_790_000_000.0, "laptop", True), KeyEntry(KEY[:-1] + "A", 1_790_000_100.0)),
    ),
    "key code": KeyCode(id=17, code="7K2M-9QXD", seconds=600),
    "interrupted": Interrupted(text="the game server is starting again"),
    "goodbye": Goodbye(code="superseded", text="you have come back on another connection"),
    **examples_of_parts.FROM_SERVER,
}
"""What a server may send."""
