"""The events of each action: the one place where Roque refuses an action."""

from typing import assert_never

from protocol.cards import Card
from protocol.roque.actions import Bid, Bury, Pass, Play, RoqueAction
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played, TrickTaken, WidowTaken
from protocol.roque.order import ORDER
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import IllegalAction, Mover, Shuffled
from server.rules.roque.evolve import evolve
from server.rules.roque.legal import legal
from server.rules.roque.refusal import why_illegal
from server.rules.roque.score import make_sheet, trick_points
from server.rules.roque.state import Bidding, Dealing, Match, Playing, State


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        return (_deal(state, mover, action),)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    consequences = _Consequences(state, evolve)
    consequences.act(mover, chosen)
    return tuple(consequences.events)


class _Consequences(Consequences[State]):
    """The events of one action, collected one after the other."""

    def act(self, seat: Seat, action: RoqueAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        match action:
            case Bid(points):
                self.add(BidMade(seat, points))
                self.end_auction()
            case Pass():
                self.add(Passed(seat))
                self.end_auction()
            case Bury(card):
                self.add(Buried(seat, card))
            case Play(card):
                self.add(Played(seat, card))
                self.take_trick()
            case _:
                assert_never(action)

    def end_auction(self) -> None:
        """Give the widow to the declarer once the auction is over; where everybody has passed the deal is over."""
        state = self.state
        assert isinstance(state, Bidding)
        if not state.auction.is_over:
            return
        highest, variant = state.auction.highest, state.variant
        if highest is not None and highest.points is not None:
            self.add(WidowTaken(highest.seat, highest.points, state.deal.widow))
        elif variant.forced_dealer:
            self.add(WidowTaken(state.match.dealer, variant.lowest_bid, state.deal.widow))
        else:
            self.end()

    def take_trick(self) -> None:
        """Award a complete trick to its highest card; after the last trick, score the deal."""
        state = self.state
        assert isinstance(state, Playing)
        if len(state.table) < state.variant.players:
            return
        cards = tuple([play.card for play in state.table])
        self.add(TrickTaken(state.table[ORDER.taker(cards, state.trump)].seat, cards, trick_points(cards)))
        assert isinstance(self.state, Playing)
        if len(self.state.takers) == state.variant.hand:
            self.end()

    def end(self) -> None:
        """End the deal, and the game as well if a side has won."""
        assert isinstance(self.state, Bidding | Playing)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        winners = self.state.match.winners
        if winners:
            self.add(GameEnded(sheet.totals, winners))


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Deal a shuffled pack: from the dealer's right, in batches; the last cards are the widow."""
    if not isinstance(state, Dealing) or state.match.winners:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    pack = match.variant.pack
    cards, promised, seed = shuffled_pack(pack, mover, action)
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=tuple([_dealt(match, cards, seat) for seat in range(match.variant.players)]),
        widow=cards[-match.variant.widow :],
        commitment=promised,
        seed=seed,
    )


def _dealt(match: Match, cards: tuple[Card, ...], seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat is dealt."""
    players, batch = match.variant.players, match.variant.batch
    turn = (match.dealer - 1 - seat) % players
    starts = range(turn * batch, players * match.variant.hand, players * batch)
    return tuple([card for start in starts for card in cards[start : start + batch]])
