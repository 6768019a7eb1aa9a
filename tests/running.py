"""Commands as tests give them: by their words, in this process."""

from collections.abc import Callable, Sequence

from chwech import main


def command(name: str) -> Callable[[Sequence[str]], int]:
    """Give a function that runs a command of the server with further words, and returns its exit status."""
    return lambda words: main([*name.split(), *words])
