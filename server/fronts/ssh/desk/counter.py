"""The counter of the desk: which commands there are, and the answer to any words at all."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from protocol.errors import ErrorCode, ProtocolError
from server.fronts.ssh.desk.command import Caller, Command
from server.fronts.ssh.desk.games import HISTORY
from server.fronts.ssh.desk.help import help_command
from server.fronts.ssh.desk.keys import KEYS
from server.fronts.ssh.desk.nearest import likeness, unknown
from server.fronts.ssh.desk.page import safe
from server.fronts.ssh.desk.person import WHOAMI
from server.fronts.ssh.desk.record import RECORD
from server.fronts.ssh.desk.reply import DONE, MISUSED, NOT_NOW, Misuse, Refusal, Reply
from server.fronts.ssh.desk.rules import RULES
from server.fronts.ssh.desk.table import TABLE
from server.fronts.ssh.desk.tables import TABLES
from server.fronts.ssh.line import SILENT, Line
from server.fronts.ssh.visitor import Visitor

PATIENCE: Final = 10.0
"""Seconds that an answer may take in all."""

_JSON: Final = "--json"

_ASKING: Final = {
    "tables": TABLES,
    "table": TABLE,
    "history": HISTORY,
    "record": RECORD,
    "whoami": WHOAMI,
    "keys": KEYS,
    "rules": RULES,
}

_COMMANDS: Final[Mapping[str, Command]] = {"help": help_command(_ASKING), **_ASKING}

WORDS: Final[Mapping[str, str]] = {word: command.about for word, command in _COMMANDS.items()}
"""Each command, and what it does."""

_SAME: Final = {"--help": "help", "-h": "help"}


def is_word(word: str) -> bool:
    """Say whether a command begins with this word."""
    return _SAME.get(word, word) in _COMMANDS


def suggestion(word: str) -> str:
    """Ask whether the command most like this word was meant; nothing where none is like it."""
    return likeness(word, _COMMANDS)


async def answer(words: Sequence[str], visitor: Visitor, line: Line) -> Reply:
    """Do what the words say, or say what is wrong with them; it takes 10 seconds at most and raises nothing."""
    try:
        async with asyncio.timeout(PATIENCE):
            return Reply(safe(await _output(words, Caller(visitor, line))), "", DONE)
    except Misuse as misuse:
        return _failed(str(misuse), MISUSED)
    except Refusal as refusal:
        return _failed(_explained(refusal, visitor), refusal.status)
    except OSError as problem:
        return _failed(str(problem) or SILENT, NOT_NOW)
    except ProtocolError:
        return _failed("the game server cannot be understood: try again later", NOT_NOW)


async def _output(words: Sequence[str], caller: Caller) -> str:
    """Give what goes to standard output."""
    plain = [word for word in words if word != _JSON]
    if not plain:
        raise Misuse(f"say which command: {', '.join(_COMMANDS)}")
    first = _SAME.get(plain[0], plain[0])
    command = _COMMANDS.get(first)
    if command is None:
        raise Misuse(unknown(first, _COMMANDS))
    document = await command.run(plain[1:], caller)
    return document.json() if _JSON in words else document.text()


def _explained(refusal: Refusal, visitor: Visitor) -> str:
    """Say why not, in terms of what somebody with `ssh` can do about it."""
    if refusal.code != ErrorCode.NAME_NEEDED.value:
        return str(refusal)
    if visitor.guest:
        return "this is for people with an account: come with a key, which `ssh-keygen -t ed25519` makes"
    return "no account has your key yet: `ssh chwech@HOST` asks for a name and makes one, `keys join` joins one"


def _failed(text: str, status: int) -> Reply:
    """Say in one line why there is no output."""
    return Reply("", f"chwech: {safe(' '.join(text.split()))}\n", status)
