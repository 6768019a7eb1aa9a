"""What every store promises of the deal of the day, held by each of them."""

from server.storage.daily import DayScore, DaySum, DayTry
from server.storage.store import Account, Store


async def with_people(store: Store) -> None:
    """Keep three accounts."""
    for account in (Account("a", "Ann"), Account("b", "Ben"), Account("g", "Gil", guest=True)):
        await store.register(account, None)


async def test_a_seed_is_drawn_once(store: Store) -> None:
    """The first seed of a day holds, whatever comes later; other days have none."""
    assert await store.day_seed("2026-11-21") is None
    assert await store.draw_day("2026-11-21", b"one") == b"one"
    assert await store.draw_day("2026-11-21", b"two") == b"one"
    assert await store.day_seed("2026-11-21") == b"one"
    assert await store.day_seed("2026-11-22") is None


async def test_one_game_of_an_account_counts(store: Store) -> None:
    """The first log of a day holds, and a result is that of this log alone."""
    await with_people(store)
    assert await store.day_try("2026-11-21", "a") is None
    assert await store.begin_day("2026-11-21", "a", "x") == "x"
    assert await store.begin_day("2026-11-21", "a", "y") == "x"
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"")
    await store.end_day("y", DayScore(9, 0), b"other")
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"")
    await store.end_day("x", DayScore(9, 0), b"entry")
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"entry")
    assert await store.day_try("2026-11-22", "a") is None


async def test_nobody_begins_no_day(store: Store) -> None:
    """Nothing is kept for an account that does not exist."""
    assert await store.begin_day("2026-11-21", "nobody", "x") == "x"
    assert await store.day_try("2026-11-21", "nobody") is None


async def test_sums_of_days(store: Store) -> None:
    """Scores are summed from the first day to the last: the best first, then those with more exact deals, by name."""
    await with_people(store)
    for day, account, score, exact in (
        ("2026-11-20", "a", 300, 1),
        ("2026-11-21", "a", 100, 2),
        ("2026-11-21", "b", 100, 3),
        ("2026-11-22", "g", 100, 3),
    ):
        await store.begin_day(day, account, f"{day} {account}")
        await store.end_day(f"{day} {account}", DayScore(score, exact), b"-")
    await store.begin_day("2026-11-22", "a", "unfinished")
    one_day = await store.day_sums("2026-11-21", "2026-11-21", 9, hinted=False)
    assert one_day == (DaySum("b", "Ben", 100, 1, 3), DaySum("a", "Ann", 100, 1, 2))
    week = await store.day_sums("2026-11-20", "2026-11-22", 9, hinted=False)
    assert [(one.name, one.score, one.days, one.exact) for one in week] == [
        ("Ann", 400, 2, 3),
        ("Ben", 100, 1, 3),
        ("Gil", 100, 1, 3),
    ]
    best = await store.day_sums("2026-11-20", "2026-11-22", 1, hinted=False)
    assert best == week[:1]


async def test_results_with_hints_are_summed_apart(store: Store) -> None:
    """A person with results of both kinds is in both lists, with the days of each."""
    await with_people(store)
    for day, hinted in (("2026-11-20", True), ("2026-11-21", False)):
        await store.begin_day(day, "a", day)
        await store.end_day(day, DayScore(int(day[-2:]), 0, hinted), b"-")
    for hinted, score in ((True, 20), (False, 21)):
        assert await store.day_sums("2026-11-20", "2026-11-21", 9, hinted=hinted) == (DaySum("a", "Ann", score, 1, 0),)


async def test_the_days_of_guests_go_with_them(store: Store) -> None:
    """A guest's results are forgotten with the guest, and nobody else's."""
    await with_people(store)
    for account in ("a", "g"):
        await store.begin_day("2026-11-21", account, account)
        await store.end_day(account, DayScore(9, 0), b"-")
        await store.forget(account)
    assert await store.day_try("2026-11-21", "g") is None
    assert [one.name for one in await store.day_sums("2026-11-21", "2026-11-21", 9, hinted=False)] == ["Ann"]
