"""A data directory with many tables, made before any server starts."""

import asyncio
import itertools
from pathlib import Path

from games.registry import GAMES
from protocol.messages import Accepted, Begin, OpenTable, Seated
from protocol.setup import Setup
from server.bots.registry import BOTS
from server.host.host import Host
from server.host.services import HostServices
from server.host.terms import Terms
from server.storage.sqlite import open_store
from tests.pipes import pair
from tests.server.commands.children import CODEC
from tests.server.host.world import Guest

TERMS = Terms(hurried=False)  # No haste is too much.


async def fill(data: Path, tables: int) -> None:
    """Make so many tables at which a game goes on, all of one person, who goes away."""
    host = Host(HostServices(GAMES, BOTS, CODEC, open_store(data)))
    await host.open()
    ours, theirs = pair(CODEC)
    guest = Guest(ours, asyncio.create_task(host.serve(theirs, TERMS)), itertools.count(1))
    await guest.greet("The Landlord")
    for _ in range(tables):
        made = await guest.ask(lambda number: OpenTable(number, Setup("chwech", 6), pace=10))
        assert isinstance(made, Seated), made
        assert isinstance(await guest.ask(Begin), Accepted)
        guest.heard.clear()
    await guest.hang_up()
    await host.close()
