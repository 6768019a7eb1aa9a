"""Time at a desk: it passes only when a test says so."""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.absence import Resign, SetAway, SetPause
from protocol.setup import Arrangement, Clock
from server.tables.commands import Asked, Outcome, Tick
from server.tables.times import TableMoment
from tests.server.tables.asking import asked
from tests.server.tables.desk import NOW, Desk

DAY = 86_400.0


def playing(seconds: float = 0, bank: float = 0, *, deals: int = 2, waits: str = "all") -> Desk:
    """Give a game of Ann, Ben and a bot with this clock, all of whom may bid, and the clock goes."""
    desk = Desk(options={"deals": deals, "waits": waits}, arrangement=Arrangement(clock=Clock(seconds, bank)))
    desk.join("ben")
    desk.done(desk.start())
    desk.table = replace(desk.table, moment=TableMoment(going=True))
    desk.done(desk.deal())
    return desk


def wait(desk: Desk, seconds: float, graces: Mapping[str, float] | None = None) -> None:
    """Let the clock of the table run."""
    moment = desk.table.moment
    lapsed = moment.lapsed + seconds
    desk.table = replace(desk.table, moment=replace(moment, at=NOW + lapsed, lapsed=lapsed, graces=graces or {}))


def tick(desk: Desk) -> Outcome:
    """Let the table look at the time."""
    return desk.send(Tick())


def tick_done(desk: Desk) -> None:
    """Let the table look at the time, and find that something is due."""
    desk.done(Tick())


def step_away(desk: Desk, account: str, *, away: bool = True) -> Asked:
    """Give the wish to step away, or to be back."""
    return asked(desk.cause(account), SetAway, away)


def withdraw(desk: Desk, account: str) -> Asked:
    """Give the wish to leave for good."""
    return asked(desk.cause(account), Resign)


def rest(desk: Desk, account: str, *, paused: bool = True) -> Asked:
    """Give the wish for a pause, or for its end."""
    return asked(desk.cause(account), SetPause, paused)
