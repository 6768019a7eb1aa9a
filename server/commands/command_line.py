"""The parser of a command line that says which option an unknown one could be; it knows no command."""

import argparse
from difflib import get_close_matches
from gettext import gettext
from typing import NoReturn

from protocol.command_line import UNRECOGNIZED, escaped
from protocol.language import _


class CommandLine(argparse.ArgumentParser):
    """A parser that names the nearest known option beside an unknown one."""

    def error(self, message: str) -> NoReturn:
        """Exit with the error, and with what could be meant."""
        # As argparse itself looks it up.
        unknown = gettext(UNRECOGNIZED).removesuffix("%s")
        words = message.removeprefix(unknown).split() if message.startswith(unknown) else []
        options = [word.partition("=")[0][:40] for word in words if word.startswith("-")]
        near = [name for option in options for name in get_close_matches(option, self._option_string_actions, n=1)]
        meant = _("did you mean {name}?", name=near[0]) if near else ""
        super().error(escaped(f"{message}; {meant}" if meant else message))
