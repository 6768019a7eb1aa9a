"""Watching a table, at once and with a delay."""

from collections.abc import Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from protocol.errors import ErrorCode
from protocol.game import Hidden
from protocol.messages import (
    Accepted,
    Happened,
    ListTables,
    OpenTable,
    Ping,
    Refused,
    Seated,
    TableChanged,
    Tables,
    TableShown,
)
from protocol.setup import Arrangement, Delay, Setup
from protocol.table import SayAtTable, TablePhase
from server.host.limits import COMMANDS, HEAVY_COST, HISTORY
from tests.server.host.test_connection import said, say
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.test_secrets import reached
from tests.server.host.test_trouble import ann_to_bid
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.lots import have_bid
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


def code_of(answer: object) -> ErrorCode | None:
    """Give what a command was refused for."""
    return answer.code if isinstance(answer, Refused) else None


@in_world
async def test_everybody_is_told_who_looks_on(world: World) -> None:
    """The players see who begins to watch, and who ends it in whichever way; no event is told for it."""
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


@in_world
async def test_who_has_a_seat_gets_it_back(world: World) -> None:
    """Whoever asks to watch a table of their own is on their seat, also where a bot plays for them."""
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


@in_world
async def test_a_table_that_only_spectators_woke_does_nothing(world: World) -> None:
    """Who watches a table that slept sees it as it slept; when they go, it sleeps again."""
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


@in_world
async def test_a_spectator_sits_down(world: World) -> None:
    """Who has watched and joins gets a seat as others do, and is told every event once."""
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


@in_world
async def test_what_cannot_be_watched(world: World) -> None:
    """A table that is not there, and one that is closed, are refused alike to who would watch or only look."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    code = await ann.open()
    await ann.leave()
    for table in ("nowhere", code):
        assert code_of(await eve.watch(table)) is ErrorCode.UNKNOWN_TABLE
        await world.wait(2)
        assert code_of(await eve.show(table)) is ErrorCode.UNKNOWN_TABLE
    assert code_of(await eve.leave()) is ErrorCode.NOT_SEATED


@in_virtual_time
async def test_spectators_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than so many watch a table; players are not counted, nor is one's own older connection."""
    monkeypatch.setattr("server.host.subscribers.WATCHERS", 2)
    async with a_world() as world:
        _, code = await ann_to_bid(world)
        eve, fay, guy = [await world.guest(name) for name in ("Eve", "Fay", "Guy")]
        assert isinstance(await eve.watch(code), Seated)
        assert isinstance(await fay.watch(code), Seated)
        assert code_of(await guy.watch(code)) is ErrorCode.TOO_MANY
        assert isinstance(await (await world.back(eve)).watch(code), Seated)
        await fay.leave()
        assert isinstance(await guy.watch(code), Seated)


@in_world
async def test_a_look_from_afar(world: World) -> None:
    """Who asks how a table is sees it as everyone may, and stays where they are."""
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
@in_world
async def test_a_look_at_a_game_that_has_ended(world: World) -> None:
    """A finished game can be looked at from afar, and watched, by anybody; nothing runs after a look."""
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


@pytest.mark.here
@in_world
async def test_looking_has_a_price(world: World) -> None:
    """To watch, or at a table that sleeps, counts as much as to join one; at one that runs, as any command."""
    ann, code = await ann_to_bid(world)
    eve = await world.guest("Eve")
    answers = [await eve.show(code) for _ in range(int(COMMANDS.at_once))]
    assert all(isinstance(answer, TableShown) for answer in answers)
    await ann.hang_up()
    await world.wait(10)
    answers = [await eve.show(code) for _ in range(int(COMMANDS.at_once / HEAVY_COST) + 1)]
    assert code_of(answers[-1]) is ErrorCode.TOO_MANY
    assert all(isinstance(answer, TableShown) for answer in answers[:-1])


@in_world
async def test_whoever_has_just_come_is_here(world: World) -> None:
    """A look from afar sees at once that someone is there, when a table is made and when they come back to it."""
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


LATER = Arrangement(delay=Delay.DEAL)  # A table that tells of a deal when the next one is over.


async def open_so(guest: Guest, arrangement: Arrangement, deals: int = 2) -> str:
    """Let someone open a table for two that is run like this."""
    setup = Setup("lots", 2, {"deals": deals})
    answer = await guest.ask(lambda number: OpenTable(number, setup, arrangement=arrangement))
    assert isinstance(answer, Seated), answer
    return answer.view.table


