"""Starts a command again with compiled functions, where a bot that is named gains by them."""

import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

from games.chwech.kernel.compiling import ASKED

GAINING: Final = frozenset({"champion"})  # The levels that play better compiled.


def start_again_compiled(bots: Iterable[str]) -> None:
    """Replace this process by the same command with compiled functions, if they are to be had and were not asked for.

    A process decides about that before it loads the functions, and a command reads its options after it.
    """
    levels = {name.partition(":")[0] for name in bots}
    if not levels & GAINING or ASKED in os.environ or find_spec("numba") is None:
        return
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, ASKED: "1"})  # noqa: S606  # itself
