"""The options of ``serve`` by which a host keeps it running: how long logs are kept, and what is said of its work."""

import argparse
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Final

from protocol.language import _
from server.commands.options import ServeOptions, read_address
from server.processes.operator import FORMS
from server.processes.plan import Address

LOG_DAYS: Final = 30

_MOST_DAYS: Final = 36_500


class KeepingOptions(ServeOptions):
    """The parsed options."""

    keep_logs: int = LOG_DAYS
    log: str = ""
    """The form of what is said; empty for that of the environment."""

    metrics: Address | None = None
    metrics_public: bool = False


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
    parser.add_argument(
        "--metrics",
        type=read_address,
        metavar="HOST:PORT",
        help=_("show figures for Prometheus at /metrics, and /health, on this machine: such as 127.0.0.1:9660"),
    )
    parser.add_argument(
        "--metrics-public", action="store_true", help=_("let --metrics listen on an address that others reach")
    )


def check_metrics(options: KeepingOptions) -> str:
    """Return what is wrong with where the figures are to be shown; empty if nothing is."""
    if options.metrics is None or options.metrics_public or _is_loopback(options.metrics.host):
        return ""
    return _("{address} is more than this machine: add --metrics-public if others may read", address=options.metrics)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _form(text: str) -> str:
    if text in FORMS:
        return text
    raise argparse.ArgumentTypeError(
        _("{given} is no form of a log: choose among {known}", given=repr(text[:40]), known=", ".join(FORMS))
    )


def keeping_arguments(options: KeepingOptions, shown: Sequence[socket.socket] = ()) -> tuple[str, ...]:
    """Return the arguments by which the host is told; ``shown`` are the sockets of the page of figures."""
    return (f"--log-days={options.keep_logs}", *(f"--metrics-fd={listener.fileno()}" for listener in shown))


def number_from_0(most: int) -> Callable[[str], int]:
    """Return a parser for whole numbers from 0 to a limit."""

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            _("{given} is no whole number from 0 to {most}", given=repr(text[:40]), most=most)
        )

    return read
