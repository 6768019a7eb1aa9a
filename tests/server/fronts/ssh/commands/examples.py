"""What the host answers in the examples of the document: for each command its answers in order."""

from collections.abc import Mapping
from typing import Final

import msgspec

from games.chwech.rules import CHWECH, Sheet
from games.fives.rules import FIVES
from games.fives.rules import Sheet as FivesSheet
from games.kit.view import view_of
from protocol.archive import GameEntry, Games, RecordPart
from protocol.errors import ErrorCode
from protocol.message import Seat
from protocol.messages import FromServer, Refused, Tables, TableShown
from protocol.people import AdminReply, KeyEntry, Keys
from protocol.rating import MonthPlace, RankedPlayer, Rankings, Rating
from protocol.setup import Setup
from protocol.table import Occupant, TableEntry, TablePhase, TableView
from server.fronts.ssh.transport.connection import Visitor
from tests.chwech_tui.days import YESTERDAY
from tests.games.position import begin, play
from tests.protocol.examples import FROM_SERVER, shown

KEY: Final = "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGLyPMHiWRBzRDx8yrw"

TABLE: Final = shown("happened, with the game")
TOTALS: Final = (81, 6, 45, 56)
RUN: Final = begin(
    CHWECH,
    4,
    TABLE.setup.options,
    hands={1: "6D 9H", 2: "KH"},
    dealer=3,
    sheets=[Sheet(dealer=3, ending="out", points=TOTALS, totals=TOTALS, won=(9, 10, 0, 8), left=(0, 3, 4, 2))],
)
play(RUN, "6D, -, -, -, 9H, KH, -")
VIEW: Final = view_of(RUN, None)

LAPTOP: Final = KeyEntry(KEY, 1_790_000_000.0, "laptop", current=True)
PHONE: Final = KeyEntry("SHA256:q3" + KEY[9:], 1_790_200_000.0)
SPARE: Final = KeyEntry("SHA256:q4" + KEY[9:], 1_790_300_000.0, "spare", current=True)

OWNER: Final = Visitor(1, KEY, "chwech", "192.0.2.1")  # Who asks in the examples.

SHOWN: Final = msgspec.structs.replace(
    TABLE,
    table="amber-river-stone",
    seats=(
        Occupant("Megan"),
        Occupant("Dylan", bot="steady"),
        Occupant("Cerys", bot="random"),
        Occupant("Ifan", bot="steady", away=True),
    ),
    viewer=None,
    game=VIEW,
)
"""The table of the examples, as everyone may know it."""

_POINTS: Final = (5, 15, 0, 10)
_FIVES: Final = begin(
    FIVES[1],
    4,
    {"target": 31, "joker": "fourth"},
    hands={0: "AC 4C 2H 3H 7S", 1: "5C 8H 9D 6S 2S", 2: "QC 3S 4S 6D 7D", 3: "10D KD 8S 9S 4H"},
    turned="9C",
    dealer=2,
    sheets=[FivesSheet(dealer=2, ending="scored", points=_POINTS, totals=_POINTS, tricks=(1, 2, 0, 2), sides=4)],
)
play(_FIVES, "rob 7S, 4C, 5C, QC, 10D, 8H")
FORTY_FIVE: Final = TableView(
    table="slow-owl-fern",
    seq=41,
    setup=Setup("forty-five", 4, {"target": 31, "joker": "fourth"}),
    phase=TablePhase.PLAYING,
    seats=(Occupant("Megan"), Occupant("Nia", bot="steady"), Occupant("Ifan"), Occupant("Rhys", bot="random")),
    game=view_of(_FIVES, None),
)
"""A table of Forty-Five, as everyone may know it."""


_NAMES: Final = ("Megan", "Dylan (bot)", "Cerys (bot)", "Ifan")

TABLES: Final = Tables(
    1,
    (
        TableEntry("amber-river-stone", TABLE.setup, TablePhase.PLAYING, _NAMES, "deal 2 of 2", yours=True, total=81),
        TableEntry(
            "quiet-hill-oak",
            Setup("forty-five", 5),
            TablePhase.GATHERING,
            ("Nia", "", "", "", ""),
            "1 of 5 seats taken",
        ),
    ),
)
"""The list of tables."""

