"""Watching a table, and having a look at one from afar."""

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.game import Answered, Hidden
from protocol.messages import (
    Accepted,
    Happened,
    Refused,
    Seated,
    TableChanged,
    TableShown,
)
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.limits import COMMANDS, HEAVY_COST, RETRY_SECONDS
from tests.server.host.pastime import events
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.world import Guest, World, a_world
from tests.server.lots import bid_of, have_bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def ann_to_bid(world: World, pace: float = 10) -> tuple[Guest, str]:
    """Give Ann at a table of bots, asked to bid, and its code."""
    ann = await world.guest("Ann")
    code = await ann.open(pace=pace)
    await ann.begin()
    await ann.until_my_turn()
    return ann, code


def code_of(answer: object) -> ErrorCode | None:
    """Give what a command was refused for."""
    return answer.code if isinstance(answer, Refused) else None


@in_virtual_time
async def test_a_spectator_hears_all_that_nobody_hides() -> None:
    """Who watches is shown the table without a seat and told every event, each without anybody's secrets."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        answer = await eve.watch(code)
        assert isinstance(answer, Seated)
        assert answer.view.viewer is None
        assert answer.view.game is not None
        assert all(isinstance(hand, Hidden) for hand in answer.view.game.fields["hands"])
        assert answer.view.game.legal == ()
        await ann.bid(2)
        await play_to_the_end(ann)
        await eve.until(lambda view: view.phase is TablePhase.OVER)
        assert eve.told == list(range(answer.view.seq + 1, ann.view.seq + 1))
        bids = [made for event in events(eve, Answered) if (made := bid_of(event))]
        assert {amount for _seat, amount in bids} == {None}


@in_virtual_time
async def test_a_spectator_comes_back() -> None:
    """Who says what was seen last is told what came after it, as a player is."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        await eve.watch(code)
        seen = eve.view.seq
        await eve.hang_up()
        await ann.bid()
        again = await world.back(eve)
        answer = await again.watch(code, seq=seen)
        assert isinstance(answer, Seated)
        assert again.told == list(range(seen + 1, ann.view.seq + 1))


@in_virtual_time
async def test_everybody_is_told_who_looks_on() -> None:
    """The players see who begins to watch, and who ends it in whichever way; no event is told for it."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        heard = len(ann.heard)
        eve = await world.guest("Eve")
        for _ in range(2):
            await eve.watch(code)
            await eve.leave()
        await eve.watch(code)
        await eve.hang_up()
        assert isinstance(await ann.bid(), Accepted)
        *changes, happened, accepted = ann.heard[heard:]
        assert [change.view.watchers for change in changes if isinstance(change, TableChanged)] == [("Eve",), ()] * 3
        assert isinstance(happened, Happened)
        assert isinstance(accepted, Accepted)


@in_virtual_time
async def test_who_has_a_seat_gets_it_back() -> None:
    """Whoever asks to watch a table of their own is on their seat, also where a bot plays for them."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        ben = await world.guest("Ben")
        await ben.join(code)
        await ben.leave()
        answer = await ben.watch(code)
        assert isinstance(answer, Seated)
        assert answer.view.viewer == 1
        await ann.until(lambda view: view.seats[1] is not None and not view.seats[1].bot)
        seen = answer.view.seq
        await ann.hang_up()
        again = await world.back(ann)
        answer = await again.watch(code, seq=seen - 1)
        assert isinstance(answer, Seated)
        assert answer.view.viewer == 0
        assert again.told == [seen]


