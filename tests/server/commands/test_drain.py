"""A server in use is told to end, as a restart tells it: real processes, tables at play, and a client that hangs."""

import asyncio
import contextlib
from pathlib import Path

from protocol.game import View
from protocol.messages import Accepted, Act, Continue, Goodbye, ListTables, Refused
from protocol.setup import Setup
from server.processes.supervisor import FRONT_SECONDS
from server.processes.update import HOST_SECONDS
from tests.server.commands.children import Player, a_child, connect_unix, hang_up, next_id

LONG = Setup("chwech", 4, {"deals": 20})
"""A game that is not over when the server is."""

PEOPLE = ("Ann", "Ben", "Cleo")

WARM = 6
"""Accepted actions after which the first player only listens, and the server is told to end."""

MOST = 14
"""Actions of another player: a server says goodbye to whoever acts much faster than people do."""


def due(player: Player) -> Act | Continue | None:
    """Give what the table waits for from this player."""
    view = player.view
    if view is not None and isinstance(view.game, View) and view.game.legal:
        return Act(next_id(), view.seq, view.game.legal[0])
    return Continue(next_id(), view.seq) if view is not None and view.viewer in view.waits_for else None


async def play_on(player: Player, most: int, stopped: asyncio.Event) -> Goodbye:
    """Act so often, whenever the table waits for this player, until the server says goodbye; note what is accepted."""
    asked: Act | Continue | None = None
    while True:
        if asked is None and len(player.acknowledged) < most and (asked := due(player)) is not None:
            # A server that has said goodbye takes nothing more; the goodbye is heard next.
            with contextlib.suppress(ConnectionError):
                await player.channel.send(asked)
        message = await player.hear()
        if isinstance(message, Goodbye):
            return message
        if isinstance(message, Accepted | Refused) and asked is not None and message.id == asked.id:
            if isinstance(message, Accepted):
                player.acknowledged.append(asked)
            asked = None
        if len(player.acknowledged) >= most:
            stopped.set()


async def hung(path: Path) -> Player:
    """Give a client that asks for very much and reads nothing of it."""
    player = await connect_unix(path)
    await player.greet("Dan")
    for _ in range(20):
        await player.channel.send(ListTables(next_id()))
    return player


async def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    """Told to end in the middle of play, it tells everybody and ends with 0; the next one has all that it accepted."""
    door = tmp_path / "chwech.sock"
    people = []
    async with a_child("--no-ssh", data=tmp_path) as child:
        await child.said()
        tables = []
        for name in PEOPLE:
            player = await connect_unix(door)
            await player.greet(name)
            tables.append(await player.open(LONG))
            await player.begin()
            people.append(player)
        silent = await hung(door)
        listens = asyncio.Event()
        playing = [asyncio.create_task(play_on(people[0], WARM, listens))]
        playing += [asyncio.create_task(play_on(player, MOST, asyncio.Event())) for player in people[1:]]
        await listens.wait()
        child.tell_to_end()
        # Who was sending at that moment may find the connection closed before the goodbye is read, and the answers to
        # all who play may come at once.
        assert {"closing"} <= {goodbye.code for goodbye in await asyncio.gather(*playing)} <= {"closing", ""}
        assert await child.ended() == 0
        await hang_up(*people, silent)
    assert not door.exists()
    async with a_child("--no-ssh", data=tmp_path) as child:
        await child.said()
        for before, table in zip(people, tables, strict=True):
            after = await connect_unix(door)
            await after.greet(token=before.token)
            assert before.view is not None
            assert (await after.join(table)).seq >= before.view.seq
            for command in before.acknowledged[-3:]:
                assert isinstance(await after.repeat(command), Accepted)
            await hang_up(after)


def test_how_long_it_may_take() -> None:
    """Whatever hangs, the last process is gone ten seconds after the signal."""
    assert FRONT_SECONDS + HOST_SECONDS <= 10
