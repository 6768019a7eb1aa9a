"""The Fives behind the common interface of games, and the statistics of a series."""

from functools import partial
from typing import Final

from protocol.fives import FIVES
from protocol.fives.actions import FivesAction
from protocol.fives.events import DealEnded, Robbed, TrickTaken
from protocol.fives.views import FivesView
from protocol.language import N_
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.fives.deal import Dealing, Ended, Match, State, final_chips
from server.rules.fives.play import decide, evolve, fallback, legal
from server.rules.fives.record import RECORDING, replay, reveal, tell, view
from server.rules.fives.variant import (
    ABOUT,
    FORTY_FIVE,
    MINUTES,
    OPTIONS,
    SPOIL_FIVE,
    TWENTY_FIVE,
    pools_taken,
    read_variant,
)
from server.rules.game import Break, Column, Figures, Result


def _result(match: Match) -> Result:
    variant = match.variant
    sides = tuple(map(variant.side, range(variant.players))) if variant.sides < variant.players else ()
    return Result(match.totals, match.winners, sides, final_chips(match))


def _progress(match: Match) -> str:
    if match.variant.spoil is not None:
        pools = match.variant.target
        return f"deal {match.number}, pool {min(pools_taken(match.sheets) + 1, pools)} of {pools}"
    return f"deal {match.number}, {max(match.totals)}/{match.variant.target}"


def _game(name: str) -> DealtGame[State, FivesAction, FivesView]:
    return DealtGame[State, FivesAction, FivesView](
        name,
        Offer(FIVES, OPTIONS[name], ABOUT[name], MINUTES[name], N_("tricks")),
        Mechanics(
            variant=partial(read_variant, name),
            start=lambda variant, dealer: Dealing(Match(variant, dealer)),
            dealing=Dealing,
            ended=Ended,
            cards=lambda match: len(match.variant.pack),
            acting=on_turn,
            result=_result,
            legal=legal,
            decide=decide,
            evolve=evolve,
            fallback=fallback,
            breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
        ),
        Projections(tell, view, reveal),
        Papers(
            counts=lambda sheet: sheet.tricks,
            progress=_progress,
            recording=RECORDING,
            replay=replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in (TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE)}
"""All three games, by name; their states are those of ``server.rules.fives.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", GAMES[TWENTY_FIVE].counts),),
    N_("were robbed"),
    lambda event: isinstance(event, Robbed),
)
"""Tricks, and deals in which the turn-up was taken; the titles are marked for translation."""
