"""The client's command line: no command, ``play``, ``learn``, ``join`` and ``config``.

The offline server is started before Textual is imported, so that both start up in parallel.
"""

from protocol.interrupts import end_at_interrupt, interruptible

if __name__ == "__main__":
    end_at_interrupt()

import argparse
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from chwech_tui.command_line import data_directory, parser, read_arguments, wants_plain
from protocol.language import _
from protocol.posix import HAS_POSIX
from protocol.standard_streams import run_guarded

if TYPE_CHECKING:
    import asyncio

    from chwech_tui.address import SshAddress, TcpAddress
    from chwech_tui.app import ChwechApp
    from chwech_tui.errand import Join, TableOrder, Watch
    from chwech_tui.plain.terminal import PlainTerminal
    from chwech_tui.ssh import Ssh
    from chwech_tui.theme import Palette
    from protocol.setup import Setup


def main(argv: Sequence[str] | None = None) -> int:
    """Run the client and return its exit status."""
    commands = parser()
    given = read_arguments(commands, argv)
    data = data_directory(getattr(given, "data", None))
    if given.command == "config":
        return _config(given, data)
    if given.command == "bot":
        return _bot(commands, given, data)
    if given.command == "today" and given.share:
        return _share(data)
    given.plain = getattr(given, "plain", False) or wants_plain(os.environ)
    # Textual reads standard input and draws on standard error.
    if not (given.plain or (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty())):
        needs = _("the table needs a terminal, and one of its streams is none; --plain plays without")
        print(f"chwech: {needs}", file=sys.stderr)
        return 2
    name = getattr(given, "name", "")
    if given.command == "join":
        return _join(commands, given, name)
    return _offline(commands, given, data, name)


def _config(given: argparse.Namespace, data: Path) -> int:
    from chwech_tui.config import print_settings
    from chwech_tui.launch import OfflineServer

    child = OfflineServer(data)
    try:
        return print_settings(child, given.setting, given.value)
    finally:
        child.stop()


def _bot(commands: argparse.ArgumentParser, given: argparse.Namespace, data: Path) -> int:
    from chwech_tui.bot.session import run_bot

    return run_bot(commands, given, data, _setup(commands, given.open or "", given))


def _share(data: Path) -> int:
    from chwech_tui.launch import OfflineServer
    from chwech_tui.theme import palette_of
    from chwech_tui.today import print_line

    child = OfflineServer(data)
    try:
        return print_line(child, ascii_only=palette_of(_told()).ascii)
    finally:
        child.stop()


def _offline(commands: argparse.ArgumentParser, given: argparse.Namespace, data: Path, name: str) -> int:
    from chwech_tui.launch import InvalidDataDirectory, OfflineServer

    child = OfflineServer(data)
    try:
        child.start()
    except InvalidDataDirectory as error:
        commands.error(str(error))
    try:
        from chwech_tui.errand import Greet, PlayNow
        from chwech_tui.link import Identity

        identity = Identity(name or _own_name())
        said = str(data) if hasattr(given, "data") else ""
        errand = (
            PlayNow(_order(commands, given), given.new, said)
            if given.command == "play"
            else Greet(said, given.command == "learn", given.command == "today")
        )
        if given.plain:
            from chwech_tui.link import Door
            from chwech_tui.plain.terminal import run_plain

            return run_plain(Door(child.dial, identity, child.explain), errand, _told())

        from chwech_tui.app import ChwechApp

        return _run(lambda palette: ChwechApp(child.dial, errand, identity, palette, child.explain))
    finally:
        child.stop()


def _order(commands: argparse.ArgumentParser, given: argparse.Namespace) -> "TableOrder":
    from chwech_tui.errand import TableOrder

    bots = tuple(level.strip() for level in given.bots.split(",") if level.strip())
    return TableOrder(_setup(commands, given.game, given), bots, given.pace, given.seed)


