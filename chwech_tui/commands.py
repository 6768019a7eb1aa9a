"""The commands of the client; each gets the values of its options.

The offline server is started before Textual is imported, so that both start up in parallel.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from protocol.command_line import HAS_POSIX, Misuse, data_directory
from protocol.interrupts import interruptible
from protocol.language import _

if TYPE_CHECKING:
    import asyncio

    from chwech_tui.app import ChwechApp
    from chwech_tui.errand import Errand, Greet, Join, PlayNow, Watch
    from chwech_tui.link import Route
    from chwech_tui.plain.terminal import PlainTerminal
    from chwech_tui.remote import SshAddress, TcpAddress
    from chwech_tui.ssh import Ssh
    from protocol.setup import OptionValue, Setup


class _Player(NamedTuple):
    """Who plays, where their games are kept, and how."""

    data: Path | None
    name: str
    plain: bool

    @property
    def shown(self) -> str:
        """The directory that was named, for commands to repeat; empty if none was."""
        return str(self.data) if self.data is not None else ""


def welcome(data: Path | None, name: str, *, plain: bool) -> int:
    """Show the welcome, and return the exit status."""
    return _greet(_Player(data, name, plain))


def learn(data: Path | None, name: str, *, plain: bool) -> int:
    """Teach the game, and return the exit status."""
    return _greet(_Player(data, name, plain), learn=True)


def today(data: Path | None, name: str, *, plain: bool, share: bool) -> int:
    """Play the deal of the day, or print the line of its result; return the exit status."""
    return _share(data_directory(data)) if share else _greet(_Player(data, name, plain), daily=True)


def _greet(player: _Player, *, learn: bool = False, daily: bool = False) -> int:
    def errand() -> "Greet":
        from chwech_tui.errand import Greet
        from chwech_tui.files import TokenFile

        return Greet(player.shown, learn, daily, TokenFile(data_directory(player.data)).places())

    return _offline(player, errand)


def play(
    *,
    game: str,
    players: int | None,
    option: tuple[tuple[str, str], ...],
    bots: str,
    pace: float,
    seed: str,
    data: Path | None,
    name: str,
    new: bool,
    plain: bool,
) -> int:
    """Sit down with bots, and return the exit status."""
    player = _Player(data, name, plain)

    def errand() -> "PlayNow":
        from chwech_tui.errand import PlayNow
        from protocol.messages import OpenTable

        return PlayNow(OpenTable(0, _setup(game, players, option), _levels(bots), pace, seed), new, player.shown)

    return _offline(player, errand)


def join(
    place: str, words: tuple[str, ...], identity: Path | None, data: Path | None, name: str, *, plain: bool
) -> int:
    """Play on a server, and return the exit status."""
    from chwech_tui.remote import SshAddress, read_place

    if not (plain := _wants_plain(plain=plain)) and not _has_terminal():
        return 2
    player = _Player(data, name, plain)
    address = read_place(place)
    errand = _errand(address.place, words)
    if isinstance(address, SshAddress):
        try:
            return (_join_by_ssh if HAS_POSIX else _join_as_terminal)(address, identity, player, words)
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return 130
    return _join_by_tcp(address, errand, player)


def config(setting: str, value: str, data: Path | None) -> int:
    """Print the settings, or change one, and return the exit status."""
    from chwech_tui.config import print_settings
    from chwech_tui.launch import OfflineServer

    with OfflineServer(data_directory(data)) as child:
        return print_settings(child, setting, value)


def bot(
    *,
    place: str,
    program: str,
    table: str,
    game: str,
    players: int | None,
    option: tuple[tuple[str, str], ...],
    bots: str,
    games: int,
    seconds: float,
    name: str,
    identity: Path | None,
    data: Path | None,
) -> int:
    """Let a program play, and return the exit status."""
    from chwech_tui.bot import BotOrder, Task, run_bot
    from protocol.messages import JoinTable, OpenTable

    if bool(table) == bool(game):
        raise Misuse(_("say where it plays: --table CODE or --open GAME"))
    where = JoinTable(1, table) if table else OpenTable(1, _setup(game, players, option), _levels(bots), 0.0)
    return run_bot(BotOrder(place, program, seconds, name, identity), Task(where, games), data_directory(data))


def _share(data: Path) -> int:
    from chwech_tui.config import print_line
    from chwech_tui.launch import OfflineServer
    from chwech_tui.theme import palette_of

    with OfflineServer(data) as child:
        return print_line(child, ascii_only=palette_of(_told()).ascii)


def _wants_plain(*, plain: bool) -> bool:
    from chwech_tui.plain import wants_plain

    return plain or wants_plain(os.environ)


def _has_terminal() -> bool:
    """Return True if there is a terminal to draw on; else say so."""
    # Textual reads standard input and draws on standard error.
    if sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty():
        return True
    needs = _("the table needs a terminal, and one of its streams is none; --plain plays without")
    print(f"chwech: {needs}", file=sys.stderr)
    return False


def _offline(player: _Player, errand: "Callable[[], Greet | PlayNow]") -> int:
    from chwech_tui.launch import OfflineServer

    plain = _wants_plain(plain=player.plain)
    if not (plain or _has_terminal()):
        return 2
    with OfflineServer(data_directory(player.data)) as child:
        child.start()
        from chwech_tui.link import Identity, Route

        door, onward = Route(child.dial, Identity(player.name or _own_name()), child.explain), list[str]()
        status = _run(door, errand(), plain=plain, go_on=onward.append)
    return join(onward[0], (), None, player.data, "", plain=plain) if onward else status


def _levels(bots: str) -> tuple[str, ...]:
    return tuple(level.strip() for level in bots.split(",") if level.strip())


def _setup(game: str, players: int | None, options: Sequence[tuple[str, str]]) -> "Setup":
    """Return the game and the options that were given; no players stand for the usual number."""
    from chwech_tui.model.game import FIRST, GAMES
    from protocol.setup import Setup

    if game and game not in GAMES:
        names = ", ".join(GAMES)
        raise Misuse(_("there is no game {name}; there are {names}", name=repr(game), names=names))
    return Setup(game or FIRST, players or 0, {name: _typed(value) for name, value in options})


def _typed(value: str) -> "OptionValue":
    if value in {"true", "false"}:
        return value == "true"
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value


def _own_name() -> str:
    """Return the user's login name, capitalised, or ``Player`` if it is unknown."""
    import getpass

    try:
        return getpass.getuser().capitalize()[:20]
    except (OSError, KeyError):
        return _("Player")


