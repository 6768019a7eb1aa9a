"""Durak in teams behind the common interface of games, and the statistics of a series."""

from typing import Final

from protocol.durak import DURAK
from protocol.durak.actions import DurakAction
from protocol.durak.events import BoutEnded, DealEnded
from protocol.durak.pack import PACK
from protocol.durak.views import DurakView
from protocol.language import N_
from protocol.vocabulary import Event
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections
from server.rules.durak.deal import Dealing, Ended, Match, State, asked, fallback, legal
from server.rules.durak.play import decide, evolve
from server.rules.durak.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.durak.variant import NAME, OPTIONS, read_variant, side_of
from server.rules.game import Break, Column, Figures, Result, Seats


def _acting(state: State) -> Seats:
    there = asked(state)
    return Seats(there.asked | there.free, there.free)


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(side_of, range(match.variant.players))))


_GAME: Final = DealtGame[State, DurakAction, DurakView](
    NAME,
    Offer(
        DURAK,
        OPTIONS,
        about=N_("attack and defence with 36 cards; the side left with cards loses"),
        minutes=25,
        counted=N_("cards taken up"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=_acting,
        result=_result,
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={BoutEnded: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.taken,
        progress=lambda match: f"deal {match.number}, {match.totals[0]}:{match.totals[1]}",
        recording=RECORDING,
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.durak.deal``."""


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.loser is None


FIGURES: Final = Figures((Column(N_("taken up"), ".2f", _GAME.counts),), N_("were drawn"), _drawn)
"""Cards taken up, and deals that were drawn; the titles are marked for translation."""
