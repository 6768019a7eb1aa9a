"""Command lines: what a command is, how its words are read, and what its help says.

A table of commands is data: parser, help, completion, man page and the lists in the documents are made from it.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from protocol.language import N_, _, told

HAS_POSIX: Final = find_spec("fcntl") is not None and find_spec("termios") is not None
"""Whether this system has what a server is made of: POSIX, as Linux, macOS and WSL have it, and Windows has not."""

REQUIRED: Final = object()  # The default of an option that has to be given.
ABSENT: Final = object()  # The default of an option of which a command hears only if it is given.

HELP: Final = ("--help", "-h")

LONGEST_TEXT: Final = 40  # The most characters of a name, or of a word that is repeated in a message.


class Misuse(ValueError):
    """A command line that is wrong; the text says what is wrong and what would be right."""


class CommandFault(Exception):
    """A command that cannot be carried out; the text says why, and what helps."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status  # The exit status.


class Option(NamedTuple):
    """An option of a command or, without dashes, a word of it."""

    name: str
    """Such as ``--keep``; of a word what the help calls it, such as ``FILE``."""
    about: str
    """What it is, in a few words without a full stop, marked for translation."""
    kind: str = ""
    """What the help calls the value of an option; empty where the option alone says yes."""
    read: Callable[[str], object] = str
    """Returns the value of a text, or raises a ``ValueError`` that says what would be right."""
    value: object = True
    """The value of an option that alone says yes."""
    default: object = None
    """The value where it is not given."""
    many: str = ""
    """Of a word: ``?`` may be missing, ``*`` any number, ``+`` one or more; of an option: ``*`` may come again."""
    to: str = ""
    """The parameter that it is for, where that is not its name."""
    hidden: bool = False

    @property
    def is_word(self) -> bool:
        """True for a word without dashes."""
        return not self.name.startswith("-")

    @property
    def parameter(self) -> str:
        """The parameter of the command's function that gets the value."""
        return self.to or self.name.strip("-").lower().replace("-", "_")

    @property
    def usage(self) -> str:
        """How it is written."""
        if not self.is_word:
            return f"{self.name} {self.kind}".rstrip()
        return {"": self.name, "?": f"[{self.name}]", "*": f"[{self.name} ...]", "+": f"{self.name} ..."}[self.many]

    @property
    def help(self) -> str:
        """What it is, with its default unless that is told or is nothing."""
        about = _(self.about)
        if self.default in (None, REQUIRED, ABSENT, "", ()) or not self.kind or "(" in self.about:
            return about
        return _("{about} (default: {value})", about=about, value=self.default)


class Subcommand(NamedTuple):
    """A command of the program."""

    name: str
    """Its words, such as ``data backup``."""
    about: str
    """What it does, in one line without a full stop, marked for translation."""
    options: tuple[Option, ...] = ()
    main: str = ""
    """Its function, as ``module:function``; empty for a command that is the beginning of others."""
    group: str = ""
    """Under which heading the help of the program lists it; empty for nowhere."""
    more: str = ""
    """What else its help says, a paragraph a line, marked for translation."""
    portable: bool = False
    """True if it runs without POSIX."""
    further: Callable[[], tuple[Option, ...]] = tuple
    """Returns further options, which take their time to load."""
    raw: bool = False
    """True if its function gets the words as they were written too, as ``argv``."""
    program: str = "chwech"
    run: Callable[..., Any] | None = None
    """Its function where that is loaded."""

    @property
    def title(self) -> str:
        """How it is called."""
        return f"{self.program} {self.name}".rstrip()

    @property
    def usage(self) -> str:
        """How it is written: words and required options; the others are in its help."""
        needed = [one.usage for one in self.options if one.is_word or one.default is REQUIRED]
        others = ["[OPTION ...]"] if any(not one.is_word for one in self.options) else ["COMMAND ..."]
        return " ".join([self.title, *needed, *(others if self.main or not self.options else [])])


Commands = Sequence[Subcommand]


def data_directory(named: Path | None = None) -> Path:
    """Return the directory where games are kept: the one that is named, CHWECH_DATA, or the platform's own."""
    if named is not None:
        return named
    if os.environ.get("CHWECH_DATA"):
        return Path(os.environ["CHWECH_DATA"])
    from platformdirs import user_data_path

    return user_data_path("chwech")


