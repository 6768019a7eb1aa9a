"""The bot ``strong``: it takes the action that a net finds best, trained by playing against itself."""

import logging
from functools import lru_cache
from random import Random
from typing import Final

from protocol.chwech.actions import Pass
from protocol.chwech.views import ChwechView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.chwech.net import Net
from server.bots.chwech.position import Memory
from server.bots.chwech.steady import play_steadily
from server.bots.chwech.weights import UnusableWeights, read_weights, weights_fault

_log = logging.getLogger(__name__)

_LEANING: Final = {Temper.EVEN: 0.0, Temper.BOLD: 0.6, Temper.CAREFUL: -0.6}
"""The points by which playing a card seems better than it is."""

memory: Final = Memory()
"""The deals that the seats of this process are following."""


@lru_cache(maxsize=1)
def net() -> Net | None:
    """Return the net; None if its weights cannot be used, which is said once in the log."""
    try:
        # Only now is numpy loaded: megabytes that a server without such bots does not need.
        return Net(read_weights())
    except (ImportError, UnusableWeights) as error:
        _log.warning("bots of the levels strong and champion play as steady: %s", error)
        return None


@lru_cache(maxsize=1)
def can_play() -> bool:
    """Return True if the net can be used; its file is looked at once, and nothing is loaded."""
    return not weights_fault()


def appraise(sight: Sight) -> tuple[float, ...] | None:
    """Return what each legal action is worth, in points over the mean of the table; None without weights."""
    known, view = net(), sight.view
    assert isinstance(view, ChwechView)
    if known is None:
        return None
    position = memory.position(sight)
    return tuple(known.values(position, [position.number(action) for action in view.legal]))


def play_strongly(sight: Sight, whims: Random) -> Action:
    """Return the action that is worth most; without weights, what ``steady`` would do."""
    view = sight.view
    assert isinstance(view, ChwechView)
    if len(view.legal) == 1:
        return view.legal[0]
    values = appraise(sight)
    if values is None:
        return play_steadily(sight, whims)
    if leaning := _LEANING[sight.temper]:
        pairs = zip(values, view.legal, strict=True)
        values = tuple(value + (0.0 if isinstance(action, Pass) else leaning) for value, action in pairs)
    return view.legal[max(range(len(values)), key=values.__getitem__)]
