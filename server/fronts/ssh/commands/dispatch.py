"""Dispatches the text commands, and answers ``help``, which lists every way to connect and every command."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from protocol.errors import ErrorCode, ProtocolError
from protocol.language import N_, _
from protocol.wording import told
from server.fronts.page import columns, hung, likeness, safe, unknown
from server.fronts.ssh.commands.account import KEYS, WHOAMI
from server.fronts.ssh.commands.command import (
    DONE,
    MISUSED,
    NOT_NOW,
    STATUSES,
    Answer,
    Command,
    CommandCaller,
    Misuse,
    Refusal,
    Reply,
    expect,
    failed,
)
from server.fronts.ssh.commands.lists import ADMIN, HISTORY, RANKINGS, RULES, STATUS, TABLE, TABLES, TOURNAMENT
from server.fronts.ssh.host_dialler import SILENT, HostDialler
from server.fronts.ssh.request import PublicAddress
from server.fronts.ssh.transport.connection import Visitor

_USAGE: Final = "help [WORD]"


_WAYS: Final = (
    ("ssh chwech@HOST", N_("play: the lobby of the tables")),
    ("ssh -t chwech@HOST learn", N_("learn the game in five minutes")),
    ("ssh -t chwech@HOST today", N_("the deal of the day")),
    ("ssh -t chwech@HOST CODE", N_("play at the table that is called so")),
    ("ssh -t chwech@HOST watch CODE", N_("watch a table")),
    ("ssh chwech@HOST plain [CODE]", N_("the same line by line, as for screen readers; no terminal needed")),
    ("ssh guest@HOST", N_("play as a guest, without a key")),
    ("chwech join HOST [CODE]", N_("play with a program of your own, by the same port")),
    ("ssh chwech@HOST COMMAND", N_("no terminal needed: one of the commands below")),
)
"""The ways in; what each is for is marked for translation."""


async def _help(words: Sequence[str], caller: CommandCaller) -> Answer:
    expect(words, _USAGE, 0, 1)
    place = caller.visitor.place
    statuses = {str(status): meaning for status, meaning in STATUSES.items()}
    if words:
        if words[0] not in COMMANDS:
            raise Misuse(unknown(words[0], COMMANDS))
        page = [*_page(words[0], place), *_ending(statuses)]
        return Answer(page, {"command": _word(words[0], place), "statuses": statuses})
    ways = [(place.fill(way), about) for way, about in _WAYS]
    lines = [
        _("Chwech, the card game that multiplies by nine"),
        "",
        _("Ways in:"),
        *columns([(f"  {way}", _(about)) for way, about in ways]),
        "",
        _("Commands; `help WORD` tells more of one:"),
        *columns([(f"  {word}", _(command.about)) for word, command in COMMANDS.items()]),
        "",
        _("Each of them takes --json and then writes JSON."),
        # Translators: here a translation names the other language: --lang en, in English.
        _("With --lang cy behind it, each answers in Welsh (yn Gymraeg)."),
        *_ending(statuses),
    ]
    found = {
        "ways": [{"way": way, "about": about} for way, about in ways],
        "commands": [_word(word, place) for word in COMMANDS],
        "statuses": statuses,
    }
    return Answer(lines, found)


def _page(word: str, place: PublicAddress) -> list[str]:
    """Return the full help of a command."""
    command = COMMANDS[word]
    more = [*hung("", place.fill(_(command.more))), ""] if command.more else []
    return [f"{word}: {_(command.about)}", "", *(f"  {place.ssh(way)}" for way in command.usage), "", *more]


def _word(word: str, place: PublicAddress) -> Mapping[str, object]:
    """Return the full help of a command for a program."""
    command = COMMANDS[word]
    return {"word": word, "about": command.about, "usage": command.usage, "more": place.fill(command.more)}


def _ending(statuses: Mapping[str, str]) -> list[str]:
    return [_("Exit status:"), *columns([(f"  {status}", _(meaning)) for status, meaning in statuses.items()], {0})]


PATIENCE: Final = 10.0
"""Seconds that an answer may take in total."""

_JSON: Final = "--json"

COMMANDS: Final[Mapping[str, Command]] = {
    "help": Command((f"{_USAGE} [--json]",), N_("tell of the ways in and of the commands"), _help),
    "tables": TABLES,
    "table": TABLE,
    "status": STATUS,
    "history": HISTORY,
    "rankings": RANKINGS,
    "tournament": TOURNAMENT,
    "whoami": WHOAMI,
    "keys": KEYS,
    "rules": RULES,
    "admin": ADMIN,
}

_SAME: Final = {"--help": "help", "-h": "help", "games": "rules", "record": "history"}


def is_word(word: str) -> bool:
    """Return True if a command begins with this word."""
    return _SAME.get(word, word) in COMMANDS


def suggestion(word: str) -> str:
    """Return a question that suggests the most similar command; empty if none is similar."""
    return likeness(word, COMMANDS)


async def is_missing(code: str, visitor: Visitor, dialler: HostDialler) -> bool:
    """Return True if the host says that no table has this code; False too if it does not answer within 10 seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            await TABLE.run([code], CommandCaller(visitor, dialler))
    except Refusal as refusal:
        return refusal.code == ErrorCode.UNKNOWN_TABLE.value
    except (OSError, ProtocolError):
        return False
    return False


async def answer(words: Sequence[str], visitor: Visitor, dialler: HostDialler) -> Reply:
    """Run a command and return its reply, including any error; takes at most 10 seconds and raises nothing."""
    try:
        async with asyncio.timeout(PATIENCE):
            return Reply(safe(await _output(words, CommandCaller(visitor, dialler))), "", DONE)
    except Misuse as misuse:
        return failed(str(misuse), MISUSED)
    except Refusal as refusal:
        return failed(_explained(refusal, visitor), refusal.status)
    except OSError as problem:
        return failed(_(str(problem) or SILENT), NOT_NOW)
    except ProtocolError:
        return failed(_("the game server cannot be understood: try again later"), NOT_NOW)


async def _output(words: Sequence[str], caller: CommandCaller) -> str:
    at = words.index("--") if "--" in words else len(words)
    plain, as_json = [word for word in words[:at] if word != _JSON] + [*words[at:]], _JSON in words[:at]
    if not plain:
        raise Misuse(_("say which command: {names}", names=", ".join(COMMANDS)))
    first = _SAME.get(plain[0], plain[0])
    command = COMMANDS.get(first)
    if command is None:
        raise Misuse(unknown(first, COMMANDS))
    found = await command.run(plain[1:], caller)
    return found.json if as_json else found.text


def _explained(refusal: Refusal, visitor: Visitor) -> str:
    """Return why the host refuses, in terms of what a person with `ssh` can do about it."""
    keyless = refusal.code in {ErrorCode.NAME_NEEDED.value, ErrorCode.KEY_NEEDED.value}
    if keyless and visitor.unaccepted:
        return told(visitor.unaccepted)
    if refusal.code != ErrorCode.NAME_NEEDED.value:
        return str(refusal)
    if visitor.guest:
        return _("this is for people with an account: come with a key, which `ssh-keygen -t ed25519` makes")
    return _(
        "no account has your key yet: `{command}` asks for a name and makes one, `keys join` joins one",
        command=visitor.place.ssh(),
    )
