"""What every store promises of people, held by each of them."""

import asyncio

from server.storage.store import Account, Contact, ContactKind, Credential, Joining, Key, Revoking, Store, Token

ANN = Account("a", "Ann")
TOKEN = Token("t", b"\x01" * 32)
LAPTOP = Key("SHA256:laptop", "laptop", 1.0)
PHONE = Key("SHA256:phone", "phone", 2.5)


async def test_accounts_are_kept(store: Store) -> None:
    """An account is found by its id and by its token's."""
    assert await store.account("a") is None
    assert await store.credential("t") is None
    assert await store.register(ANN, TOKEN)
    assert await store.account("a") == ANN
    assert await store.credential("t") == Credential(ANN, TOKEN)
    assert await store.credential("a") is None


async def test_a_name_has_one_owner(store: Store) -> None:
    """A name that somebody has cannot be had by another, however it is written."""
    await store.register(ANN, TOKEN)
    assert not await store.register(Account("b", "ANN"), Token("u", b""))
    assert await store.account("b") is None
    assert await store.credential("u") is None
    assert await store.named("aNN") == ANN
    assert await store.named("Ben") is None


async def test_an_account_is_renamed(store: Store) -> None:
    """An account changes its name and keeps its tokens; its old name is free."""
    await store.register(ANN, TOKEN)
    assert await store.register(Account("a", "Anna"), None)
    assert await store.credential("t") == Credential(Account("a", "Anna"), TOKEN)
    assert await store.register(Account("b", "Ann"), None)


async def test_a_key_is_an_account(store: Store) -> None:
    """An account that comes with a key is found by it."""
    assert await store.keyholder(LAPTOP.id) is None
    assert await store.register(ANN, LAPTOP)
    assert await store.keyholder(LAPTOP.id) == ANN
    assert await store.keys("a") == (LAPTOP,)


async def test_a_key_has_one_account(store: Store) -> None:
    """A key that is somebody's makes no second account, and joins none."""
    await store.register(ANN, LAPTOP)
    assert not await store.register(Account("b", "Ben"), LAPTOP)
    assert await store.account("b") is None
    await store.register(Account("b", "Ben"), TOKEN)
    assert await store.join("b", LAPTOP, 20) is Joining.TAKEN
    assert await store.keyholder(LAPTOP.id) == ANN


async def test_one_of_many_has_the_name(store: Store) -> None:
    """Of many who ask for a name at once one gets it, and the others leave nothing behind."""
    people = [(Account(str(number), "Ann"), Key(f"SHA256:{number}", "", 0.0)) for number in range(20)]
    answers = await asyncio.gather(*(store.register(account, key) for account, key in people))
    assert answers.count(True) == 1
    assert len([key for _, key in people if await store.keyholder(key.id)]) == 1


async def test_keys_join_an_account(store: Store) -> None:
    """Keys are listed from the oldest on, and one that joins twice stays as it was."""
    await store.register(ANN, PHONE)
    assert await store.join("a", LAPTOP, 2) is Joining.JOINED
    assert await store.join("a", Key(LAPTOP.id, "again", 9.0), 2) is Joining.JOINED
    assert await store.keys("a") == (LAPTOP, PHONE)
    assert await store.join("a", Key("SHA256:third", "", 3.0), 2) is Joining.FULL
    assert await store.join("b", Key("SHA256:third", "", 3.0), 2) is Joining.GONE
    assert await store.keyholder("SHA256:third") is None


async def test_a_guest_who_gets_a_key_is_none(store: Store) -> None:
    """The key of a guest's account makes it one that can be come back to."""
    await store.register(Account("g", "Gil", guest=True), None)
    assert await store.guests() == (Account("g", "Gil", guest=True),)
    assert await store.join("g", LAPTOP, 20) is Joining.JOINED
    assert await store.guests() == ()
    assert await store.account("g") == await store.keyholder(LAPTOP.id) == Account("g", "Gil")


async def test_keys_are_labelled(store: Store) -> None:
    """A key is called something else by its own account alone."""
    await store.register(ANN, LAPTOP)
    await store.register(Account("b", "Ben"), PHONE)
    assert await store.label("a", LAPTOP.id, "desk")
    assert not await store.label("a", PHONE.id, "mine")
    assert not await store.label("a", "SHA256:none", "mine")
    assert await store.keys("a") == (Key(LAPTOP.id, "desk", 1.0),)
    assert await store.keys("b") == (PHONE,)


async def test_a_key_is_revoked(store: Store) -> None:
    """A revoked key is nobody's, and free for a new account."""
    await store.register(ANN, LAPTOP)
    await store.join("a", PHONE, 20)
    assert await store.revoke("b", LAPTOP.id, last=True) is Revoking.UNKNOWN
    assert await store.revoke("a", "SHA256:none", last=True) is Revoking.UNKNOWN
    assert await store.revoke("a", LAPTOP.id, last=False) is Revoking.REVOKED
    assert await store.keys("a") == (PHONE,)
    assert await store.register(Account("b", "Ben"), LAPTOP)


async def test_the_last_key_stays_unless_told(store: Store) -> None:
    """The last way back to an account goes only where that is said, and then it is a guest's."""
    await store.register(ANN, LAPTOP)
    assert await store.revoke("a", LAPTOP.id, last=False) is Revoking.LAST
    assert await store.keyholder(LAPTOP.id) == ANN
    assert await store.revoke("a", LAPTOP.id, last=True) is Revoking.REVOKED
    assert await store.guests() == (Account("a", "Ann", guest=True),)


async def test_a_token_is_a_way_back_too(store: Store) -> None:
    """The only key of an account with a token is not the last way to it."""
    await store.register(ANN, TOKEN)
    await store.join("a", LAPTOP, 20)
    assert await store.revoke("a", LAPTOP.id, last=False) is Revoking.REVOKED
    assert await store.account("a") == ANN


async def test_guests_are_forgotten(store: Store) -> None:
    """A guest leaves a free name behind; who is no guest is never forgotten."""
    await store.register(ANN, LAPTOP)
    await store.register(Account("g", "Gil", guest=True), None)
    for account in ("g", "a", "nobody"):
        await store.forget(account)
    assert await store.account("g") is None
    assert await store.account("a") == ANN
    assert await store.register(Account("h", "gil"), TOKEN)


CONTACTS_ANN, BEN, CAT = Account("a", "Ann"), Account("b", "Ben"), Account("c", "Cat")
GIL = Account("g", "Gil", guest=True)
FRIEND, BLOCKED = ContactKind.FRIEND, ContactKind.BLOCKED


async def with_people(store: Store) -> None:
    """Keep some accounts."""
    for account in (CONTACTS_ANN, BEN, CAT, GIL):
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
    assert await store.hidden("b") == (CONTACTS_ANN,)
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
    assert await store.contacts("b") == (Contact(CONTACTS_ANN, FRIEND),)
