"""The client's command line: no command, ``play`` and ``join``.

The offline server is started before Textual is imported, so that both start up in parallel.
"""

import argparse
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    import asyncio

    from chwech_tui.address import SshAddress, TcpAddress
    from chwech_tui.app import ChwechApp
    from chwech_tui.errand import Join, TableOrder, Watch
    from chwech_tui.plain.terminal import PlainTerminal
    from chwech_tui.ssh import Ssh
    from chwech_tui.theme import Palette
    from protocol.setup import OptionValue

LONGEST_TEXT: Final = 40
"""The most characters of a name, a seed or an option."""

LONGEST_PACE: Final = 10.0
"""The most seconds that a bot may take to act."""


class _CommandLine(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with the error and a pointer to the help."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def meant(self, words: Sequence[str]) -> str:
        """Return a question that suggests the option most similar to an unknown one; empty if none is."""
        from difflib import get_close_matches

        options = [word.partition("=")[0][:LONGEST_TEXT] for word in words if word.startswith("-")]
        near = [name for option in options for name in get_close_matches(option, self._option_string_actions, n=1)]
        return f"; did you mean {near[0]}?" if near else ""


def parser() -> _CommandLine:
    """Return the parser of the client's command line."""
    whole = _CommandLine(
        prog="chwech", description="Chwech, the card game that multiplies by nine.", allow_abbrev=False
    )
    _add_common(whole)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", parser_class=_CommandLine)
    play = commands.add_parser("play", help="sit down at once, with bots", allow_abbrev=False)
    _add_common(play)
    play.add_argument("--game", type=_short, default="", metavar="NAME", help="which game (default: the first of them)")
    play.add_argument(
        "--players", type=int, choices=range(1, 33), default=0, metavar="N", help="how many play (default: as usual)"
    )
    play.add_argument("--ruleset", type=_short, default="", metavar="NAME", help="short for --option ruleset=NAME")
    play.add_argument(
        "--option", type=read_option, action="append", default=[], metavar="NAME=VALUE", help="any option"
    )
    play.add_argument("--bots", type=_short, default="", metavar="NAME,NAME", help="the levels of the bots")
    play.add_argument("--pace", type=_pace, default=0.6, metavar="SECONDS", help="how long a bot takes (default 0.6)")
    play.add_argument("--seed", type=_short, default="", help="makes the deals repeatable")
    play.add_argument("--new", action="store_true", help="begin a new game even if one is unfinished")
    join = commands.add_parser("join", help="play on a server", allow_abbrev=False)
    _add_common(join)
    join.add_argument("-i", "--identity", type=Path, metavar="FILE", help="the SSH key to play with")
    join.add_argument("place", metavar="HOST", help="the server: HOST or HOST:PORT over SSH, or tcp://HOST:PORT")
    join.add_argument(
        "table",
        nargs="*",
        default=(),
        type=_short,
        metavar="CODE",
        help="a table to sit down at; watch CODE watches there",
    )
    for reader in (whole, play, join):
        reader.set_defaults(meant=reader.meant)
    return whole


def _add_common(to: argparse.ArgumentParser) -> None:
    to.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help="where games are kept")
    to.add_argument("--name", type=_short, default=argparse.SUPPRESS, help="your name at the table")
    to.add_argument(
        "--plain", action="store_true", default=argparse.SUPPRESS, help="line by line, as for screen readers"
    )


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no pace: write seconds from 0 to {LONGEST_PACE:g}")
    return pace


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}… is too long: {LONGEST_TEXT} letters at most")
    return text


def read_option(text: str) -> "tuple[str, OptionValue]":
    """Parse an option written as ``name=value``."""
    name, equals, value = text.partition("=")
    if not (name and equals and value) or len(text) > 2 * LONGEST_TEXT:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no option: write NAME=VALUE, as in deals=3")
    if value in {"true", "false"}:
        return name, value == "true"
    if value.isascii() and value.isdecimal() and len(value) < 10:
        return name, int(value)
    return name, value


def data_directory(given: Path | None) -> Path:
    """Return the directory where games are kept: the given one, CHWECH_DATA or the platform's default."""
    if given is not None:
        return given
    if os.environ.get("CHWECH_DATA"):
        return Path(os.environ["CHWECH_DATA"])
    from platformdirs import user_data_path

    return user_data_path("chwech")


