"""Presence at a table: which persons are connected and play their own seats."""

from typing import TypeVar

from msgspec.structs import replace

from protocol.tableview import TablePhase
from protocol.vocabulary import Seat
from server.rules.game import Shuffle
from server.tables.table import Table

S = TypeVar("S")


def arrive(table: Table[S], account: str) -> Table[S]:
    """Return the table after this account has connected."""
    return replace(table, present=table.present | {account})


def depart(table: Table[S], account: str) -> Table[S]:
    """Return the table after this account has disconnected."""
    return replace(table, present=table.present - {account})


def persons_here(table: Table[S]) -> tuple[Seat, ...]:
    """Return the seats whose owners are connected and play themselves."""
    # Called many times at every event, so it is written for speed.
    return tuple(
        [
            Seat(seat)
            for seat, chair in enumerate(table.chairs)
            if chair is not None and not chair.bot and chair.account in table.present
        ]
    )


def next_shuffle(table: Table[S]) -> Shuffle | None:
    """Return the shuffle that the game awaits now, or None."""
    awaited = table.game.awaits(table.state) if table.phase is TablePhase.PLAYING else None
    return awaited if isinstance(awaited, Shuffle) else None


def between_deals(table: Table[S]) -> bool:
    """True if a deal has ended and the next one waits for people to agree."""
    shuffle = next_shuffle(table)
    return shuffle is not None and 0 < table.dealt < shuffle.deal


def waits_for(table: Table[S]) -> tuple[Seat, ...]:
    """Return the seats whose persons are present and have not yet agreed to the next deal."""
    if not between_deals(table):
        return ()
    return tuple(seat for seat in persons_here(table) if seat not in table.agreed)
