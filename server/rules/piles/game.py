"""The games of one pile behind the common interface of games, and the statistics of a series."""

from functools import partial
from typing import Final

from protocol.language import N_
from protocol.piles import PILES
from protocol.piles.actions import PilesAction
from protocol.piles.events import DealEnded, Ending, PileKilled, Taken
from protocol.piles.views import PilesView
from protocol.vocabulary import Event
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.piles.deal import Dealing, Ended, Match, State
from server.rules.piles.play import decide, evolve, fallback, legal
from server.rules.piles.record import RECORDING, replay, reveal, tell, view
from server.rules.piles.variant import (
    ABOUT,
    MINUTES,
    OPTIONS,
    SVOYI_KOZIRI,
    read_variant,
)


def _game(name: str) -> DealtGame[State, PilesAction, PilesView]:
    return DealtGame[State, PilesAction, PilesView](
        name,
        Offer(PILES, OPTIONS[name], ABOUT[name], MINUTES[name], N_("cards taken up")),
        Mechanics(
            variant=partial(read_variant, name),
            start=lambda variant, dealer: Dealing(Match(variant, dealer)),
            dealing=Dealing,
            ended=Ended,
            cards=lambda match: match.variant.cards,
            acting=on_turn,
            result=lambda match: Result(match.totals, match.winners),
            legal=legal,
            decide=decide,
            evolve=evolve,
            fallback=fallback,
            breaks={Taken: Break.TRICK, PileKilled: Break.TRICK, DealEnded: Break.DEAL},
        ),
        Projections(tell, view, reveal),
        Papers(
            counts=lambda sheet: sheet.taken,
            progress=lambda match: f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}",
            recording=RECORDING,
            replay=replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in OPTIONS}
"""The three games, by name; their states are those of ``server.rules.piles.deal``."""


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.ending is not Ending.OUT


FIGURES: Final = Figures((Column(N_("taken up"), ".2f", GAMES[SVOYI_KOZIRI].counts),), N_("were drawn"), _drawn)
"""Cards taken up, and deals that were drawn; the titles are marked for translation."""
