"""The way in: whatever is tried in whatever order, someone is the key that they have proven, or a guest."""

import random
from collections.abc import Callable, Sequence

import asyncssh
import pytest
from asyncssh.packet import Boolean, String
from msgspec import Struct

from server.fronts.ssh.request import PublicAddress
from tests.server.fronts.ssh.raw_client import ASKED, CLOSED, FAILURE, SUCCESS, Knocker, a_front, a_knocker

ANN = asyncssh.generate_private_key("ssh-ed25519")  # The key of whoever is at the door.
BOB = asyncssh.generate_private_key("ssh-ed25519")  # Someone else's key, of which everyone knows the public half.


class Try(Struct, frozen=True):
    """One thing to try, and what it has to come to."""

    name: str
    """What it is."""
    act: Callable[[Knocker], None]
    """Tries it."""
    answer: str
    """What the server says where nothing was tried before."""
    who: str = ""
    """Who has come in, where someone has."""


A_KEY = ANN.get_fingerprint()

NO_QUESTION = Try("no question", lambda one: one.keyboard("ann"), SUCCESS, "guest ann")

TRIES = (
    Try("nothing", lambda one: one.nothing("ann"), FAILURE),
    Try("a password", lambda one: one.password("ann"), FAILURE),
    Try("another's user name", lambda one: one.nothing("bob"), FAILURE),
    Try("no user name", lambda one: one.nothing(""), FAILURE),
    Try("what does not exist", lambda one: one.ask("ann", b"telepathy"), FAILURE),
    Try("a machine's word", lambda one: one.ask("bob", b"hostbased"), FAILURE),
    Try("a ticket", lambda one: one.ask("bob", b"gssapi-with-mic"), FAILURE),
    Try("a ticket of the key exchange", lambda one: one.ask("bob", b"gssapi-keyex"), FAILURE),
    Try("another's key, named", lambda one: one.probe("ann", BOB), ASKED),
    Try("another's key, named for its owner", lambda one: one.probe("bob", BOB), ASKED),
    Try("another's key, named for nobody", lambda one: one.probe("", BOB), ASKED),
    Try("another's key, signed with one's own", lambda one: one.prove("bob", ANN, named=BOB.public_data), FAILURE),
    Try("a signature for another connection", lambda one: one.prove("bob", BOB, session=bytes(32)), FAILURE),
    Try("one's key, named", lambda one: one.probe("ann", ANN), ASKED),
    Try("one's key, proven", lambda one: one.prove("ann", ANN), SUCCESS, f"{A_KEY} ann"),
    Try("one's key, proven under another's name", lambda one: one.prove("bob", ANN), SUCCESS, f"{A_KEY} bob"),
    Try("one's key, proven for nobody", lambda one: one.prove("", ANN), SUCCESS, A_KEY),
    NO_QUESTION,
    Try("no question for another", lambda one: one.keyboard("bob"), SUCCESS, "guest bob"),
    Try("no question for nobody", lambda one: one.keyboard(""), SUCCESS, "guest"),
    Try("a guest", lambda one: one.nothing("guest"), SUCCESS, "guest guest"),
    Try("a guest with another's key, named", lambda one: one.probe("guest", BOB), SUCCESS, "guest guest"),
    Try("a guest with one's key, proven", lambda one: one.prove("guest", ANN), SUCCESS, "guest guest"),
    Try("a guest with a password", lambda one: one.password("guest"), SUCCESS, "guest guest"),
)
"""Everything that one can try in one step."""


async def come_in(port: int, tries: Sequence[Try]) -> str:
    """Try one thing after the other until someone is in, and give who that is; empty for nobody."""
    async with a_knocker(port) as knocker:
        for each in tries:
            each.act(knocker)
            answer = await knocker.answer()
            assert answer == each.answer, [one.name for one in tries]
            if answer == SUCCESS:
                return await knocker.who()
        return ""


@pytest.mark.parametrize("first", TRIES, ids=lambda one: one.name)
async def test_any_two_tries(first: Try) -> None:
    """Whatever comes first, the step that succeeds says who it is; a key that was only named is nobody's proof."""
    async with a_front() as front:
        for second in TRIES:
            expected = first.who or second.who
            assert await come_in(front.port, [first, second]) == expected, (first.name, second.name)


async def come_in_at_once(port: int, tries: Sequence[Try]) -> str:
    """Try everything in one breath, and give who has come in."""
    async with a_knocker(port) as knocker:
        for each in tries:
            each.act(knocker)
        heard = await knocker.answer()
        while heard != SUCCESS:
            assert heard != CLOSED
            heard = await knocker.answer()
        return await knocker.who()


@pytest.mark.parametrize("seed", range(4))
async def test_tries_without_waiting(seed: int) -> None:
    """Many tries in one breath come to one of the things that they alone come to, and never to another's key."""
    rng = random.Random(seed)
    async with a_front() as front:
        for _ in range(12):
            tries = [*(rng.choice(TRIES) for _ in range(4)), NO_QUESTION]
            who = await come_in_at_once(front.port, tries)
            assert who in {one.who for one in tries if one.who}, [one.name for one in tries]


