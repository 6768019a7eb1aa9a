"""The bot ``easy`` of Roque: it looks at the trick as it lies, and not at who plays after it.

It bids and lays cards aside as ``steady`` does, and often plays a card that seems a little worse.
"""

from random import Random
from typing import Final

from protocol.cards import Card
from protocol.roque.views import Phase, RoqueView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.roque.odds import Odds
from server.bots.roque.steady import THRIFT, plan, play_steadily

SOFTNESS: Final = 3.0
"""How much worse, in points, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies."""
    view = sight.view
    assert isinstance(view, RoqueView)
    if view.phase in (Phase.BIDDING, Phase.BURYING):
        return play_steadily(sight, whims)
    plays, trump = plan(view)
    odds = Odds(view, trump)
    return choose_softly(plays, lambda play: _value(odds, play.card, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, card: Card, temper: Temper) -> float:
    sign = 1 if odds.takes_now(card) else -1
    return sign * odds.at_stake(card) - THRIFT[temper] * odds.power(card)
