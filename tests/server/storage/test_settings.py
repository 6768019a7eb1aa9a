"""What every store promises of settings, held by each of them."""

from server.storage.store import Account, Key, Store

ANN = Account("a", "Ann")
LAPTOP = Key("SHA256:laptop", "laptop", 1.0)
PHONE = Key("SHA256:phone", "phone", 2.5)


async def with_two_keys(store: Store) -> None:
    """Keep an account with two keys."""
    await store.register(ANN, LAPTOP)
    await store.join("a", PHONE, 20)


async def test_settings_of_an_account_hold_for_all_its_keys(store: Store) -> None:
    """What is set for an account holds everywhere, what is set for a key only there, and there it comes first."""
    await with_two_keys(store)
    assert await store.settings("a", LAPTOP.id) == {}
    assert await store.keep_settings("a", {"order": "rank", "theme": "dark"}, LAPTOP.id, {"theme": "light"}, 9)
    assert await store.settings("a", LAPTOP.id) == {"order": "rank", "theme": "light"}
    assert await store.settings("a", PHONE.id) == {"order": "rank", "theme": "dark"}
    assert await store.settings("a", "") == {"order": "rank", "theme": "dark"}
    assert await store.settings("b", LAPTOP.id) == {}


async def test_a_change_leaves_other_settings_as_they_are(store: Store) -> None:
    """A value is replaced, an empty one forgotten, and what is not named stays."""
    await with_two_keys(store)
    await store.keep_settings("a", {"order": "rank", "rest": "long"}, LAPTOP.id, {"bell": "on"}, 9)
    assert await store.keep_settings("a", {"order": "own", "rest": ""}, LAPTOP.id, {"none": ""}, 9)
    assert await store.settings("a", LAPTOP.id) == {"order": "own", "bell": "on"}


async def test_without_a_key_all_is_the_accounts(store: Store) -> None:
    """What a connection without a key sets for its device is set for the account."""
    await with_two_keys(store)
    assert await store.keep_settings("a", {"order": "own"}, "", {"theme": "light"}, 9)
    assert await store.settings("a", LAPTOP.id) == {"order": "own", "theme": "light"}


async def test_settings_have_a_limit(store: Store) -> None:
    """A change beyond the limit of an account or a key is refused whole; forgetting makes room."""
    await with_two_keys(store)
    assert await store.keep_settings("a", {"one": "1", "two": "2"}, LAPTOP.id, {"one": "1"}, 2)
    assert not await store.keep_settings("a", {"three": "3"}, LAPTOP.id, {"one": "9"}, 2)
    assert not await store.keep_settings("a", {}, LAPTOP.id, {"two": "2", "three": "3"}, 2)
    assert await store.settings("a", LAPTOP.id) == {"one": "1", "two": "2"}
    assert await store.keep_settings("a", {"three": "3", "one": ""}, LAPTOP.id, {}, 2)


async def test_nobody_has_no_settings(store: Store) -> None:
    """Nothing is kept for an account that does not exist."""
    assert not await store.keep_settings("nobody", {"order": "own"}, "", {}, 9)
    assert await store.settings("nobody", "") == {}


async def test_a_revoked_key_leaves_no_settings(store: Store) -> None:
    """Who comes with a key that was revoked finds nothing of what was set for it."""
    await with_two_keys(store)
    await store.keep_settings("a", {"order": "own"}, PHONE.id, {"theme": "light"}, 9)
    await store.revoke("a", PHONE.id, last=False)
    assert await store.settings("a", PHONE.id) == {"order": "own"}
    await store.join("a", PHONE, 20)
    assert await store.settings("a", PHONE.id) == {"order": "own"}


async def test_the_settings_of_guests_go_with_them(store: Store) -> None:
    """A guest's settings are forgotten with the guest, and nobody else's."""
    await store.register(Account("g", "Gil", guest=True), None)
    await with_two_keys(store)
    for account in ("g", "a"):
        await store.keep_settings(account, {"order": "own"}, "", {}, 9)
        await store.forget(account)
    assert await store.settings("g", "") == {}
    assert await store.settings("a", "") == {"order": "own"}
