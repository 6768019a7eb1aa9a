"""People with tables of their own at which nobody is, each with a long log, made before any server starts."""

import asyncio
import itertools
import time
from pathlib import Path

from msgspec import Struct

from games.registry import GAMES
from protocol.game import View
from protocol.messages import Accepted, Act, Begin, Continue, OpenTable, Seated
from protocol.setup import Setup
from protocol.table import TableView
from server.bots.registry import BOTS
from server.host.host import Host
from server.host.services import HostServices
from server.host.terms import Passport, Terms
from server.storage.sqlite import open_store
from tests.pipes import pair
from tests.server.commands.children import CODEC
from tests.server.host.world import Guest

LENGTH = 220  # Events of each log: more than someone who comes back can be told.


class Owner(Struct, frozen=True):
    """Someone who has tables."""

    name: str
    """Who they are called."""
    token: str
    """How they prove it where they have no key."""
    tables: tuple[str, ...]
    """Their tables."""


async def make(data: Path, people: int, *, tables: int = 2, keys: tuple[str, ...] = ()) -> list[Owner]:
    """Make so many people with so many tables each, known by these keys where there are any."""
    host = Host(HostServices(GAMES, BOTS, CODEC, open_store(data)))
    await host.open()
    # Ids grow with time, as those of the clients do that come back later.
    ids = itertools.count(time.time_ns() // 1000)
    owners = [await _owner(host, ids, number, tables, keys[number] if keys else "") for number in range(people)]
    await host.close()
    return owners


async def _owner(host: Host, ids: "itertools.count[int]", number: int, tables: int, key: str) -> Owner:
    """Make one of them."""
    ours, theirs = pair(CODEC)
    passport = Passport(key=key, address=f"192.0.2.{number}") if key else None
    terms = Terms(hurried=False, passport=passport)
    guest = Guest(ours, asyncio.create_task(host.serve(theirs, terms)), ids)
    name = f"Owner {number}"
    await guest.greet(name)
    made = [await _long(guest) for _ in range(tables)]
    await guest.hang_up()
    return Owner(name, guest.token, tuple(made))


async def _long(guest: Guest) -> str:
    """Play at a new table until its log is long, and stop where it is one's own turn."""
    made = await guest.ask(lambda number: OpenTable(number, Setup("chwech", 4, {"deals": 24}), pace=0))
    assert isinstance(made, Seated), made
    assert isinstance(await guest.ask(Begin), Accepted)
    while guest.view.seq < LENGTH or guest.view.viewer not in guest.view.waits_for:
        await _step(guest, guest.view)
        del guest.heard[:-10]
    return guest.view.table


async def _step(guest: Guest, view: TableView) -> None:
    """Do what the table waits for, or listen."""
    game = view.game
    if isinstance(game, View) and game.legal:
        action = game.legal[0]
        await guest.ask(lambda number: Act(number, view.seq, action))
    elif view.viewer in view.waits_for:
        await guest.ask(lambda number: Continue(number, view.seq))
    else:
        await guest.hear()
