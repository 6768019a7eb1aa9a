"""One value or more of every message about the deal of the day."""

from collections.abc import Mapping
from typing import Final

from protocol.daily import Daily, DailyMark, DailyResult, DailyStanding, PlayDaily, ReadDaily
from protocol.messages import FromClient, FromServer, Tables
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "play daily": PlayDaily(id=30),
    "play daily for practice": PlayDaily(id=31, practice=True),
    "read daily": ReadDaily(id=32),
    "read daily of a day": ReadDaily(id=33, day="2026-11-21"),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "daily": Daily(
        id=32,
        day="2026-11-21",
        ends_at=1795305600.0,
        commitment="5a" * 32,
        next_commitment="c3" * 32,
        table="calm-river-lamp",
        spent=True,
        of_day=(DailyStanding("Megan", 412, 1, 4), DailyStanding("Nia", 430, 1, 4, hinted=True)),
        of_week=(DailyStanding("Megan", 2101, 6, 17),),
        of_all=(DailyStanding("Megan", 9007, 25, 70),),
    ),
    "daily of a day": Daily(
        id=33,
        day="2026-11-20",
        ends_at=1795219200.0,
        commitment="5a" * 32,
        seed="17" * 32,
        spent=True,
        result=DailyResult("2026-11-20", 201, (9, 1, 7, 9, 3, 9), 3, 2, 6, "4at7z8MVHKr1YaZPuwfM2bJfugMT"),
    ),
    "tables, with the deal of the day": Tables(
        id=35,
        tables=(
            TableEntry(
                table="calm-river-lamp",
                setup=Setup(),
                phase=TablePhase.PLAYING,
                names=("Megan", "Dylan (bot)", "Cerys (bot)", "Owain (bot)", "Nia (bot)", "Rhys (bot)"),
                summary="deal 2 of 6",
                yours=True,
                persons=1,
                daily=DailyMark("2026-11-21", practice=True),
            ),
        ),
    ),
    "daily alone": Daily(
        id=34, day="2026-11-21", ends_at=1795305600.0, commitment="5a" * 32, seed="17" * 32, alone=True
    ),
}
"""What a server may send."""