def escaped(text: str) -> str:
    """Return a text for a message about it: each character that draws nothing is named by its number."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def whole_number(most: int, *, least: int = 1) -> Callable[[str], int]:
    """Return a reader of whole numbers between two limits."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        raise ValueError(
            _("{given} is no whole number from {least} to {most}", given=repr(text[:40]), least=least, most=most)
        )

    return read


def number(most: float, *, least: float = 0.0) -> Callable[[str], float]:
    """Return a reader of numbers between two limits."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = least - 1
        if least <= found <= most:
            return found
        limits = {"least": f"{least:g}", "most": f"{most:g}"}
        raise ValueError(_("{given} is no number from {least} to {most}", given=repr(text[:40]), **limits))

    return read


def short_text(text: str) -> str:
    """Read a text of bounded length; raise ``ValueError`` if it is too long."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(_("{given}… is too long: {most} characters at most", given=repr(text[:20]), most=LONGEST_TEXT))
    return text


def found_command(commands: Commands, words: Sequence[str]) -> tuple[Subcommand, Sequence[str]]:
    """Return the command that words begin with, or the nameless one, and the other words; raise ``Misuse`` if none."""
    named = {command.name: command for command in commands}
    if len(words) > 1 and (two := " ".join(words[:2])) in named:
        return named[two], words[2:]
    first = words[0] if words and not words[0].startswith("-") else ""
    if first not in named and "" in named and any(one.is_word for one in named[""].options):
        return named[""], words
    if first not in named:
        raise Misuse(
            _("there is no command {name}; {hint}", name=repr(first[:LONGEST_TEXT]), hint=hint(first, commands))
        )
    command, rest = named[first], words[bool(first) :]
    if not command.main and "".join(rest[:1]) not in HELP:
        parts = ", ".join(one.name for one in parts_of(commands, command))
        raise Misuse(_("say which command: {names}", names=parts))
    return command, rest


def parts_of(commands: Commands, command: Subcommand) -> Commands:
    """Return the commands that begin with another one."""
    return [one for one in commands if one.name.startswith(f"{command.name} ")]


def hint(name: str, commands: Commands) -> str:
    """Return a question that suggests the most similar command, or the names of all."""
    known = ", ".join(command.name for command in commands if command.group)
    return near(name.lower(), [command.name for command in commands]) or _("there are {names}", names=known)


def near(name: str, known: Sequence[str]) -> str:
    """Return a question that suggests the most similar name; empty if none is."""
    from difflib import get_close_matches

    found = get_close_matches(name[:LONGEST_TEXT], known, n=1)
    return _("did you mean {name}?", name=found[0]) if found else ""


_GUESSED: Final = dict.fromkeys(("--port", "-p", "--listen", "--bind", "--host", "--address"), "--ssh")
"""Options that people try by habit, with the one of ours that they mean."""


def read_words(command: Subcommand, words: Sequence[str]) -> dict[str, object]:
    """Return the values of a command's parameters; raise ``Misuse`` if the command does not take these words."""
    options = {one.name: one for one in (*command.options, *command.further()) if not one.is_word}
    values: dict[str, Any] = {
        one.parameter: one.default if one.kind else bool(one.default)
        for one in options.values()
        if one.default is not ABSENT
    }
    plain, left = list[str](), iter(words)
    for word in left:
        name, equals, text = word.partition("=")
        if word == "--":
            plain += left
        elif word == "-" or not word.startswith("-"):
            plain.append(word)
        elif name not in options:
            guess = _("did you mean {name}?", name=_GUESSED[name]) if _GUESSED.get(name) in options else ""
            said = guess or near(name, [*options, *HELP]) or _("write {usage}", usage=command.usage)
            raise Misuse(_("there is no option {option} here: {hint}", option=repr(name[:LONGEST_TEXT]), hint=said))
        else:
            option = options[name]
            text = text if equals or not option.kind else next(left, "--")
            if bool(equals) > bool(option.kind) or (not equals and text in (*options, "--")):
                raise Misuse(name + ": " + _("write {usage}", usage=option.usage))
            found = _value(option, text) if option.kind else option.value
            values[option.parameter] = (*values[option.parameter], found) if option.many else found
    values |= _bound(command, plain)
    if REQUIRED in values.values():
        raise Misuse(_("something is missing: write {usage}", usage=command.usage))
    return values


