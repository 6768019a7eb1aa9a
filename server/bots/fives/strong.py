"""The bot ``strong`` of Spoil Five: it tries its cards in many deals that fit what it knows."""

from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from protocol.cards import Card, Rank
from protocol.colour_order import Order
from protocol.fives.actions import JINK, SWEEP, Play
from protocol.fives.events import Played, TrickTaken
from protocol.fives.views import FivesView
from protocol.vocabulary import Action, Seat
from server.bots.bot import Sight
from server.bots.fives.steady import odds_of, play_steadily
from server.bots.sampling import Holder, Worth, choose_by_trials, deal_unseen
from server.bots.tricks import HAND, Deck, Table, lacking


@lru_cache(maxsize=16)
def deck_of(trumps: tuple[Card, ...], plain: tuple[tuple[Card, ...], ...]) -> Deck:
    """Return the pack with these trumps from the highest down, and these plain suits."""
    return Deck([*plain, trumps[::-1]])


def _plain(order: Order) -> tuple[tuple[Card, ...], ...]:
    """Return the plain suits, each from its lowest card up."""
    cards = sorted([card for card in order.heights if not order.is_trump(card)], key=order.heights.__getitem__)
    suits = dict.fromkeys([card.suit for card in cards])
    return tuple([tuple([card for card in cards if card.suit is suit]) for suit in suits])


class Known:
    """What a seat knows in a deal whose trump suit is known."""

    def __init__(self, sight: Sight) -> None:
        """Read what a bot is shown."""
        view = sight.view
        assert isinstance(view, FivesView)
        assert view.viewer is not None
        assert view.order is not None
        assert view.spoil is not None
        self.view: Final = view
        self.spoil: Final = view.spoil
        self.viewer: Final = view.viewer
        self.deck: Final = deck_of(view.order.trumps, _plain(view.order))
        self.tops: Final = self.deck.bits(view.order.tops)
        options = sight.setup.options
        self.is_strict: Final = bool(options.get("renege_strict", False))
        self.stake: Final = int(options.get("stake", 1))
        self.top_up: Final = int(options.get("top_up", 1))
        self.hand: Final = self.deck.bits(view.hand)
        plays = [event for event in sight.told if isinstance(event, Played)]
        self.takers: Final = [event.seat for event in sight.told if isinstance(event, TrickTaken)]
        self.held: Final = self._held([play.card for play in plays])
        unseen = self.deck.bits(odds_of(view).unseen)
        self.seen: Final = (1 << len(self.deck.rank)) - 1 & ~(self.hand | unseen)
        dealt = unseen & ~sum(self.held.values())
        self.unseen: Final = [card for card in range(len(self.deck.rank)) if dealt >> card & 1]
        self.choices: Final = [self.deck.number[action.card] for action in view.legal if isinstance(action, Play)]
        self.lacking: Final = dict.fromkeys(map(Seat, range(len(view.seats))), 0)
        for first in range(0, len(plays), len(view.seats)):
            trick = plays[first : first + len(view.seats)]
            cards = [self.deck.number[play.card] for play in trick]
            for play, bits in zip(trick, lacking(self.deck, self.follow, cards), strict=True):
                self.lacking[play.seat] |= bits

    def _held(self, played: list[Card]) -> dict[Seat, int]:
        """Return the cards that are known to be in the hand of another: what it robbed, and the Ace that let it."""
        view = self.view
        robber = view.robber
        if robber is None or robber == self.viewer or view.turn_up is None or view.trump is None:
            return {}
        cards = {view.turn_up, Card(Rank.ACE, view.trump)} - set(played)
        if len(cards) > view.seats[robber].cards:
            # Nobody in their right mind laid the Ace aside, but this one did.
            cards.discard(Card(Rank.ACE, view.trump))
        return {robber: self.deck.bits(cards)}

    def holder(self, seat: Seat) -> Holder:
        """Return what is to be dealt to a seat."""
        held = self.held.get(seat, 0)
        return Holder(self.view.seats[seat].cards - held.bit_count(), self.lacking[seat])

    def follow(self, hand: int, led: int, best: int) -> int:
        """Return the cards of a hand that may follow; top trumps above one that was led may be kept back."""
        del best
        deck = self.deck
        trumps = hand & deck.trumps
        if led < deck.first_trump:
            return hand & deck.suit[led] | trumps if hand & deck.suit[led] else hand
        kept = trumps & self.tops & deck.higher[led]
        free = kept == trumps and (trumps.bit_count() <= 1 or not self.is_strict)
        return hand if free else trumps


SPOILT: Final = 0.5
"""How often a deal to come is spoilt."""

LONGEST: Final = 9
"""How often that happens at the most before somebody takes the pool."""

GAMES = 200
"""How many games to come are drawn."""

CHIP: Final = 1e-4
"""What a chip is worth besides: it decides between chances that are nearly equal."""


class Taken(NamedTuple):
    """What becomes of a pool to come."""

    seat: Seat
    """Who takes it."""

    spoilt: int
    """How often everybody has added to it before."""


