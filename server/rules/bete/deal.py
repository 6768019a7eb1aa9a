"""The states of Bête, a union of phases; who may act, what is legal, and why all else is refused."""

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec import Struct

from protocol.bete import order
from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play
from protocol.bete.events import DealSheet, Played
from protocol.bete.order import HAND
from protocol.bete.views import OpenDeal
from protocol.cards import Card, Suit
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Seat
from server.rules.bete.variant import Alone, Variant
from server.rules.deciding import NOT_YOUR_TURN
from server.rules.match import DealtMatch


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer; the deal passes in the direction of the play."""
        return self.after(self.first_dealer, len(self.sheets))

    @property
    def carried(self) -> int:
        """The chips that the pool has from the deal before."""
        return self.sheets[-1].carried if self.sheets else 0

    @property
    def over(self) -> bool:
        """True once the last deal is scored."""
        return len(self.sheets) >= self.variant.deals

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the most chips; empty before the game is over."""
        return self.leading if self.over else ()

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat so many steps after another in the direction of the play."""
        return Seat((seat + steps * self.variant.step) % self.variant.players)


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    turn_up: Card
    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        assert self.turn_up.suit is not None, "the pack has no Joker"
        return self.turn_up.suit

    @property
    def pool(self) -> int:
        """The chips in the pool: a stake of each, and what was carried over."""
        return self.match.carried + self.match.variant.players

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats in the order in which they speak, the dealer last."""
        match = self.match
        return tuple([match.after(match.dealer, steps) for steps in range(1, match.variant.players + 1)])


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, in the order of the pack."""

    active: tuple[Seat, ...]
    """The seats that take part, in the order in which they said so."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant


class Asking(InDeal, frozen=True, gc=False):
    """Each seat in turn says whether it takes part; after the last one only the outcome is awaited."""

    asked: int = 0
    """The number of seats that have spoken."""

    @property
    def turn(self) -> Seat | None:
        """The seat that speaks next; None if all have."""
        return self.deal.order[self.asked] if self.asked < self.variant.players else None

    @property
    def is_played(self) -> bool:
        """True if the deal, once all have spoken, is played."""
        return len(self.active) > 1 or (bool(self.active) and self.variant.alone is Alone.PLAY)


class Playing(InDeal, frozen=True, gc=False):
    """Tricks are played; after the last one only the score of the deal is awaited."""

    plays: tuple[Played, ...] = ()
    """All cards played in this deal."""

    takers: tuple[Seat, ...] = ()
    """The taker of each trick."""

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play, eldest first: those that take part; against one of them alone, everybody."""
        return self.active if len(self.active) > 1 else self.deal.order

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the current trick."""
        return self.plays[len(self.players) * len(self.takers) :]

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None in a state that only lasts until the next event."""
        players, played = self.players, len(self.table)
        if played == len(players) or len(self.takers) == HAND:
            return None
        leader = players.index(self.takers[-1]) if self.takers else 0
        return players[(leader + played) % len(players)]


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which nothing is played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Asking | Playing | None = None
    """The deal that has ended, which stays on the table; None before the first one."""

    turn: ClassVar[Seat | None] = None
    """No seat is to move."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The last deal has been scored."""


State = Dealing | Asking | Playing | Ended
"""A state of the game."""


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    return OpenDeal(state.deal.dealt, state.hands, state.deal.turn_up)


def legal(state: State, seat: Seat) -> tuple[BeteAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    if isinstance(state, Asking):
        return (TAKE_PART, PASS)
    assert isinstance(state, Playing)
    return tuple([Play(card) for card in playable(state, seat)])


def playable(state: Playing, seat: Seat) -> Sequence[Card]:
    """Return the cards of a seat that may be played to the current trick."""
    table = [play.card for play in state.table]
    return order.playable(state.hands[seat], table, state.deal.trump, head=state.variant.head)


def fallback(state: State, seat: Seat) -> BeteAction:
    """Return a pass, or the lowest legal card, plain cards before trumps."""
    choices = legal(state, seat)
    if PASS in choices:
        return PASS
    assert isinstance(state, Playing)
    trump = state.deal.trump
    cards = [choice.card for choice in choices if isinstance(choice, Play)]
    return Play(min(cards, key=lambda card: (card.suit is trump, order.HEIGHTS[card.rank])))


_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one"),
    Suit.DIAMONDS: N_("diamonds were led: play one"),
    Suit.HEARTS: N_("hearts were led: play one"),
    Suit.SPADES: N_("spades were led: play one"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn is None:
        return sentence("the trick is being taken")
    if state.turn != seat:
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Asking):
        return sentence("say first whether you take part or pass")
    if not isinstance(action, Play):
        return sentence("all have said whether they take part: play a card")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    return _why_not_follow(state, seat, action)


def _why_not_follow(state: Playing, seat: Seat, action: Play) -> str:
    led = state.table[0].card.suit
    assert led is not None, "the pack has no Joker"
    follows = any(card.suit is led for card in state.hands[seat])
    if follows and action.card.suit is not led:
        return sentence(_LED[led])
    if follows:
        return sentence("beat the trick: you can, and at this table you have to")
    if action.card.suit is not state.deal.trump:
        return sentence("you cannot follow suit: play a trump")
    return sentence("beat the trumps played: you can, and so you have to")
