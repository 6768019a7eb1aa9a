"""Writes the man page and the completions of bash, zsh and fish, from the table of the commands.

``python -m tools.command_pages FOLDER`` makes ``chwech.1``, ``chwech.bash``, ``_chwech`` and ``chwech.fish`` there.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from protocol.command_line import ENDING, Option, Subcommand, parts_of
from server.commands.table import COMMANDS

COMMON = (
    Option("--help", "show the help"),
    Option("--lang", "the language: en or cy", "CODE"),
)
PATHS = ("DIR", "FILE", "PATH", "COMMAND")


def options_of(command: Subcommand) -> list[Option]:
    """Return the options of a command that people give, but for words."""
    return [one for one in (*command.options, *command.further(), *COMMON) if not (one.is_word or one.hidden)]


def listed() -> list[Subcommand]:
    """Return the commands that the help lists, each before those that begin with it."""
    return [one for command in COMMANDS if command.group for one in (command, *parts_of(COMMANDS, command))]


def takes_files(command: Subcommand) -> bool:
    """Return True if a word of a command is a file."""
    return any(one.is_word and one.name == "FILE" for one in command.options)


def bash() -> str:
    """Return the completion for bash."""
    cases, tops = [], " ".join(command.name for command in listed() if command.group)
    for command in reversed(listed()):
        words = [one.name.split()[-1] for one in parts_of(COMMANDS, command)] + [
            one.name for one in options_of(command)
        ]
        files = "; compopt -o default" if takes_files(command) else ""
        cases.append(f'    "{command.name}"*) words="{" ".join(words)}"{files} ;;')
    return f"""\
# Completion of chwech for bash: put it into /usr/share/bash-completion/completions/chwech.
_chwech() {{
  local words current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  COMPREPLY=()
  case "$before" in {"|".join(sorted(path_options()))}) compopt -o default; return ;; esac
  case "${{COMP_WORDS[*]:1:COMP_CWORD-1}}" in
    "") words="{tops} --help --lang --version --plain --data --name" ;;
{chr(10).join(cases)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _chwech chwech
"""


def path_options() -> set[str]:
    """Return the options whose values are files or folders."""
    return {one.name for command in listed() for one in options_of(command) if one.kind in PATHS}


def zsh() -> str:
    """Return the completion for zsh."""
    cases = []
    for command in reversed(listed()):
        rows = [(one.name.split()[-1], one.about) for one in parts_of(COMMANDS, command)]
        rows += [(one.name, one.about) for one in options_of(command)]
        files = "; _files" if takes_files(command) else ""
        cases.append(f"  {quoted(command.name)}*) found=({described(rows)}){files} ;;")
    return "\n".join([
        "#compdef chwech",
        "# Completion of chwech for zsh: put it into a folder of $fpath as _chwech.",
        "local -a typed found",
        "typed=(${words[2,CURRENT-1]})",
        f"[[ ${{words[CURRENT-1]}} == ({'|'.join(sorted(path_options()))}) ]] && {{ _files; return }}",
        'case "${(j: :)typed}" in',
        f"  '') found=({described([(one.name, one.about) for one in listed() if one.group])}) ;;",
        *cases,
        "esac",
        "_describe command found",
        "",
    ])  # fmt: skip


def quoted(text: str) -> str:
    """Write a text for a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def described(rows: Sequence[tuple[str, str]]) -> str:
    """Write words with what they are, as zsh takes them."""
    return " ".join(quoted(f"{name}:{about}") for name, about in rows)


def fish() -> str:
    """Return the completion for fish."""
    lines = [
        "# Completion of chwech for fish: put it into ~/.config/fish/completions/chwech.fish.",
        "complete -c chwech -f",
    ]
    for command in listed():
        top, _, part = command.name.partition(" ")
        seen = f"__fish_seen_subcommand_from {top}" + (f"; and __fish_seen_subcommand_from {part}" if part else "")
        at = f"__fish_seen_subcommand_from {top}" if part else "__fish_use_subcommand"
        lines.append(f"complete -c chwech -n {quoted(at)} -a {part or top} -d {quoted(command.about)}")
        for one in options_of(command):
            name = f"-l {one.name[2:]}" if one.name.startswith("--") else f"-s {one.name[1:]}"
            value = "" if not one.kind else " -r -F" if one.kind in PATHS else " -x"
            lines.append(f"complete -c chwech -n {quoted(seen)} {name}{value} -d {quoted(one.about)}")
        if takes_files(command):
            lines.append(f"complete -c chwech -n {quoted(seen)} -F")
    return "\n".join([*lines, ""])


def man(today: date) -> str:
    """Return the man page."""
    lines = [
        f'.TH CHWECH 1 "{today:%Y-%m-%d}" "Chwech" "User Commands"',
        ".SH NAME",
        "chwech \\- the card game that multiplies by nine, for the terminal",
        ".SH SYNOPSIS",
        ".B chwech\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR ...]",
        ".SH DESCRIPTION",
        roff(ENDING),
    ]
    group = ""
    for command in listed():
        if command.group and command.group != group:
            group = command.group
            lines.append(f".SH {roff(group).upper()}")
        lines += [".SS " + roff(command.usage), *roff(f"{command.about[:1].upper()}{command.about[1:]}.").split("\n")]
        lines += [line for text in command.more.split("\n") if text for line in (".PP", roff(text))]
        words = [one for one in command.options if one.is_word]
        for one in (*words, *options_of(command)[: -len(COMMON)]):
            lines += [".TP", f"\\fB{roff(one.usage)}\\fR", roff(one.help)]
    return "\n".join([*lines, ""])


def roff(text: str) -> str:
    """Write a text for a man page."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def pages(today: date) -> Iterator[tuple[str, str]]:
    """Yield each file: its name and what is in it."""
    yield from (("chwech.1", man(today)), ("chwech.bash", bash()), ("_chwech", zsh()), ("chwech.fish", fish()))


def main(words: Sequence[str]) -> int:
    """Write the files into a folder."""
    if len(words) != 1:
        print("write python -m tools.command_pages FOLDER", file=sys.stderr)
        return 2
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    built = float(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    for name, text in pages(datetime.fromtimestamp(built, UTC).date()):
        (folder / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
