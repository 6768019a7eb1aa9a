"""Deals of chosen cards, written by suit as people write hands, and ways to go on from them."""

import re
from collections.abc import Mapping, Sequence

from protocol.cards import Card, read_card
from protocol.roque.actions import read_action
from protocol.roque.events import DealSheet, Ending, Played
from protocol.roque.views import OpenDeal
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.auction import Auction
from server.rules.game import CHANCE, Shuffled
from server.rules.roque.deal import Deal, Dealing, Match, Playing, State
from server.rules.roque.game import GAMES
from server.rules.roque.play import decide, evolve
from server.rules.roque.variant import Variant, read_variant
from tests.server.rules.moves import play_moves

FOUR = "roque"
THREE = "roque-three"
DEALER = Seat(1)
"""Who deals, so that seat 0 speaks first, and then 3, 2 and 1 where four play."""


def variant_of(game: str, **options: OptionValue) -> Variant:
    """Give the rules of a table."""
    return read_variant(game, Setup(game, 4 if game == FOUR else 3, options))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards such as ``CAK10 H2``: a suit, and the ranks of it."""
    return tuple(read_card(rank + group[0]) for group in text.split() for rank in re.findall("10|[2-9JQKA]", group[1:]))


def a_sheet(totals: Sequence[int], declarer: int | None = None) -> DealSheet:
    """Give the sheet of a deal that led to these totals."""
    nothing = (0,) * len(totals)
    held = None if declarer is None else Seat(declarer)
    return DealSheet(Seat(2), Ending.PASSED, nothing, nothing, nothing, tuple(totals), held)


def dealing(game: str = FOUR, totals: Sequence[int] = (), **options: OptionValue) -> Dealing:
    """Give the state before a deal by seat 1, after one that led to these totals, if any."""
    variant = variant_of(game, **options)
    if not totals:
        return Dealing(Match(variant, DEALER))
    past = OpenDeal(((),) * variant.players, ((),) * variant.players, ())
    return Dealing(Match(variant, Seat((DEALER + 1) % variant.players), (a_sheet(totals),), (past,)))


def begun(
    hands: Mapping[int, str], widow: str = "", game: str = FOUR, totals: Sequence[int] = (), **options: OptionValue
) -> State:
    """Give the state after a deal of these cards to these seats and the widow; the rest is filled from the pack."""
    state = dealing(game, totals, **options)
    variant = state.match.variant
    chosen = {seat: list(cards(text)) for seat, text in hands.items()} | {-1: list(cards(widow))}
    used = [card for held in chosen.values() for card in held]
    assert len(set(used)) == len(used), "no card is there twice"
    rest = iter([card for card in variant.pack if card not in used])
    sizes = dict.fromkeys(range(variant.players), variant.hand) | {-1: variant.widow}
    full = {
        seat: [*chosen.get(seat, []), *(next(rest) for _ in range(size - len(chosen.get(seat, []))))]
        for seat, size in sizes.items()
    }
    seats = [(DEALER - step) % variant.players for step in range(1, variant.players + 1)]
    starts = range(0, variant.hand, variant.batch)
    top = [card for start in starts for seat in seats for card in full[seat][start : start + variant.batch]]
    order = tuple(variant.pack.index(card) for card in (*top, *full[-1]))
    (event,) = decide(state, CHANCE, Shuffled(order, "00" * 32))
    return evolve(state, event)


def play(state: State, moves: str = "") -> tuple[State, list[Event]]:
    """Give the state after moves such as ``bid 85, -, bury 2S, QH``, each of the seat whose turn it is."""
    return play_moves(state, moves, read_action, decide, evolve)


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]


def played(
    variant: Variant, bid: int, tricks: Mapping[int, Sequence[int]], declarer: int = 0, last: int | None = None
) -> Playing:
    """Give a deal whose cards are all played, with the counters in the first tricks and none laid aside.

    Args:
        variant: the rules of the table.
        bid: what the declarer bid.
        tricks: for each seat the numbers of the tricks that it took, from 0; all others went to the other side.
        declarer: the declarer.
        last: who took the last trick, which counts five; None leaves it.
    """
    worth = {"A": 0, "10": 1, "5": 2}
    pack = sorted(variant.pack, key=lambda card: worth.get(card.rank.value, 3))
    takers = [next((seat for seat, own in tricks.items() if number in own), 1) for number in range(variant.hand)]
    takers[-1] = takers[-1] if last is None else last
    dealt = variant.hand * variant.players
    plays = tuple(Played(Seat(place % variant.players), card) for place, card in enumerate(pack[:dealt]))
    nothing = ((),) * variant.players
    deal = Deal(Match(variant, DEALER), nothing, (), None, None)
    auction = Auction(tuple(map(Seat, range(variant.players))))
    taken = tuple(map(Seat, takers))
    return Playing(deal, nothing, auction, Seat(declarer), bid, tuple(pack[dealt:]), plays, taken)


__all__ = ["DEALER", "FOUR", "GAMES", "THREE", "a_sheet", "begun", "cards", "dealing", "names", "play", "played"]
