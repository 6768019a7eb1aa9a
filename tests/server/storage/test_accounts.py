"""Accounts, their keys, settings and contacts, and what those who run the server keep."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from server.defaults import DATABASE_NAME
from server.storage import accounts
from server.storage.database import Store
from server.storage.sqlite import open_store
from server.storage.store import (
    Account,
    AuditEntry,
    Ban,
    Brief,
    Contact,
    ContactKind,
    FinishedGame,
    Joining,
    PublicKey,
    Revoking,
    StoredTournament,
    Token,
)

ANN = Account("a", "Ann")


TOKEN = Token("t", b"\x01" * 32)


LAPTOP = PublicKey("SHA256:laptop", "laptop", 1.0)


PHONE = PublicKey("SHA256:phone", "phone", 2.5)


async def test_accounts_are_kept(store: Store) -> None:
    """An account is found by its id and by its token's."""
    assert await store.account("a") is None
    assert await store.credential("t") is None
    assert await store.register(ANN, TOKEN)
    assert await store.account("a") == ANN
    assert await store.credential("t") == (ANN, TOKEN.digest)
    assert await store.credential("a") is None


async def test_a_name_has_one_owner(store: Store) -> None:
    """A name that someone has cannot be had by another, however it is written."""
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
    assert await store.credential("t") == (Account("a", "Anna"), TOKEN.digest)
    assert await store.register(Account("b", "Ann"), None)


async def test_a_key_is_an_account(store: Store) -> None:
    """An account that comes with a key is found by it."""
    assert await store.keyholder(LAPTOP.id) is None
    assert await store.register(ANN, LAPTOP)
    assert await store.keyholder(LAPTOP.id) == ANN
    assert await store.keys("a") == (LAPTOP,)


async def test_a_key_has_one_account(store: Store) -> None:
    """A key that is someone's makes no second account, and joins none."""
    await store.register(ANN, LAPTOP)
    assert not await store.register(Account("b", "Ben"), LAPTOP)
    assert await store.account("b") is None
    await store.register(Account("b", "Ben"), TOKEN)
    assert await store.join("b", LAPTOP, 20) is Joining.TAKEN
    assert await store.keyholder(LAPTOP.id) == ANN


async def test_one_of_many_has_the_name(store: Store) -> None:
    """Of many who ask for a name at once one gets it, and the others leave nothing behind."""
    people = [(Account(str(number), "Ann"), PublicKey(f"SHA256:{number}", "", 0.0)) for number in range(20)]
    answers = await asyncio.gather(*(store.register(account, key) for account, key in people))
    assert answers.count(True) == 1
    assert len([key for _, key in people if await store.keyholder(key.id)]) == 1


async def test_keys_join_an_account(store: Store) -> None:
    """Keys are listed from the oldest on, and one that joins twice stays as it was."""
    await store.register(ANN, PHONE)
    assert await store.join("a", LAPTOP, 2) is Joining.JOINED
    assert await store.join("a", PublicKey(LAPTOP.id, "again", 9.0), 2) is Joining.JOINED
    assert await store.keys("a") == (LAPTOP, PHONE)
    assert await store.join("a", PublicKey("SHA256:third", "", 3.0), 2) is Joining.FULL
    assert await store.join("b", PublicKey("SHA256:third", "", 3.0), 2) is Joining.GONE
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
    assert await store.keys("a") == (PublicKey(LAPTOP.id, "desk", 1.0),)
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
    """Whoever is blocked is no friend any more; to drop what someone is not changes nothing."""
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


async def test_settings_have_a_limit(store: Store) -> None:
    """A change beyond the limit of an account or a key is refused whole; forgetting makes room."""
    await with_two_keys(store)
    assert await store.keep_settings("a", {"one": "1", "two": "2"}, LAPTOP.id, {"one": "1"}, 2)
    assert not await store.keep_settings("a", {"three": "3"}, LAPTOP.id, {"one": "9"}, 2)
    assert not await store.keep_settings("a", {}, LAPTOP.id, {"two": "2", "three": "3"}, 2)
    assert await store.settings("a", LAPTOP.id) == {"one": "1", "two": "2"}
    assert await store.keep_settings("a", {"three": "3", "one": ""}, LAPTOP.id, {}, 2)


async def test_a_revoked_key_leaves_no_settings(store: Store) -> None:
    """Who comes with a key that was revoked finds nothing of what was set for it."""
    await with_two_keys(store)
    await store.keep_settings("a", {"order": "own"}, PHONE.id, {"theme": "light"}, 9)
    await store.revoke("a", PHONE.id, last=False)
    assert await store.settings("a", PHONE.id) == {"order": "own"}
    await store.join("a", PHONE, 20)
    assert await store.settings("a", PHONE.id) == {"order": "own"}


ENTRY = AuditEntry(5.0, "root", "socket", "ban Ben shouts", "")


def a_ban(what: str = "b", since: float = 1.0, until: float | None = 9.0, kind: str = "account") -> Ban:
    """Make a ban."""
    return Ban(kind, what, "Ben", since, until, "root", "shouts")


