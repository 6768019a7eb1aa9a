"""What every store promises of tournaments, held by each of them."""

from server.storage.store import Store, StoredTournament


async def test_a_tournament_is_kept_version_by_version(store: Store) -> None:
    """A change is stored only on top of the one before: two writers can never both succeed."""
    first, second = StoredTournament(1, 1, b"a"), StoredTournament(1, 2, b"b")
    assert await store.last_tournament() == 0
    assert await store.tournament(1) is None
    assert not await store.keep_tournament(second, live=True)
    assert await store.keep_tournament(first, live=True)
    assert not await store.keep_tournament(StoredTournament(1, 1, b"c"), live=True)
    assert await store.keep_tournament(second, live=True)
    assert not await store.keep_tournament(second, live=True)
    assert await store.tournament(1) == second
    assert await store.last_tournament() == 1


async def test_the_unfinished_tournaments_come_first(store: Store) -> None:
    """A list begins with the unfinished ones, the newest first, and is as long as asked for."""
    rows = [StoredTournament(number, 1, b"a") for number in (1, 2, 3, 4)]
    for row in rows:
        assert await store.keep_tournament(row, live=row.number in {1, 3})
    assert [row.number for row in await store.tournaments(9)] == [3, 1, 4, 2]
    assert [row.number for row in await store.tournaments(2)] == [3, 1]
