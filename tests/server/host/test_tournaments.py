"""Tournaments at a host, with the same deals for all or not."""

import asyncio
import json
from functools import partial

import pytest
from msgspec.structs import replace

from protocol.archive import ReadRecord, ReadReplay, ReadReview, RecordPart
from protocol.errors import ErrorCode
from protocol.messages import INVITATIONS, Seated, WatchTable
from protocol.people import Invited
from protocol.setup import Clock, Setup
from protocol.table import Resign, TablePhase
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    StartTournament,
    TournamentForm,
    TournamentPlan,
    Tournaments,
    TournamentShown,
)
from server.host.tournaments import UNFINISHED_OF_ONE, Organiser
from server.storage.store import StoreFault
from server.tournaments import Tournament
from tests.server.host.daily.player import CHWECH
from tests.server.host.pastime import DAY, listen
from tests.server.host.world import Guest, World, a_world, in_world, refusal
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

PLAN = TournamentPlan("Cwpan", Setup("lots", 3, {"deals": 2}), rounds=2, clock=Clock(30.0))


async def shown(guest: Guest, which: int = 1, round: int = 0) -> TournamentShown:
    """Give a tournament as someone is shown it."""
    answer = await guest.ask(lambda number: ReadTournament(number, which, round))
    assert isinstance(answer, TournamentShown), answer
    return answer


async def an_entrant(world: World, name: str) -> Guest:
    """Give someone who hears invitations."""
    guest = await world.stranger()
    await guest.greet(name, "", INVITATIONS)
    return guest


async def with_entrants(world: World, *names: str, plan: TournamentPlan = PLAN) -> list[Guest]:
    """Give people who have entered a tournament that the first of them has made."""
    people = [await an_entrant(world, name) for name in names]
    made = await people[0].ask(lambda number: MakeTournament(number, plan))
    assert isinstance(made, TournamentShown), made
    for guest in people:
        assert isinstance(await guest.ask(lambda number: EnterTournament(number, 1)), TournamentShown)
    return people


async def started(world: World, *names: str, plan: TournamentPlan = PLAN) -> list[Guest]:
    """Give people in a tournament that has just been started."""
    people = await with_entrants(world, *names, plan=plan)
    assert isinstance(await people[0].ask(lambda number: StartTournament(number, 1)), TournamentShown)
    return people


@in_world
async def test_a_whole_tournament_with_nobody_there(world: World) -> None:
    """Where nobody comes to the tables the game acts for them and bots play on: every round comes to its end."""
    people = await started(world, "Ann", "Ben", "Cat", "Dai")
    await world.wait(3600)
    end = await shown(people[0])
    assert end.tournament.phase is TablePhase.OVER
    assert end.tournament.round == 2
    assert all(len(table.totals) == 3 for table in end.tables)
    assert sum(standing.points for standing in end.standings) > 0
    assert end.standings[0].place == 1
    games = await people[1].games()
    assert len(games) == 2
    assert {game.table for game in games} < {t.table for n in (1, 2) for t in (await shown(people[1], 1, n)).tables}


@in_world
async def test_people_are_invited_to_their_tables(world: World) -> None:
    """When a round begins everyone is told which table they have a seat at, and going there seats them."""
    people = await started(world, "Ann", "Ben", "Cat")
    for guest in people:
        await listen(guest, 5)
        (invited,) = [news for news in guest.heard if isinstance(news, Invited)]
        assert invited.name == "Cwpan"
        seated = await guest.join(invited.table)
        assert isinstance(seated, Seated)
        assert seated.view.viewer is not None
        assert seated.view.phase is TablePhase.PLAYING
    assert len({guest.view.table for guest in people}) == 1


@in_virtual_time
async def test_a_server_that_is_killed_goes_on_with_a_tournament() -> None:
    """Whenever a server ends, in a round or between two, the next one plays the tournament to its end."""
    store = FaultyStore()
    async with a_world(store) as world:
        await started(world, "Ann", "Ben", "Cat", "Dai", "Eva")
        await world.wait(3)
    for number in range(1, 40):
        async with a_world(store, number=number) as world:
            await world.wait(47)
    async with a_world(store, number=40) as world:
        await world.wait(3600)
        reader = await world.guest("Fay")
        end = await shown(reader)
        assert end.tournament.phase is TablePhase.OVER
        assert end.tournament.round == 2
        first = await shown(reader, 1, 1)
        assert all(table.totals for table in (*first.tables, *end.tables))


@in_virtual_time
async def test_a_store_that_fails_holds_a_tournament_up_only() -> None:
    """While nothing can be written no round begins; once the store works again, everything goes on."""
    store = FaultyStore()
    async with a_world(store) as world:
        people = await with_entrants(world, "Ann", "Ben", "Cat")
        await people[0].ask(lambda number: StartTournament(number, 1))
        store.break_down()
        await world.wait(100)
        store.mend()
        await world.wait(3600)
        assert (await shown(people[0])).tournament.phase is TablePhase.OVER