async def test_roles(store: Store) -> None:
    """A role belongs to an account that lasts: guests and strangers get none, and a role can be taken away."""
    await store.register(Account("a", "Ann"), None)
    await store.register(Account("g", "Gil", guest=True), None)
    assert await store.keep_role("a", "admin")
    assert not await store.keep_role("g", "admin")
    assert not await store.keep_role("x", "admin")
    assert await store.keep_role("a", "moderator")
    assert await store.roles() == {"a": "moderator"}
    assert await store.keep_role("a", "")
    assert await store.roles() == {}


async def test_the_allow_list(store: Store) -> None:
    """A key keeps its first comment, and an invitation adds one for each of its uses, until it ends."""
    await store.allow({"a": "Ann", "b": "Ben"})
    await store.allow({"a": "another", "c": ""})
    await store.disallow(["b", "nobody"])
    assert await store.allowed() == {"a": "Ann", "c": ""}
    assert await store.keep_invitation("x", 2, 9.0, 1.0, 2)
    assert await store.keep_invitation("y", 1, 3.0, 1.0, 2)
    assert not await store.keep_invitation("z", 1, 9.0, 2.0, 2)
    assert not await store.use_invitation("z", "z", "", 2.0)
    assert [await store.use_invitation("x", key, "invited", 2.0) for key in "def"] == [True, True, False]
    assert not await store.use_invitation("y", "y", "", 3.0)
    assert await store.keep_invitation("z", 1, 9.0, 3.0, 1)
    assert await store.allowed() == {"a": "Ann", "c": "", "d": "invited", "e": "invited"}


async def test_bans(store: Store) -> None:
    """A ban takes the place of an earlier one of the same, and what has ended goes when another is stored."""
    await store.keep_ban(a_ban())
    await store.keep_ban(a_ban(until=None))
    await store.keep_ban(a_ban("c", since=2.0, until=5.0))
    await store.keep_ban(a_ban("b", since=3.0, kind="mute"))
    assert await store.bans() == (a_ban(until=None), a_ban("c", 2.0, 5.0), a_ban("b", 3.0, kind="mute"))
    await store.keep_ban(a_ban("d", since=5.0))
    assert [ban.what for ban in await store.bans()] == ["b", "b", "d"]
    assert await store.drop_ban("mute", "b")
    assert not await store.drop_ban("mute", "b")
    assert await store.bans() == (a_ban(until=None), a_ban("d", 5.0))


async def test_the_audit_log(store: Store) -> None:
    """Entries come back in order, the last ones where not all are wanted."""
    others = [AuditEntry(at, "Ann", "ssh", "kick Ben", "no") for at in (6.0, 7.0)]
    for entry in (ENTRY, *others):
        await store.write_audit(entry)
    assert await store.audit(9) == (ENTRY, *others)
    assert await store.audit(2) == tuple(others)


async def test_reports(store: Store) -> None:
    """Reports are numbered from 1, and only the newest are kept."""
    assert [await store.keep_report(body, 2) for body in (b"a", b"b", b"c")] == [1, 2, 3]
    assert await store.reports(9) == ((2, b"b"), (3, b"c"))
    assert await store.reports(1) == ((3, b"c"),)
    assert await store.keep_report(b"d", 2, "complaint") == 1
    assert (await store.reports(9, "complaint"), await store.report(1)) == (((1, b"d"),), None)
    assert await store.report(3) == b"c"
    assert await store.report(1) is None


async def test_what_takes_room(store: Store) -> None:
    """Every part is counted."""
    await store.register(Account("a", "Ann"), None)
    assert {part.name: part.rows for part in (await store.sizes()).tables}["accounts"] == 1


async def test_files_on_the_disk(tmp_path: Path) -> None:
    """The store on a disk tells its files, the size of each, and what is free."""
    store = open_store(tmp_path)
    await store.append("x", 0, b"1234", None)
    sizes = await store.sizes()
    files = {file.name: file.size for file in sizes.files}
    assert files[DATABASE_NAME] == (tmp_path / DATABASE_NAME).stat().st_size
    assert f"{DATABASE_NAME}-wal" in files
    assert sizes.free
    await store.close()


@pytest.mark.parametrize("change", ["UPDATE audit SET who = 'nobody'", "DELETE FROM audit"])
async def test_the_audit_log_is_never_changed(change: str, tmp_path: Path) -> None:
    """Not even someone who opens the database can change an entry without taking the table apart."""
    store = open_store(tmp_path)
    await store.write_audit(ENTRY)
    await store.close()
    with (
        closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file,
        pytest.raises(sqlite3.IntegrityError, match="never"),
    ):
        file.execute(change)


async def test_an_erased_person(tmp_path: Path) -> None:
    """Whoever is erased leaves neither a role nor a ban behind, nor a key on the allow-list."""
    store = open_store(tmp_path)
    await store.register(Account("a", "Ann"), PublicKey("of Ann", "", 1.0))
    await store.allow({"of Ann": "Ann", "of Ben": "Ben"})
    await store.keep_role("a", "admin")
    for kind in ("account", "mute"):
        await store.keep_ban(a_ban("a", kind=kind))
    await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        accounts.erase(file, Account("a", "Ann"))
        file.commit()
    again = open_store(tmp_path)
    assert (await again.roles(), await again.bans(), await again.account("a")) == ({}, (), None)
    assert await again.allowed() == {"of Ben": "Ben"}
    await again.close()


