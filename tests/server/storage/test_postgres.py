"""The store in PostgreSQL, and the lease on it."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
import pytest_asyncio
from psycopg import AsyncConnection

from server.storage.postgres import AGE, Lease, PostgresStore
from server.storage.store import Account, Appended, Brief, Conflict, Failed, StoreBusy, StoreFault, Unknown
from tests.server.storage.postgres_server import PostgresServer, postgres_pair

Make = Callable[[str, str], Lease]


@pytest_asyncio.fixture
async def make() -> AsyncIterator[Make]:
    """Give a function that makes a lease, which is closed after the test."""
    made: list[Lease] = []

    def make(address: str, link: str) -> Lease:
        made.append(Lease(address, link))
        return made[-1]

    yield make
    for lease in made:
        lease.close()


async def test_one_holds_it(postgres: str, make: Make) -> None:
    """The first of two who start at once holds it, and all know where that one is; what they share is one."""
    ann, bob = make(postgres, "ann:1"), make(postgres, "bob:1")
    assert await ann.holder() is None
    taken = await asyncio.gather(ann.take(), bob.take())
    assert sorted(taken, key=str) == [1, None]
    assert await ann.holder() == await bob.holder() == ("ann:1" if taken[0] else "bob:1")
    shared = await asyncio.gather(ann.share("key", lambda: b"ann"), bob.share("key", lambda: b"bob"))
    assert len({*shared}) == 1


async def test_what_is_shared_is_stored_once(postgres: str, make: Make) -> None:
    """Of those who share a value under one name the first decides, all get that, and nobody makes another."""
    ann = make(postgres, "ann:1")
    assert await ann.share("x", lambda: b"1") == b"1"
    assert await ann.share("x", lambda: b"2") == b"1"
    assert await ann.share("x", lambda: pytest.fail("it is there")) == b"1"
    assert await ann.share("y", lambda: b"2") == b"2"


async def test_a_silent_holder_is_replaced(postgres: str, make: Make) -> None:
    """Once the heartbeat is old, another takes the lease under the next epoch."""
    ann, bob = make(postgres, "ann:1"), make(postgres, "bob:1")
    assert (await ann.take(), await bob.take()) == (1, None)
    age(bob)
    assert (await bob.take(), await bob.holder()) == (2, "bob:1")
    with pytest.raises(StoreFault, match="another machine has taken over"):
        await asyncio.to_thread(ann.take_anew)
    await ann.release()
    assert await ann.take() is None


async def test_a_released_lease_is_free_at_once(postgres: str, make: Make) -> None:
    """Whoever ends in good order lets the next one begin."""
    ann, bob = make(postgres, "ann:1"), make(postgres, "bob:1")
    assert await ann.take() == 1
    await ann.release()
    assert await bob.holder() is None
    assert await bob.take() == 2


async def test_a_holder_who_stands_still_in_a_transaction_is_ended(postgres: str, make: Make) -> None:
    """A session that holds the row and does nothing is ended by whoever takes the lease."""
    ann, bob = make(postgres, "ann:1"), make(postgres, "bob:1")
    assert await ann.take() == 1
    age(ann)
    held = ann.reached()
    held.execute("SET idle_in_transaction_session_timeout = 0")
    held.execute("BEGIN")
    held.execute("UPDATE lease SET beat = clock_timestamp()")
    assert await bob.take() == 2


async def test_a_restarted_server_is_reached_anew(server: PostgresServer, postgres: str, make: Make) -> None:
    """While the server is away the fault says so, and the next call connects anew."""
    ann = make(postgres, "ann:1")
    assert await ann.take() == 1
    server.stop()
    with pytest.raises(StoreBusy, match="see to it that a server runs there"):
        await ann.take()
    server.start()
    assert await ann.take() == 2


def age(lease: Lease) -> None:
    """Make the heartbeat old."""
    lease.reached().execute("UPDATE lease SET beat = beat - make_interval(secs => ?)", (2 * AGE,))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgresql://me:secret@127.0.0.1:1/x", "cannot use postgresql://me@127.0.0.1:1/x: .*see to it that a server"),
        ("postgresql://me:se@cret@[::1", "cannot be read: write postgresql://USER@HOST/DATABASE"),
        ("postgresql://me:secret@nowhere.invalid/x", "cannot use postgresql://me@nowhere.invalid/x"),
    ],
)
async def test_an_address_that_leads_nowhere(address: str, words: str, postgres: str, make: Make) -> None:
    """What cannot be reached is named with what helps, and without its password."""
    with pytest.raises(StoreFault, match=words) as told:
        await make(address, "").take()
    assert "cret" not in str(told.value)


async def test_servers_that_are_none_for_us(postgres: str, make: Make) -> None:
    """A database that is not there, and tables of another program, are named with what helps."""
    with pytest.raises(StoreFault, match='database "nothing" does not exist; check the names'):
        await make(postgres.replace("/postgres?", "/nothing?"), "").take()
    ann = make(postgres, "")
    await ann.take()
    ann.reached().execute("ALTER TABLE lease DROP COLUMN version")
    with pytest.raises(StoreFault, match=r"cannot be made in .*; give the user a database of its own"):
        await make(postgres, "").take()


_CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


_TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[PostgresStore]:
    """Give a store that holds the lease."""
    lease = Lease(address, "here:1")
    assert await lease.take() is not None
    store = PostgresStore(lease)
    yield store
    await store.close()


@asynccontextmanager
async def asking(address: str) -> AsyncIterator[AsyncConnection[Any]]:
    """Give a connection of someone else."""
    async with await AsyncConnection.connect(address, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[PostgresServer, PostgresServer]]:
    """Give a primary with a synchronous standby."""
    with postgres_pair() as made:
        yield made


async def test_a_host_of_the_past_writes_nothing(postgres: str) -> None:
    """Once another host has the lease, appends and changes are refused, and the store says that it is lost."""
    async with opened(postgres) as store, asking(postgres) as other:
        assert await store.append("x", 0, b"1", None) == Appended()
        await other.execute("UPDATE lease SET epoch = epoch + 1, process = 'other'")
        answers = await asyncio.gather(
            store.append("x", 1, b"2", None),
            store.append("y", 0, b"1", Brief(b"", live=True)),
            store.register(Account("a", "Ann"), None),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [Failed, Failed, StoreFault]
        assert await store.append("x", 1, b"2", None) == Failed("another machine has taken over")
        assert store.lost
        counts = await other.execute("SELECT (SELECT count(*) FROM records), (SELECT count(*) FROM accounts)")
        assert await counts.fetchone() == (1, 0)


async def test_an_idle_host_keeps_the_lease(postgres: str) -> None:
    """The heartbeat is renewed though nobody plays."""
    async with opened(postgres) as store, asking(postgres) as other:
        before = await (await other.execute("SELECT beat FROM lease")).fetchone()
        async with asyncio.timeout(30):
            while await (await other.execute("SELECT beat FROM lease")).fetchone() == before:
                await asyncio.sleep(0.05)
        assert not store.lost


async def test_no_statement_is_compiled(postgres: str) -> None:
    """Before version 18 it would take each append half a second."""
    async with opened(postgres) as store:
        shown = await store._reader.read(lambda connection: connection.execute("SHOW jit").fetchone())
        assert shown == ("off",)


async def test_sessions_that_the_server_ends_are_opened_anew(postgres: str) -> None:
    """What waits is stored once, over another connection, and is read over another."""
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chwech'"
    async with opened(postgres) as store, asking(postgres) as other:
        for number in range(5):
            await other.execute(end)
            together = await asyncio.gather(
                store.append("x", number, b"%d" % number, None),
                store.register(Account(f"a{number}", f"Ann {number}"), None),
                store.account(f"a{number - 1}"),
            )
            assert tuple(together[:2]) == (Appended(), True)
            assert len(await store.read("x")) == number + 1
        assert await store.append("x", 3, b"other", None) == Conflict(5)
        assert not store.lost


async def test_a_refused_change_stops_nothing(postgres: str) -> None:
    """A change that the database refuses is not stored, and the store goes on."""
    async with opened(postgres) as store:
        with pytest.raises(StoreFault, match="does not exist"):
            await store._change(lambda connection: connection.execute("INSERT INTO nowhere VALUES (1)"))
        with pytest.raises(StoreFault, match="by zero"):
            await store._change(lambda _connection: 1 // 0)
        assert await store.register(Account("a", "Ann"), None)
        assert not store.lost


async def test_a_commit_whose_answer_is_lost_is_found_out(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that no standby has is called stored only once the standby has it: not when its wait is cancelled."""
    first, second = pair
    monkeypatch.setattr("server.storage.postgres.SILENT_SECONDS", 0.3)
    monkeypatch.setattr("server.storage.postgres.PATIENCE", 60.0)
    async with opened(first.address()) as store, asking(first.address()) as other:
        for number, end in enumerate((_CANCEL, _TERMINATE, "SELECT 1")):
            with stopped(second):
                kept = asyncio.create_task(store.append("x", number, b"%d" % number, None))
                made = asyncio.create_task(store.register(Account(f"{number}", f"Ann {number}"), None))
                await waits_for_standby(other)
                await other.execute(end)
                done, _ = await asyncio.wait({kept, made}, timeout=0.5)
                assert not done
            assert (await kept, await made) == (Appended(), True)
            assert len(await store.read("x")) == number + 1
        assert await store.append("x", 3, b"3", None) == Appended()