def _setup(commands: argparse.ArgumentParser, game: str, given: argparse.Namespace) -> "Setup":
    """Return the game and the options that were given; no players stand for the usual number."""
    from chwech_tui.games.registry import FIRST, GAMES
    from protocol.setup import Setup

    if game and game not in GAMES:
        names = ", ".join(GAMES)
        commands.error(_("there is no game {name}; there are {names}", name=repr(game), names=names))
    options = dict(given.option)
    if given.ruleset:
        options["ruleset"] = given.ruleset
    if given.duplicate:
        options["duplicate"] = True
    return Setup(game or FIRST, given.players, options)


def _own_name() -> str:
    """Return the user's login name, capitalised, or ``Player`` if it is unknown."""
    import getpass

    try:
        return getpass.getuser().capitalize()[:20]
    except (OSError, KeyError):
        return _("Player")


def _join(commands: argparse.ArgumentParser, given: argparse.Namespace, name: str) -> int:
    from chwech_tui.address import InvalidAddress, SshAddress, read_place

    try:
        address = read_place(given.place)
        errand = _errand(address.place, given.table)
    except (InvalidAddress, argparse.ArgumentTypeError) as error:
        commands.error(str(error))
    if isinstance(address, SshAddress):
        try:
            return (_join_by_ssh if HAS_POSIX else _join_as_terminal)(address, given, name)
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return 130
    return _join_by_tcp(commands, address, errand, given)


def _errand(place: str, words: Sequence[str]) -> "Join | Watch":
    from chwech_tui.errand import Join, Watch

    match words:
        case []:
            return Join(place)
        case ["learn"]:
            return Join(place, learn=True)
        case ["today"]:
            return Join(place, daily=True)
        case ["watch", code]:
            return Watch(place, code)
        case [code] if code != "watch":
            return Join(place, code)
    raise argparse.ArgumentTypeError(_("after the server comes the code of a table, or: watch CODE, learn, or today"))


def _join_by_tcp(
    commands: argparse.ArgumentParser, address: "TcpAddress", errand: "Join | Watch", given: argparse.Namespace
) -> int:
    from chwech_tui.files import TokenFile, UnusableKeyring
    from chwech_tui.link import Identity
    from chwech_tui.remote import dialler

    keyring = TokenFile(data_directory(getattr(given, "data", None)))
    try:
        identity = Identity(getattr(given, "name", ""), keyring.token(address.text))
    except UnusableKeyring as error:
        commands.error(str(error))

    def keep(known: Identity) -> None:
        keyring.keep(address.text, known.token)

    if given.plain:
        from chwech_tui.link import Door
        from chwech_tui.plain.terminal import run_plain

        return run_plain(Door(dialler(address.text), identity, keep=keep), errand, _told())

    from chwech_tui.app import ChwechApp

    return _run(lambda palette: ChwechApp(dialler(address.text), errand, identity, palette, keep=keep))


def _join_by_ssh(address: "SshAddress", given: argparse.Namespace, name: str) -> int:
    import asyncio

    from chwech_tui.link import Identity
    from chwech_tui.ssh import Ssh
    from chwech_tui.ssh_command import UnusableSsh

    try:
        ssh = Ssh(address, given.identity)
    except UnusableSsh as error:
        print(f"chwech: {error}", file=sys.stderr)
        return 1
    errand = _errand(ssh.place, given.table)

    def play(app: "ChwechApp | PlainTerminal") -> int | None:
        with interruptible(), asyncio.Runner() as runner:
            try:
                return runner.run(app.run_async()) if _arrive(runner, app, ssh) else 1
            finally:
                runner.run(ssh.stop())

    if given.plain:
        from chwech_tui.link import Door
        from chwech_tui.plain.terminal import run_plain

        return run_plain(Door(ssh.dial, Identity(name), ssh.explain), errand, _told(), play)

    from chwech_tui.app import ChwechApp

    return _run(lambda palette: ChwechApp(ssh.dial, errand, Identity(name), palette, ssh.explain), play)