async def test_a_guest_is_forgotten_with_everything(store: Store) -> None:
    """A guest leaves a free name, and no settings, contacts, days or role; who is no guest keeps all of them."""
    await store.register(ANN, LAPTOP)
    await store.register(BEN, PHONE)
    await store.keep_role("b", "admin")
    await store.revoke("b", PHONE.id, last=True)
    for account, other in (("b", "a"), ("a", "b")):
        await store.keep_settings(account, {"order": "own"}, "", {}, 9)
        await store.keep_contact(account, other, BLOCKED, 9)
        await store.begin_day("2026-11-21", account, account)
    for account in ("b", "a", "nobody"):
        await store.forget(account)
    assert await store.account("b") is None
    assert await store.day_try("2026-11-21", "b") is None
    assert await store.settings("b", "") == await store.roles() == {}
    assert await store.hidden("a") == ()
    assert await store.account("a") == ANN
    assert await store.settings("a", "") == {"order": "own"}
    assert await store.day_try("2026-11-21", "a") is not None
    assert await store.register(Account("h", "ben"), TOKEN)


def everywhere(account: str, name: str) -> dict[str, object]:
    """Give what stands of a person in all that is stored of others: a log, its heading, a tournament, a line."""
    chair = {"account": account, "name": name}
    return {
        "record": {"type": "person_sat", "cause": {"account": account}, **chair},
        "heading": {"chairs": [chair, None]},
        "gathering": {"number": 1, "plan": "Cup", "maker": chair, "entrants": [chair]},
        "begun": {"number": 2, "plan": "Cup", "maker": chair, "entrants": [chair], "phase": "playing"},
        "line": {"cause": {"account": account}, "line": {"name": name, "text": "hello"}},
    }


async def test_nothing_is_left_of_a_person(tmp_path: Path) -> None:
    """In logs, games, tournaments and the lobby there is somebody else, who sits on as a guest; nobody else changes."""
    store = open_store(tmp_path)
    plain, others = everywhere("account-of-ann", "Ann"), everywhere("account-of-ben", "Ben")
    sent, kept = ({part: msgspec.msgpack.encode(value) for part, value in one.items()} for one in (plain, others))
    for one in (Account("account-of-ann", "Ann"), Account("account-of-ben", "Ben")):
        await store.register(one, None)
    for log, stored in (("x", sent), ("y", kept)):
        await store.append(log, 0, stored["record"], Brief(stored["heading"], live=True))
        await store.append(f"over {log}", 0, stored["record"], Brief(b"", live=False))
    record = json.dumps({"names": ["Ann", "Ben"]}) + "\n" + json.dumps({"names": None})
    game = FinishedGame(1, "over x", 1.0, sent["heading"])
    assert await store.file(game, frozenset({"account-of-ann"}), record)
    for number, part in enumerate(("gathering", "begun"), 1):
        await store.keep_tournament(StoredTournament(number, 1, sent[part]), live=True)
    await store.keep_tournament(StoredTournament(3, 1, kept["begun"]), live=True)
    await store.pin(1, sent["line"], 9)
    await store.pin(2, kept["line"], 9)
    await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
        accounts.erase(file, Account("account-of-ann", "Ann"))
        file.commit()
    again = open_store(tmp_path)
    assert await again.named("somebody") is not None
    assert await again.read("y") == (kept["record"],)
    assert msgspec.msgpack.decode((await again.read("x"))[0])["name"] == "somebody"
    assert await again.game_record(1) == '{"names":["somebody","Ben"]}\n{"names":null}'
    found = [await again.tournament(number) for number in (1, 2, 3)]
    first, second, third = [msgspec.msgpack.decode(one.state) for one in found if one is not None]
    assert (first["entrants"], second["entrants"][0]["name"], third) == ([], "somebody", others["begun"])
    assert (await again.pinned())[1] == kept["line"]
    await again.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
        dump = "\n".join(file.iterdump())
    assert b"account-of-ann".hex().upper() not in dump
    assert "account-of-ann" not in dump


async def test_keys_of_all_and_what_machines_share(store: Store) -> None:
    """Keys are listed with their owners' names; a shared text is the last one that was kept."""
    await store.register(ANN, LAPTOP)
    assert await store.known_keys() == ((LAPTOP.id, "Ann"),)
    assert await store.shared("seed") == ""
    for text in ("one", "two"):
        await store.keep_shared("seed", text)
    assert await store.shared("seed") == "two"
    assert not await store.keep_settings("nobody", {"theme": "dark"}, "", {}, 9)


async def test_a_store_tells_how_it_is(store: Store) -> None:
    """It can be written to, nothing waits, and it takes room."""
    await store.probe()
    load = await store.load()
    assert load.jobs == 0
    assert load.size > 0
