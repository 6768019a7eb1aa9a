"""Bots that take seats: which they are, and what they are called."""

from typing import TypeVar

from protocol.vocabulary import Seat
from server.tables.chairs import is_bot, taken
from server.tables.log import BotSat
from server.tables.names import bot_names, name_key
from server.tables.table import Table

S = TypeVar("S")


def bots_for(table: Table[S], seats: tuple[Seat, ...], *more: str) -> tuple[BotSat, ...]:
    """Give bots of the table's levels for these seats, with names that nobody at the table has, or is to have."""
    people = [chair.name for chairs in (table.chairs, table.gathering.kept) for _, chair in taken(chairs)]
    names = bot_names((*people, *more), table.watchers, len(seats))
    return tuple(BotSat(seat, name, table.opened.bots[seat]) for seat, name in zip(seats, names, strict=True))


def make_way(table: Table[S], seat: Seat, name: str) -> tuple[BotSat, ...]:
    """Give other names to the bots that are called like somebody who comes to this seat."""
    alike = (bot for bot, chair in taken(table.chairs) if is_bot(chair) and name_key(chair.name) == name_key(name))
    return bots_for(table, tuple(bot for bot in alike if bot != seat), name)
