"""Guests who go away from a table: nobody waits for who cannot come back."""

import asyncio

from protocol.errors import ErrorCode
from protocol.identity import Keys
from protocol.messages import OpenTable, Ping, Seated
from protocol.setup import Arrangement, Clock, Setup
from server.host.accounts.guests import LARGEST_ID, MAX_ID
from server.host.accounts.keys import CODE_SECONDS
from tests.server.host.bearers import GUEST, bearing, code_of, holding, use
from tests.server.host.pastime import DAY
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.world import Guest, World, a_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

BEN = bearing("ben")


async def two_at_a_table(world: World, *, begun: bool = True, clock: Clock | None = None) -> tuple[Guest, Guest]:
    """Give Ben, and Gil who is a guest of a front, at one table."""
    ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=holding("t1"))
    arrangement = Arrangement(clock=clock or Clock())
    made = await ben.ask(lambda number: OpenTable(number, Setup("lots", 3), pace=0.5, arrangement=arrangement))
    assert isinstance(made, Seated)
    await gil.join(made.view.table)
    if begun:
        await ben.begin()
    return ben, gil


def bot_of(guest: Guest, seat: int) -> str | None:
    """Give the bot that plays a seat, as somebody sees it; None where the seat is empty."""
    occupant = guest.view.seats[seat]
    return None if occupant is None else occupant.bot


@in_virtual_time
async def test_a_bot_plays_for_a_guest_who_has_gone() -> None:
    """A game goes on to its end without a guest who went away in its middle."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        await gil.hang_up()
        await ben.until(lambda _: bot_of(ben, 1) == "plain")
        await play_to_the_end(ben)
        assert (await world.guest("Gil", terms=GUEST)).name == "Gil"


@in_virtual_time
async def test_nobody_waits_days_for_a_guest_who_has_gone() -> None:
    """By correspondence, too, a bot plays at once for a guest who cannot come back."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world, clock=Clock(DAY))
        await gil.hang_up()
        await ben.until(lambda _: bot_of(ben, 1) == "plain")
        await play_to_the_end(ben)


@in_virtual_time
async def test_nor_does_anybody_where_nobody_else_was_there() -> None:
    """A bot plays for that guest also at a table that falls asleep when they go."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world, clock=Clock(DAY))
        await world.wait(5)
        await ben.hang_up()
        await gil.hang_up()
        again = await world.guest(terms=BEN)
        await again.join(ben.view.table)
        assert bot_of(again, 1) == "plain"


@in_virtual_time
async def test_a_seat_is_free_before_the_game() -> None:
    """A guest who goes away before the game begins leaves an empty seat, and the name."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world, begun=False)
        await gil.hang_up()
        await ben.until(lambda _: bot_of(ben, 1) is None)
        assert (await world.guest("Gil", terms=GUEST)).name == "Gil"


@in_virtual_time
async def test_a_table_of_one_guest_ends_with_them() -> None:
    """A table that a guest has opened and nobody has come to is no more once the guest has gone."""
    async with a_world() as world:
        gil = await world.guest("Gil", terms=GUEST)
        tables = [await gil.open(), await gil.open()]
        await gil.hang_up()
        ben = await world.guest("Gil", terms=BEN)
        for table in tables:
            answer = await ben.join(table)
            assert getattr(answer, "code", None) is ErrorCode.UNKNOWN_TABLE


@in_virtual_time
async def test_the_older_connection_of_a_guest() -> None:
    """A guest who comes by a second connection does not get up when the first one ends."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        again = await world.guest(terms=holding("t1"))
        await again.join(ben.view.table)
        await gil.serving
        assert bot_of(again, 1) == bot_of(ben, 1) == ""


@in_virtual_time
async def test_a_guest_who_may_come_with_a_key() -> None:
    """While a code of the guest holds the seat is kept, and whoever uses it sits there."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        code = await code_of(gil)
        await gil.hang_up()
        phone = await world.guest(terms=bearing("gil", looks=True))
        assert isinstance(await use(phone, code), Keys)
        assert bot_of(ben, 1) == ""
        assert isinstance(await phone.join(ben.view.table), Seated)
        assert phone.view.viewer == 1


@in_virtual_time
async def test_a_code_that_has_ended_keeps_no_seat() -> None:
    """A code of long ago is no way back."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        await code_of(gil)
        await world.wait(CODE_SECONDS)
        await gil.hang_up()
        await ben.until(lambda _: bot_of(ben, 1) == "plain")


@in_virtual_time
async def test_a_code_that_nobody_uses_keeps_the_seat_as_long_as_it_holds() -> None:
    """Then the guest goes like any other; who is back by then stays."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        await code_of(gil)
        await gil.hang_up()
        await world.wait(CODE_SECONDS - 10)
        assert bot_of(ben, 1) == ""
        await world.wait(20)
        await ben.until(lambda _: bot_of(ben, 1) == "plain")


@in_virtual_time
async def test_others_keep_their_seats() -> None:
    """Who has a key or a token can come back, so no bot plays for them."""
    async with a_world() as world:
        ben, gil = await two_at_a_table(world)
        tom = await world.guest("Tom")
        await tom.join(ben.view.table)
        await ben.hang_up()
        await tom.hang_up()
        await gil.until(lambda view: [seat and seat.here for seat in view.seats] == [False, True, False])
        assert bot_of(gil, 0) == bot_of(gil, 2) == ""


@in_virtual_time
async def test_the_greatest_command_id() -> None:
    """A guest who has used up all command ids goes like any other; those above are not for clients."""
    async with a_world() as world:
        gil = await world.guest("Gil", terms=GUEST)
        await gil.repeat(Ping(MAX_ID))
        refused = await gil.repeat(OpenTable(LARGEST_ID + 1, Setup("lots", 3)))
        assert getattr(refused, "code", None) is ErrorCode.INVALID_MESSAGE
        opened = await gil.repeat(OpenTable(LARGEST_ID, Setup("lots", 3)))
        assert isinstance(opened, Seated)
        table = opened.view.table
        await gil.hang_up()
        ben = await world.guest("Ben", terms=BEN)
        assert getattr(await ben.join(table), "code", None) is ErrorCode.UNKNOWN_TABLE


@in_virtual_time
async def test_a_table_that_cannot_be_written() -> None:
    """Where the store fails as a guest goes, the seat and the name stay, and the host goes on."""
    store = FaultyStore()
    async with a_world(store) as world:
        ben, gil = await two_at_a_table(world)
        store.break_down()
        await gil.hang_up()
        store.mend()
        await asyncio.sleep(60)
        assert bot_of(ben, 1) == ""
        assert isinstance(await ben.join(ben.view.table), Seated)