def _errand(place: str, words: Sequence[str]) -> "Join | Watch":
    from chwech_tui.errand import errand_of

    errand = errand_of(words, place)
    if errand is None:
        raise Misuse(_("after the server comes the code of a table, or: watch CODE, learn, or today"))
    return errand


def _join_by_tcp(address: "TcpAddress", errand: "Join | Watch", player: _Player) -> int:
    from chwech_tui.files import TokenFile
    from chwech_tui.link import Identity, Route
    from chwech_tui.remote import dialler

    keyring = TokenFile(data_directory(player.data))
    identity = Identity(player.name, keyring.token(address.text))
    door = Route(dialler(address), identity, keep=lambda known: keyring.keep(address.text, known.token))
    return _run(door, errand, plain=player.plain)


def _join_by_ssh(address: "SshAddress", key: Path | None, player: _Player, words: Sequence[str]) -> int:
    import asyncio

    from chwech_tui.files import TokenFile, UnusableKeyring
    from chwech_tui.link import Identity, Route
    from chwech_tui.ssh import Ssh, UnusableSsh

    try:
        ssh = Ssh(address, key)
    except UnusableSsh as error:
        print(f"chwech: {error}", file=sys.stderr)
        return 1
    errand = _errand(ssh.place, words)

    def play(app: "ChwechApp | PlainTerminal") -> int | None:
        with interruptible(), asyncio.Runner() as runner:
            try:
                if not _arrive(runner, app, ssh):
                    return 1
                with suppress(UnusableKeyring):
                    TokenFile(data_directory(player.data)).keep(f"ssh://{address.place}", "")
                return runner.run(app.run_async())
            finally:
                runner.run(ssh.stop())

    return _run(Route(ssh.dial, Identity(player.name), ssh.explain), errand, play, plain=player.plain)


def _join_as_terminal(address: "SshAddress", key: Path | None, player: _Player, words: Sequence[str]) -> int:
    """Let the server draw the screen, and ``ssh`` show it: where there are no ptys, there is no other way to it."""
    from chwech_tui.ssh import UnusableSsh, run_in_terminal

    try:
        return run_in_terminal(address, key, [*(["plain"] if player.plain else []), *words])
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
    door: "Route",
    errand: "Errand",
    play: "Callable[[ChwechApp | PlainTerminal], int | None]" = lambda app: app.run(),
    *,
    plain: bool,
    go_on: "Callable[[str], None]" = lambda _place: None,
) -> int:
    """Run plain mode or the app in the colours of this terminal, print its parting words, return the exit status.

    ``go_on`` is told to which server the player goes on from there.
    """
    from chwech_tui.ssh import ask_servers

    if plain:
        from chwech_tui.plain.terminal import run_plain

        return run_plain(door, errand, _told(), play, ask_servers)

    from chwech_tui.app import ChwechApp
    from chwech_tui.files import keep_copy
    from chwech_tui.model.ink import printable
    from chwech_tui.theme import palette_of

    if HAS_POSIX:
        from chwech_tui.guarded import guard_terminal
        from chwech_tui.terminal_signals import end_at_hangup

        end_at_hangup(sys.stdin.fileno())
        guard_terminal()
    palette = palette_of(_told())
    app = ChwechApp(door, errand, palette)
    if HAS_POSIX:
        from chwech_tui.guarded import local_driver

        app.driver_class = local_driver(palette, _told().get("TERM", ""))
    app.keep_copy, app.ask_servers = keep_copy, ask_servers
    status = play(app) or app.return_code or 0
    if app.onward:
        go_on(app.onward)
    if app.parting_words:
        print(printable(app.parting_words), file=sys.stderr if status else sys.stdout)
    return status


def _told() -> dict[str, str]:
    """Return the environment without the LC_CTYPE that Python itself sets when it finds the C locale."""
    told = dict(os.environ)
    if sys.flags.utf8_mode and told.get("LC_CTYPE") == "C.UTF-8":
        del told["LC_CTYPE"]
    return told
