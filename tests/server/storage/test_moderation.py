"""What every store promises to those who run a server, held by each of them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.defaults import DATABASE_NAME
from server.storage import people
from server.storage.moderation_store import AuditEntry, Ban, Invitation
from server.storage.sqlite import open_store
from server.storage.store import Account, Key, Store

ENTRY = AuditEntry(5.0, "root", "socket", "ban", "Ben", "shouts", "")


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


async def test_the_role_of_a_deleted_account(store: Store) -> None:
    """An account that becomes a guest's and is deleted takes its role with it."""
    await store.register(Account("a", "Ann"), Key("SHA256:one", "", 1.0))
    await store.keep_role("a", "admin")
    await store.revoke("a", "SHA256:one", last=True)
    await store.forget("a")
    assert await store.account("a") is None
    assert await store.roles() == {}


async def test_the_allow_list(store: Store) -> None:
    """A key keeps its first comment, and an invitation adds one for each of its uses, until it ends."""
    await store.allow({"a": "Ann", "b": "Ben"})
    await store.allow({"a": "another", "c": ""})
    await store.disallow(["b", "nobody"])
    assert await store.allowed() == {"a": "Ann", "c": ""}
    assert await store.keep_invitation(Invitation("x", 2, 9.0), 1.0, 2)
    assert await store.keep_invitation(Invitation("y", 1, 3.0), 1.0, 2)
    assert not await store.keep_invitation(Invitation("z", 1, 9.0), 2.0, 2)
    assert not await store.use_invitation("z", "z", "", 2.0)
    assert [await store.use_invitation("x", key, "invited", 2.0) for key in "def"] == [True, True, False]
    assert not await store.use_invitation("y", "y", "", 3.0)
    assert await store.keep_invitation(Invitation("z", 1, 9.0), 3.0, 1)
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
    others = [AuditEntry(at, "Ann", "ssh", "kick", "Ben", "", "no") for at in (6.0, 7.0)]
    for entry in (ENTRY, *others):
        await store.write_audit(entry)
    assert await store.audit(9) == (ENTRY, *others)
    assert await store.audit(2) == tuple(others)


async def test_reports(store: Store) -> None:
    """Reports are numbered from 1, and only the newest are kept."""
    assert [await store.keep_report(body, 2) for body in (b"a", b"b", b"c")] == [1, 2, 3]
    assert [(one.number, one.body) for one in await store.reports(9)] == [(2, b"b"), (3, b"c")]
    assert [one.number for one in await store.reports(1)] == [3]
    last = await store.report(3)
    assert last is not None
    assert last.body == b"c"
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
    """Not even somebody who opens the database can change an entry without taking the table apart."""
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
    await store.register(Account("a", "Ann"), Key("of Ann", "", 1.0))
    await store.allow({"of Ann": "Ann", "of Ben": "Ben"})
    await store.keep_role("a", "admin")
    for kind in ("account", "mute"):
        await store.keep_ban(a_ban("a", kind=kind))
    await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        people.erase(file, Account("a", "Ann"))
        file.commit()
    again = open_store(tmp_path)
    assert (await again.roles(), await again.bans(), await again.account("a")) == ({}, (), None)
    assert await again.allowed() == {"of Ben": "Ben"}
    await again.close()