@in_virtual_time
async def test_leaving_ends_looking_on() -> None:
    """Who has left is told nothing more and is at no table."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        await eve.watch(code)
        answer = await eve.leave()
        assert isinstance(answer, Accepted)
        assert answer.seq == ann.view.seq
        await ann.bid()
        assert code_of(await eve.leave()) is ErrorCode.NOT_SEATED
        assert not eve.told


@in_virtual_time
async def test_spectators_keep_no_table_awake() -> None:
    """With nobody but spectators no bot plays on; the table goes on when a player is back, and they hear of it."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world, pace=1)
        eve = await world.guest("Eve")
        await eve.watch(code)
        await ann.hang_up()
        await eve.until(lambda view: view.seats[0] is not None and not view.seats[0].here)
        seq = eve.view.seq
        await world.wait(100)
        assert world.host._actors.awake(code)
        shown = await eve.show(code)
        assert isinstance(shown, TableShown)
        assert shown.view.seq == seq
        again = await world.back(ann)
        await again.join(code)
        await eve.until(lambda view: have_bid(view, *range(1, len(view.seats))))
        assert eve.told[-1] > seq


@in_virtual_time
async def test_a_table_that_only_spectators_woke_does_nothing() -> None:
    """Who watches a table that slept sees it as it slept; when they go, it sleeps again."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world, pace=1)
        seen = ann.view.seq
        await ann.hang_up()
        assert not world.host._actors.awake(code)
        eve = await world.guest("Eve")
        await eve.watch(code)
        await world.wait(60)
        assert eve.view.seq == seen
        await eve.hang_up()
        assert not world.host._actors.awake(code)


@in_virtual_time
async def test_a_spectator_sits_down() -> None:
    """Who has watched and joins gets a seat as others do, and is told every event once."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        await eve.watch(code)
        seen = eve.view.seq
        answer = await eve.join(code, seq=seen)
        assert isinstance(answer, Seated)
        assert answer.view.viewer == 1
        assert eve.told == [seen + 1]
        assert isinstance(await eve.bid(), Accepted)
        await ann.until(lambda view: view.seats[1] is not None and view.seats[1].name == "Eve")


@in_virtual_time
async def test_a_spectator_for_whom_there_is_no_seat() -> None:
    """Who watches and cannot get a seat is refused as others are, and goes on looking."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(Setup("lots", 2))
        await ben.join(code)
        eve = await world.guest("Eve")
        await eve.watch(code)
        assert code_of(await eve.join(code)) is ErrorCode.TABLE_FULL
        await ann.begin()
        await eve.until(lambda view: view.phase is TablePhase.PLAYING)


@in_virtual_time
async def test_people_who_gather_can_be_watched() -> None:
    """Who watches before the game sees who sits down and gets up."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await ann.open()
        eve = await world.guest("Eve")
        answer = await eve.watch(code)
        assert isinstance(answer, Seated)
        assert (answer.view.phase, answer.view.game) == (TablePhase.GATHERING, None)
        ben = await world.guest("Ben")
        await ben.join(code)
        await ben.leave()
        assert code_of(await eve.begin()) is ErrorCode.NOT_SEATED
        assert len(eve.told) == 2


@in_virtual_time
async def test_what_cannot_be_watched() -> None:
    """A table that is not there, and one that is closed, are refused alike to who would watch or only look."""
    async with a_world() as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        code = await ann.open()
        await ann.leave()
        for table in ("nowhere", code):
            assert code_of(await eve.watch(table)) is ErrorCode.UNKNOWN_TABLE
            await world.wait(2)
            assert code_of(await eve.show(table)) is ErrorCode.UNKNOWN_TABLE
        assert code_of(await eve.leave()) is ErrorCode.NOT_SEATED


def test_spectators_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than so many watch a table; players are not counted, nor is one's own older connection."""
    monkeypatch.setattr("server.host.tables.subscribers.WATCHERS", 2)

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            _, code = await ann_to_bid(world)
            eve, fay, guy = [await world.guest(name) for name in ("Eve", "Fay", "Guy")]
            assert isinstance(await eve.watch(code), Seated)
            assert isinstance(await fay.watch(code), Seated)
            assert code_of(await guy.watch(code)) is ErrorCode.TOO_MANY
            assert isinstance(await (await world.back(eve)).watch(code), Seated)
            await fay.leave()
            assert isinstance(await guy.watch(code), Seated)

    scene()


