"""Guests: their names, their seats, and what becomes of both."""

import asyncio

import pytest

from protocol.errors import ErrorCode
from protocol.identity import Keys, ListKeys
from protocol.messages import Accepted, Goodbye, Seated, Welcome
from server.host.terms import Passport, Terms, passing
from server.storage.store import Account, Joining, Key, StoreFault, Token
from tests.server.host.bearers import GUEST, bearing, code_of, holding, key_of, sent_away, use
from tests.server.host.test_playing import play_to_the_end
from tests.server.host.world import Guest, World, a_world
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


@in_virtual_time
async def test_a_guest_with_a_seat_keeps_the_name() -> None:
    """A guest who has gone from an unfinished table is still named there, so nobody else gets the name."""
    async with a_world() as world:
        ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=GUEST)
        assert isinstance(await gil.join(await ben.open()), Seated)
        await ben.begin()
        await gone(gil)
        assert await name_is_taken(world)


@in_virtual_time
async def test_a_guest_who_got_up_leaves_the_name() -> None:
    """A guest who left the table before the game, and then the house, leaves nothing behind."""
    store = FaultyStore()
    async with a_world(store) as world:
        ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=GUEST)
        await gil.join(await ben.open())
        assert isinstance(await gil.leave(), Accepted)
        await gone(gil)
        assert await store.guests() == ()
        assert not await name_is_taken(world)


@in_virtual_time
async def test_a_name_is_free_when_the_game_is_over() -> None:
    """A guest who went away during the game lets go of the name when the game has ended."""
    async with a_world() as world:
        ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=GUEST)
        table = await ben.open()
        await gil.join(table)
        await ben.begin()
        await gil.leave()
        await gone(gil)
        assert await name_is_taken(world)
        await play_to_the_end(ben)
        assert not await name_is_taken(world)


@pytest.mark.parametrize("seated", [False, True])
def test_guests_after_a_crash(seated: bool) -> None:
    """A server that was killed forgets its guests when it is started again, but for those with an unfinished seat."""

    @in_virtual_time
    async def scene() -> None:
        store = FaultyStore()
        async with a_world(store) as world:
            ben, gil = await world.guest("Ben", terms=BEN), await world.guest("Gil", terms=GUEST)
            table = await ben.open()
            if seated:
                await gil.join(table)
            # What the store holds while both are here is what a crash leaves behind.
            crashed = copied(store)
        async with a_world(crashed, number=1) as world:
            await world.wait(1)
            assert len(await crashed.guests()) == seated
            assert await name_is_taken(world) is seated
            assert (await world.guest(terms=BEN)).name == "Ben"

    scene()


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
    """A store that takes its time to bring a key to somebody."""

    async def join(self, account: str, key: Key, limit: int) -> Joining:
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


@in_virtual_time
async def test_a_guest_sees_no_keys() -> None:
    """A guest has a name and no keys."""
    async with a_world() as world:
        keys = await (await world.guest("Gil", terms=GUEST)).ask(ListKeys)
        assert isinstance(keys, Keys)
        assert (keys.account, keys.keys) == ("Gil", ())


@in_virtual_time
async def test_the_code_of_a_guest_who_has_gone() -> None:
    """The code of a guest whose account is forgotten opens nothing; with a seat left it still does."""
    async with a_world() as world:
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
async def test_a_guest_has_one_connection() -> None:
    """Nobody comes to a guest's account by its name."""
    async with a_world() as world:
        await world.guest("Gil", terms=GUEST)
        assert await name_is_taken(world)
        assert await name_is_taken(world, "GIL")


@in_virtual_time
async def test_a_guest_who_hangs_up_while_greeting() -> None:
    """A guest who has gone before the welcome came leaves nothing behind."""

    class Telling(FaultyStore):
        """A store that does something when somebody is registered."""

        async def register(self, account: Account, proof: Token | Key | None) -> bool:
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
    """Where the store fails as a guest goes, the name is free once somebody asks for it and the store works again."""
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


@in_virtual_time
async def test_a_name_that_came_free_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name whose holder is forgotten between two looks at it can be had."""
    store = FaultyStore()
    async with a_world(store) as world:
        tries = iter([False])
        register = store.register

        async def first_in_vain(account: Account, proof: Token | Key | None) -> bool:
            return next(tries, True) and await register(account, proof)

        monkeypatch.setattr(store, "register", first_in_vain)
        assert (await world.guest("Gil", terms=GUEST)).name == "Gil"


@in_virtual_time
async def test_a_guest_does_not_take_the_name_of_an_account() -> None:
    """The name of somebody who can come back is never free, however long they are away."""
    store = FaultyStore()
    async with a_world(store) as world:
        await gone(await world.guest("Ben", terms=BEN))
        await gone(await world.guest("Tom"))
        for name in ("Ben", "Tom"):
            assert await name_is_taken(world, name)


@in_virtual_time
async def test_a_front_knows_its_guest_again() -> None:
    """A guest whose front comes with the same ticket is the same guest, with the same seat, and needs no name."""
    async with a_world() as world:
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


@pytest.mark.parametrize("other", [holding("t2"), GUEST, bearing("ben")])
def test_a_ticket_is_one_guests(other: Terms) -> None:
    """Another ticket, none, or a key in its place is somebody else."""

    @in_virtual_time
    async def scene() -> None:
        async with a_world() as world:
            await world.guest("Gil", terms=holding("t1"))
            assert sent_away(await (await world.stranger(other)).greet()) == ErrorCode.NAME_NEEDED.value

    scene()


@in_virtual_time
async def test_a_ticket_beside_a_key_is_nothing() -> None:
    """Who has proven a key is that key's account, whatever ticket comes with it."""
    async with a_world() as world:
        await world.guest("Gil", terms=holding("t1"))
        both = passing(Passport(key_of("ben"), "192.0.2.1", ticket="t1"))
        assert (await world.guest("Ben", terms=both)).name == "Ben"


@in_virtual_time
async def test_a_guest_comes_back_after_a_crash() -> None:
    """A server that is started again knows a guest whose front is still with them, at the same seat."""
    store = FaultyStore()
    async with a_world(store) as world:
        gil = await world.guest("Gil", terms=holding("t1"))
        table = await gil.open()
        crashed = copied(store)
    async with a_world(crashed, number=1) as world:
        assert await name_is_taken(world)
        gil = await world.guest(terms=holding("t1"))
        assert isinstance(await gil.join(table), Seated)
        assert (gil.name, gil.view.viewer) == ("Gil", 0)


@in_virtual_time
async def test_a_guest_who_was_forgotten_needs_a_name() -> None:
    """A ticket is worth nothing once its guest is forgotten; a name makes it a new guest."""
    async with a_world() as world:
        await gone(await world.guest("Gil", terms=holding("t1")))
        assert sent_away(await (await world.stranger(holding("t1"))).greet()) == ErrorCode.NAME_NEEDED.value
        assert (await world.guest("Tom", terms=holding("t1"))).name == "Tom"


@in_virtual_time
async def test_a_guest_comes_back_while_being_forgotten() -> None:
    """A guest who comes again in the moment of going is there, or somebody new, and never there without a name."""

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
