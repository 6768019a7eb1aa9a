"""The bot ``champion``: it tries its best actions in deals that fit what it knows, the net being player and judge.

It thinks for a good part of a second, so a host asks it in a process of its own. Compiled, it tries more.
"""

from random import Random
from typing import Final

from protocol.chwech.views import ChwechView
from protocol.setup import Setup
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.chwech.effort import Effort
from server.bots.chwech.search import search
from server.bots.chwech.strong import memory, net, play_strongly
from server.kernel.chwech.play import HAND, HANDS, ROW, begin
from server.kernel.chwech.tables import tables
from server.kernel.compiling import COMPILED, cells

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
