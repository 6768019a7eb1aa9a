"""The commands of the program: the one table from which parser, help, completion, man page and lists are made."""

from pathlib import Path
from typing import Final

from protocol.command_line import ABSENT, REQUIRED, Option, Subcommand, number, short_text, whole_number
from protocol.language import N_, _
from server.options import ADMIN, TABLE

MOST_JOBS: Final = 256

_MOST_GAMES: Final = 10_000_000


def _existing(text: str) -> Path:
    if not Path(text).exists():
        raise ValueError(_("there is no file {path}", path=text))
    return Path(text)


def _seed_of_day(text: str) -> bytes:
    if len(text) != 64 or set(text.lower()) - set("0123456789abcdef"):
        raise ValueError(_("write the 64 hex digits of a seed"))
    return bytes.fromhex(text)


_DATA = Option(
    "--data", N_("where games are kept (default: $CHWECH_DATA, else the user's data directory)"), "DIR", Path
)
_COMMON = (
    _DATA,
    Option("--name", N_("your name at the table"), "NAME", short_text, default=""),
    Option("--plain", N_("line by line, as for screen readers")),
)
_KEY = Option("-i", N_("the SSH key to play with"), "FILE", Path, to="identity")
_BOTS = Option("--bots", N_("the levels of the bots"), "NAME,NAME", read=short_text, default="")

_STORE_ABOUT: Final = "a data directory, or postgresql://USER@HOST/DATABASE"

_PLAY: Final = N_("Play")
_BACK: Final = N_("Look back")
_HOST: Final = N_("Host")
_PROGRAMS: Final = N_("For programs")


def _place(text: str) -> str:
    from server.configuration import read_place

    return read_place(text)


def _keys() -> tuple[Option, ...]:
    from server.configuration import KEYS, NOBODY_BY_SSH

    found = [Option("--no-ssh", N_("no SSH"), value=NOBODY_BY_SSH, default=ABSENT, to="ssh")]
    for key in KEYS:
        about = key.about
        if key.default and "(default: " not in about:
            about = _("{about} (default: {value})", about=_(about), value=key.default)
        found.append(Option(f"--{key.name}", about, key.kind, key.given, default=ABSENT))
        if not key.kind:
            found.append(Option(f"--no-{key.name}", key.about, value=False, default=ABSENT, to=key.field, hidden=True))
    return tuple(found)


