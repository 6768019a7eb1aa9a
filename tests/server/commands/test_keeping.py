"""The options by which a host keeps a server running reach the process that needs them."""

import pytest

from server.commands.keeping import KeepingOptions, keeping_arguments
from server.commands.options import ServeOptions, parser


@pytest.mark.parametrize(("words", "days"), [((), 30), (("--keep-logs", "0"), 0), (("--keep-logs", "36500"), 36_500)])
def test_how_long_logs_are_kept(words: tuple[str, ...], days: int) -> None:
    """Thirty days unless somebody says otherwise; 0 is for ever."""
    options = parser().parse_args(words, ServeOptions())
    assert options.keep_logs == days
    assert f"--log-days={days}" in keeping_arguments(options)


def test_what_nobody_said() -> None:
    """The values of an empty command line are those that are shown as defaults."""
    assert keeping_arguments(KeepingOptions()) == keeping_arguments(parser().parse_args([], ServeOptions()))
