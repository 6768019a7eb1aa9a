"""Guests: their names, their return, and the seats that they leave."""

import asyncio

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Begin, Goodbye, OpenTable, Ping, Seated, Welcome
from protocol.people import Keys
from protocol.setup import Arrangement, Clock, Setup
from server.host.accounts import CODE_SECONDS, LARGEST_ID, MAX_ID, RETURN_SECONDS
from server.storage.store import Account, Joining, PublicKey, StoreFault, Token
from tests.server.host.bearers import GUEST, bearing, code_of, holding, key_of, sent_away, use
from tests.server.host.pastime import DAY
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time

BEN = bearing("ben")


async def name_is_taken(world: World, name: str = "Gil") -> bool:
    """Say whether another guest cannot be called so; one who can goes away again."""
    other = await world.stranger(GUEST)
    answer = await other.greet(name)
    if isinstance(answer, Welcome):
        await other.hang_up()
        return False
    assert sent_away(answer) == ErrorCode.INVALID_NAME.value
    return True


async def gone(guest: Guest) -> None:
    """Let a guest go, whatever they still had to hear."""
    await guest.hang_up()


@in_virtual_time
async def test_a_name_is_free_again() -> None:
    """While a guest is here the name is theirs; afterwards it is anybody's, and nothing is kept."""
    store = FaultyStore()
    async with a_world(store) as world:
        gil = await world.guest("Gil", terms=GUEST)
        assert await name_is_taken(world)
        await gone(gil)
        assert await store.guests() == ()
        assert not await name_is_taken(world)
        assert (await world.guest("gil", terms=BEN)).name == "gil"


def copied(store: FaultyStore) -> FaultyStore:
    """Give another store that holds the same."""
    copy = FaultyStore()
    for name, value in vars(store).items():
        setattr(copy, name, value.copy() if isinstance(value, dict) else value)
    return copy


@in_virtual_time
async def test_a_guest_who_adds_a_key() -> None:
    """A guest who brings a key stays who they are, with name and seat, and can come back."""
    store = FaultyStore()
    async with a_world(store) as world:
        gil = await world.guest("Gil", terms=GUEST)
        table = await gil.open()
        code = await code_of(gil)
        other = await world.guest(terms=bearing("gil", looks=True))
        keys = await use(other, code)
        assert isinstance(keys, Keys)
        assert [entry.key for entry in keys.keys] == [key_of("gil")]
        await gone(gil)
        await other.hang_up()
        assert await name_is_taken(world)
        stranger = await world.stranger(bearing("gil"))
        welcome = await stranger.greet()
        assert isinstance(welcome, Welcome)
        assert (welcome.name, welcome.guest) == ("Gil", False)
        assert isinstance(await stranger.join(table), Seated)
        assert stranger.view.viewer == 0


class SlowStore(FaultyStore):
    """A store that takes its time to bring a key to someone."""

    async def join(self, account: str, key: PublicKey, limit: int) -> Joining:
        """Bring a key by and by."""
        await asyncio.sleep(3)
        return await super().join(account, key, limit)


@in_virtual_time
async def test_a_guest_who_goes_while_the_key_is_stored() -> None:
    """Who hangs up before the store has taken in the key that comes by their code keeps the seat all the same."""
    async with a_world(SlowStore()) as world:
        gil = await world.guest("Gil", terms=GUEST)
        table = await gil.open()
        code = await code_of(gil)
        other = await world.guest(terms=bearing("gil", looks=True))
        using = asyncio.create_task(use(other, code))
        await world.wait(1)
        await gone(gil)
        assert isinstance(await using, Keys)
        stranger = await world.guest(terms=bearing("gil"))
        assert isinstance(await stranger.join(table), Seated)
        assert stranger.view.viewer == 0


@in_virtual_time
async def test_guests_of_an_earlier_run_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that can read its store and not write begins to serve; whose name is wanted then is looked at again."""
    store = FaultyStore()
    async with a_world(store) as world:
        await world.guest("Gil", terms=GUEST)
        crashed = copied(store)

    async def forget(_account: str) -> None:
        raise StoreFault("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(crashed, "forget", forget)
        async with a_world(crashed, number=1) as world:
            await world.wait(1)
            assert len(await crashed.guests()) == 1
            patched.undo()
            assert not await name_is_taken(world)


@in_world
async def test_the_code_of_a_guest_who_has_gone(world: World) -> None:
    """The code of a guest whose account is forgotten opens nothing; with a seat left it still does."""
    gil, tom = await world.guest("Gil", terms=GUEST), await world.guest("Tom", terms=GUEST)
    await tom.join(await (await world.guest("Ben", terms=BEN)).open())
    codes = await code_of(gil), await code_of(tom)
    await gone(gil)
    await gone(tom)
    looker = await world.guest(terms=bearing("new", looks=True))
    assert await use(looker, codes[0]) is ErrorCode.INVALID_CODE
    keys = await use(looker, codes[1])
    assert isinstance(keys, Keys)
    assert keys.account == "Tom"


@in_virtual_time
async def test_a_guest_who_hangs_up_while_greeting() -> None:
    """A guest who has gone before the welcome came leaves nothing behind."""

    class Telling(FaultyStore):
        """A store that does something when someone is registered."""

        async def register(self, account: Account, proof: Token | PublicKey | None) -> bool:
            """Keep an account, and see its person go."""
            guest.channel.close()
            return await super().register(account, proof)

    store = Telling()
    async with a_world(store) as world:
        guest = await world.stranger(GUEST)
        assert await guest.greet("Gil") == Goodbye("", "")
        await guest.serving
        assert await store.guests() == ()


@in_virtual_time
async def test_a_guest_who_cannot_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the store fails as a guest goes, the name is free once someone asks for it and the store works again."""
    store = FaultyStore()
    async with a_world(store) as world:
        gil = await world.guest("Gil", terms=GUEST)

        async def forget(_account: str) -> None:
            raise StoreFault("the disk is gone")

        with monkeypatch.context() as patched:
            patched.setattr(store, "forget", forget)
            await gone(gil)
        assert len(await store.guests()) == 1
        assert not await name_is_taken(world)