def _read(commands: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; a table's code may also follow options, which argparse alone would not accept."""
    given, rest = commands.parse_known_args(argv)
    if given.command == "join" and not any(word.startswith("-") for word in rest):
        try:
            given.table = [*given.table, *map(_short, rest)]
        except argparse.ArgumentTypeError as error:
            commands.error(str(error))
    elif rest:
        commands.error(f"unrecognized arguments: {' '.join(rest)[:60]}{given.meant(rest)}")
    return given


def main(argv: Sequence[str] | None = None) -> int:
    """Run the client and return its exit status."""
    commands = parser()
    given = _read(commands, argv)
    given.plain = wants_plain(getattr(given, "plain", False), os.environ)
    # Textual reads standard input and draws on standard error.
    if not (given.plain or (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty())):
        print(
            "chwech: the table needs a terminal, and one of its streams is none; --plain plays without", file=sys.stderr
        )
        return 2
    data = data_directory(getattr(given, "data", None))
    name = getattr(given, "name", "")
    if given.command == "join":
        return _join(commands, given, name)
    return _offline(commands, given, data, name)


def wants_plain(asked: object, environment: Mapping[str, str]) -> bool:
    """Return True for plain mode: if it was asked for, by CHWECH_PLAIN too, or the terminal can only write lines."""
    return bool(asked) or bool(environment.get("CHWECH_PLAIN")) or environment.get("TERM") == "dumb"


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
        errand = PlayNow(_order(commands, given), given.new, said) if given.command == "play" else Greet(said)
        if given.plain:
            from chwech_tui.plain.start import Door, run_plain

            return run_plain(Door(child.dial, identity, child.explain), errand, _told())

        from chwech_tui.app import ChwechApp

        return _run(lambda palette: ChwechApp(child.dial, errand, identity, palette, child.explain))
    finally:
        child.stop()


def _order(commands: argparse.ArgumentParser, given: argparse.Namespace) -> "TableOrder":
    from chwech_tui.errand import TableOrder
    from chwech_tui.games.registry import FIRST, GAMES
    from protocol.setup import Setup

    if given.game and given.game not in GAMES:
        commands.error(f"there is no game {given.game!r}; there are {', '.join(GAMES)}")
    options = dict(given.option)
    if given.ruleset:
        options["ruleset"] = given.ruleset
    bots = tuple(level.strip() for level in given.bots.split(",") if level.strip())
    return TableOrder(Setup(given.game or FIRST, given.players, options), bots, given.pace, given.seed)


def _own_name() -> str:
    """Return the user's login name, capitalised, or ``Player`` if it is unknown."""
    import getpass

    try:
        return getpass.getuser().capitalize()[:20]
    except (OSError, KeyError):
        return "Player"


def _join(commands: argparse.ArgumentParser, given: argparse.Namespace, name: str) -> int:
    from chwech_tui.address import InvalidAddress, SshAddress, read_place

    try:
        address = read_place(given.place)
        errand = _errand(address.place, given.table)
    except (InvalidAddress, argparse.ArgumentTypeError) as error:
        commands.error(str(error))
    if isinstance(address, SshAddress):
        try:
            return _join_by_ssh(address, given, name)
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return 130
    return _join_by_tcp(commands, address, errand, given)


def _errand(place: str, words: Sequence[str]) -> "Join | Watch":
    from chwech_tui.errand import Join, Watch

    match words:
        case []:
            return Join(place)
        case ["watch", code]:
            return Watch(place, code)
        case [code] if code != "watch":
            return Join(place, code)
    raise argparse.ArgumentTypeError("after the server comes the code of a table, or: watch CODE")


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
        from chwech_tui.plain.start import Door, run_plain

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
        with asyncio.Runner() as runner:
            try:
                return runner.run(app.run_async()) if _arrive(runner, app, ssh) else 1
            finally:
                runner.run(ssh.stop())

    if given.plain:
        from chwech_tui.plain.start import Door, run_plain

        return run_plain(Door(ssh.dial, Identity(name), ssh.explain), errand, _told(), play)

    from chwech_tui.app import ChwechApp

    return _run(lambda palette: ChwechApp(ssh.dial, errand, Identity(name), palette, ssh.explain), play)


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
    key = "make a key with ssh-keygen (k), " if keyless else ""
    try:
        answer = input(f"Do you want to {key}come as a guest (g), or leave (Enter)? ").strip().lower()
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
    from chwech_tui.guarded import guard_terminal
    from chwech_tui.model.ink import printable
    from chwech_tui.theme import palette_of

    _end_with(sys.stdin.fileno())
    guard_terminal()
    app = make(palette_of(_told()))
    app.keep_copy = keep_copy
    status = play(app) or app.return_code or 0
    if app.parting_words:
        print(printable(app.parting_words), file=sys.stderr if status else sys.stdout)
    return status


def _end_with(terminal: int) -> None:
    """End this process when the terminal at this file descriptor hangs up.

    The kernel does not send SIGHUP to every process in every case (for example if a multiplexer is killed), and
    Textual's reader treats end of file as a pause. If terminals cannot be polled, nothing is detected.
    """
    Thread(target=_await_hangup, args=(terminal,), name="hangup", daemon=True).start()


def _await_hangup(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll()):
        signal.raise_signal(signal.SIGHUP)


def _told() -> dict[str, str]:
    """Return the environment without the LC_CTYPE that Python itself sets when it finds the C locale."""
    told = dict(os.environ)
    if sys.flags.utf8_mode and told.get("LC_CTYPE") == "C.UTF-8":
        del told["LC_CTYPE"]
    return told


if __name__ == "__main__":
    sys.exit(main())