@contextmanager
def stopped(server: PostgresServer) -> Iterator[None]:
    """Let a server stand still."""
    server.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.signal(signal.SIGCONT)


async def waits_for_standby(other: AsyncConnection[Any]) -> None:
    """Wait until a commit waits for the standby."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    async with asyncio.timeout(30):
        while await (await other.execute(waiting)).fetchone() == (0,):
            await asyncio.sleep(0.01)


async def test_nobody_knows_for_a_while(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While no standby answers, what was sent is unknown, what follows fails, and what is not certain is not read."""
    first, second = pair

    def cut(writer: Any) -> None:  # noqa: ANN401
        # A renewal that no standby answers would be in doubt before anything is sent, so nothing is renewed.
        writer._ticking = writer._loop.call_later(0.1, writer._tick)
        if writer.lease.connection is not None:
            writer.lease.connection.cut_if_silent()

    monkeypatch.setattr("server.storage.postgres.PostgresWriter._tick", cut)
    async with opened(first.address()) as store, asking(first.address()) as other:
        with stopped(second), monkeypatch.context() as patched:
            patched.setattr("server.storage.postgres.SILENT_SECONDS", 0.2)
            patched.setattr("server.storage.postgres.PATIENCE", 0.1)
            assert isinstance(await store.append("u", 0, b"1", None), Unknown)
            assert isinstance(await store.append("v", 0, b"1", None), Failed)
            with pytest.raises(StoreFault, match="nobody knows"):
                await store.read("u")
            # It is visible where it was written, and yet it may be lost.
            await other.execute(_TERMINATE)
        async with asyncio.timeout(30):
            while isinstance(await store.append("w", 0, b"1", None), Failed):
                await asyncio.sleep(0.01)
        assert await store.read("u") in ((b"1",), ())
        assert await store.read("v") == ()
        assert await store.read("w") == (b"1",)


async def test_a_standby_that_is_promoted_is_written_to(
    pair: tuple[PostgresServer, PostgresServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host goes on with the next primary, which has all that was acknowledged."""
    first, second = pair
    monkeypatch.setattr("server.storage.postgres.PATIENCE", 60.0)
    async with opened(first.address(second)) as store:
        assert await store.append("p", 0, b"0", None) == Appended()
        first.stop()
        kept = asyncio.create_task(store.append("p", 1, b"1", None))
        await asyncio.to_thread(second.promote)
        assert await kept == Appended()
        assert await store.read("p") == (b"0", b"1")
        assert not store.lost
