"""The events of each action: the one place where these games refuse an action."""

from typing import assert_never

from protocol.cards import JOKER
from protocol.fives.actions import Decline, FivesAction, Jink, Play, Rob, Sweep, TakeJoker
from protocol.fives.events import (
    Barred,
    BestCardScored,
    DealEnded,
    Dealt,
    Declined,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    TrickTaken,
)
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.fives.best import best_without_trumps, sure_best
from server.rules.fives.evolve import evolve
from server.rules.fives.legal import legal
from server.rules.fives.refusal import why_illegal
from server.rules.fives.score import final_chips, make_sheet, score_tricks, sweep, trick_points
from server.rules.fives.state import Dealing, Exchanging, Offering, Playing, State
from server.rules.fives.variant import HAND
from server.rules.game import IllegalAction, Mover, Shuffled


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

    def act(self, seat: Seat, action: FivesAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        state = self.state
        match action:
            case TakeJoker(discard):
                assert isinstance(state, Exchanging)
                self.add(JokerTaken(seat, state.deal.turned[-1], discard))
            case Rob(discard):
                assert isinstance(state, Offering | Playing)
                self.add(Robbed(seat, state.turn_up, discard))
                self.score_best()
            case Decline():
                self.add(Declined(seat))
                self.score_best()
            case Play(card):
                self.add(Played(seat, card))
                self.score_best()
                self.take_trick()
            case Sweep():
                assert isinstance(state, Playing)
                self.add(sweep(state, seat))
            case Jink():
                self.add(Jinked(seat))
            case _:
                assert_never(action)
        if isinstance(self.state, Playing) and self.state.turn is None:
            self.end()

    def score_best(self) -> None:
        """Score the best card, if it has just become certain."""
        assert isinstance(self.state, Playing)
        best = sure_best(self.state)
        if best is not None:
            self.add(BestCardScored(best))

    def take_trick(self) -> None:
        """Award a complete trick to its highest card; after the last trick, score the deal."""
        state = self.state
        assert isinstance(state, Playing)
        if state.won or len(state.table) < state.variant.players:
            return
        cards = tuple([play.card for play in state.table])
        taker = state.table[state.order.taker(cards)].seat
        self.add(TrickTaken(taker, cards, trick_points(state)))
        if len(state.takers) == HAND - 1:
            self.score_deal()
        self.take_pool(taker)

    def take_pool(self, taker: Seat) -> None:
        """Let the taker of a trick have the pool at once, if it has enough of them and no choice."""
        state = self.state
        assert isinstance(state, Playing)
        spoil = state.variant.spoil
        if spoil is None or state.chooser is not None:
            return
        needed = spoil.needed if state.jinker is None else HAND
        if state.takers.count(taker) == needed:
            self.add(Barred(taker) if taker == state.barred else sweep(state, taker))

    def score_deal(self) -> None:
        """Score the five tricks together, then a best card without trumps, until a side has won."""
        assert isinstance(self.state, Playing)
        scored = score_tricks(self.state)
        if scored is not None and not self.state.won:
            self.add(scored)
        assert isinstance(self.state, Playing)
        best = best_without_trumps(self.state)
        if best is not None and not self.state.won:
            self.add(BestCardScored(best))

    def end(self) -> None:
        """End the deal, and the game as well if a side has won."""
        assert isinstance(self.state, Playing)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        match = self.state.match
        if match.winners:
            self.add(GameEnded(sheet.totals, match.winners, final_chips(match)))


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Deal a shuffled pack: from the dealer's left, two cards to each seat, then three, and one turned up."""
    if not isinstance(state, Dealing) or state.match.winners:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    pack, players = match.variant.pack, match.variant.players
    cards, promised, seed = shuffled_pack(pack, mover, action)
    turns = [(seat - match.dealer - 1) % players for seat in range(players)]
    twos = [cards[2 * turn : 2 * turn + 2] for turn in turns]
    threes = [cards[2 * players + 3 * turn : 2 * players + 3 * turn + 3] for turn in turns]
    turn_up, under = cards[HAND * players : HAND * players + 2]
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=tuple([(*two, *three) for two, three in zip(twos, threes, strict=True)]),
        turn_up=turn_up,
        next_up=under if turn_up is JOKER else None,
        commitment=promised,
        seed=seed,
    )