@in_virtual_time
async def test_a_damaged_tournament_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on to their ends, whichever comes first."""
    tend = Organiser._tend

    async def fail(self: Organiser, one: Tournament) -> float | None:
        if one.number == 1:
            raise StoreFault("its pages are damaged")
        return await tend(self, one)

    monkeypatch.setattr(Organiser, "_tend", fail)
    async with a_world() as world:
        people = await with_entrants(world, "Ann", "Ben", "Cat")
        made = await people[1].ask(lambda number: MakeTournament(number, PLAN))
        assert isinstance(made, TournamentShown)
        for guest in people:
            await guest.ask(lambda number: EnterTournament(number, 2))
        for maker, which in ((people[0], 1), (people[1], 2)):
            await maker.ask(partial(StartTournament, tournament=which))
        await world.wait(3600)
        phases = [(await shown(people[0], which)).tournament.phase for which in (1, 2)]
        assert phases == [TablePhase.PLAYING, TablePhase.OVER]


@in_virtual_time
async def test_a_round_of_correspondence_has_a_last_day() -> None:
    """Where a move has days, bots play on for everyone after the last day of a round, even where they come back."""
    plan = TournamentPlan("Cwpan", Setup("lots", 3, {"deals": 2}), TournamentForm.LEAGUE, 1, Clock(14 * DAY), 3)
    async with a_world() as world:
        people = await started(world, "Ann", "Ben", "Cat", plan=plan)
        await world.wait(2 * DAY)
        late = await shown(people[0])
        assert late.tournament.phase is TablePhase.PLAYING
        assert late.deadline is not None
        await world.wait(DAY + 300)
        assert (await shown(people[0])).tournament.phase is TablePhase.OVER


BAD = (
    (TournamentPlan("Cwpan", Setup("whist", 3)), ErrorCode.INVALID_SETUP),
    (TournamentPlan("Cwpan", Setup("lots", 9)), ErrorCode.INVALID_SETUP),
    (TournamentPlan("Cwpan", Setup("lots", 3), clock=Clock()), ErrorCode.INVALID_SETUP),
    (TournamentPlan("Cwpan", Setup("lots", 3), clock=Clock(7.0)), ErrorCode.INVALID_SETUP),
    (TournamentPlan("Cwpan", Setup("lots", 3), bot="genius"), ErrorCode.INVALID_SETUP),
    (TournamentPlan("\x1b", Setup("lots", 3)), ErrorCode.INVALID_NAME),
    (TournamentPlan("\U0001d159", Setup("lots", 3)), ErrorCode.INVALID_NAME),
    (TournamentPlan("Cwpan y G\u0430eaf", Setup("lots", 3)), ErrorCode.INVALID_NAME),
    (TournamentPlan("Winter Cup of the year", Setup("lots", 3)), ErrorCode.INVALID_NAME),
)
"""Plans that cannot be, and why."""


@in_world
async def test_what_is_refused(world: World) -> None:
    """What cannot be is refused in words: no such tournament, game, clock, bot or name, too many, or not one's own."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    for plan, code in BAD:
        await world.wait(1)
        assert refusal(await ann.ask(partial(MakeTournament, plan=plan))) is code
    assert refusal(await ann.ask(lambda number: ReadTournament(number, 1))) is ErrorCode.UNKNOWN_TOURNAMENT
    for _one in range(UNFINISHED_OF_ONE):
        await world.wait(1)
        assert isinstance(await ann.ask(lambda number: MakeTournament(number, PLAN)), TournamentShown)
    assert refusal(await ann.ask(lambda number: MakeTournament(number, PLAN))) is ErrorCode.TOO_MANY
    await world.wait(5)
    for make in (StartTournament, CancelTournament):
        assert refusal(await ben.ask(partial(make, tournament=1))) is ErrorCode.NOT_NOW
    cancelled = await ann.ask(lambda number: CancelTournament(number, 1))
    assert isinstance(cancelled, TournamentShown)
    assert cancelled.tournament.phase is TablePhase.OVER
    listed = await ben.ask(ListTournaments)
    assert isinstance(listed, Tournaments)
    assert [one.number for one in listed.tournaments] == [3, 2, 1]


DUPLICATE = TournamentPlan("Cwpan", Setup("chwech", 4, {"deals": 1}), rounds=1, clock=Clock(30.0), duplicate=True)


NAMES = ("Ann", "Ben", "Cat", "Dai", "Eva")


async def hands_of(guest: Guest, game: int) -> object:
    """Give the dealer and the hands of a game of one deal."""
    part = await guest.ask(partial(ReadRecord, game=game))
    assert isinstance(part, RecordPart), part
    (deal,) = json.loads("\n".join(part.lines))["deals"]
    return deal["dealer"], deal["hands"]


async def with_one_table_done(world: World) -> list[Guest]:
    """Give everyone in a tournament of correspondence: at the table of the first one the game is over."""
    people = await started(world, *NAMES, plan=replace(DUPLICATE, clock=Clock(14 * DAY)))
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
    """Two tables have the same hands and dealer, and everyone has the points above the mean of their seat."""
    async with a_world(games=CHWECH) as world:
        people = await started(world, *NAMES, plan=DUPLICATE)
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


@in_world
async def test_what_is_played_to_a_score_cannot_be_compared(world: World) -> None:
    """A game whose number of deals depends on the play has no duplicate tournament."""
    guest = await world.stranger()
    await guest.greet("Ann")
    plan = replace(DUPLICATE, setup=Setup("lots", 3, {"deals": 2}))
    answer = await guest.ask(lambda number: MakeTournament(number, plan))
    assert refusal(answer) is ErrorCode.INVALID_SETUP
    assert "leave duplicate out" in getattr(answer, "text", "")
