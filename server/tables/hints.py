"""Hints at a table: who may have one, and that the seat is marked for it; what a hint says is not known here."""

from typing import Final

from protocol.errors import ErrorCode
from protocol.language import sentence
from protocol.message import Seat
from server.tables.absence import RESTS
from server.tables.clock import resting
from server.tables.commands import Decision, Denied, Granted
from server.tables.log import Hinted
from server.tables.table import Table
from server.tables.times import expected

NO_HINTS: Final = Denied(ErrorCode.NOT_NOW, sentence("this table is played without hints"))
_AWAY: Final = Denied(ErrorCode.NOT_NOW, sentence("a bot plays for you: come back first"))
NOT_YOURS: Final = Denied(ErrorCode.NOT_NOW, sentence("a hint is for your turn: ask when it has come"))


def take_hint(table: Table, seat: Seat) -> Decision:
    """Let a person have a hint for their turn; the first one marks the seat for the rest of the game."""
    if not table.opened.arrangement.hints:
        return NO_HINTS
    if resting(table):
        return RESTS
    chair = table.chairs[seat]
    if chair is not None and chair.bot:
        return _AWAY
    if seat not in expected(table.game.awaits(table.state)):
        return NOT_YOURS
    return Granted(table.seq) if seat in table.hinted else (Hinted(seat),)
