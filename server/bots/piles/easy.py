"""The bot ``easy`` of the games of one pile: it looks no further than its own action, and often takes a worse one."""

from random import Random
from typing import Final

from protocol.piles.actions import Play, Take
from protocol.piles.views import Phase, PilesView
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.piles.open import adds_cards
from server.bots.piles.steady import trump_to_name
from server.bots.piles.weigh import Weigher

SOFTNESS: Final = 1.5
"""How much worse an action may seem and still be taken now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, the more often the more it seems worth at once; trumps are named steadily."""
    view = sight.view
    assert isinstance(view, PilesView)
    if view.phase is Phase.NAMING:
        return whims.choice(view.legal)
    weigher = Weigher(view, sight.temper, adds=adds_cards(sight.setup))
    named = trump_to_name(weigher, whims)
    if named is not None:
        return named
    actions = [action for action in view.legal if isinstance(action, Play | Take)]
    return choose_softly(actions, weigher.value, SOFTNESS, whims)
