"""Bête behind the common interface of games, and the statistics of a series."""

from typing import Final

from protocol.bete import BETE
from protocol.bete.actions import BeteAction
from protocol.bete.events import DealEnded, TrickTaken
from protocol.bete.order import PACK
from protocol.bete.views import BeteView
from protocol.language import N_
from server.rules.bete.deal import Dealing, Ended, Match, State, fallback, legal
from server.rules.bete.play import decide, evolve
from server.rules.bete.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.bete.variant import ABOUT, MINUTES, OPTIONS, read_variant
from server.rules.bete.variant import BETE as NAME
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result

_GAME: Final = DealtGame[State, BeteAction, BeteView](
    NAME,
    Offer(BETE, OPTIONS, ABOUT, MINUTES, N_("tricks")),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=on_turn,
        result=lambda match: Result(match.totals, match.winners),
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.tricks,
        progress=lambda match: f"deal {match.number} of {match.variant.deals}",
        recording=RECORDING,
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.bete.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _GAME.counts),),
    N_("were won by nobody"),
    lambda event: isinstance(event, DealEnded) and event.sheet.sweeper is None,
)
"""Tricks, and deals in which nobody won the pool; the titles are marked for translation."""
