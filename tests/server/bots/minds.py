"""Bots for tests of worker processes: one that answers, and some that must not stop a table."""

import os
import sys
from random import Random

from protocol.vocabulary import Action
from server.bots.bot import Sight, play_at_random


def first(sight: Sight, _whims: Random) -> Action:
    """Take the first action."""
    return sight.view.legal[0]


def chatty(sight: Sight, whims: Random) -> Action:
    """Print something, and play."""
    print("a thought")
    sys.stdout.flush()
    return play_at_random(sight, whims)


def broken(_sight: Sight, _whims: Random) -> Action:
    """Fail."""
    raise RuntimeError("a bot with a fault")


def dying(_sight: Sight, _whims: Random) -> Action:
    """End the process."""
    os._exit(7)


def stuck(_sight: Sight, _whims: Random) -> Action:
    """Think for ever."""
    while True:
        pass


BOTS = {
    "chwech": {
        "first": first,
        "random": play_at_random,
        "chatty": chatty,
        "broken": broken,
        "dying": dying,
        "stuck": stuck,
    }
}
"""The bots of these tests."""
