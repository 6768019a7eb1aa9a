"""The bots that play by a net: ``strong`` and ``champion``, and the advice that people get.

The net was trained by playing against itself. ``strong`` takes the action that the net finds best. ``champion`` tries
its best actions in deals that fit what it knows, the net being player and judge; it thinks for a good part of a second,
so a host asks it in a process of its own. Compiled, it tries more.
"""

import logging
from functools import lru_cache
from random import Random
from typing import Final

from games.chwech.kernel.compiling import COMPILED, cells
from games.chwech.kernel.play import HAND, HANDS, ROW, begin
from games.chwech.kernel.tables import tables
from games.chwech.net.net import Net, UnusableWeights, read_weights, weights_fault
from games.chwech.net.search import Effort, search
from protocol.chwech.actions import Pass
from protocol.chwech.views import ChwechView
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Advice, Sight
from server.bots.chwech.position import Memory
from server.bots.chwech.reasons import reasons_for
from server.bots.chwech.steady import play_steadily

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
    return tuple(known.values(position.table, position.row, [position.number(action) for action in view.legal]))


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


EFFORT: Final = (
    Effort(trials=350, depth=HAND, prior=60, margin=0.6)
    if COMPILED
    else Effort(trials=300, depth=2, prior=40, margin=0.6)
)
"""To the end of the deal where there is time for it: a net's value of the next turn misleads more than chance does."""


def prepare() -> None:
    """Read the weights, and have compiled what is, before the first game."""
    known, setup = net(), Setup("chwech", 6)
    if known is None:
        return
    table, row = tables(setup), cells(ROW)
    for seat in range(setup.players):
        row[HANDS + seat] = 0b111111111 << seat * HAND
    begin(table, row, 0)
    search(known.weights, table, row, EFFORT._replace(trials=2, margin=9), 1)


def play_as_champion(sight: Sight, whims: Random) -> Action:
    """Return the action that did best in its trials; without weights, what ``steady`` would do."""
    view, known = sight.view, net()
    assert isinstance(view, ChwechView)
    if known is None or len(view.legal) == 1:
        return play_strongly(sight, whims)
    position = memory.position(sight)
    seed = whims.randrange(1, 1 << 31)
    return view.legal[search(known.weights, position.table, position.row, EFFORT, seed).best]


def prepare_advice() -> bool:
    """Read the net, which takes some moments the first time; return True if it can be used."""
    return net() is not None


def advise(sight: Sight) -> Advice | None:
    """Return what each legal action is worth, in points of the deal over the mean of the table, and why."""
    values = appraise(sight)
    return None if values is None else Advice(values, reasons_for(sight, values))
