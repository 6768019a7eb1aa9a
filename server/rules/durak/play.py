"""Where an action of Durak in teams becomes events, or is refused; and where each event changes the state."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from protocol.cards import Card, Suit
from protocol.durak.actions import Add, Attack, Beat, DurakAction, Finish, GiveUp, Pass
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.pack import HEIGHTS, PACK
from protocol.durak.views import Bout, Pair
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.durak.deal import (
    Deal,
    Dealing,
    Ended,
    Fighting,
    InDeal,
    Match,
    Settling,
    State,
    asked,
    legal,
    limit_of,
    open_deal,
    why_illegal,
)
from server.rules.durak.variant import HAND, SIDES, next_bout, side_of
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, with_cards, without


def sides_left(state: Settling) -> list[int]:
    """Return the sides that still have cards; the deal goes on only if it is both."""
    return [side for side in range(SIDES) if any(hand for hand in state.hands[side::SIDES])]


def make_sheet(state: Settling) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    match, last = state.match, state.last
    assert last is not None
    sides = sides_left(state)
    loser = sides[0] if sides else None
    if not sides and state.variant.attackers_first:
        loser = side_of(last.defender)
    players = state.variant.players
    points = tuple([int(loser is not None and side_of(seat) != loser) for seat in range(players)])
    return DealSheet(
        dealer=match.dealer,
        loser=loser,
        cards=tuple(map(len, state.hands)),
        taken=state.taken,
        out=state.out,
        bouts=state.bouts,
        points=points,
        totals=tuple([total + own for total, own in zip(match.totals, points, strict=True)]),
        commitment=state.deal.commitment,
        seed=state.deal.seed,
    )


T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Fighting(), Attacked() | Added() | Beaten() | GivenUp() | Passed() | Finished() | BoutEnded():
            return _in_bout(state, event)
        case Settling(), Drawn() | WentOut() | BoutBegun() | DealEnded():
            return _after_bout(state, event)
        case Dealing(), Dealt() if not state.match.over:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Settling:
    hands = tuple([in_order(hand) for hand in event.hands])
    shown = {event.turn_up, event.lowest}
    return Settling(
        deal=Deal(match, hands, event.stock, event.turn_up, event.lowest, event.commitment, event.seed),
        hands=hands,
        stock=event.stock,
        gone=(),
        taken=(0,) * len(hands),
        known=tuple([frozenset(card for card in hand if card in shown) for hand in hands]),
        out=(),
        bouts=0,
        last=None,
    )


def _in_bout(state: Fighting, event: Event) -> State:
    """Return the state after an event of a bout."""
    match event:
        case Attacked(seat, card) | Added(seat, card):
            bout = replace(state.bout, pairs=(*state.bout.pairs, Pair(seat, card)))
            return replace(_without(state, seat, card), bout=bout, passed=frozenset())
        case Beaten(seat, attack, card):
            pairs = tuple([replace(pair, beat=card) if pair.attack is attack else pair for pair in state.bout.pairs])
            return replace(_without(state, seat, card), bout=replace(state.bout, pairs=pairs))
        case GivenUp():
            return replace(state, bout=replace(state.bout, given_up=True))
        case Passed(seat):
            return replace(state, passed=state.passed | {seat})
        case Finished(seat):
            return replace(state, finished=state.finished | {seat})
    assert isinstance(event, BoutEnded)
    return _bout_over(state, event)


def _without(state: Fighting, seat: Seat, card: Card) -> Fighting:
    """Return the state without a card that a seat has played."""
    hands, known = without(state.hands, seat, card), state.known[seat]
    if card in known:
        return replace(state, hands=hands, known=_with(state.known, seat, known - {card}))
    return replace(state, hands=hands)


def _bout_over(state: Fighting, event: BoutEnded) -> Settling:
    """Return the state after a bout: its cards leave the game, or the defender takes them up."""
    settled = Settling(
        deal=state.deal,
        hands=state.hands,
        stock=state.stock,
        gone=state.gone,
        taken=state.taken,
        known=state.known,
        out=state.out,
        bouts=state.bouts + 1,
        last=state.bout,
    )
    if event.held:
        return replace(settled, gone=(*state.gone, *event.cards))
    seat = event.defender
    return replace(
        settled,
        hands=with_cards(state.hands, seat, event.cards),
        taken=_with(state.taken, seat, state.taken[seat] + len(event.cards)),
        known=_with(state.known, seat, state.known[seat].union(event.cards)),
    )


def _after_bout(state: Settling, event: Event) -> State:
    """Return the state after an event between two bouts."""
    match event:
        case Drawn(seat, number, cards, turn_up):
            seen = () if turn_up is None else (turn_up,)
            return replace(
                state,
                hands=with_cards(state.hands, seat, cards),
                stock=state.stock[number:],
                known=_with(state.known, seat, state.known[seat].union(seen)),
            )
        case WentOut(seat):
            return replace(state, out=(*state.out, seat))
        case BoutBegun(attacker, defender, limit):
            return _fighting(state, Bout(attacker, defender, limit))
    assert isinstance(event, DealEnded)
    return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)


def _fighting(state: InDeal, bout: Bout) -> Fighting:
    return Fighting(
        deal=state.deal,
        hands=state.hands,
        stock=state.stock,
        gone=state.gone,
        taken=state.taken,
        known=state.known,
        out=state.out,
        bouts=state.bouts,
        last=state.last,
        bout=bout,
    )


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return a list by seat with another value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    consequences = _Consequences(state, evolve)
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        consequences.deal(mover, action)
        return tuple(consequences.events)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    consequences.act(mover, chosen)
    return tuple(consequences.events)


class _Consequences(Consequences[State]):
    """The events of one action, collected one after the other."""

    def deal(self, mover: Seat | Mover, action: Action | Shuffled) -> None:
        """Add the deal of a shuffled pack, and the first bout: whoever holds the lowest trump attacks."""
        state = self.state
        if not isinstance(state, Dealing) or state.match.over:
            raise IllegalAction(NO_DEAL_NOW)
        dealt, attacker = _deal(state.match, mover, action)
        self.add(dealt)
        self.begin_bout(attacker, Seat((attacker + 1) % state.match.variant.players))

    def act(self, seat: Seat, action: DurakAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        self.add(_event(seat, action))
        if not asked(self.state).asked:
            self.end_bout()

    def begin_bout(self, attacker: Seat, defender: Seat) -> None:
        """Begin a bout."""
        assert isinstance(self.state, Settling)
        self.add(BoutBegun(attacker, defender, limit_of(self.state, defender)))

    def end_bout(self) -> None:
        """End the bout, fill the hands, and go on with the next bout or the end of the deal."""
        assert isinstance(self.state, Fighting)
        bout = self.state.bout
        self.add(BoutEnded(bout.defender, not bout.given_up, bout.cards))
        for seat in self.fillers(bout):
            self.draw(seat)
        self.go_out(bout)
        state = self.state
        assert isinstance(state, Settling)
        if len(sides_left(state)) < SIDES:
            self.end_deal()
            return
        held, players = not bout.given_up, state.variant.players
        self.begin_bout(*next_bout(bout.attacker, bout.defender, state.within, players, held=held))

    def fillers(self, bout: Bout) -> list[Seat]:
        """Return the seats that fill their hands, in order: the attacker, then the other attackers, the defender."""
        return [*_around(self.state, bout.attacker, side_of(bout.attacker)), bout.defender]

    def draw(self, seat: Seat) -> None:
        """Fill a hand from the stock."""
        state = self.state
        assert isinstance(state, Settling)
        cards = state.stock[: max(0, HAND - len(state.hands[seat]))]
        if cards:
            turn_up = state.deal.turn_up if cards[-1] is state.deal.turn_up else None
            self.add(Drawn(seat, len(cards), cards, turn_up))

    def go_out(self, bout: Bout) -> None:
        """Let everybody who has no cards any more go out: of a bout's players the attacker's side first."""
        state = self.state
        assert isinstance(state, Settling)
        if state.stock:
            return
        sides = side_of(bout.attacker), side_of(bout.defender)
        for seat in (*_around(state, bout.attacker, sides[0]), *_around(state, bout.defender, sides[1])):
            if not state.hands[seat] and seat not in state.out:
                self.add(WentOut(seat))

    def end_deal(self) -> None:
        """End the deal, and the game as well if a side has lost it."""
        assert isinstance(self.state, Settling)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        match = self.state.match
        if match.over:
            self.add(GameEnded(sheet.totals, match.winners))


def _event(seat: Seat, action: DurakAction) -> Event:
    match action:
        case Attack(card):
            return Attacked(seat, card)
        case Add(card):
            return Added(seat, card)
        case Beat(attack, card):
            return Beaten(seat, attack, card)
        case GiveUp():
            return GivenUp(seat)
        case Pass():
            return Passed(seat)
        case Finish():
            return Finished(seat)
        case _:
            assert_never(action)


def _around(state: State, first: Seat, side: int) -> list[Seat]:
    """Return the seats of a side in the order of play, from a seat of it."""
    assert isinstance(state, Settling)
    players = state.variant.players
    return [Seat((first + step) % players) for step in range(players) if side_of(first + step) == side]


def _deal(match: Match, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Dealt, Seat]:
    """Deal six cards to each seat one at a time, from the dealer's left; the next card, or the last, shows trumps."""
    players = match.variant.players
    cards, promised, seed = shuffled_pack(PACK, mover, action)
    turns = [(seat - match.dealer - 1) % players for seat in range(players)]
    hands = tuple([cards[turn : players * HAND : players] for turn in turns])
    rest = cards[players * HAND :]
    turn_up = rest[0] if rest else cards[-1]
    attacker, lowest = _lowest_trump(hands, turn_up.suit, Seat((match.dealer + 1) % players))
    dealt = Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=hands,
        turn_up=turn_up,
        lowest=lowest,
        stock=(*rest[1:], *rest[:1]),
        commitment=promised,
        seed=seed,
    )
    return dealt, attacker


def _lowest_trump(hands: tuple[tuple[Card, ...], ...], trump: Suit | None, eldest: Seat) -> tuple[Seat, Card | None]:
    """Return who was dealt the lowest trump, and that card; without trumps the seat after the dealer."""
    trumps = [
        (HEIGHTS[card.rank], seat, card) for seat, hand in enumerate(hands) for card in hand if card.suit is trump
    ]
    if not trumps:
        return eldest, None
    _height, seat, card = min(trumps, key=lambda held: held[0])
    return Seat(seat), card
