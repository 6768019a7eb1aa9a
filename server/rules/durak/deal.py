"""The states of Durak in teams, a union of phases; who may act, what is legal, and why all else is refused."""

from msgspec import Struct

from protocol.cards import Card, Suit
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, DurakAction, Finish, GiveUp
from protocol.durak.events import DealSheet
from protocol.durak.pack import beats, power
from protocol.durak.views import Bout, OpenDeal
from protocol.language import sentence
from protocol.vocabulary import Action, Seat
from server.rules.durak.variant import ATTACKS, MOST_DEALS, SIDES, Variant, side_of
from server.rules.match import DealtMatch


class Match(DealtMatch[Variant, DealSheet, OpenDeal], frozen=True, gc=False):
    """The state that lasts from deal to deal."""

    @property
    def dealer(self) -> Seat:
        """The current dealer: after a lost deal the next seat of the losing side, after a draw the next seat."""
        if not self.sheets:
            return self.first_dealer
        last = self.sheets[-1]
        step = SIDES if last.loser == side_of(last.dealer) else 1
        return Seat((last.dealer + step) % self.variant.players)

    @property
    def over(self) -> bool:
        """True if a side has lost the game, or the last deal is over."""
        return max(self.totals) >= self.variant.losses or len(self.sheets) >= MOST_DEALS

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the side that has lost fewer deals, once the game is over; empty before."""
        return self.leading if self.over else ()


class Deal(Struct, frozen=True, gc=False):
    """The state that is constant within a deal."""

    match: Match
    """The state that lasts from deal to deal."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of each seat as dealt."""

    stock: tuple[Card, ...]
    """The whole stock in the order in which it is drawn, the turn-up last; empty with six players."""

    turn_up: Card
    """The card that shows the trump suit."""

    lowest: Card | None
    """The lowest trump dealt, which the first attacker has shown."""

    commitment: str | None
    """The SHA-256 of the seed, published with the deal."""

    seed: str | None
    """The seed, published when the deal has ended."""

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        suit = self.turn_up.suit
        assert suit is not None
        return suit


class InDeal(Struct, frozen=True, gc=False):
    """The state common to every phase within a deal."""

    deal: Deal
    """The state that is constant within the deal."""

    hands: tuple[tuple[Card, ...], ...]
    """The hand of each seat, in the order of the pack."""

    stock: tuple[Card, ...]
    """What is left of the stock, in the order in which it is drawn."""

    gone: tuple[Card, ...]
    """The cards that have left the game."""

    taken: tuple[int, ...]
    """Cards that each seat has taken up."""

    known: tuple[frozenset[Card], ...]
    """The cards in each hand that everybody has seen."""

    out: tuple[Seat, ...]
    """The seats that are out, in the order in which they went out."""

    bouts: int
    """How many bouts are over."""

    last: Bout | None
    """The bout that ended last in this deal."""

    @property
    def match(self) -> Match:
        """The state that lasts from deal to deal."""
        return self.deal.match

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.deal.match.variant

    @property
    def within(self) -> tuple[Seat, ...]:
        """The seats that still play."""
        return tuple([Seat(seat) for seat in range(self.variant.players) if seat not in self.out])


class Settling(InDeal, frozen=True, gc=False):
    """A bout is over: hands are filled, and the next bout or the end of the deal follows at once."""


class Fighting(InDeal, frozen=True, gc=False):
    """A bout is fought; its first card is awaited while it has no pairs."""

    bout: Bout
    passed: frozenset[Seat] = frozenset()
    """The seats that throw in nothing until another card is thrown in."""

    finished: frozenset[Seat] = frozenset()
    """The seats that throw in nothing more in this bout."""


class Between(Struct, frozen=True, gc=False):
    """The state common to the phases in which no cards are played."""

    match: Match
    """The state that lasts from deal to deal."""

    ended: Settling | None = None
    """The deal that has ended, which stays on the table; None before the first one."""


class Dealing(Between, frozen=True, gc=False):
    """The next deal is awaited; after the last deal, the end of the game, which follows at once."""


class Ended(Between, frozen=True, gc=False):
    """The game is over, and the last deal has been scored."""


State = Dealing | Settling | Fighting | Ended
"""A state of the game."""


def limit_of(state: InDeal, defender: Seat) -> int:
    """Return how many attack cards the next bout may have."""
    most = ATTACKS if state.bouts else state.variant.first_bout
    return min(most, len(state.hands[defender]))


def open_deal(state: InDeal) -> OpenDeal:
    """Return the cards of a deal as it stands, open to all."""
    return OpenDeal(state.deal.dealt, state.hands, state.deal.turn_up, state.deal.stock)


_NOBODY: frozenset[Seat] = frozenset()


class Asked(Struct, frozen=True, gc=False):
    """The seats that may act."""

    asked: frozenset[Seat] = _NOBODY
    """Those that the game waits for."""

    free: frozenset[Seat] = _NOBODY
    """Those that may act, and that nobody waits for."""