COMMANDS: Final = (
    Subcommand("", N_("resume a game, or choose a new table"), _COMMON, "chwech_tui.commands:welcome"),
    Subcommand(
        "play",
        N_("sit down with bots at once, on this machine"),
        (
            *TABLE,
            _BOTS,
            Option("--pace", N_("how long a bot takes"), "SECONDS", number(10), default=0.6),
            Option("--seed", N_("makes the deals repeatable"), "TEXT", short_text, default=""),
            Option("--new", N_("begin a new game even if one is unfinished")),
            *_COMMON,
        ),
        "chwech_tui.commands:play",
        _PLAY,
        N_("`chwech config` shows your settings, and changes one: chwech config theme light."),
    ),
    Subcommand(
        "join",
        N_("play on a server, by SSH"),
        (
            Option("HOST", N_("the server: HOST or HOST:PORT over SSH, or tcp://HOST:PORT"), to="place"),
            Option(
                "CODE",
                N_("a table to sit down at; watch CODE watches there; learn teaches the game; today plays its deal"),
                read=short_text,
                many="*",
                to="words",
            ),
            _KEY,
            *_COMMON,
        ),
        "chwech_tui.commands:join",
        _PLAY,
        portable=True,
    ),
    Subcommand("learn", N_("learn the game in five minutes"), _COMMON, "chwech_tui.commands:learn", _PLAY),
    Subcommand(
        "today",
        N_("play the deal of the day, six deals for everyone"),
        (*_COMMON, Option("--share", N_("print the line of your result, and nothing else"))),
        "chwech_tui.commands:today",
        _PLAY,
    ),
    Subcommand(
        "rules",
        N_("list the games, or read the rules of a table"),
        TABLE,
        "server.commands.rules",
        _PLAY,
        N_("Where standard output is no terminal they are Markdown."),
        portable=True,
    ),
    Subcommand(
        "history",
        N_("list the games finished here, or print a record"),
        (
            Option(
                "NUMBER",
                N_("print the record of this game: JSON Lines, for chwech verify"),
                read=whole_number(2**63 - 1),
                many="?",
            ),
            _DATA,
        ),
        "server.commands.archive:run_history",
        _BACK,
        N_("For games on a server: ssh chwech@HOST history [NUMBER]"),
    ),
    Subcommand(
        "review",
        N_("look back at games: choices, luck and skill"),
        (
            Option("FILE", N_("a file of records, one a line; - for standard input")),
            Option(
                "--seat",
                N_("the turning points of one seat; 0 is the first, as in records"),
                "N",
                whole_number(99, least=0),
            ),
            Option("--deal", N_("one deal alone"), "N", whole_number(1_000_000)),
            Option("--all", N_("every choice, not only the turning points"), to="every_choice"),
            Option("--quick", N_("three times as fast, and less exact")),
            Option("--why", N_("why the bot has chosen so in this turn of the deal"), "TURN", whole_number(1_000_000)),
            Option("--bot", N_("the level of that bot, as in steady:bold"), "NAME", short_text, default="steady"),
            Option("--json", N_("the result for programs"), to="as_json"),
        ),
        "server.commands.records:run_review",
        _BACK,
        N_("Exit status: 0 all reviewed, 1 a record cannot be or there is none, 2 the file cannot be read."),
    ),
    Subcommand(
        "rankings",
        N_("list the best players on this machine"),
        (Option("WORD", N_("a game, or a ruleset"), many="*", to="words"), _DATA),
        "server.commands.archive:run_rankings",
        _BACK,
        N_("On a server: ssh chwech@HOST rankings"),
    ),
    Subcommand(
        "serve",
        N_("open a server that others join by ssh"),
        (
            _DATA,
            Option("--config", "the configuration (default: $CHWECH_CONFIG, else chwech.toml in DIR)", "FILE", Path),
            Option("--check", "say what it would do and what is amiss, and do nothing"),
            Option("--show", "show the configuration, and where each value comes from"),
            Option("--stdio", "", hidden=True),
        ),
        "server.commands.serve",
        _HOST,
        further=_keys,
        raw=True,
    ),
    Subcommand(
        "admin",
        N_("manage that server: accounts, invitations, bans"),
        (*ADMIN, _DATA),
        "server.commands.admin",
        _HOST,
        "Whoever has a role does the same by ssh: ssh chwech@HOST admin WORD ...",
    ),
    Subcommand("data", N_("back up, restore, export, forget"), group=_HOST),
    Subcommand(
        "data backup",
        "save everything that a server needs into one file, also while it runs",
        (
            Option(
                "FILE",
                "the file to make; or a folder: there its name is the time; or - for standard output",
                read=Path,
                to="target",
            ),
            _DATA,
            Option(
                "--keep",
                "in a folder: once there is a new backup, remove all but the newest N that were made so",
                "N",
                whole_number(10_000),
            ),
        ),
        "server.commands.data:run_backup",
        more=(
            "Games, accounts, the host key, the configuration: whoever reads it sees every hand and is your server. "
            "chwech data restore FILE puts it back."
        ),
    ),
    Subcommand(
        "data restore",
        "put a backup back, into a folder that no server uses",
        (
            Option("FILE", "the backup", read=_existing, to="source"),
            _DATA,
            Option("--replace", "move what is there aside, into a folder in DIR, instead of refusing"),
        ),
        "server.commands.data:run_restore",
    ),
    Subcommand(
        "data export",
        "write what is kept of somebody as JSON, or all records, a file each",
        (
            Option("NAME", "the name of the person", many="?"),
            Option(
                "FILE",
                "the file to make, - for standard output; without a name the folder for the records",
                read=Path,
                to="target",
            ),
            Option("--complaints", "the plays of bots that people complained of, one a line, with their games so far"),
            _DATA,
        ),
        "server.commands.data:run_export",
        more="Nothing is overwritten. What a person said, reports, and the audit log are not in it.",
    ),
    Subcommand(
        "data forget",
        "erase somebody, and keep the games without the name; end the server first",
        (
            Option("NAME", "the name of the person"),
            Option("--yes", "erase; without it, only say what would be erased"),
            _DATA,
        ),
        "server.commands.data:run_forget",
    ),
    Subcommand(
        "data migrate",
        "move everything from SQLite to PostgreSQL, or back, into a store that is empty; end the server first",
        (
            Option("FROM", _STORE_ABOUT, read=_place, to="source"),
            Option("TO", _STORE_ABOUT, read=_place, to="target"),
        ),
        "server.commands.data:run_migrate",
        more="Every table is read back and compared before anything holds, and FROM stays as it is.",
    ),
    Subcommand(
        "status",
        N_("show what that server does, or check what it needs"),
        (
            _DATA,
            Option("--watch", "again each second, until Ctrl-C"),
            Option("--check", "check what it needs, and say what to do; nothing is changed"),
            Option("--json", "what everybody may know, for programs", to="as_json"),
        ),
        "server.commands.status",
        _HOST,
    ),
    Subcommand(
        "tournament",
        N_("make and run tournaments on that server"),
        (
            Option("WORD", N_("what to do: help lists it"), many="*", to="words"),
            _DATA,
            Option(
                "--name", N_("what their maker is called, from the first time on"), "NAME", short_text, default="Chwech"
            ),
        ),
        "server.commands.tournament",
        _HOST,
        N_("Players take part with the same words: ssh chwech@HOST tournament enter NUMBER"),
    ),
    Subcommand(
        "bot",
        N_("let a program of yours play, here or on a server"),
        (
            Option("HOST", N_("as of chwech join (default: this machine)"), default="", many="?", to="place"),
            Option(
                "--exec", N_("the program: views in, actions out, as JSON"), "COMMAND", default=REQUIRED, to="program"
            ),
            Option("--table", N_("the table to sit down at"), "CODE", short_text, default=""),
            Option("--open", N_("open a table for this game, with bots"), "GAME", short_text, default="", to="game"),
            *TABLE[1:],
            _BOTS,
            Option("--games", N_("how many games"), "N", whole_number(_MOST_GAMES), default=1),
            Option("--seconds", N_("the longest time for an answer"), "S", number(86_400), default=30.0),
            Option("--name", N_("its name at the table (default: that of its file)"), "NAME", short_text, default=""),
            _KEY,
            _DATA,
        ),
        "chwech_tui.commands:bot",
        _PROGRAMS,
    ),
    Subcommand(
        "simulate",
        N_("let bots play whole games, and write their records"),
        (
            *TABLE,
            Option("--games", N_("how many games"), "N", whole_number(_MOST_GAMES), default=100),
            Option("--bots", N_("one for all seats, or one for each"), "NAME,NAME"),
            Option("--seed", N_("the same text gives the same games"), "TEXT"),
            Option("--out", N_("write a record of each game; - for standard output"), "FILE"),
            Option("--jobs", N_("processes"), "J", whole_number(MOST_JOBS), default=1),
        ),
        "server.commands.simulate",
        _PROGRAMS,
        portable=True,
    ),
    Subcommand(
        "verify",
        N_("replay records and check every line of them"),
        (
            Option(
                "FILE",
                N_("a file of records, one a line; - for standard input; or the line of a deal of the day"),
                many="+",
                to="files",
            ),
            Option(
                "--seed",
                N_("what a server revealed, for the line of a day"),
                "HEX",
                _seed_of_day,
                default=(),
                many="*",
                to="seeds",
            ),
        ),
        "server.commands.records:run_verify",
        _PROGRAMS,
        N_("Exit status: 0 all hold, 1 a record does not or there is none, 2 a file cannot be read."),
        portable=True,
    ),
    Subcommand(
        "config",
        N_("show your settings, or change one"),
        (
            Option("NAME", N_("one setting, such as theme"), read=short_text, default="", many="?", to="setting"),
            Option("VALUE", N_("what it is to be"), read=short_text, default="", many="?"),
            _DATA,
        ),
        "chwech_tui.commands:config",
    ),
)
"""Every command that people give, in the order of the help."""

# What earlier names of commands are now.
MOVED: Final = {
    "backup": "chwech data backup",
    "restore": "chwech data restore",
    "export": "chwech data export",
    "forget": "chwech data forget",
    "top": "chwech status --watch",
    "migrate": "chwech data migrate",
    "doctor": "chwech status --check",
    "invite": "chwech admin invite",
    "record": "chwech history NUMBER",
    "games": "chwech rules",
    "arena": "python -m lab.arena",
    "front": "chwech serve",
    "fronts": "chwech serve",
}
