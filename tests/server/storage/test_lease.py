"""One of several hosts holds the lease, and another takes it when that one is silent."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from server.storage.lease import AGE, Lease
from server.storage.store import StoreBusy, StoreFault
from tests.server.storage.postgres_server import PostgresServer

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
