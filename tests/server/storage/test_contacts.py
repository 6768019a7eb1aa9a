"""What every store promises of contacts, held by each of them."""

from server.storage.store import Account, Contact, ContactKind, Store

ANN, BEN, CAT = Account("a", "Ann"), Account("b", "Ben"), Account("c", "Cat")
GIL = Account("g", "Gil", guest=True)
FRIEND, BLOCKED = ContactKind.FRIEND, ContactKind.BLOCKED


async def with_people(store: Store) -> None:
    """Keep some accounts."""
    for account in (ANN, BEN, CAT, GIL):
        await store.register(account, None)


async def test_contacts_are_of_one_account(store: Store) -> None:
    """A friend is the friend of one account alone, and the list is by name."""
    await with_people(store)
    assert await store.keep_contact("a", "c", FRIEND, 9)
    assert await store.keep_contact("a", "b", FRIEND, 9)
    assert await store.contacts("a") == (Contact(BEN, FRIEND), Contact(CAT, FRIEND))
    assert await store.contacts("b") == ()
    assert await store.hidden("a") == ()


async def test_a_contact_is_one_thing(store: Store) -> None:
    """Whoever is blocked is no friend any more; to drop what somebody is not changes nothing."""
    await with_people(store)
    await store.keep_contact("a", "b", FRIEND, 9)
    assert await store.keep_contact("a", "b", BLOCKED, 9)
    await store.drop_contact("a", "b", FRIEND)
    assert await store.contacts("a") == (Contact(BEN, BLOCKED),)
    await store.drop_contact("a", "b", BLOCKED)
    assert await store.contacts("a") == ()


async def test_a_block_hides_both(store: Store) -> None:
    """Whoever blocks and who is blocked are hidden from each other, by the account and not by the name."""
    await with_people(store)
    await store.keep_contact("a", "b", BLOCKED, 9)
    await store.keep_contact("c", "a", BLOCKED, 9)
    await store.register(Account("b", "Bob"), None)
    assert await store.hidden("a") == (Account("b", "Bob"), CAT)
    assert await store.hidden("b") == (ANN,)
    await store.keep_contact("b", "a", BLOCKED, 9)
    await store.drop_contact("a", "b", BLOCKED)
    assert await store.hidden("a") == (Account("b", "Bob"), CAT)


async def test_contacts_have_a_limit(store: Store) -> None:
    """Each kind has a limit of its own; what is kept already can be kept again."""
    await with_people(store)
    assert await store.keep_contact("a", "b", FRIEND, 1)
    assert await store.keep_contact("a", "b", FRIEND, 1)
    assert not await store.keep_contact("a", "c", FRIEND, 1)
    assert await store.keep_contact("a", "c", BLOCKED, 1)
    assert not await store.keep_contact("a", "g", BLOCKED, 1)
    assert await store.contacts("a") == (Contact(BEN, FRIEND), Contact(CAT, BLOCKED))


async def test_only_other_accounts_are_contacts(store: Store) -> None:
    """Neither oneself nor an account that does not exist can be a contact, nor can nobody have one."""
    await with_people(store)
    assert not await store.keep_contact("a", "a", BLOCKED, 9)
    assert not await store.keep_contact("a", "x", FRIEND, 9)
    assert not await store.keep_contact("nobody", "a", BLOCKED, 9)
    assert await store.hidden("a") == ()


async def test_the_contacts_of_guests_go_with_them(store: Store) -> None:
    """A guest is forgotten with all contacts, those of others with the guest too; an account keeps its own."""
    await with_people(store)
    await store.keep_contact("g", "a", BLOCKED, 9)
    await store.keep_contact("b", "g", FRIEND, 9)
    await store.keep_contact("b", "a", FRIEND, 9)
    for account in ("b", "g"):
        await store.forget(account)
    assert await store.hidden("a") == ()
    assert await store.contacts("b") == (Contact(ANN, FRIEND),)
