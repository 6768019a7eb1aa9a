"""How a person comes to a server over SSH, up to the moment when the screen can start: all on the plain terminal."""

import asyncio
import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from chwech_tui.address import SshAddress
from chwech_tui.ssh.doorstep import Doorstep, Terminal
from chwech_tui.ssh.identity_file import UnusableKey
from chwech_tui.ssh.keys import Agent, Offer, gather, named_key
from chwech_tui.ssh.known_hosts import HostKey, KnownHosts, user_hosts
from chwech_tui.ssh.way import Way


class NoEntry(Exception):
    """There is no way to the server; the text says why, and is empty where that was said already."""


class Person(Struct, frozen=True):
    """Whose keys and hosts count."""

    home: Path
    """Their home."""

    data: Path
    """Where this client keeps what is theirs."""

    agent: str = ""
    """The socket of their agent; empty if they have none."""

    identity: Path | None = None
    """The one key that they have named, if they have."""


def this_person(data: Path, identity: Path | None) -> Person:
    """Give the person at this machine."""
    return Person(Path.home(), data, os.environ.get("SSH_AUTH_SOCK", ""), identity)


def this_terminal() -> Terminal:
    """Give the terminal of this process."""
    return Terminal(_say, _ask, getpass.getpass)


def arrive(runner: asyncio.Runner, address: SshAddress, person: Person, terminal: Terminal) -> Way:
    """Find the person's keys, make sure of the host, and connect for the first time.

    Questions are asked between two runs of the loop, so that Ctrl-C ends them as it ends any program.

    Raises:
        NoEntry: there is no way; nothing is connected.
    """
    agent = Agent(person.agent)
    offer = _offer(person, runner, agent, terminal)
    if offer.remark:
        terminal.say(f"chwech: {offer.remark}")
    known = user_hosts(person.home)
    way = Way(address, offer.keys, known.kinds(address), agent.rest)
    _pass(runner, way, address, known, terminal)
    return way


def _offer(person: Person, runner: asyncio.Runner, agent: Agent, terminal: Terminal) -> Offer:
    held = runner.run(agent.keys())
    try:
        if person.identity is not None:
            return named_key(person.identity, held, terminal.ask_secret)
        return gather(held, person.home, person.data)
    except UnusableKey as error:
        raise NoEntry(str(error)) from error


def _pass(runner: asyncio.Runner, way: Way, address: SshAddress, known: KnownHosts, terminal: Terminal) -> None:
    """Knock; where the host is new, ask and knock again, for the key that was agreed to."""
    doorstep = Doorstep(address, known, terminal)
    trusts: Callable[[HostKey], bool] = doorstep.trusts
    try:
        sight = runner.run(way.knock(trusts))
        if sight is None:
            return
        if not doorstep.admits(sight.key, sight.number):
            raise NoEntry
        agreed = sight.key
        sight = runner.run(way.knock(lambda key: key == agreed))
    except OSError as error:
        raise NoEntry(str(error)) from error
    if sight is not None:
        raise NoEntry(f"{address.place} showed another host key the second time")


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _ask(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
