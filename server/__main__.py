"""The commands of the server's side: ``python -m server COMMAND``; each is loaded only when it is called."""

import sys
from collections.abc import Callable
from typing import Final

COMMANDS: Final = {
    "serve": "keep tables for others to join",
    "simulate": "let bots play whole games, and write their records",
    "verify": "play records again and check them",
    "rules": "print the rules of a table",
}
"""Each command, and what it does."""


def main(argv: list[str]) -> int:
    """Run one command and give its exit status: 0 done, 1 not, 2 wrongly called."""
    name = argv[0] if argv else ""
    if name not in COMMANDS:
        said = f"{name!r} is no command" if name else "say which command"
        print(f"chwech: {said}: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    return _load(name)(argv[1:])


def _load(name: str) -> Callable[[list[str]], int]:
    match name:
        case "serve":
            from server.commands.serve import main as command
        case "simulate":
            from server.commands.simulate import main as command
        case "verify":
            from server.commands.verify import main as command
        case _:
            from server.commands.rules import main as command
    return command


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