@in_virtual_time
async def test_a_look_from_afar() -> None:
    """Who asks how a table is sees it as everybody may, and stays where they are."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        own = await eve.open()
        shown = await eve.show(code)
        assert isinstance(shown, TableShown)
        assert shown.view.viewer is None
        assert shown.view.game is not None
        assert all(isinstance(hand, Hidden) for hand in shown.view.game.fields["hands"])
        assert shown.view.seats[0] is not None
        assert shown.view.seats[0].here
        await ann.bid()
        assert not eve.told
        assert isinstance(await eve.begin(), Accepted)
        assert eve.view.table == own


@pytest.mark.here
@in_virtual_time
async def test_a_look_at_a_game_that_has_ended() -> None:
    """A finished game can be looked at from afar, and watched, by anybody; nothing runs after a look."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        code = await ann.open(Setup("lots", 3, {"deals": 1}))
        await ann.begin()
        await ann.until_my_turn()
        await play_to_the_end(ann)
        await ann.hang_up()
        eve = await world.guest("Eve")
        shown = await eve.show(code)
        assert isinstance(shown, TableShown)
        assert shown.view.phase is TablePhase.OVER
        assert not world.host._actors.awake(code)
        answer = await eve.watch(code)
        assert isinstance(answer, Seated)
        assert answer.view == replace(shown.view, watchers=("Eve",))


@in_virtual_time
async def test_a_spectator_in_trouble() -> None:
    """While the store fails nobody can begin to watch; who does already is warned and told what happens later."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, code = await ann_to_bid(world)
        eve, fay = await world.guest("Eve"), await world.guest("Fay")
        await eve.watch(code)
        store.break_down()
        assert code_of(await ann.bid(2)) is ErrorCode.SERVER_FAULT
        assert code_of(await fay.watch(code)) is ErrorCode.SERVER_FAULT
        assert code_of(await fay.show(code)) is ErrorCode.SERVER_FAULT
        await ann.hang_up()
        await fay.hang_up()
        store.mend()
        await world.wait(2 * RETRY_SECONDS)
        await eve.until(lambda view: view.seats[0] is not None and not view.seats[0].here)
        assert ErrorCode.SERVER_FAULT in {code_of(message) for message in eve.heard}
        assert isinstance(eve.heard[-1], TableChanged)


@pytest.mark.here
@in_virtual_time
async def test_looking_has_a_price() -> None:
    """To watch, or at a table that sleeps, counts as much as to join one; at one that runs, as any command."""
    async with a_world() as world:
        ann, code = await ann_to_bid(world)
        eve = await world.guest("Eve")
        answers = [await eve.show(code) for _ in range(int(COMMANDS.at_once))]
        assert all(isinstance(answer, TableShown) for answer in answers)
        await ann.hang_up()
        await world.wait(10)
        answers = [await eve.show(code) for _ in range(int(COMMANDS.at_once / HEAVY_COST) + 1)]
        assert code_of(answers[-1]) is ErrorCode.TOO_MANY
        assert all(isinstance(answer, TableShown) for answer in answers[:-1])


@in_virtual_time
async def test_whoever_has_just_come_is_here() -> None:
    """A look from afar sees at once that somebody is there, when a table is made and when they come back to it."""
    async with a_world() as world:
        ann, eve = await world.guest("Ann"), await world.guest("Eve")
        code = await ann.open()
        for guest in (ann, await world.back(ann)):
            await guest.join(code)
            shown = await eve.show(code)
            assert isinstance(shown, TableShown)
            assert shown.view.seats[0] is not None
            assert shown.view.seats[0].here
        fresh = await eve.open()
        shown = await guest.show(fresh)
        assert isinstance(shown, TableShown)
        assert shown.view.seats[0] is not None
        assert shown.view.seats[0].here
