"""A pause of a game: it begins when everybody who is there has agreed, and ends when anybody says so."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.pausing import Pause
from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.tables.clock import correspondence, rest_left, resting
from server.tables.lapses import PauseAsked, PauseBegan, PauseEnded
from server.tables.outcome import Denied, Granted
from server.tables.presence import persons_here
from server.tables.table import AnyFact, Table

S = TypeVar("S")

RESTS: Final = Denied(ErrorCode.NOT_NOW, "the game is paused: end the pause first")
"""What is said to whoever would act meanwhile."""


def set_pause(table: Table[S], seat: Seat, *, paused: bool) -> tuple[AnyFact, ...] | Granted | Denied:
    """Say what comes of somebody's wish for a pause, or for its end."""
    if table.phase is not TablePhase.PLAYING:
        return Denied(ErrorCode.NOT_NOW, "there is no game to pause")
    if correspondence(table):
        return Denied(ErrorCode.NOT_NOW, "a move has days at this table: there is nothing to pause")
    asked = seat in table.times.wishes
    if resting(table):
        return Granted(table.seq) if paused else (PauseEnded(seat),)
    if not paused:
        return (PauseAsked(seat, wanted=False),) if asked else Granted(table.seq)
    asking: tuple[AnyFact, ...] = () if asked else (PauseAsked(seat),)
    agreed = table.times.wishes.issuperset(other for other in persons_here(table) if other != seat)
    facts = (*asking, PauseBegan()) if agreed else asking
    return facts or Granted(table.seq)


def pause_view(table: Table[S]) -> Pause | None:
    """Give the pause as everybody may know it; None where nobody has asked for one."""
    wishes = tuple(sorted(table.times.wishes))
    if resting(table):
        now = table.moment.at if table.moment.at is not None else table.changed_at
        until = now + round(max(0.0, rest_left(table)), 3) if table.moment.going else None
        return Pause(wishes, table.times.since, until)
    return Pause(wishes) if wishes and table.phase is TablePhase.PLAYING else None