@pytest.mark.parametrize("users", [["ann"] * 7, ["ann", "bob"] * 4], ids=["one name", "changing names"])
async def test_one_try_too_many(users: list[str]) -> None:
    """Six attempts may fail; the seventh ends the connection."""
    async with a_front() as front, a_knocker(front.port) as knocker:
        for user in users[:6]:
            knocker.nothing(user)
            assert await knocker.answer() == FAILURE
        knocker.nothing(users[6])
        assert await knocker.answer() == CLOSED


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (asyncssh.generate_private_key("ssh-rsa", key_size=2048), b"rsa-sha2-256"),
        (asyncssh.generate_private_key("ecdsa-sha2-nistp256"), b""),
    ],
    ids=["rsa", "ecdsa"],
)
async def test_other_kinds_of_keys(key: asyncssh.SSHKey, kind: bytes) -> None:
    """People have keys of several kinds."""
    async with a_front() as front, a_knocker(front.port) as ann:
        ann.prove("ann", key, kind=kind)
        assert await ann.answer() == SUCCESS
        assert await ann.who() == f"{key.get_fingerprint()} ann"


SMALL = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
LARGE = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
DSA = asyncssh.generate_private_key("ssh-dss")
ODD = asyncssh.generate_private_key("ecdsa-sha2-1.3.132.0.10")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (lambda one: one.probe("ann", SMALL), "an RSA key needs 2048 to 16384 bits, and it has 1024"),
        (lambda one: one.prove("ann", SMALL), "an RSA key needs 2048 to 16384 bits, and it has 1024"),
        (lambda one: one.prove("ann", LARGE, kind=b"ssh-rsa"), "not accepted with a signature of the kind ssh-rsa"),
        (lambda one: one.probe("ann", DSA), "because of its kind, ssh-dss"),
        (lambda one: one.probe("ann", ODD), "because of its kind, ecdsa-sha2-1.3.132.0.10"),
        (lambda one: one.prove("ann", BOB, session=bytes(32)), "its signature is not valid"),
        (lambda one: one.ask("ann", *key_named(b"\0\0\0\x0bssh-ed25519\0\0\0\x04????")), "it is damaged"),
        (lambda one: one.ask("ann", *key_named(b"\0\0\0\x08ssh-\x1b[2J")), "because of its kind, ssh-"),
        (lambda one: one.ask("ann", *key_named(b"")), "because of its kind"),
    ],
)
async def test_a_key_that_is_not_accepted(act: Callable[[Knocker], None], why: str) -> None:
    """Its owner reads why, before anybody is in and in every language, and so does the guest that they then are."""
    async with a_front() as front, a_knocker(front.port) as ann:
        act(ann)
        assert await ann.answer() == FAILURE
        english, welsh = ann.banner.splitlines()
        assert why in english
        assert "SHA256:" in welsh
        assert english != welsh
        assert "\x1b" not in ann.banner
        ann.keyboard("ann")
        assert await ann.answer() == SUCCESS
        assert await ann.who() == "guest ann"
        assert why in front.sessions[-1].visitor.unaccepted


def key_named(key: bytes) -> tuple[bytes, ...]:
    """Give the rest of a question about a key that is none."""
    return b"publickey", Boolean(False), String("ssh-ed25519"), String(key)


async def test_a_certificate() -> None:
    """A certificate says no more than the key in it, and makes nobody someone else."""
    authority = asyncssh.generate_private_key("ssh-ed25519")
    certificate = authority.generate_user_certificate(BOB, "bob", principals=["bob"])
    async with a_front() as front, a_knocker(front.port) as ann:
        ann.prove("bob", ANN, named=certificate.public_data)
        assert await ann.answer() == FAILURE
        ann.prove("ann", BOB, named=certificate.public_data)
        assert await ann.answer() == SUCCESS
        assert await ann.who() == f"{BOB.get_fingerprint()} ann"


async def test_a_certificate_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key with a negative exponent in it makes the library stumble; it is a key like any that is not accepted."""

    def stumble(_: bytes) -> None:
        raise OverflowError("can't convert negative int to unsigned")

    monkeypatch.setattr("server.fronts.ssh.transport.connection.decode_ssh_certificate", stumble)
    async with a_front() as front, a_knocker(front.port) as ann:
        ann.prove("ann", ANN)
        assert await ann.answer() == SUCCESS


async def test_who_comes_where_from() -> None:
    """A session is told the number of its connection and the address that it is counted under."""
    async with a_front() as front:
        for number in (1, 2):
            async with a_knocker(front.port) as one:
                one.nothing("guest")
                assert await one.answer() == SUCCESS
                assert await one.who() == "guest guest"
                assert front.sessions[-1].visitor.number == number
                assert front.sessions[-1].visitor.address == "127.0.0.1"
                assert front.sessions[-1].visitor.guest
                # What the visitor has connected to works for others on this machine.
                assert front.sessions[-1].visitor.place == PublicAddress("127.0.0.1", front.port)
