"""The gate: who is let in where there is an allow-list, and how codes are used, by real SSH."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest
from msgspec.structs import replace

from server.fronts.public_keys import ALLOWED_NAME, write_allowed
from server.fronts.ssh.front import OpenFront
from server.fronts.ssh.host_dialler import HostDialler
from server.fronts.ssh.session import TRIES_OF_ADDRESS, Gate
from server.fronts.ssh.transport.connection import Visitor
from server.host.limits import ServerConfiguration
from tests.server.fronts.ssh.commands.premises import premises
from tests.server.fronts.ssh.commands.script import CODEC
from tests.server.fronts.ssh.visits import CARDS, a_front, a_place, ask, enter, knock

CLOSED = ServerConfiguration(allow_list=True, connections=512, connections_per_address=512)
OPEN = ServerConfiguration(allow_list=False, connections=512, connections_per_address=512)
GOOD = "GOOD-CODE-HERE"
KEY = f"SHA256:{'A' * 43}"
LIST = (
    "only people on the list of this server get in: "
    "ask for an invitation, then ssh -p 2222 chwech@cards.example invite CODE"
)


def visitor(key: str = KEY, address: str = "192.0.2.7") -> Visitor:
    """Give someone who stands before the gate."""
    return Visitor(1, key, "chwech", address, CARDS)


class Line(HostDialler):
    """A line to a host that knows one code, and writes the list where the gate reads it."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, CODEC)
        self.trouble = ""
        self._data = data
        self._keys = set[str]()

    async def ask(self, *words: str, address: str, key: str = "") -> bool:
        """Put the key on the list if the code is good."""
        if self.trouble:
            raise OSError(self.trouble)
        if words == ("invite", GOOD):
            self._keys.add(key)
            write_allowed(self._data / ALLOWED_NAME, self._keys)
        return words == ("invite", GOOD)


@pytest.fixture
def line(tmp_path: Path) -> Line:
    """Give a line to a host."""
    return Line(tmp_path)


@pytest.fixture
def gate(tmp_path: Path, line: Line) -> Gate:
    """Give a closed gate."""
    found = Gate(tmp_path, line)
    found.closed = True
    return found


async def test_a_code_lets_its_visitor_in(gate: Gate) -> None:
    """Their key is on the list from then on, they read how to come in, and another code is not used up."""
    assert not gate.lets_in(visitor())
    done = await gate.answer([GOOD], visitor())
    assert (done.status, done.out) == (0, "Your key is on the list. Come in: ssh -p 2222 chwech@cards.example\n")
    assert gate.lets_in(visitor())
    assert (await gate.answer(["another"], visitor())).status == 0
    assert not gate.lets_in(visitor(f"SHA256:{'B' * 43}"))


async def test_what_is_wrong_with_a_code_is_said(gate: Gate) -> None:
    """None, two, one that is not valid, and a visitor without a key."""
    assert (await gate.answer([], visitor())).err == "chwech: write ssh -p 2222 chwech@cards.example invite CODE\n"
    assert (await gate.answer(["A", "B"], visitor())).status == 2
    refused = await gate.answer(["AAAA-AAAA-AAAA"], visitor())
    assert (refused.status, "this code is not valid" in refused.err) == (1, True)
    keyless = await gate.answer(["AAAA-AAAA-AAAA"], visitor(""))
    assert (keyless.status, "you came without a key" in keyless.err) == (1, True)
    weak = replace(visitor(""), unaccepted="the key is not accepted")
    for unaccepted in (await gate.answer(["AAAA-AAAA-AAAA"], weak), gate.refusal(weak)):
        assert (unaccepted.status, unaccepted.err) == (1, "chwech: the key is not accepted\n")


async def test_codes_are_not_guessed(gate: Gate) -> None:
    """An address may try only so many, valid or not; another address is not touched by that."""
    for _ in range(int(TRIES_OF_ADDRESS.at_once)):
        assert (await gate.answer(["AAAA-AAAA-AAAA"], visitor())).status == 1
    late = await gate.answer([GOOD], visitor())
    assert (late.status, "too many codes have been tried" in late.err) == (75, True)
    assert (await gate.answer([GOOD], visitor(address="198.51.100.1"))).status == 0


async def test_a_host_that_is_away_or_stores_nothing_is_no_fault_of_the_visitor(gate: Gate, line: Line) -> None:
    """They are told to try again."""
    for trouble in ("the game server is starting again", "the server cannot store this now: try again later"):
        line.trouble = trouble
        later = await gate.answer([GOOD], visitor())
        assert (later.status, trouble in later.err) == (75, True)


