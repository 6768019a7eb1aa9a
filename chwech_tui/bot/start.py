"""Starts a program of the user's as a bot, at the server that the command line names, or at the offline one."""

import argparse
import asyncio
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, Protocol

from msgspec.structs import replace

from chwech_tui.address import SshAddress, TcpAddress, read_place
from chwech_tui.bot.program import Program
from chwech_tui.bot.seat import Task
from chwech_tui.bot.session import BotSession
from chwech_tui.door import Door
from chwech_tui.link import Identity
from chwech_tui.model.ink import printable
from protocol.interrupts import interruptible
from protocol.language import _
from protocol.messages import JoinTable, OpenTable
from protocol.setup import Setup

INTERRUPTED = 130


class Errors(Protocol):
    """Where a fault of the command line is reported."""

    def error(self, message: str) -> NoReturn:
        """Report it, and exit."""


def run_bot(commands: Errors, given: argparse.Namespace, data: Path, order: Setup) -> int:
    """Play what the command line asks for, and return the exit status.

    Args:
        commands: the parser, for faults of the command line.
        given: the parsed command line.
        data: the directory where games and tokens are kept.
        order: the game that ``--open`` asks for.
    """
    try:
        words = shlex.split(given.exec)
        address = read_place(given.place) if given.place else None
    except ValueError as error:
        commands.error(str(error))
    if not words:
        commands.error(_("--exec names no program"))
    identity = Identity(getattr(given, "name", "") or name_of(words), bot=True)
    task = task_of(given, order)

    def session(door: Door) -> BotSession:
        made = BotSession(door, task, Program(words, given.seconds), _tell)
        made.results = _print_result
        return made

    try:
        with interruptible():
            return _run(commands, given, data, address, identity, session)
    except KeyboardInterrupt:
        return INTERRUPTED


def name_of(words: list[str]) -> str:
    """Return the name of a program: that of its file, not that of what interprets it."""
    scripts = (word for word in words[1:] if Path(word).suffix and not word.startswith("-") and word.split() == [word])
    return Path(next(scripts, words[0])).stem


def task_of(given: argparse.Namespace, order: Setup) -> Task:
    """Return what the command line asks to play."""
    if given.table:
        return Task(JoinTable(1, given.table), given.games)
    bots = tuple(level.strip() for level in given.bots.split(",") if level.strip())
    return Task(OpenTable(1, order, bots, given.pace), given.games)


def _run(
    commands: Errors,
    given: argparse.Namespace,
    data: Path,
    address: SshAddress | TcpAddress | None,
    identity: Identity,
    session: Callable[[Door], BotSession],
) -> int:
    match address:
        case TcpAddress():
            return _over_tcp(commands, data, address, identity, session)
        case SshAddress():
            return asyncio.run(_over_ssh(address, given.identity, identity, session))
        case None:
            return _offline(commands, data, identity, session)


def _offline(commands: Errors, data: Path, identity: Identity, session: Callable[[Door], BotSession]) -> int:
    from chwech_tui.launch import InvalidDataDirectory, OfflineServer

    child = OfflineServer(data)
    try:
        child.start()
        return asyncio.run(session(Door(child.dial, identity, child.explain)).run())
    except InvalidDataDirectory as error:
        commands.error(str(error))
    finally:
        child.stop()


def _over_tcp(
    commands: Errors, data: Path, address: TcpAddress, identity: Identity, session: Callable[[Door], BotSession]
) -> int:
    from chwech_tui.files import TokenFile, UnusableKeyring
    from chwech_tui.remote import dialler

    tokens = TokenFile(data)
    # A bot is not the user: it has a token of its own.
    place = f"{address.text} {identity.name}"
    try:
        known = replace(identity, token=tokens.token(place))
    except UnusableKeyring as error:
        commands.error(str(error))

    def keep(told: Identity) -> None:
        tokens.keep(place, told.token)

    return asyncio.run(session(Door(dialler(address.text), known, keep=keep)).run())


async def _over_ssh(
    address: SshAddress, key: Path | None, identity: Identity, session: Callable[[Door], BotSession]
) -> int:
    from chwech_tui.ssh import Ssh
    from chwech_tui.ssh_command import UnusableSsh

    try:
        ssh = Ssh(address, key)
    except UnusableSsh as error:
        _tell(str(error))
        return 1
    playing = session(Door(ssh.dial, identity, ssh.explain))
    try:
        playing.connect()
        trouble = await ssh.arrive()
        if not trouble:
            return await playing.run()
        _tell(trouble)
        return 1
    finally:
        await playing.disconnect()
        await ssh.stop()


def _tell(text: str) -> None:
    print(f"chwech bot: {printable(text)}", file=sys.stderr, flush=True)


def _print_result(line: str) -> None:
    print(line, flush=True)
