"""The bots ``steady`` and ``easy`` of the games of one pile: they search where all cards are known.

``easy`` looks no further than its own action, and often takes a worse one. Where cards are unknown, chances are
weighed: cards that nobody has seen are assumed to be spread evenly over the other hands. The constants were tuned by
playing against ``random`` and against itself.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from games.kit.sampler import choose_softly
from protocol.cards import Card, Suit
from protocol.piles.actions import TAKE, NameSide, NameTrump, PilesAction, Play, ShowTrump, Take
from protocol.piles.events import Dealt, Played, Taken
from protocol.piles.order import pack_of
from protocol.piles.views import Phase, PilesView
from protocol.setup import Setup
from protocol.temper import Temper
from protocol.vocabulary import Action, Event, Seat
from server.bots.bot import Sight
from server.bots.piles import search
from server.bots.piles.search import SPREAD, Position, Search, Ways, as_bits, balance, beaters, bits, place_of

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


OUT: Final = 1000.0
"""The value of a last card that is played."""

HELD: Final = {Temper.EVEN: 0.3, Temper.BOLD: 0.15, Temper.CAREFUL: 0.5}
"""What each card in hand costs: who is bold takes up a pile more readily."""

STUCK: Final = 2.0
"""The value of a card that the next seat cannot beat."""


class Weigher:
    """The estimates from one view in which cards are played."""

    def __init__(self, view: PilesView, temper: Temper, *, adds: bool) -> None:
        """Set the view of the seat that is to act.

        Args:
            view: the view.
            temper: how the bot leans.
            adds: True if who beats a card adds another.
        """
        assert view.viewer is not None
        self.view = view
        self.viewer = view.viewer
        self.adds = adds
        self.held = HELD[temper]
        self.hand = as_bits(view.hand, view.pack)

    @cached_property
    def next_seat(self) -> Seat:
        """The seat that acts next: the next one with cards."""
        seats = self.view.seats
        order = [Seat((self.viewer + step) % len(seats)) for step in range(1, len(seats))]
        return next((seat for seat in order if seats[seat].cards), order[0])

    @cached_property
    def chances(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each card of the pack, the chance that the next seat holds it, and that any other seat does."""
        view = self.view
        known = [card for number, seat in enumerate(view.seats) if number != self.viewer for card in seat.known]
        drawn = [] if view.drawn is None else [view.drawn]
        seen = {*view.hand, *drawn, *(turn.card for turn in view.pile), *view.killed, *known}
        hidden = [
            0 if number == self.viewer else seat.cards - len(seat.known) + seat.drawn
            for number, seat in enumerate(view.seats)
        ]
        share = hidden[self.next_seat] / max(1, sum(hidden))
        following = view.seats[self.next_seat].known
        pack = pack_of(view.pack)
        nexts = [share if card not in seen else float(card in following) for card in pack]
        others = [1.0 if card not in seen else float(card in known) for card in pack]
        return tuple(nexts), tuple(others)

    @cached_property
    def risks(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each card of the pack, how surely the next seat beats it: by how many beaters it holds, and if any."""
        trump = self.view.seats[self.next_seat].trump
        nexts, _ = self.chances
        expected, passing = [], []
        for beating in beaters(self.view.pack, trump):
            held = [nexts[card] for card in bits(beating)]
            expected.append(1 - SPREAD ** sum(held))
            passes = 1.0
            for chance in held:
                passes *= 1 - chance
            passing.append(passes)
        return tuple(expected), tuple(passing)

    def worth(self, hand: int, trump: Suit | None) -> float:
        """Return what a hand is worth: by what it beats, what of it is beaten, and the number of its cards."""
        beating = beaters(self.view.pack, trump)
        _, others = self.chances
        expected, _ = self.risks
        theirs = sum(
            [chance * (1 - SPREAD ** (beating[card] & hand).bit_count()) for card, chance in enumerate(others)]
        )
        own = sum([expected[card] for card in bits(hand)])
        return balance(theirs / max(1, len(self.view.seats) - 1), own) - self.held * hand.bit_count()

    @property
    def trump(self) -> Suit | None:
        """The viewer's own trump suit."""
        return self.view.seats[self.viewer].trump

    def value(self, action: PilesAction) -> float:
        """Return what comes of an action, by the hand that is left and by what the next seat can do."""
        match action:
            case Play(card):
                return self._played(self.hand ^ 1 << self._place(card), self._place(card))
            case NameTrump(suit):
                return self.worth(self.hand, suit)
            case ShowTrump():
                assert self.view.drawn is not None
                return self.worth(self.hand | 1 << self._place(self.view.drawn), self.view.drawn.suit)
        return self.worth(self.hand | self._pickup, self.trump)

    def _played(self, hand: int, card: int) -> float:
        """Return what a hand comes to from which a card was played: to pass on, or to beat and add another."""
        if not hand:
            return OUT
        if self.view.phase is Phase.BEATING and self.adds:
            return max([self._passed_on(hand ^ 1 << added, added) for added in bits(hand)])
        return self._passed_on(hand, card)

    def _passed_on(self, hand: int, card: int) -> float:
        _, passing = self.risks
        return self.worth(hand, self.trump) + STUCK * passing[card] if hand else OUT

    @property
    def _pickup(self) -> int:
        pile: Sequence[Card] = [turn.card for turn in self.view.pile]
        return as_bits(pile[len(pile) - self.view.pickup :], self.view.pack)

    def _place(self, card: Card) -> int:
        return place_of(card, self.view.pack)


CARDS: Final = 30_000
"""How many cards in hand a search looks at, summed over all positions: some 1,000 positions with all cards in hand."""

DEEPEST: Final = 12
"""How many cards and pick-ups ahead it looks at the most, where there are few ways to go on."""


def play_steadily(sight: Sight, whims: Random) -> Action:
    """Return the action that a search prefers, or the one with the highest estimate; ties are broken at random."""
    view = sight.view
    assert isinstance(view, PilesView)
    if view.phase is Phase.NAMING:
        return whims.choice(view.legal)
    if len(view.legal) == 1:
        return view.legal[0]
    return _searched(sight, view) or _weighed(sight, view, whims)


def _searched(sight: Sight, view: PilesView) -> PilesAction | None:
    """Return the action that a search prefers; None where not all is known, or only parts of piles are taken up."""
    other = opponent(view)
    if other is None or sight.setup.options.get("pickup") == "some":
        return None
    search = searcher(sight.setup, view, other, sight.told, CARDS)
    move, _ = search.best(position_of(view, other), DEEPEST)
    return as_action(move, view)


def _weighed(sight: Sight, view: PilesView, whims: Random) -> PilesAction:
    weigher = Weigher(view, sight.temper, adds=adds_cards(sight.setup))
    return trump_to_name(weigher, whims) or max(
        [action for action in view.legal if isinstance(action, Play | Take)],
        key=lambda action: (weigher.value(action), whims.random()),
    )


def trump_to_name(weigher: Weigher, whims: Random) -> PilesAction | None:
    """Return the way to make one's trump known that is worth more than none; None where there is none."""
    ways = [action for action in weigher.view.legal if isinstance(action, NameTrump | NameSide | ShowTrump)]
    if not ways:
        return None
    best = max(ways, key=lambda action: (weigher.value(action), whims.random()))
    return best if weigher.value(best) > weigher.worth(weigher.hand, None) else None


SOFTNESS: Final = 1.5
"""How much worse an action may seem and still be taken now and then."""


def play_easily(sight: Sight, whims: Random) -> Action:
    """Return an action, the more often the more it seems worth at once; trumps are named steadily."""
    view = sight.view
    assert isinstance(view, PilesView)
    if view.phase is Phase.NAMING:
        return whims.choice(view.legal)
    weigher = Weigher(view, sight.temper, adds=adds_cards(sight.setup))
    named = trump_to_name(weigher, whims)
    if named is not None:
        return named
    actions = [action for action in view.legal if isinstance(action, Play | Take)]
    return choose_softly(actions, weigher.value, SOFTNESS, whims)
