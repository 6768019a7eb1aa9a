"""The command ``chwech``: passes each command to the client or the server, and knows nothing else of either.

Each is imported only when one of its commands is called, so that a server never loads a screen.
"""

import sys

if is_program := __name__ == "__main__" or "chwech" in sys.argv[0].rpartition("/")[2]:
    # Not where another program imports this. Even the next import may be interrupted.
    sys.excepthook = lambda *fault: None if fault[0] is KeyboardInterrupt else sys.__excepthook__(*fault)

from protocol.interrupts import end_at_interrupt

if is_program:
    end_at_interrupt()

import os
from collections.abc import Sequence
from typing import Final

from protocol.catalogues import catalogue
from protocol.command_line import teach_argparse
from protocol.language import N_, _, speak, taken_language, wanted_language
from protocol.posix import HAS_POSIX, PORTABLE, needs_posix
from protocol.standard_streams import run_guarded
from server.commands import COMMANDS

SERVER_COMMANDS: Final = COMMANDS

CLIENT_COMMANDS: Final = ("play", "today", "learn", "join", "bot", "config")
"""The commands of the client; ``play`` is the default."""

USAGE: Final = N_("""\
usage: chwech [COMMAND] [OPTION ...]

Chwech, the card game that multiplies by nine.

  chwech                  the welcome: go on with a game, or choose a new table
  chwech play             sit down with bots at once, on this machine
  chwech today            play the deal of the day, six deals for everybody
  chwech learn            learn the game in five minutes
  chwech join HOST        play on a server, by SSH
  chwech bot --exec CMD   let a program of yours play, here or on a server
  chwech config           show your settings, or change one (config theme light)
  chwech history          list the games finished on this machine
  chwech record NUMBER    print the record of one of them
  chwech rankings [GAME]  list who plays best on this machine
  chwech games            list the games that there are
  chwech rules            read the rules of a table
  chwech simulate         let bots play whole games and write their records
  chwech arena            let bots play the same deals, and tell which is better
  chwech verify FILE ...  replay records and check every line of them; or the
                          line of a deal of the day
  chwech review FILE      look back at games: choices, luck and skill
  chwech serve            open a server for others, who come by ssh
  chwech config server    show the configuration of that server
  chwech tournament       make and run tournaments on that server
  chwech admin            look after that server: who is here, bans, reports
  chwech backup FILE      save all that a server needs, also while it runs
  chwech restore FILE     put it back
  chwech export NAME FILE write all that is kept of somebody, or all records
  chwech forget NAME      erase somebody, and keep the games without the name
  chwech top              watch what that server does, live
  chwech doctor           check what a server needs, and say what to do

  chwech COMMAND --help   the options of a command
  chwech --plain          line by line, as for screen readers (also play, join)
  chwech --lang cy        yn Gymraeg (with every command; en for English)
  chwech --version        the version
""")
"""The help of the whole program, marked for translation; lines have 80 characters at most."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, that of the process if none is given, and return its exit status."""
    if argv is None:
        return run_guarded(lambda: main(sys.argv[1:]))
    arguments = list(argv)
    try:
        arguments = _begin_to_speak(arguments)
    except ValueError as problem:
        print(f"chwech: {problem}", file=sys.stderr)
        return 2
    match arguments:
        case ["--help" | "-h" | "help", *_]:
            print(_(USAGE), end="")
            return 0
        case ["--version", *_]:
            from protocol.version import program_name

            print(program_name())
            return 0
        case _ if not HAS_POSIX and (command := _command(arguments)) not in PORTABLE:
            print(f"chwech: {needs_posix(command)}", file=sys.stderr)
            return 1
        case ["config", "server", *rest]:
            from server.__main__ import main as server_main

            return server_main(["config", *rest])
        case [command, *_] if command in SERVER_COMMANDS:
            from server.__main__ import main as server_main

            return server_main(arguments)
        case [command, *_] if command not in CLIENT_COMMANDS and not command.startswith("-"):
            said = _(
                "there is no command {name}; {hint} (see chwech --help)", name=repr(command[:40]), hint=_hint(command)
            )
            print(f"chwech: {said}", file=sys.stderr)
            return 2
    from chwech_tui.__main__ import main as client_main

    return client_main(arguments)


def _command(arguments: Sequence[str]) -> str:
    """Return the command of these arguments; ``play``, or what it is spelt like, where there is none."""
    command = next((word for word in arguments if not word.startswith("-")), "play")
    return command if command in (*CLIENT_COMMANDS, *SERVER_COMMANDS) else PORTABLE[0]


def _begin_to_speak(arguments: list[str]) -> list[str]:
    """Speak the language of ``--lang``, else that of the environment; return the arguments without it.

    Raises:
        ValueError: there is no such language.
    """
    speak(wanted_language(os.environ), catalogue)
    wanted, rest = taken_language(arguments)
    if wanted:
        speak(wanted, catalogue, fixed=True)
        # The standard library and the processes that are started go by the environment.
        os.environ["LANGUAGE"] = wanted
    teach_argparse()
    return rest


def _hint(command: str) -> str:
    """Return a question that suggests the most similar command, or the names of all."""
    from difflib import get_close_matches

    known = (*CLIENT_COMMANDS, *SERVER_COMMANDS)
    near = get_close_matches(command[:40].lower(), known, n=1)
    return _("did you mean {name}?", name=near[0]) if near else _("there are {names}", names=", ".join(known))


if __name__ == "__main__":
    sys.exit(main())