def _bound(command: Subcommand, plain: Sequence[str]) -> dict[str, object]:
    """Share words out; one that may be missing gets what is more than the others need."""
    values: dict[str, object] = {}
    wanted, left = [one for one in command.options if one.is_word], list(plain)
    spare = len(left) - sum(one.many in ("", "+") for one in wanted)
    if spare < 0:
        raise Misuse(_("something is missing: write {usage}", usage=command.usage))
    if len(left) > len(wanted) and not any(one.many in ("*", "+") for one in wanted):
        word = repr(left[len(wanted)][:LONGEST_TEXT])
        raise Misuse(_("{word} is one word too many: write {usage}", word=word, usage=command.usage))
    for one in wanted:
        if one.many in ("*", "+"):
            values[one.parameter] = tuple(_value(one, word) for word in left)
            left = []
        elif not one.many or spare:
            spare -= bool(one.many)
            values[one.parameter] = _value(one, left.pop(0))
        else:
            values[one.parameter] = one.default
    return values


def _value(option: Option, text: str) -> object:
    try:
        return option.read(text)
    except ValueError as problem:
        raise Misuse(f"{option.name}: {problem}") from problem


Values = dict[str, object]


def run(commands: Commands, words: Sequence[str], adapted: Callable[[Values], Values] = lambda values: values) -> int:
    """Run the command that words begin with, with ``adapted`` values, and return its exit status: 2 for wrong words.

    Why it cannot be carried out is printed.
    """
    name = "chwech"
    try:
        command, rest = found_command(commands, words)
        name = command.title
        if any(word in HELP for word in rest[: rest.index("--") if "--" in rest else None]):
            sys.stdout.write(help_page(command, commands))
            return 0
        values = adapted(read_words(command, rest)) | ({"argv": tuple(rest)} if command.raw else {})
        module, _colon, function = command.main.partition(":")
        main: Callable[..., int] = getattr(import_module(module), function or "main")
        return main(**values)
    except Misuse as fault:
        said = _("{command}: {fault} (see {command} --help)", command=name, fault=escaped(str(fault)))
        sys.stderr.write(f"{said}\n")
        return 2
    except (CommandFault, OSError) as fault:
        sys.stderr.write(f"{name}: {_reason(fault)}\n")
        return fault.status if isinstance(fault, CommandFault) else 1


def _reason(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror
    return told(str(fault))


def help_page(command: Subcommand, commands: Commands, width: int = 80) -> str:
    """Return the help of a command."""
    parts = [(one.name.removeprefix(f"{command.name} "), _(one.about)) for one in parts_of(commands, command)]
    options = [(one.usage, one.help) for one in (*command.options, *command.further()) if not one.hidden]
    paragraphs = [_(text) for text in command.more.split("\n") if text]
    about = _(command.about)
    return "\n".join([
        _("usage: ") + command.usage,
        "",
        *_wrapped(f"{about[:1].upper()}{about[1:]}.", "", width),
        *(line for text in paragraphs for line in _wrapped(text, "", width)),
        "",
        *(line for row in (*parts, *options) for line in _row(*row, width)),
        "",
    ])  # fmt: skip


_COLUMN: Final = 22


def _row(name: str, about: str, width: int) -> Iterator[str]:
    """Yield the lines of an option: its name in a column, or on a line of its own."""
    lines = _wrapped(about, " " * (_COLUMN + 2), width)
    if len(name) > _COLUMN - 1:
        yield f"  {name}"
    else:
        lines[0] = f"  {name:<{_COLUMN}}{lines[0].lstrip()}"
    yield from lines


def _wrapped(text: str, indent: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False) or [""]


def overview(commands: Commands) -> str:
    """Return the help of the program: every command of a group, on one screen."""
    groups = list(dict.fromkeys(command.group for command in commands if command.group))
    wide = max(len(_(group)) for group in groups) + 2
    lines = [_("usage: ") + "chwech [COMMAND] [OPTION ...]", ""]
    for group in groups:
        heading = _(group)
        for command in commands:
            if command.group == group:
                lines.append(f"{heading:<{wide}}{command.name:<12}{_(command.about)}")
                heading = ""
        lines.append("")
    return "\n".join([*lines, _(ENDING)])


ENDING: Final = N_("chwech alone: the welcome. With any command: --help, --lang cy (yn Gymraeg).")
"""The end of the help of the program, marked for translation; it has 80 characters at most."""