class Future:
    """How the game may go on after a deal: the same for every outcome."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Draw some games at a table."""
        view, spoil = known.view, known.spoil
        self.viewer = known.viewer
        self.totals = [seat.total for seat in view.seats]
        self.pool = view.pool or 0
        self.stake, self.top_up = known.stake, known.top_up
        self.games = [[self._drawn(whims) for _ in range(view.target - spoil.pools)] for _ in range(GAMES)]
        self.known = dict[tuple[Seat | None, int], float]()

    def worth(self, sweeper: Seat | None, extra: int = 0) -> float:
        """Return the chance of the viewer to have the most chips in the end.

        Args:
            sweeper: who takes the pool of this deal; None for nobody.
            extra: the chips that the others pay besides.
        """
        key = sweeper, extra
        if key not in self.known:
            self.known[key] = sum([self._worth(sweeper, extra, game) for game in self.games]) / len(self.games)
        return self.known[key]

    def _drawn(self, whims: Random) -> Taken:
        """Return what becomes of a pool by chance."""
        spoilt = 0
        while whims.random() < SPOILT and spoilt < LONGEST:
            spoilt += 1
        return Taken(Seat(int(whims.random() * len(self.totals))), spoilt)

    def _worth(self, sweeper: Seat | None, extra: int, pools: list[Taken]) -> float:
        """Return the share of the win; what everybody pays is left out, since it is the same for all."""
        totals, players = self.totals[:], len(self.totals)
        begun = players * self.stake
        chips = begun
        if sweeper is None:
            chips = self.pool + players * self.top_up
        else:
            totals[sweeper] += self.pool + extra
            pools = pools[1:]
        for seat, spoilt in pools:
            totals[seat] += chips + spoilt * players * self.top_up
            chips = begun
        own, most = totals[self.viewer], max(totals)
        return (1 / totals.count(most) if own == most else 0.0) + CHIP * own


class Trial:
    """The trials of the cards that may be played, in the order of the legal actions; or of what becomes of a pool."""

    def __init__(self, known: Known, whims: Random) -> None:
        """Set what the seat knows."""
        view = known.view
        self.known = known
        self.whims = whims
        self.future: Final = Future(known, whims)
        turns = view.trick.turns
        leader = turns[0].seat if turns else known.viewer
        players = len(view.seats)
        self.seats: Final = [Seat((leader + step) % players) for step in range(players)]
        self.takers: Final = [self.seats.index(seat) for seat in known.takers]
        self.down: Final = [known.deck.number[turn.card] for turn in turns]

    def draw(self) -> Worth:
        """Deal the unseen cards, and return what an action is then worth."""
        known, start = self.known, self.table()

        def worth(action: int) -> float:
            table = start.copy()
            table.play(known.choices[action])
            return self.worth(table, known.spoil.jinker)

        return worth

    def draw_jink(self) -> Worth:
        """The same for taking the pool, which is action 0, and for leaving it there."""
        table = self.table()
        viewer = self.known.viewer
        return lambda action: self.future.worth(viewer) if action == 0 else self.worth(table, viewer)

    def table(self) -> Table:
        """Deal the unseen cards, and return the position."""
        known = self.known
        others = [seat for seat in self.seats if seat != known.viewer]
        dealt = deal_unseen(known.unseen, [known.holder(seat) for seat in others], self.whims)
        hands = {known.viewer: known.hand}
        for seat, hand in zip(others, dealt, strict=True):
            hands[seat] = hand | known.held.get(seat, 0)
        table = Table(known.deck, known.follow, [hands[seat] for seat in self.seats], known.seen, self.takers)
        for card in self.down:
            table.play(card)
        return table

    def worth(self, table: Table, jinker: Seat | None) -> float:
        """Play on until it is known who takes the pool, and return what that is worth; a jinker needs all tricks."""
        spoil = self.known.spoil
        needed, takers = (spoil.needed if jinker is None else HAND), table.takers
        while len(takers) < HAND and (table.played or not takers or takers.count(takers[-1]) < needed):
            table.play_on(needed)
        taker = self.seats[takers[-1]]
        if takers.count(takers[-1]) < needed or taker == spoil.barred:
            return self.future.worth(None)
        return self.future.worth(taker, 0 if jinker is None else len(self.seats) - 1)


CARDS = 4_500
"""How many cards are played in all trials of one choice."""

MOST = 500
"""How many trials there are at the most."""


def play_strongly(sight: Sight, whims: Random) -> Action:
    """Return the action that did best in its trials; the turn-up is dealt with steadily."""
    view = sight.view
    assert isinstance(view, FivesView)
    if len(view.legal) == 1:
        return view.legal[0]
    if view.order is None or not all(isinstance(action, Play) for action in view.legal):
        steady = play_steadily(sight, whims)
        if not isinstance(steady, Play) and SWEEP not in view.legal:
            return steady
    known = Known(sight)
    trial = Trial(known, whims)
    trials = min(MOST, CARDS // (len(view.hand) * len(view.seats)))
    if SWEEP in view.legal:
        return (SWEEP, JINK)[choose_by_trials(2, trials, trial.draw_jink)]
    found = known.choices[choose_by_trials(len(known.choices), trials, trial.draw)]
    return next(action for action in view.legal if isinstance(action, Play) and known.deck.number[action.card] == found)
