"""Complaints about plays of bots: at a table and about a finished game, within limits."""

import zlib
from functools import partial
from random import Random
from typing import Any

from msgspec import json

from games.kit.records import run_at
from games.registry import GAMES
from protocol.archive import Complain, ReadRecord, RecordPart
from protocol.errors import ErrorCode
from protocol.messages import Accepted, Act
from protocol.setup import Setup
from server.host.complaints import KIND, OF_ONE
from tests.server.host.test_archive import play_chwech
from tests.server.host.world import World, a_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

SETUP = Setup("chwech", 4, {"deals": 1})


async def kept(store: FaultyStore) -> list[dict[str, Any]]:
    """Return what is kept, as the host reads it; the play that each is about must be legal where its record ends."""
    found = [json.decode(zlib.decompress(body)) for _number, body in await store.reports(99, KIND)]
    for one in found:
        deals = one["record"]["deals"]
        run = run_at(json.encode(one["record"]).decode(), len(deals), len(deals[-1]["actions"]), GAMES)
        assert run is not None
        assert run.read(one["seat"], one["choice"]) in run.legal(one["seat"])
    return found


@in_virtual_time
async def test_the_last_play_of_a_bot_is_kept() -> None:
    """As far as its player had seen, with all that is needed to play up to it; before any play there is none."""
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await world.guest("Ann")
        code = await ann.open(SETUP)
        assert refusal(await ann.ask(partial(Complain, seq=ann.view.seq))) is ErrorCode.NOT_NOW
        await ann.begin()
        for _ in range(2):
            view = await ann.until_my_turn()
            assert view.game is not None
            await ann.ask(partial(Act, seq=view.seq, action=view.game.legal[-1]))
        await ann.until_my_turn()
        assert isinstance(await ann.ask(partial(Complain, seq=ann.view.seq)), Accepted)
        one, *others = await kept(store)
        assert not others
        assert (one["by"], one["table"]) == ("Ann", code)
        assert (one["seat"] in {1, 2, 3}, one["bot"].partition(":")[0]) == (True, "steady")
        assert len(one["record"]["deals"][0]["actions"]) >= 3
        assert await store.reports(99) == ()


@in_virtual_time
async def test_a_play_of_a_finished_game_is_kept() -> None:
    """Of a bot alone, of a turn that there was; only so often, and whoever complains."""
    store = FaultyStore()
    async with a_world(store, games=GAMES) as world:
        ann = await ended(world)
        part = await ann.ask(partial(ReadRecord, game=1))
        assert isinstance(part, RecordPart)
        actions = json.decode(part.lines[0])["deals"][1]["actions"]
        of_bot, own = (next(n for n, (seat, _) in enumerate(actions, 1) if bool(seat) is bot) for bot in (True, False))
        for turn in (own, len(actions) + 1, 0):
            assert refusal(await ann.ask(partial(Complain, game=1, deal=2, turn=turn))) is ErrorCode.NOT_NOW
        eve = await world.guest("Eve")
        for _ in range(int(OF_ONE.at_once)):
            assert isinstance(await eve.ask(partial(Complain, game=1, deal=2, turn=of_bot)), Accepted)
            await world.wait(1)
        assert refusal(await eve.ask(partial(Complain, game=1, deal=2, turn=of_bot))) is ErrorCode.TOO_MANY
        one = (await kept(store))[0]
        assert (one["by"], one["game"]) == ("Eve", 1)
        assert [one["seat"], one["choice"]] == actions[of_bot - 1]


async def ended(world: World) -> Any:  # noqa: ANN401 - a guest
    """Have Ann play a game to its end."""
    ann = await world.guest("Ann")
    await play_chwech(ann, Setup("chwech", 4, {"deals": 2}), Random(5))
    await world.wait(2)
    return ann
