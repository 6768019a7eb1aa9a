"""The options of ``serve`` by which a host keeps it running: how long logs are kept, and what is said of its work."""

import argparse
from collections.abc import Callable
from typing import Final

from protocol.language import _

LOG_DAYS: Final = 30

_MOST_DAYS: Final = 36_500


class KeepingOptions(argparse.Namespace):
    """The parsed options."""

    keep_logs: int = LOG_DAYS


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
