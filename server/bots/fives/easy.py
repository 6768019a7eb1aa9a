"""The bot ``easy`` of the Fives: it looks at the trick as it lies, and not at who plays after it.

It spares its high cards as ``steady`` does, and often plays a card that seems a little worse.
"""

from random import Random
from typing import Final

from protocol.cards import Card
from protocol.fives.actions import Play
from protocol.fives.views import FivesView
from protocol.temper import Temper
from protocol.vocabulary import Action
from server.bots.bot import Sight
from server.bots.choice import choose_softly
from server.bots.fives.sight import odds_of
from server.bots.fives.steady import THRIFT, play_steadily
from server.bots.odds import Odds

SOFTNESS: Final = 0.3
"""How much worse, in tricks, a card may seem and still be played now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, more often a card that takes the trick as it lies; the turn-up is dealt with steadily."""
    view = sight.view
    assert isinstance(view, FivesView)
    plays = [action for action in view.legal if isinstance(action, Play)]
    if len(plays) < len(view.legal):
        return play_steadily(sight, whims)
    odds = odds_of(view)
    return choose_softly(plays, lambda play: _value(odds, play.card, sight.temper), SOFTNESS, whims)


def _value(odds: Odds, card: Card, temper: Temper) -> float:
    return odds.takes_now(card) - THRIFT[temper] * odds.power(card)
