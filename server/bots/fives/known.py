"""What a seat of Spoil Five knows, as numbers: its cards, those that are in no hand, and what others hold or cannot."""

from functools import lru_cache
from typing import Final

from protocol.cards import Card, Rank
from protocol.colour_order import Order
from protocol.fives.actions import Play
from protocol.fives.events import Played, TrickTaken
from protocol.fives.views import FivesView
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.fives.sight import odds_of
from server.bots.sampling import Holder
from server.bots.tricks import Deck, lacking


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
