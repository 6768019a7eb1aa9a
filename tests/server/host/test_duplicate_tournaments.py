"""Duplicate tournaments at a host: the same deals at every table, which nobody learns before all have played them."""

import asyncio
import json
from functools import partial

from msgspec.structs import replace

from protocol.absence import Resign
from protocol.archive import ReadRecord, ReadReplay, ReadReview, RecordPart
from protocol.errors import ErrorCode
from protocol.messages import WatchTable
from protocol.setup import Clock, Setup
from protocol.tableview import TablePhase
from protocol.tournaments import CancelTournament, MakeTournament, TournamentPlan, TournamentShown
from tests.server.host.daily.player import CHWECH
from tests.server.host.pastime import DAY
from tests.server.host.test_tournaments import refusal, shown, started
from tests.server.host.world import Guest, World, a_world
from tests.server.virtual_time import in_virtual_time

PLAN = TournamentPlan("Cwpan", Setup("chwech", 4, {"deals": 1}), rounds=1, clock=Clock(30.0), duplicate=True)
NAMES = ("Ann", "Ben", "Cat", "Dai", "Eva")


async def hands_of(guest: Guest, game: int) -> object:
    """Give the dealer and the hands of a game of one deal."""
    part = await guest.ask(partial(ReadRecord, game=game))
    assert isinstance(part, RecordPart), part
    (deal,) = json.loads("\n".join(part.lines))["deals"]
    return deal["dealer"], deal["hands"]


async def with_one_table_done(world: World) -> list[Guest]:
    """Give everybody in a tournament of correspondence: at the table of the first one the game is over."""
    people = await started(world, *NAMES, plan=replace(PLAN, clock=Clock(14 * DAY)))
    await world.wait(1)
    first, _other = (await shown(people[0])).tables
    for guest in people:
        if guest.name in first.names:
            await guest.join(first.table)
            await guest.ask(Resign)
    await world.wait(3600)
    return sorted(people, key=lambda guest: guest.name not in first.names)


@in_virtual_time
async def test_all_tables_of_a_round_have_the_same_deals() -> None:
    """Two tables have the same hands and dealer, and everybody has the points above the mean of their seat."""
    async with a_world(games=CHWECH) as world:
        people = await started(world, *NAMES, plan=PLAN)
        await world.wait(3600)
        end = await shown(people[0])
        assert end.tournament.phase is TablePhase.OVER
        assert len(end.tables) == 2
        assert await hands_of(people[0], 1) == await hands_of(people[0], 2)
        expected = {
            name: table.totals[seat] - sum(other.totals[seat] for other in end.tables) / 2
            for table in end.tables
            for seat, name in enumerate(table.names)
            if name
        }
        assert {standing.name: standing.points for standing in end.standings} == expected


@in_virtual_time
async def test_nobody_learns_the_deals_before_all_have_played_them() -> None:
    """Until the round is done nobody may watch, and only who has played a game there may read it."""
    async with a_world(games=CHWECH) as world:
        *_others, last = people = await with_one_table_done(world)
        tables = (await shown(last)).tables
        assert [table.done for table in tables] == [True, False]
        stranger = await world.guest("Fay")
        for reader in (stranger, last):
            for ask in (ReadRecord, ReadReplay, ReadReview):
                answer = await reader.ask(partial(ask, game=1))
                assert refusal(answer) is ErrorCode.NOT_NOW
                assert "other tables play the deals of game 1" in getattr(answer, "text", "")
        await asyncio.sleep(1)
        for table in tables:
            assert refusal(await stranger.ask(partial(WatchTable, table=table.table))) is ErrorCode.NOT_NOW
        assert {standing.points for standing in (await shown(last)).standings} == {0.0}
        maker = next(guest for guest in people if guest.name == NAMES[0])
        called_off = await maker.ask(lambda number: CancelTournament(number, 1))
        assert isinstance(called_off, TournamentShown), called_off
        await asyncio.sleep(1)
        assert await hands_of(last, 1)


@in_virtual_time
async def test_what_is_played_to_a_score_cannot_be_compared() -> None:
    """A game whose number of deals depends on the play has no duplicate tournament."""
    async with a_world() as world:
        guest = await world.stranger()
        await guest.greet("Ann")
        plan = replace(PLAN, setup=Setup("lots", 3, {"deals": 2}))
        answer = await guest.ask(lambda number: MakeTournament(number, plan))
        assert refusal(answer) is ErrorCode.INVALID_SETUP
        assert "leave duplicate out" in getattr(answer, "text", "")
