"""Examples of what people say, of the lobby, and of how somebody has played."""

from collections.abc import Mapping
from typing import Final

from protocol.archive import ReadStatistics, Statistics
from protocol.lobby import (
    EnterLobby,
    LeaveLobby,
    LobbyChanged,
    LobbyShown,
    Person,
    ReadStatus,
    SayInLobby,
    ServerStatus,
    Where,
)
from protocol.messages import FromClient, FromServer
from protocol.setup import Setup
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Line, Overheard, Said, Say, SayPhrase
from protocol.vocabulary import Event, Seat

ENTRY: Final = TableEntry("calm-king", Setup(), TablePhase.GATHERING, ("Nia", "", "", "", "", ""), "gathering")
"""A table that waits for people."""

LINE: Final = Line(7, "Megan", "anybody for a game?", 1_790_000_000.5)
"""Something said."""

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "say": Say(id=30, text="well played, Nia"),
    "say phrase": SayPhrase(id=31, phrase=2),
    "enter lobby": EnterLobby(id=32),
    "leave lobby": LeaveLobby(id=33),
    "read status": ReadStatus(id=33),
    "say in lobby": SayInLobby(id=34, text="anybody for a game?"),
    "read statistics": ReadStatistics(id=35),
    "read statistics of another": ReadStatistics(id=36, name="Nia"),
}
"""What a client may send."""

EVENTS: Final[Mapping[str, Event]] = {
    "said": Said("Megan", "well played, Nia", Seat(0)),
    "said: phrase": Said("Gwen", "Well played!", phrase=2),
}
"""What may happen."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "overheard": Overheard((LINE, Line(8, "Ifan", "Hello, everybody!", 1_790_000_002.0, 0))),
    "server status": ServerStatus(33, "Cards", "chwech 0.1", 1795000000.0, 7, 3, 1, "2026-11-21", 1795305600.0),
    "lobby shown": LobbyShown(
        id=32,
        tables=(ENTRY,),
        people=(Person("Megan", Where.LOBBY), Person("Nia", Where.TABLE, "calm-king"), Person("Ifan")),
        talk=(LINE,),
        online=3,
    ),
    "lobby changed": LobbyChanged(
        online=4,
        tables=(ENTRY,),
        gone=("quiet-nine",),
        people=(Person("Gwen", Where.WATCHING, "calm-king"),),
        left=("Ifan",),
        talk=(LINE,),
    ),
    "statistics": Statistics(id=35, name="Megan", games=12, wins=3, deals=72, points=2160, exact=20),
}
"""What a server may send."""