GAMES_FOUND: Final = Games(
    1,
    (
        GameEntry(
            17, "amber-river-stone", 1_790_000_000.5, TABLE.setup, _NAMES, (81, 6, 45, 56), Seat(0), hinted=(Seat(3),)
        ),
        GameEntry(
            4,
            "quiet-hill-oak",
            1_780_000_000.0,
            Setup("twenty-five", 4, {"partners": True}),
            ("Nia", "Megan", "Ben (left)", "Dylan (bot)"),
            (25, 15, 25, 15),
            Seat(1),
            (0, 1, 0, 1),
            (22, 18, 22, 18),
        ),
    ),
)
"""The list of games."""


RANKED: Final = Rankings(
    1,
    "chwech",
    "revised",
    (
        RankedPlayer(Rating(1712, 96, 84), "Megan", place=1, own=True),
        RankedPlayer(Rating(1655, 88, 120), "Ada (bot)", place=2),
        RankedPlayer(Rating(1490, 71, 300), bot="steady", place=3),
        RankedPlayer(Rating(1540, 180, 3, provisional=True), "Owain"),
    ),
    "2026-11",
    (
        RankedPlayer(Rating(1660, 170, 9), "Ada (bot)", place=1),
        RankedPlayer(Rating(1612, 131, 14), "Megan", place=2, own=True),
    ),
    (MonthPlace("2026-10", "revised", 1, "Megan"), MonthPlace("2026-10", "revised", 2, "Owain")),
)
"""The rankings of a game."""


def _keys(*entries: KeyEntry) -> Keys:
    return Keys(1, "Megan", entries)


def _named(entry: KeyEntry, name: str) -> KeyEntry:
    return msgspec.structs.replace(entry, name=name)


def _put_away(entry: KeyEntry) -> KeyEntry:
    return msgspec.structs.replace(entry, current=False)


EXAMPLES: Final[Mapping[str, tuple[FromServer, ...]]] = {
    "help": (),
    "help table": (),
    "tables": (TABLES,),
    "table amber-river-stone": (TableShown(1, SHOWN),),
    "table slow-owl-fern": (TableShown(1, FORTY_FIVE),),
    "table quiet-hill": (Refused(1, ErrorCode.UNKNOWN_TABLE, "there is no such table: look at the list"),),
    "news": (FROM_SERVER["news shown"],),
    "status": (FROM_SERVER["server status"],),
    "today 2026-11-20": (YESTERDAY,),
    "history": (GAMES_FOUND,),
    "rules": (),
    "rankings": (RANKED, Rankings(1, "chwech", "original")),
    "rankings forty-five": (Rankings(1, "forty-five", ""),),
    "rankings orignal": (),
    "history 17": (RecordPart(1, ('{"format":"chwech-record/1", "game":"chwech"}',)),),
    "history seventeen": (),
    "tournament": (FROM_SERVER["tournaments"],),
    "tournament 3": (FROM_SERVER["tournament shown"],),
    "tournament make Cwpan swiss move=60": (FROM_SERVER["tournament shown, before its start"],),
    "admin status": (
        AdminReply(
            1,
            (
                "chwech 0.1.0, up for 49.5 hours, since 2026-11-20 22:04 UTC",
                "people here: 7, of whom guests: 2; connections: 8",
                "tables being played: 3; waiting for players: 1",
                "banned or muted: 1",
            ),
        ),
    ),
    "admin close quiet-nine-king": (
        AdminReply(1, ("there is no such table: tables lists those that are not finished",), refused=True),
    ),
    "whoami": (_keys(LAPTOP, PHONE),),
    "keys": (_keys(LAPTOP, PHONE),),
    "keys code": (FROM_SERVER["key code"],),
    "keys join 7K2M-9QXD spare": (_keys(_put_away(LAPTOP), PHONE, SPARE),),
    "keys name q3iV phone": (_keys(LAPTOP, PHONE), _keys(LAPTOP, _named(PHONE, "phone"))),
    "keys revoke q3iV": (_keys(LAPTOP, PHONE), _keys(LAPTOP)),
    "rules --players 5": (),
    "rules forty-five": (),
    "keys revok q3iV": (),
}
"""The commands of the document."""
