"""What the processes that serve say of what goes on: on standard error, in the name of the command."""

import logging
import sys


def log_to_stderr(*, verbose: bool) -> None:
    """Say what goes wrong, and if wished also who comes and goes."""
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if verbose else logging.WARNING,
        format="chwech serve: %(levelname)s: %(message)s",
    )
