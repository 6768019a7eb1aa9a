"""Da Bai Fen behind the common interface of games, and the statistics of a series."""

from typing import Final

from protocol.da_bai_fen import DA_BAI_FEN
from protocol.da_bai_fen.actions import DaBaiFenAction
from protocol.da_bai_fen.events import DealEnded, TrickTaken
from protocol.da_bai_fen.order import PACK
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import N_
from protocol.vocabulary import Event
from server.rules.da_bai_fen.deal import LOST, Dealing, Ended, Match, State
from server.rules.da_bai_fen.legal import fallback, legal
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.da_bai_fen.record import RECORDING, acting, replay, reveal, tell, view
from server.rules.da_bai_fen.variant import (
    NAME,
    OPTIONS,
    PLAYERS,
    read_variant,
    side_of,
)
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections
from server.rules.game import Break, Column, Figures, Result, Seats

_GAME: Final = DealtGame[State, DaBaiFenAction, DaBaiFenView](
    NAME,
    Offer(
        DA_BAI_FEN,
        OPTIONS,
        about=N_("two sides climb from Two to Ace; who shows a drawn card names trumps"),
        minutes=210,
        counted=N_("tricks"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=lambda state: Seats(acting(state), state.free, state.free),
        result=lambda match: Result(match.totals, match.leading, tuple(map(side_of, range(PLAYERS)))),
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.tricks,
        progress=lambda match: f"deal {match.number}, {match.totals[0]}:{match.totals[1]}",
        recording=RECORDING,
        replay=replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.da_bai_fen.deal``."""


def _kept(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.took < LOST


FIGURES: Final = Figures((Column(N_("tricks"), ".2f", _GAME.counts),), N_("were kept by the declarers"), _kept)
"""Tricks, and deals after which the declarers declare again; the titles are marked for translation."""
