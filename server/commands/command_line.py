"""The parser of a command line that says which option an unknown one could be; it knows no command."""

import argparse
from difflib import get_close_matches
from typing import Final, NoReturn

_UNKNOWN: Final = "unrecognized arguments: "


class CommandLine(argparse.ArgumentParser):
    """A parser that names the nearest known option beside an unknown one."""

    def error(self, message: str) -> NoReturn:
        """Exit with the error, and with what could be meant."""
        words = message.removeprefix(_UNKNOWN).split() if message.startswith(_UNKNOWN) else []
        options = [word.partition("=")[0][:40] for word in words if word.startswith("-")]
        near = [name for option in options for name in get_close_matches(option, self._option_string_actions, n=1)]
        super().error(f"{message}; did you mean {near[0]}?" if near else message)
