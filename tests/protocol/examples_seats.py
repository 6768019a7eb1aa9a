"""Events of seats: who takes and leaves them, and who is away."""

from collections.abc import Mapping
from typing import Final

from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.seating import Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.vocabulary import Event, Seat

EVENTS: Final[Mapping[str, Event]] = {
    "seat taken": SeatTaken(Seat(1), "Bot 1", "steady"),
    "bot renamed": SeatTaken(Seat(2), "Carys", "steady", "Nia"),
    "bot replaced": SeatTaken(Seat(2), "Owain", was="Carys"),
    "seat left": SeatLeft(Seat(3), "Ifan"),
    "began": Began(),
    "removed": Removed(Seat(3), "Ifan"),
    "removed bot": Removed(Seat(2), "Bot 2", "random"),
    "host moved": HostGiven(Seat(3), "Ifan"),
    "ready": Readied(Seat(3), ready=True),
    "rematch offered": RematchOffered("amber-river-stone", Seat(3)),
    "stood in": StoodIn(Seat(3), "Ifan", "steady", Absence.LOST),
    "came back": CameBack(Seat(3), "Ifan"),
    "resigned": Resigned(Seat(3), "Ifan", "steady"),
    "timed out": TimedOut(Seat(3), "Ifan"),
    "paused": Paused((Seat(0), Seat(3))),
    "resumed": Resumed(Seat(3)),
    "resumed by itself": Resumed(),
}
"""What may happen."""