def asked(state: State) -> Asked:
    """Return the seats that may act in this state; none in a state that only lasts until the next event."""
    if not isinstance(state, Fighting):
        return Asked()
    bout = state.bout
    if not bout.pairs:
        return Asked(frozenset({bout.attacker}))
    adders = _adders(state)
    if bout.open and not bout.given_up:
        return Asked(frozenset({bout.defender}), adders)
    return Asked(adders - state.passed)


def _adders(state: Fighting) -> frozenset[Seat]:
    """Return the seats that may still add: those against the defender that hold cards, while there is room.

    The attacker has the first call: until the defender first acts, and while the attacker may still add, nobody else
    may.
    """
    bout = state.bout
    if not bout.room:
        return _NOBODY
    side = side_of(bout.attacker)
    seats = frozenset(
        [
            Seat(seat)
            for seat, hand in enumerate(state.hands)
            if hand and side_of(seat) == side and seat not in state.finished
        ]
    )
    first_call = not bout.given_up and all(pair.beat is None for pair in bout.pairs)
    return frozenset({bout.attacker}) if first_call and bout.attacker in seats else seats


def legal(state: State, seat: Seat) -> tuple[DurakAction, ...]:
    """Return every legal action of the seat; none if it may not act."""
    if not isinstance(state, Fighting):
        return ()
    there = asked(state)
    if seat in there.free:
        return (*_adds(state, seat), FINISH)
    if seat not in there.asked:
        return ()
    if not state.bout.pairs:
        return tuple([Attack(card) for card in state.hands[seat]])
    if seat == state.bout.defender:
        return (*_beats(state, seat), GIVE_UP)
    return (*_adds(state, seat), PASS)


def _adds(state: Fighting, seat: Seat) -> list[Add]:
    ranks = {card.rank for card in state.bout.cards}
    return [Add(card) for card in state.hands[seat] if card.rank in ranks]


def _beats(state: Fighting, seat: Seat) -> list[Beat]:
    trump, hand = state.deal.trump, state.hands[seat]
    return [Beat(attack, card) for attack in state.bout.open for card in hand if beats(card, attack, trump)]


def fallback(state: State, seat: Seat) -> DurakAction:
    """Return the action that shows least: give up, add nothing; the first attack is the lowest card, trumps last."""
    assert isinstance(state, Fighting)
    choices = legal(state, seat)
    for action in (GIVE_UP, PASS, FINISH):
        if action in choices:
            return action
    return Attack(min(state.hands[seat], key=lambda card: _worth(state, card)))


def _worth(state: Fighting, card: Card) -> int:
    return power(card, state.deal.trump)


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if not isinstance(state, Fighting):
        return sentence("the bout is over: wait for the next one")
    there = asked(state)
    if seat in there.asked:
        return _why_not_asked(state, seat, action)
    return _why_not_add(state, seat, action) if seat in there.free else _why_not_now(state, seat)


def _why_not_now(state: Fighting, seat: Seat) -> str:
    """Return why a seat may not act at all."""
    bout = state.bout
    if not bout.pairs:
        return sentence("another player attacks: wait for the first card of the bout")
    if seat == bout.defender:
        return sentence("everything is beaten: wait whether another card is thrown in")
    if side_of(seat) == side_of(bout.defender):
        return sentence("only the opponents of the defender may throw in cards")
    if not bout.room:
        return sentence("no more cards may be thrown in: there are {limit} attack cards", limit=bout.limit)
    if not state.hands[seat]:
        return sentence("you hold no cards")
    if seat in state.finished:
        return sentence("you have said that you throw in nothing more in this bout")
    if seat in state.passed:
        return sentence("you have passed: wait until another card is thrown in")
    return sentence("the attacker may throw in first: wait until the defender has acted")


def _why_not_asked(state: Fighting, seat: Seat, action: Action) -> str:
    """Return why a seat that is asked may not do this."""
    bout = state.bout
    if not bout.pairs:
        if isinstance(action, Attack):
            return sentence("you do not hold {card}", card=action.card)
        return sentence("you attack: play the first card of the bout")
    if seat == bout.defender:
        return _why_not_beat(state, seat, action)
    if isinstance(action, Finish):
        return sentence("you are asked now: throw in a card, or pass")
    return _why_not_add(state, seat, action)


def _why_not_beat(state: Fighting, seat: Seat, action: Action) -> str:
    if not isinstance(action, Beat):
        return sentence("you defend: beat a card, or give up")
    if action.card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=action.card)
    if action.attack not in state.bout.open:
        return sentence("{card} is no attack card that is still to beat", card=action.attack)
    return sentence(
        "{card} does not beat {attack}: it takes a higher card of its suit, or a trump",
        card=action.card,
        attack=action.attack,
    )


def _why_not_add(state: Fighting, seat: Seat, action: Action) -> str:
    match action:
        case Add(card) if card not in state.hands[seat]:
            return sentence("you do not hold {card}", card=card)
        case Add(card):
            return sentence("{card} cannot be thrown in: only ranks that lie in the bout can", card=card)
        case Beat() | GiveUp():
            return sentence("only the defender beats cards or gives up: throw in a card, or nothing")
        case Attack():
            return sentence("the bout has begun: throw in a card of a rank that lies in it, or nothing")
    return sentence("you are not asked now: throw in a card, or say that you are done for this bout")
