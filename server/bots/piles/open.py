"""Positions that hide nothing, made from a view: two seats hold cards, and all of them are known."""

from collections.abc import Sequence
from typing import Final

from protocol.piles.actions import TAKE, PilesAction, Play
from protocol.piles.events import Dealt, Played, Taken
from protocol.piles.order import pack_of
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from server.bots.piles import search
from server.bots.piles.field import as_bits, beaters, place_of
from server.bots.piles.search import Position, Search, Ways

CHALLENGE: Final = "challenge"
"""The game in which positions may not come again and again."""

_TWO: Final = 2


def adds_cards(setup: Setup) -> bool:
    """Return whether at a table who beats a card adds another."""
    return setup.game == CHALLENGE or setup.options.get("cards", _TWO) == _TWO


def opponent(view: PilesView) -> Seat | None:
    """Return the one other seat with cards, if all that it holds is known and both trumps are; otherwise None."""
    viewer = view.viewer
    assert viewer is not None
    others = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.cards and seat != viewer]
    if len(others) != 1 or any(shown.drawn for shown in view.seats):
        return None
    other = others[0]
    return None if view.seats[viewer].trump is None or view.seats[other].trump is None else other


def position_of(view: PilesView, other: Seat) -> Position:
    """Return the position of the viewer, who is seat 0 in it and moves; what nobody else has is the other's."""
    pile = as_bits([turn.card for turn in view.pile], view.pack)
    own = as_bits(view.hand, view.pack)
    theirs = as_bits(pack_of(view.pack), view.pack) & ~(own | pile | as_bits(view.killed, view.pack))
    assert theirs.bit_count() == view.seats[other].cards
    top = place_of(view.pile[-1].card, view.pack) if view.phase is Phase.BEATING else -1
    return Position((own, theirs), pile, top, 0)


def searcher(setup: Setup, view: PilesView, other: Seat, told: Sequence[Event], most: int) -> Search:
    """Return a search from a view."""
    trumps = [view.seats[seat].trump for seat in (view.viewer or 0, other)]
    ways = Ways(
        (beaters(view.pack, trumps[0]), beaters(view.pack, trumps[1])),
        adds=adds_cards(setup),
        taker_leads=bool(setup.options.get("taker_leads", False)),
    )
    return Search(ways, positions_seen(setup, view, told), most)


def positions_seen(setup: Setup, view: PilesView, told: Sequence[Event]) -> frozenset[Position]:
    """Return the positions without a pile of this deal, where one that comes too often is a draw."""
    dealt = next((event for event in told if isinstance(event, Dealt)), None)
    if setup.game != CHALLENGE or dealt is None:
        return frozenset()
    viewer = view.viewer or 0
    hands = [as_bits(hand, view.pack) for hand in dealt.hands]
    found = set[Position]()
    for event in told:
        match event:
            case Played(seat, card):
                hands[seat] ^= 1 << place_of(card, view.pack)
            case Taken(seat, cards):
                hands[seat] |= as_bits(cards, view.pack)
                leader = seat if setup.options.get("taker_leads") else 1 - seat
                found.add(Position((hands[viewer], hands[1 - viewer]), 0, -1, int(leader != viewer)))
    return frozenset(found)


def as_action(move: int, view: PilesView) -> PilesAction:
    """Return the action with a number in a search."""
    return TAKE if move == search.TAKE else Play(pack_of(view.pack)[move])
