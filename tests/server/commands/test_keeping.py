"""The options by which a host keeps a server running reach the process that needs them."""

import pytest

from server.commands.keeping import KeepingOptions, add_keeping_options, check_metrics, keeping_arguments
from server.commands.options import parser


def parsed(*words: str) -> KeepingOptions:
    """Read a command line of ``serve``."""
    command = parser()
    add_keeping_options(command)
    return command.parse_args(words, KeepingOptions())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), ""),
        (("--metrics", "127.0.0.1:0"), ""),
        (("--metrics", "[::1]:9660"), ""),
        (("--metrics", "localhost:9660"), ""),
        (("--metrics", "0.0.0.0:9660"), "0.0.0.0:9660 is more than this machine: add --metrics-public"),
        (("--metrics", "cards.example:9660"), "is more than this machine"),
        (("--metrics", "0.0.0.0:9660", "--metrics-public"), ""),
    ],
)
def test_where_figures_are_shown(words: tuple[str, ...], complaint: str) -> None:
    """Figures are for this machine alone, unless somebody says twice that they are not."""
    found = check_metrics(parsed(*words))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(("words", "days"), [((), 30), (("--keep-logs", "0"), 0), (("--keep-logs", "36500"), 36_500)])
def test_how_long_logs_are_kept(words: tuple[str, ...], days: int) -> None:
    """Thirty days unless somebody says otherwise; 0 is for ever."""
    options = parsed(*words)
    assert options.keep_logs == days
    assert f"--log-days={days}" in keeping_arguments(options)


def test_what_nobody_said() -> None:
    """The values of an empty command line are those that are shown as defaults."""
    assert keeping_arguments(KeepingOptions()) == keeping_arguments(parsed())
