"""The options of ``serve`` by which a host keeps it running: how long logs are kept, and what is said of its work."""

import argparse
from collections.abc import Callable
from typing import Final

from protocol.language import _
from server.processes.operator import FORMS

LOG_DAYS: Final = 30

_MOST_DAYS: Final = 36_500


class KeepingOptions(argparse.Namespace):
    """The parsed options."""

    keep_logs: int = LOG_DAYS
    log: str = ""
    """The form of what is said; empty for that of the environment."""


def add_keeping_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to the parser of ``serve``."""
    parser.add_argument(
        "--keep-logs",
        type=number_from_0(_MOST_DAYS),
        metavar="DAYS",
        help=_(
            "keep what was said and done at closed tables so long (default: {days}; 0: for ever); games stay anyway",
            days=LOG_DAYS,
        ),
    )
    parser.add_argument(
        "--log",
        type=_form,
        metavar="FORM",
        help=_(
            "text, json (a line each), or auto: text for a terminal and for systemd, json elsewhere (default: auto)"
        ),
    )


def _form(text: str) -> str:
    if text in FORMS:
        return text
    raise argparse.ArgumentTypeError(
        _("{given} is no form of a log: choose among {known}", given=repr(text[:40]), known=", ".join(FORMS))
    )


def keeping_arguments(options: KeepingOptions) -> tuple[str, ...]:
    """Return the arguments by which the host is told."""
    return (f"--log-days={options.keep_logs}",)


def number_from_0(most: int) -> Callable[[str], int]:
    """Return a parser for whole numbers from 0 to a limit."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            _("{given} is no whole number from 0 to {most}", given=repr(text[:40]), most=most)
        )

    return read