@asynccontextmanager
async def a_closed_place(folder: Path) -> AsyncIterator[tuple[OpenFront, str]]:
    """Open a front with a host behind it, which has a code; only those on the list get in."""
    async with premises(folder) as place, a_front(folder) as front:
        front.configure(CLOSED)
        place.host.configure(ServerConfiguration(command="ssh"))
        said = await place.host.admin.run_locally("root", ["invite"])
        yield front, said.lines[2].split()[-1]


async def test_only_people_on_the_list_get_in(tmp_path: Path) -> None:
    """Neither a stranger nor a guest is answered anything but how to come in, whatever they ask for."""
    async with a_closed_place(tmp_path) as (front, code):
        key = asyncssh.generate_private_key("ssh-ed25519")
        strangers: tuple[dict[str, object], ...] = ({"client_keys": [key]}, {"username": "guest"})
        requests: tuple[dict[str, str], ...] = (
            {"command": "tables"},
            {},
            {"subsystem": "chwech"},
            {"command": "plain"},
        )
        for options, asked in itertools.product(strangers, requests):
            async with knock(front, **options) as connection:
                visit = await ask(connection, **asked)
            assert (visit.output, visit.errors.decode().strip()) == (b"", f"chwech: {LIST}")
        async with knock(front, client_keys=[key]) as connection:
            visit = await enter(connection)
            assert await visit.ends() == 1
            assert visit.text.strip() == f"chwech: {LIST}"
        async with knock(front, client_keys=[key]) as connection:
            invited = await ask(connection, command=f"invite {code}")
            assert "Your key is on the list" in invited.text
        async with knock(front, client_keys=[key]) as connection:
            assert "No table" in (await ask(connection, command="tables")).text
        # A guest name with a key of the list is still a guest.
        async with knock(front, client_keys=[key], username="guest") as connection:
            assert (await ask(connection, command="tables")).errors.decode().strip() == f"chwech: {LIST}"


async def test_who_is_inside_when_the_house_is_closed_is_sent_away(tmp_path: Path) -> None:
    """Those on the list stay; the others read why they may not."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    async with a_place(tmp_path) as front:
        write_allowed(tmp_path / ALLOWED_NAME, [keys[0].get_fingerprint()])
        async with knock(front, client_keys=[keys[0]]) as friend, knock(front, client_keys=[keys[1]]) as stranger:
            staying, going = await enter(friend, command="plain"), await enter(stranger)
            await staying.sees("name")
            await going.sees("cards.example")
            front.configure(CLOSED)
            await going.ends()
            assert "only people on the list of this server are let in now" in going.text
            assert not staying.channel.is_closing() if staying.channel is not None else False
            front.configure(OPEN)
            staying.type("quit\n")


async def test_the_numbers_of_connections_are_those_of_the_configuration(tmp_path: Path) -> None:
    """They hold from the moment at which they are told."""
    async with a_place(tmp_path) as front, knock(front):
        front.configure(ServerConfiguration(allow_list=False, connections=512, connections_per_address=1))
        with pytest.raises((asyncssh.Error, OSError)):
            await asyncssh.connect("127.0.0.1", front.port, known_hosts=None, config=None, agent_path=None)


class Unquestioned(asyncssh.SSHClient):
    """A client that would answer questions, and is asked none."""

    def kbdint_auth_requested(self) -> str:
        """Come in that way."""
        return ""


@pytest.mark.parametrize(("keys", "leaves"), [("\x03", True), (" ", False)])
async def test_a_guest_reads_why_a_key_is_not_accepted(tmp_path: Path, keys: str, leaves: bool) -> None:
    """Before the screens cover it; a key goes on, and the window may have another size by then."""
    small = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    async with a_place(tmp_path) as front, knock(front, client_keys=[small], client_factory=Unquestioned) as way:
        visit = await enter(way, term_size=(40, 10))
        await visit.sees("an RSA key needs 2048 to 16384 bits, and it has 1024", "Ctrl-C to leave.\r\n")
        assert visit.channel is not None
        visit.channel.change_terminal_size(100, 30)
        visit.type(keys)
        if leaves:
            assert await visit.ends() == 0
            assert "\x1b" not in visit.text
        else:
            await visit.sees("What shall the others call you")


async def test_a_guest_who_reads_why_is_sent_away(tmp_path: Path) -> None:
    """When the front ends meanwhile, they read that, and their session ends."""
    small = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    async with a_place(tmp_path) as front, knock(front, client_keys=[small], client_factory=Unquestioned) as way:
        visit = await enter(way)
        await visit.sees("Ctrl-C to leave.\r\n")
        (session,) = front.sessions
        session.close("The server ends.")
        assert await visit.ends() == 0
        assert visit.text.endswith("The server ends.\r\n")