@in_world
async def test_a_front_knows_its_guest_again(world: World) -> None:
    """A guest whose front comes with the same ticket is the same guest, with the same seat, and needs no name."""
    gil = await world.guest("Gil", terms=holding("t1"))
    table = await gil.open()
    again = await world.stranger(holding("t1"))
    welcome = await again.greet("Somebody")
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.guest, welcome.token) == ("Gil", True, "")
    assert isinstance(await again.join(table), Seated)
    assert (again.view.viewer, (await gil.until_gone()).code) == (0, "superseded")
    await gil.serving
    assert await name_is_taken(world)


@in_virtual_time
async def test_a_guest_comes_back_while_being_forgotten() -> None:
    """A guest who comes again in the moment of going is there, or someone new, and never there without a name."""

    class Distant(FaultyStore):
        """A store that does everything in order, and whose answers take a while to arrive."""

        async def account(self, account: str) -> Account | None:
            """Give an account, a little later."""
            found = await super().account(account)
            await asyncio.sleep(0.1)
            return found

        async def forget(self, account: str) -> None:
            """Delete a guest, and say so a little later."""
            await super().forget(account)
            await asyncio.sleep(0.1)

    for moments in range(30):
        store = Distant()
        async with a_world(store) as world:
            gil = await world.guest("Gil", terms=holding("t1"))
            gil.channel.close()
            again = await world.stranger(holding("t1"))
            for _ in range(moments):
                await asyncio.sleep(0)
            answer = await again.greet("Gil")
            await gil.serving
            assert isinstance(answer, Welcome)
            assert [account.name for account in await store.guests()] == ["Gil"]
            assert await name_is_taken(world)


@in_virtual_time
async def test_no_ticket_is_kept() -> None:
    """A ticket cannot be read from what the store holds."""
    store = FaultyStore()
    async with a_world(store) as world:
        await (await world.guest("Gil", terms=holding("secret ticket"))).open()
        assert "secret ticket" not in str(vars(store))


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
    """Give the bot that plays a seat, as someone sees it; None where the seat is empty."""
    occupant = guest.view.seats[seat]
    return None if occupant is None else occupant.bot


@in_world
async def test_nobody_waits_days_for_a_guest_who_has_gone(world: World) -> None:
    """By correspondence, too, a bot plays at once for a guest who cannot come back."""
    ben, gil = await two_at_a_table(world, clock=Clock(DAY))
    await gil.hang_up()
    await ben.until(lambda _: bot_of(ben, 1) == "plain")
    await play_to_the_end(ben)


@in_world
async def test_a_seat_is_free_before_the_game(world: World) -> None:
    """A guest who goes away before the game begins leaves an empty seat, and the name."""
    ben, gil = await two_at_a_table(world, begun=False)
    await gil.hang_up()
    await ben.until(lambda _: bot_of(ben, 1) is None)
    assert (await world.guest("Gil", terms=GUEST)).name == "Gil"


@in_world
async def test_the_older_connection_of_a_guest(world: World) -> None:
    """A guest who comes by a second connection does not get up when the first one ends."""
    ben, gil = await two_at_a_table(world)
    again = await world.guest(terms=holding("t1"))
    await again.join(ben.view.table)
    await gil.serving
    assert bot_of(again, 1) == bot_of(ben, 1) == ""


@in_world
async def test_a_code_that_nobody_uses_keeps_the_seat_as_long_as_it_holds(world: World) -> None:
    """Then the guest goes like any other; who is back by then stays."""
    ben, gil = await two_at_a_table(world)
    await code_of(gil)
    await gil.hang_up()
    await world.wait(CODE_SECONDS - 10)
    assert bot_of(ben, 1) == ""
    await world.wait(20)
    await ben.until(lambda _: bot_of(ben, 1) == "plain")


@in_world
async def test_the_greatest_command_id(world: World) -> None:
    """A guest who has used up all command ids goes like any other; those above are not for clients."""
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


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("returns", [False, True])
@in_virtual_time
async def test_who_does_not_return_after_a_crash(begun: bool, returns: bool) -> None:
    """A guest who comes back in time keeps the seat; one who never can is seen off, and holds up nobody."""
    store = FaultyStore()
    async with a_world(store) as world:
        ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=holding("t1"))
        table = await gil.open()
        await ben.join(table)
        if begun:
            assert isinstance(await gil.ask(Begin), Accepted)
        crashed = copied(store)
    async with a_world(crashed, number=1) as world:
        gil = await world.guest(terms=holding("t1")) if returns else gil
        await asyncio.sleep(2 * RETURN_SECONDS)
        ben = await world.guest(terms=BEN)
        await ben.join(table)
        assert await name_is_taken(world) is (returns or begun)
        names = [(seat.name, bool(seat.bot)) for seat in ben.view.seats if seat is not None]
        assert (("Gil", False) in names) is returns
        assert (("Gil", True) in names) is (begun and not returns)
