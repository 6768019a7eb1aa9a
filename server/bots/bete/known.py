"""What a seat of Bête knows, as numbers: its cards, those that are in no hand, and what others cannot hold."""

from functools import lru_cache
from typing import Final

from protocol.bete.actions import Play
from protocol.bete.events import Played, TrickTaken
from protocol.bete.order import HEIGHTS
from protocol.bete.views import BeteView, Part
from protocol.cards import Card, Suit
from protocol.vocabulary import Seat
from server.bots.bot import Sight
from server.bots.tricks import Deck, lacking


@lru_cache(maxsize=len(Suit))
def deck_of(trump: Suit) -> Deck:
    """Return the pack with a trump suit."""
    suits = [*[suit for suit in Suit if suit is not trump], trump]
    return Deck([sorted([Card(rank, suit) for rank in HEIGHTS], key=lambda card: HEIGHTS[card.rank]) for suit in suits])


class Known:
    """What a seat knows in a deal."""

    def __init__(self, sight: Sight) -> None:
        """Read what a bot is shown."""
        view = sight.view
        assert isinstance(view, BeteView)
        assert view.viewer is not None
        assert view.trump is not None
        assert view.turn_up is not None
        self.view: Final = view
        self.viewer: Final = view.viewer
        self.deck: Final = deck_of(view.trump)
        self.is_fought: Final = sight.setup.options.get("alone") == "play"
        self.pays_chip: Final = sight.setup.options.get("all_tricks") == "chip"
        plays = [event for event in sight.told if isinstance(event, Played)]
        self.played: Final = {
            seat: self.deck.bits([play.card for play in plays if play.seat == seat])
            for seat in map(Seat, range(len(view.seats)))
        }
        self.turn_up: Final = self.deck.bits([view.turn_up])
        self.hand: Final = self.deck.bits(view.hand)
        self.seen: Final = self.turn_up | sum(self.played.values())
        self.unseen: Final = [card for card in self.deck.number.values() if not (self.seen | self.hand) >> card & 1]
        self.order: Final = self._from(Seat((view.dealer + view.step) % len(view.seats)))
        self.choices: Final = [self.deck.number[action.card] for action in view.legal if isinstance(action, Play)]
        self.within: Final = [seat for seat in self.order if view.seats[seat].part is not Part.OUT]
        self.lacking: Final = dict.fromkeys(self.order, 0)
        self.takers: Final[list[Seat]] = [event.seat for event in sight.told if isinstance(event, TrickTaken)]
        for first in range(0, len(plays), len(self.within)):
            trick = plays[first : first + len(self.within)]
            cards = [self.deck.number[play.card] for play in trick]
            for play, bits in zip(trick, lacking(self.deck, self.follow, cards), strict=True):
                self.lacking[play.seat] |= bits

    def players_from(self, seat: Seat) -> list[Seat]:
        """Return those who play, in the order of play from one on."""
        return [other for other in self._from(seat) if other in self.within]

    def follow(self, hand: int, led: int, best: int) -> int:
        """Return the cards of a hand that may follow."""
        deck = self.deck
        following = hand & deck.suit[led]
        if following:
            return (following & deck.higher[best] if self.view.head else 0) or following
        trumps = hand & deck.trumps
        return trumps & deck.higher[best] or trumps or hand

    def _from(self, seat: Seat) -> list[Seat]:
        """Return all seats in the order of play from one on."""
        return [Seat((seat + self.view.step * step) % len(self.view.seats)) for step in range(len(self.view.seats))]
