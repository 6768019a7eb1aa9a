"""Auction Forty-Fives behind the common interface of games, and the statistics of a series."""

from typing import Final

from protocol.auction_fives import AUCTION_FIVES
from protocol.auction_fives.actions import AuctionFivesAction
from protocol.auction_fives.events import DealEnded, Ending, TrickTaken
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import N_
from server.rules.auction_fives.deal import Dealing, Ended, Match, State, fallback, legal
from server.rules.auction_fives.play import decide, evolve
from server.rules.auction_fives.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.auction_fives.variant import NAME, OPTIONS, PACK, TARGET, read_variant
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(match.variant.side, range(match.variant.players))))


def _progress(match: Match) -> str:
    if match.variant.deals:
        return f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}"
    return f"deal {match.number}, {max(match.totals)}/{TARGET}"


_GAME: Final = DealtGame[State, AuctionFivesAction, AuctionFivesView](
    NAME,
    Offer(
        AUCTION_FIVES,
        OPTIONS,
        about=N_("two sides bid for trumps and draw; who misses the bid loses it"),
        minutes=35,
        counted=N_("tricks"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
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
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.auction_fives.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _GAME.counts),),
    N_("were made by the bidders"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending is Ending.MADE,
)
"""Tricks, and deals in which the bidders took what they had bid; the titles are marked for translation."""
