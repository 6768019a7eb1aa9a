"""The command line of the client: its commands, their options, and what is wrong with them."""

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from protocol.command_line import UNRECOGNIZED, escaped
from protocol.language import _

if TYPE_CHECKING:
    from protocol.setup import OptionValue

LONGEST_TEXT: Final = 40
"""The most characters of a name, a seed or an option."""

LONGEST_PACE: Final = 10.0
"""The most seconds that a bot may take to act."""


MOST_GAMES: Final = 1_000_000

LONGEST_PATIENCE: Final = 86_400.0
"""The most seconds that a program may take to answer."""


def wants_plain(environment: Mapping[str, str]) -> bool:
    """Return True if the environment asks for plain mode, or has a terminal that can only write lines."""
    return bool(environment.get("CHWECH_PLAIN")) or environment.get("TERM") in {"", "dumb", "unknown"}


class _CommandLine(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with the error and a pointer to the help."""
        self.exit(2, _("{command}: {fault} (see {command} --help)", command=self.prog, fault=escaped(message)) + "\n")

    def meant(self, words: Sequence[str]) -> str:
        """Return a question that suggests the option most similar to an unknown one; empty if none is."""
        from difflib import get_close_matches

        options = [word.partition("=")[0][:LONGEST_TEXT] for word in words if word.startswith("-")]
        near = [name for option in options for name in get_close_matches(option, self._option_string_actions, n=1)]
        return "; " + _("did you mean {name}?", name=near[0]) if near else ""


def parser() -> _CommandLine:
    """Return the parser of the client's command line."""
    about = _("Chwech, the card game that multiplies by nine.")
    whole = _CommandLine(prog="chwech", description=about, allow_abbrev=False)
    _add_common(whole)
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", parser_class=_CommandLine)
    play = commands.add_parser("play", help=_("sit down at once, with bots"), allow_abbrev=False)
    _add_common(play)
    play.add_argument(
        "--game",
        type=_short,
        default="",
        metavar="NAME",
        help=_("which game: chwech games lists them (default: chwech)"),
    )
    _add_setup(play)
    play.add_argument("--bots", type=_short, default="", metavar="NAME,NAME", help=_("the levels of the bots"))
    play.add_argument(
        "--pace", type=_pace, default=0.6, metavar="SECONDS", help=_("how long a bot takes (default 0.6)")
    )
    play.add_argument("--seed", type=_short, default="", help=_("makes the deals repeatable"))
    play.add_argument("--new", action="store_true", help=_("begin a new game even if one is unfinished"))
    join = commands.add_parser("join", help=_("play on a server"), allow_abbrev=False)
    _add_common(join)
    join.add_argument("-i", "--identity", type=Path, metavar="FILE", help=_("the SSH key to play with"))
    join.add_argument("place", metavar="HOST", help=_("the server: HOST or HOST:PORT over SSH, or tcp://HOST:PORT"))
    join.add_argument(
        "table",
        nargs="*",
        default=(),
        type=_short,
        metavar="CODE",
        help=_("a table to sit down at; watch CODE watches there; learn teaches the game; today plays its deal"),
    )
    bot = _add_bot(commands)
    config = commands.add_parser("config", help=_("show your settings, or change one"), allow_abbrev=False)
    config.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=_("where games are kept"))
    config.add_argument(
        "setting", nargs="?", type=_short, default="", metavar="NAME", help=_("one setting, such as theme")
    )
    config.add_argument("value", nargs="?", type=_short, default="", metavar="VALUE", help=_("what it is to be"))
    learn = commands.add_parser("learn", help=_("learn the game in five minutes"), allow_abbrev=False)
    _add_common(learn)
    today = commands.add_parser("today", help=_("the deal of the day"), allow_abbrev=False)
    _add_common(today)
    today.add_argument("--share", action="store_true", help=_("print the line of your result, and nothing else"))
    for reader in (whole, play, learn, today, join, bot, config):
        reader.set_defaults(meant=reader.meant)
    return whole