async def two_play(world: World, arrangement: Arrangement = LATER, deals: int = 2) -> tuple[Guest, Guest, Guest, str]:
    """Give Ann and Ben, dealt, Eve who watches if she may, and the code."""
    ann, ben, eve = [await world.guest(name) for name in ("Ann", "Ben", "Eve")]
    code = await open_so(ann, arrangement, deals)
    await ben.join(code)
    await eve.watch(code)
    await ann.begin()
    for guest in (ann, ben):
        await guest.until_my_turn()
    return ann, ben, eve, code


async def bid_both(first: Guest, second: Guest, amounts: Sequence[int] = (1, 2)) -> None:
    """Let both bid, one after the other."""
    for guest, other, amount in ((first, second, amounts[0]), (second, first, amounts[1])):
        assert isinstance(await guest.bid(amount), Accepted)
        await other.until(partial(reached, guest.view.seq))


@in_virtual_time
async def test_the_list_says_what_those_who_look_on_know() -> None:
    """How far the game has come is what they have been told, also for strangers; only players read the truth."""
    store = FaultyStore()

    async def lines(ann: Guest, fay: Guest) -> tuple[str, str]:
        """Give what a player and a stranger read of the table."""
        lists = [await guest.ask(ListTables) for guest in (ann, fay)]
        entries = [answer.tables[0].summary for answer in lists if isinstance(answer, Tables)]
        return entries[0], entries[1]

    async with a_world(store) as world:
        ann = await world.guest("Ann")
        fay = await world.guest("Fay")
        code = await open_so(ann, LATER, deals=3)
        assert await lines(ann, fay) == ("1 of 2 seats taken", "1 of 2 seats taken")
        await ann.begin()
        for _ in range(2):
            await ann.until_my_turn()
            assert isinstance(await ann.bid(1), Accepted)
            await ann.until(lambda view: bool(view.waits_for))
            await ann.go_on()
        await ann.until_my_turn()
        assert await lines(ann, fay) == ("deal 3 of 3", "deal 2 of 3")
    async with a_world(store, number=1) as world:
        ann, fay = await world.back(ann), await world.guest("Gil")
        assert await lines(ann, fay) == ("deal 3 of 3", "deal 2 of 3")
        await ann.join(code)
        assert await lines(ann, fay) == ("deal 3 of 3", "deal 2 of 3")


@in_world
async def test_who_sits_down_is_told_what_was_kept_back(world: World) -> None:
    """Whoever watches and then takes a seat is told all that was kept back, once and in order."""
    ann, eve = await world.guest("Ann"), await world.guest("Eve")
    code = await open_so(ann, LATER)
    await eve.watch(code)
    await ann.begin()
    await ann.until_my_turn()
    await ann.until(lambda view: have_bid(view, 1))
    answer = await eve.join(code)
    assert isinstance(answer, Seated)
    assert answer.view.viewer == 1
    assert eve.told == list(range(eve.told[0], answer.view.seq + 1))
    assert answer.view.seq > ann.view.seq


@in_world
async def test_numbers_tell_nothing_of_what_is_kept_back(world: World) -> None:
    """What someone who watches is answered, by talk or when leaving, is the number that they know already."""
    ann, _, eve, code = await two_play(world)
    await ann.bid(1)
    await eve.ask(Ping)
    known = eve.view.seq
    assert ann.view.seq > known
    answer = await eve.ask(lambda number: SayAtTable(number, "who leads?"))
    assert isinstance(answer, Accepted)
    assert answer.seq == known
    answer = await eve.leave()
    assert isinstance(answer, Accepted)
    assert answer.seq == known
    again = await eve.watch(code, seq=known)
    assert isinstance(again, Seated)
    assert again.view.seq == known


@in_virtual_time
async def test_what_is_too_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more was kept back than is remembered, the present state comes in its place, and then every event."""
    monkeypatch.setattr("server.host.subscribers.HISTORY", 4)
    assert HISTORY > 100
    async with a_world() as world:
        ann, ben, eve, _ = await two_play(world, deals=1)
        for text in ("one", "two", "three"):
            await say(ann, text)
        await ben.until(partial(reached, ann.view.seq))
        await eve.ask(Ping)
        before = len(eve.told)
        await bid_both(ann, ben)
        await eve.until(partial(reached, ben.view.seq))
        await eve.ask(Ping)
        assert isinstance(eve.heard[-2], TableChanged)
        assert len(eve.told) == before
        await ann.ask(lambda number: SayAtTable(number, "four"))
        await eve.until(partial(reached, ann.view.seq))
        assert said(eve)[-1].text == "four"
