"""Chat at a table: who hears whom."""

from typing import Final, TypeVar

from protocol.errors import ErrorCode
from protocol.tableview import TablePhase
from protocol.talk import Said
from server.tables.answers import Novelty, recall
from server.tables.chairs import seat_of
from server.tables.commands import Denied, Granted, Outcome, Speak, carried_out
from server.tables.log import Told, Whispered
from server.tables.table import Table

S = TypeVar("S")

LINES: Final = 5000
"""The most chat messages at one table: its log is read as a whole."""


def speak(table: Table[S], command: Speak, now: float) -> Outcome[S]:
    """Send a chat message to everybody; during a game, a spectator's message goes to spectators only."""
    known = recall(table.answers, command.cause)
    if known is Novelty.SPENT:
        return Denied(ErrorCode.STALE, f"the command id {command.cause.id} is spent: use a greater one")
    if isinstance(known, int):
        return Granted(known)
    seat = seat_of(table.chairs, command.cause.account)
    # Spectators must not be able to silence the players.
    room = LINES if seat is not None else LINES // 2
    if table.spoken >= room:
        return Denied(ErrorCode.TOO_MANY, f"{room} things have been said at this table: it takes in no more from you")
    if seat is None and table.phase is TablePhase.PLAYING:
        whispered = Whispered(command.name, command.text, command.phrase)
        return carried_out(table, (whispered,), now, command.cause)
    return carried_out(table, (Told(Said(command.name, command.text, seat, command.phrase)),), now, command.cause)