def _add_common(to: argparse.ArgumentParser) -> None:
    to.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=_("where games are kept"))
    to.add_argument("--name", type=_short, default=argparse.SUPPRESS, help=_("your name at the table"))
    to.add_argument(
        "--plain", action="store_true", default=argparse.SUPPRESS, help=_("line by line, as for screen readers")
    )


def _add_bot(commands: "argparse._SubParsersAction[_CommandLine]") -> _CommandLine:
    """Add the command ``bot``, and return its parser."""
    bot = commands.add_parser("bot", help=_("let a program of yours play"), allow_abbrev=False)
    bot.add_argument(
        "place", nargs="?", default="", metavar="HOST", help=_("as of chwech join (default: this machine)")
    )
    bot.add_argument("--exec", required=True, metavar="COMMAND", help=_("the program: views in, actions out, as JSON"))
    where = bot.add_mutually_exclusive_group(required=True)
    where.add_argument("--table", type=_short, metavar="CODE", help=_("the table to sit down at"))
    where.add_argument("--open", type=_short, metavar="GAME", help=_("open a table for this game, with bots"))
    _add_setup(bot)
    bot.add_argument(
        "--with", type=_short, default="", dest="bots", metavar="NAME,NAME", help=_("the levels of the bots")
    )
    bot.add_argument("--pace", type=_pace, default=0.0, metavar="SECONDS", help=_("how long a bot takes (default 0)"))
    bot.add_argument("--games", type=_count, default=1, metavar="N", help=_("how many games (default: 1)"))
    bot.add_argument(
        "--seconds", type=_patience, default=30.0, metavar="S", help=_("the longest time for an answer (default: 30)")
    )
    bot.add_argument("--name", type=_short, default="", help=_("its name at the table (default: that of its file)"))
    bot.add_argument("-i", "--identity", type=Path, metavar="FILE", help=_("the SSH key to play with"))
    bot.add_argument("--data", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=_("where games are kept"))
    return bot


def _add_setup(to: argparse.ArgumentParser) -> None:
    to.add_argument(
        "--players", type=int, choices=range(1, 33), default=0, metavar="N", help=_("how many play (default: as usual)")
    )
    to.add_argument("--ruleset", type=_short, default="", metavar="NAME", help=_("short for --option ruleset=NAME"))
    to.add_argument(
        "--option", type=read_option, action="append", default=[], metavar="NAME=VALUE", help=_("any option")
    )
    to.add_argument("--duplicate", action="store_true", help=_("all play the same hands: --option duplicate=true"))


def _count(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_GAMES)) and 1 <= int(text) <= MOST_GAMES:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{given} is no whole number from {least} to {most}", given=repr(text[:40]), least=1, most=MOST_GAMES)
    )


def _patience(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_PATIENCE:
        raise argparse.ArgumentTypeError(
            _("{given} is no time: write seconds up to {most}", given=repr(text[:20]), most=f"{LONGEST_PATIENCE:g}")
        )
    return seconds


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(
            _("{given} is no pace: write seconds from 0 to {most}", given=repr(text[:20]), most=f"{LONGEST_PACE:g}")
        )
    return pace


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise argparse.ArgumentTypeError(
            _("{given}… is too long: {most} characters at most", given=repr(text[:20]), most=LONGEST_TEXT)
        )
    return text


def read_option(text: str) -> "tuple[str, OptionValue]":
    """Parse an option written as ``name=value``."""
    name, equals, value = text.partition("=")
    if not (name and equals and value) or len(text) > 2 * LONGEST_TEXT:
        raise argparse.ArgumentTypeError(
            _("{given} is no option: write NAME=VALUE, as in deals=3", given=repr(text[:40]))
        )
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


def read_arguments(commands: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; a table's code may also follow options, which argparse alone would not accept."""
    given, rest = commands.parse_known_args(argv)
    if given.command == "join" and not any(word.startswith("-") for word in rest):
        try:
            given.table = [*given.table, *map(_short, rest)]
        except argparse.ArgumentTypeError as error:
            commands.error(str(error))
    elif rest:
        commands.error(f"{_(UNRECOGNIZED) % ' '.join(rest)[:60]}{given.meant(rest)}")
    return given
