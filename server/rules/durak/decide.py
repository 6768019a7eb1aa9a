"""The events of each action: the one place where the game refuses an action."""

from typing import assert_never

from protocol.cards import Card, Suit
from protocol.durak.actions import Add, Attack, Beat, DurakAction, Finish, GiveUp, Pass
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.pack import HEIGHTS, PACK
from protocol.durak.views import Bout
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.durak.asking import asked
from server.rules.durak.evolve import evolve
from server.rules.durak.legal import legal
from server.rules.durak.refusal import why_illegal
from server.rules.durak.rotation import next_bout
from server.rules.durak.score import make_sheet, sides_left
from server.rules.durak.state import Dealing, Fighting, Match, Settling, State, limit_of
from server.rules.durak.variant import HAND, SIDES, side_of
from server.rules.game import IllegalAction, Mover, Shuffled


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