def _join_as_terminal(address: "SshAddress", given: argparse.Namespace, _name: str) -> int:
    """Let the server draw the screen, and ``ssh`` show it: where there are no ptys, there is no other way to it."""
    from chwech_tui.ssh_command import UnusableSsh, run_in_terminal

    try:
        return run_in_terminal(address, given.identity, [*(["plain"] if given.plain else []), *given.table])
    except UnusableSsh as error:
        print(f"chwech: {error}", file=sys.stderr)
        return 1


def _arrive(runner: "asyncio.Runner", app: "ChwechApp | PlainTerminal", ssh: "Ssh") -> bool:
    """Connect before any screen is drawn, so that ``ssh`` can ask; print why if the server does not answer."""
    while trouble := runner.run(_connect(app, ssh)):
        print(f"chwech: {trouble}", file=sys.stderr)
        # The question is asked outside the event loop, so that Ctrl-C ends it as in any program.
        if not (ssh.denied and ssh.can_be_guest and _has_other_way(ssh)):
            return False
    ssh.aside = app.step_aside
    return True


async def _connect(app: "ChwechApp | PlainTerminal", ssh: "Ssh") -> str:
    app.connect()
    trouble = await ssh.arrive()
    if trouble:
        await app.disconnect()
    return trouble


def _has_other_way(ssh: "Ssh") -> bool:
    """Offer to play as a guest or, without a key, to generate one; True if the connection is worth another try."""
    keyless = not any(Path.home().glob(".ssh/id_*"))
    question = (
        _("Do you want to make a key with ssh-keygen (k), come as a guest (g), or leave (Enter)?")
        if keyless
        else _("Do you want to come as a guest (g), or leave (Enter)?")
    )
    try:
        answer = input(f"{question} ").strip().lower()
    except EOFError:
        return False
    if answer == "g":
        ssh.become_guest()
        return True
    return answer == "k" and keyless and subprocess.run(["ssh-keygen", "-t", "ed25519"], check=False).returncode == 0


def _run(
    make: "Callable[[Palette], ChwechApp]", play: "Callable[[ChwechApp], int | None]" = lambda app: app.run()
) -> int:
    """Run the app in the colours of this terminal, print its parting words and return the exit status."""
    from chwech_tui.files import keep_copy
    from chwech_tui.loading import load_beside
    from chwech_tui.model.ink import printable
    from chwech_tui.theme import palette_of

    if HAS_POSIX:
        from chwech_tui.guarded import guard_terminal

        _end_with(sys.stdin.fileno())
        guard_terminal()
    palette = palette_of(_told())
    app = make(palette)
    if HAS_POSIX:
        from chwech_tui.guarded import local_driver

        app.driver_class = local_driver(palette, _told().get("TERM", ""))
    app.keep_copy = keep_copy
    load_beside()
    status = play(app) or app.return_code or 0
    if app.parting_words:
        print(printable(app.parting_words), file=sys.stderr if status else sys.stdout)
    return status


def _end_with(terminal: int) -> None:
    """End this process when the terminal at this file descriptor hangs up, even where SIGHUP was ignored.

    The kernel does not send SIGHUP to every process in every case (for example if a multiplexer is killed), and
    Textual's reader treats end of file as a pause. If terminals cannot be polled, nothing is detected.
    """
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    Thread(target=_await_hangup, args=(terminal,), name="hangup", daemon=True).start()


def _await_hangup(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _descriptor, event in poll.poll()):
        signal.raise_signal(signal.SIGHUP)


def _told() -> dict[str, str]:
    """Return the environment without the LC_CTYPE that Python itself sets when it finds the C locale."""
    told = dict(os.environ)
    if sys.flags.utf8_mode and told.get("LC_CTYPE") == "C.UTF-8":
        del told["LC_CTYPE"]
    return told


if __name__ == "__main__":
    sys.exit(run_guarded(main))
