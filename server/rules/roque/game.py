"""Roque behind the common interface of games, and the statistics of a series."""

from functools import partial
from typing import Final

from protocol.language import N_
from protocol.roque import ROQUE as DIALECT
from protocol.roque.actions import RoqueAction
from protocol.roque.events import DealEnded, Ending, TrickTaken
from protocol.roque.views import RoqueView
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.roque.deal import Dealing, Ended, Match, State, fallback, legal
from server.rules.roque.play import decide, evolve
from server.rules.roque.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.roque.variant import (
    ABOUT,
    MINUTES,
    OPTIONS,
    ROQUE,
    ROQUE_THREE,
    read_variant,
)


def _result(match: Match) -> Result:
    variant = match.variant
    sides = tuple(map(variant.side, range(variant.players))) if variant.sides < variant.players else ()
    return Result(match.totals, match.winners, sides)


def _game(name: str) -> DealtGame[State, RoqueAction, RoqueView]:
    return DealtGame[State, RoqueAction, RoqueView](
        name,
        Offer(DIALECT, OPTIONS[name], ABOUT[name], MINUTES[name], N_("tricks")),
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
            progress=lambda match: f"deal {match.number}, {max(match.totals)}/{match.variant.target}",
            recording=RECORDING,
            replay=REPLAY.replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in (ROQUE, ROQUE_THREE)}
"""Both games, by name; their states are those of ``server.rules.roque.deal``."""


_KEPT: Final = (Ending.MADE, Ending.SLAM)

FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", GAMES[ROQUE].counts),),
    N_("were contracts made"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending in _KEPT,
)
"""Tricks, and deals in which the contract was made; the titles are marked for translation."""
