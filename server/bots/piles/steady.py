"""The bot ``steady`` of the games of one pile: it searches where it can know all cards, and weighs chances elsewhere.

Its constants, here and in the other files, were tuned by playing against ``random`` and against itself.
"""

from random import Random
from typing import Final

from protocol.piles.actions import NameSide, NameTrump, PilesAction, Play, ShowTrump, Take
from protocol.piles.views import Phase, PilesView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.piles.open import adds_cards, as_action, opponent, position_of, searcher
from server.bots.piles.weigh import Weigher

CARDS: Final = 30_000
"""How many cards in hand a search looks at, summed over all positions: some 1,000 positions with all cards in hand."""

DEEPEST: Final = 12
"""How many cards and pick-ups ahead it looks at the most, where there are few ways to go on."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action that a search prefers, or the one with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, PilesView)
    if view.phase is Phase.NAMING:
        return whims.choice(view.legal)
    if len(view.legal) == 1:
        return view.legal[0]
    return _searched(sight, view) or _weighed(sight, view, whims)


def _searched(sight: Sight, view: PilesView) -> PilesAction | None:
    """Return the action that a search prefers; None where not all is known, or only parts of piles are taken up."""
    other = opponent(view)
    if other is None or sight.setup.options.get("pickup") == "some":
        return None
    search = searcher(sight.setup, view, other, sight.told, CARDS)
    move, _ = search.best(position_of(view, other), DEEPEST)
    return as_action(move, view)


def _weighed(sight: Sight, view: PilesView, whims: Random) -> PilesAction:
    weigher = Weigher(view, sight.temper, adds=adds_cards(sight.setup))
    return trump_to_name(weigher, whims) or max(
        [action for action in view.legal if isinstance(action, Play | Take)],
        key=lambda action: (weigher.value(action), whims.random()),
    )


def trump_to_name(weigher: Weigher, whims: Random) -> PilesAction | None:
    """Return the way to make one's trump known that is worth more than none; None where there is none."""
    ways = [action for action in weigher.view.legal if isinstance(action, NameTrump | NameSide | ShowTrump)]
    if not ways:
        return None
    best = max(ways, key=lambda action: (weigher.value(action), whims.random()))
    return best if weigher.value(best) > weigher.worth(weigher.hand, None) else None
