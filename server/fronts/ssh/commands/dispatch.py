"""Dispatches the text commands, and answers ``help``, which lists every way to connect and every command."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chwech_tui.questions import Refusal
from protocol.command_line import HELP, Misuse, Option, Subcommand, found_command, help_page, near, parts_of, read_words
from protocol.errors import ErrorCode, ProtocolError
from protocol.language import N_, _, told
from server.fronts.page import columns, quoted, safe, unknown
from server.fronts.ssh.commands import account, lists
from server.fronts.ssh.commands import command as commands
from server.fronts.ssh.host_dialler import SILENT, STARTING, HostDialler
from server.fronts.ssh.request import PublicAddress
from server.fronts.ssh.transport.connection import Visitor

_WAYS: Final = (
    ("ssh chwech@HOST", N_("play: the lobby of the tables")),
    ("ssh -t chwech@HOST learn", N_("learn the game in five minutes")),
    ("ssh -t chwech@HOST today", N_("the deal of the day")),
    ("ssh -t chwech@HOST CODE", N_("play at that table")),
    ("ssh -t chwech@HOST watch CODE", N_("watch a table")),
    ("ssh chwech@HOST plain [CODE]", N_("the same line by line, as for screen readers; no terminal needed")),
    ("ssh guest@HOST", N_("play as a guest, without a key")),
    ("chwech join HOST [CODE]", N_("play with your own client, on the same port")),
    ("ssh chwech@HOST COMMAND", N_("no terminal needed: one of the commands below")),
)
"""The ways in; what each is for is marked for translation."""


async def _help(caller: commands.CommandCaller, word: tuple[str, ...]) -> commands.CommandAnswer:
    place = caller.visitor.place
    statuses = {str(status): meaning for status, meaning in commands.STATUSES.items()}
    if word:
        name = " ".join(word)
        if name not in _NAMES:
            raise Misuse(unknown(name, _NAMES))
        command = found_command(COMMANDS, word)[0]
        page = [*_page(command, place), *_ending(statuses)]
        return commands.CommandAnswer(page, {"command": _plain(command, place), "statuses": statuses})
    ways = [(place.fill(way), about) for way, about in _WAYS]
    lines = [
        _("Chwech, the card game that multiplies by nine"),
        "",
        _("Ways in:"),
        *columns([(f"  {way}", _(about)) for way, about in ways]),
        "",
        _("Commands; `help WORD` explains one:"),
        *columns([(f"  {command.name}", _(command.about)) for command in _listed()]),
        "",
        _("Each takes --json for JSON output."),
        # Translators: here a translation names the other language: --lang en, in English.
        _("With --lang cy at the end, each answers in Welsh (yn Gymraeg)."),
        *_ending(statuses),
    ]
    found = {
        "ways": [{"way": way, "about": about} for way, about in ways],
        "commands": [_plain(command, place) for command in _listed()],
        "statuses": statuses,
    }
    return commands.CommandAnswer(lines, found)


def _page(command: Subcommand, place: PublicAddress) -> list[str]:
    more = place.fill(_(command.more)) if command.more else ""
    return help_page(command._replace(program=place.ssh(), more=more), COMMANDS).split("\n")


def _plain(command: Subcommand, place: PublicAddress) -> Mapping[str, object]:
    usage = [one.usage.lstrip() for one in (command, *parts_of(COMMANDS, command))]
    return {"word": command.name, "about": command.about, "usage": usage, "more": place.fill(command.more)}


def _ending(statuses: Mapping[str, str]) -> list[str]:
    return [_("Exit status:"), *columns([(f"  {status}", _(meaning)) for status, meaning in statuses.items()], {0})]


PATIENCE: Final = 10.0  # Seconds that an answer may take in total.

COMMANDS: Final = (
    commands.text_command(
        "help",
        N_("show the ways in and the commands"),
        _help,
        Option("WORD", N_("a command"), many="*"),
    ),
    *lists.COMMANDS,
    *account.COMMANDS,
)
"""All commands."""

_NAMES: Final = [command.name for command in COMMANDS]


def _listed() -> Iterator[Subcommand]:
    return (command for command in COMMANDS if command.group)


def is_word(word: str) -> bool:
    """Return True if a command begins with this word."""
    return word in _NAMES or word in HELP


def suggestion(word: str) -> str:
    """Return a question that suggests the most similar command; empty if none is similar."""
    return near(word.lower(), _NAMES)


async def answer(words: Sequence[str], visitor: Visitor, dialler: HostDialler) -> commands.Reply:
    """Run a command and return its reply, including any error; takes at most 10 seconds and raises nothing."""
    try:
        async with asyncio.timeout(PATIENCE):
            return commands.Reply(
                safe(await _output(words, commands.CommandCaller(visitor, dialler))), "", commands.DONE
            )
    except Misuse as misuse:
        return commands.failed(str(misuse), commands.MISUSED)
    except Refusal as refusal:
        return commands.failed(_explained(refusal, visitor), commands.status_of(refusal))
    except OSError as problem:
        silent = isinstance(problem, TimeoutError)
        return commands.failed(_(str(problem) or (SILENT if silent else STARTING)), commands.NOT_NOW)
    except ProtocolError:
        return commands.failed(_("the game server cannot be understood: try again later"), commands.NOT_NOW)


async def _output(words: Sequence[str], caller: commands.CommandCaller) -> str:
    if not words:
        raise Misuse(_("say which command: {names}", names=", ".join(command.name for command in _listed())))
    first = "help" if words[0] in HELP else words[0]
    if first not in _NAMES:
        raise Misuse(unknown(first, [command.name for command in _listed()]))
    program = caller.visitor.place.ssh()
    command, rest = found_command([one._replace(program=program) for one in COMMANDS], [first, *words[1:]])
    if any(word in HELP for word in rest):
        command, rest = found_command(COMMANDS, ["help", *command.name.split()])
    further = [part.name.removeprefix(f"{first} ") for part in parts_of(COMMANDS, command)]
    if further and rest and not rest[0].startswith("-"):
        raise Misuse(
            unknown(rest[0], further, _("there is no {word} after `{name}`", word=quoted(rest[0]), name=first))
        )
    values = read_words(command, rest)
    as_json = values.pop("json")
    assert command.run is not None
    found: commands.CommandAnswer = await command.run(caller, **values)
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
