"""Where an action of the Fives becomes events, or is refused; and where each event changes the state."""

from typing import Final, assert_never

from msgspec.structs import replace

from protocol.cards import JOKER, Card, Rank, Suit
from protocol.fives.actions import DECLINE, JINK, SWEEP, Decline, FivesAction, Jink, Play, Rob, Sweep, TakeJoker
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
    Swept,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import Claim, Turn
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, NOT_YOUR_TURN, Consequences, offered, shuffled_pack
from server.rules.fives.deal import (
    Deal,
    Dealing,
    Ended,
    Exchanging,
    InDeal,
    Match,
    Offering,
    Playing,
    State,
    best_without_trumps,
    final_chips,
    make_sheet,
    open_deal,
    score_tricks,
    sure_best,
    sweep,
    trick_points,
)
from server.rules.fives.variant import HAND
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, playable, with_cards, without


def legal(state: State, seat: Seat) -> tuple[FivesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if not isinstance(state, InDeal) or state.turn != seat:
        return ()
    match state:
        case Exchanging():
            return tuple([TakeJoker(card) for card in state.hands[seat]])
        case Offering():
            return (*[Rob(card) for card in state.hands[seat]], DECLINE)
        case Playing() if state.chooser is not None:
            return (SWEEP, JINK)
        case Playing():
            led = state.table[0].card if state.table else None
            strict = state.variant.renege_strict
            plays = [Play(card) for card in playable(state.hands[seat], led, state.order, strict=strict)]
            return (*plays, *_robbing(state, seat)) if may_rob(state, seat) else tuple(plays)
        case _:
            assert_never(state)


def may_rob(state: Playing, seat: Seat) -> bool:
    """True if the seat to act may take the turn-up: it holds the Ace of trumps and has not played yet."""
    return state.claim is Claim.OPEN and state.ace in state.hands[seat]


def _robbing(state: Playing, seat: Seat) -> tuple[FivesAction, ...]:
    """Return the ways to rob, and to decline where silence would cost the Ace its rank."""
    ways = tuple([Rob(card) for card in state.hands[seat]])
    return (*ways, DECLINE) if state.variant.low_ace else ways


def fallback(state: State, seat: Seat) -> FivesAction:
    """Return the lowest legal card, plain cards before trumps; an Ace turned up stays where it is, a pool is taken.

    A seat that could rob does not decline openly, because that would show who holds the Ace of trumps. For the Joker,
    the first card in hand goes under the pack, unseen.
    """
    choices = legal(state, seat)
    if not isinstance(state, Playing) or state.chooser is not None:
        return DECLINE if DECLINE in choices else choices[0]
    heights = state.order.heights
    return min([choice for choice in choices if isinstance(choice, Play)], key=lambda play: heights[play.card])


_LED: Final = {
    Suit.CLUBS: N_("clubs were led: play one, or a trump"),
    Suit.DIAMONDS: N_("diamonds were led: play one, or a trump"),
    Suit.HEARTS: N_("hearts were led: play one, or a trump"),
    Suit.SPADES: N_("spades were led: play one, or a trump"),
}
"""What is said where a suit has to be followed, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the trick is being taken")
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Exchanging):
        return sentence("the Joker is turned up: take it, and put one of your five cards under the pack")
    if isinstance(state, Offering):
        return sentence("an Ace is turned up: take it for one of your five cards, or decline it")
    if state.chooser is not None:
        return sentence("you have won every trick so far: take the pool, or undertake all five tricks")
    return _why_not_in_play(state, seat, action)


def _why_not_in_play(state: Playing, seat: Seat, action: Action) -> str:
    match action:
        case Play(card) if card not in state.hands[seat]:
            return sentence("you do not hold {card}", card=card)
        case Play():
            return _why_not_follow(state)
        case Rob(discard) if discard not in state.hands[seat]:
            return sentence("you do not hold {card}", card=discard)
        case Rob() | Decline():
            return sentence("only who was dealt the Ace of trumps may rob or decline, at the first turn: play a card")
        case Sweep() | Jink():
            return sentence("only who has won every trick so far may choose, once there are enough: play a card")
    return sentence("no Joker is turned up: play a card")


def _why_not_follow(state: Playing) -> str:
    led = state.table[0].card
    if state.order.is_trump(led):
        return sentence("a trump was led: play a trump; only a top trump above {card} may be kept back", card=led)
    assert led.suit is not None
    return sentence(_LED[led.suit])


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played() | BestCardScored() | TrickTaken() | TricksScored() | DealEnded():
            return _in_play(state, event)
        case Playing(), Barred() | Jinked() | Swept():
            return _about_the_pool(state, event)
        case Playing() | Offering(), Robbed() | Declined():
            return _after_claim(state, event)
        case Exchanging(), JokerTaken():
            return _after_exchange(state, event)
        case Dealing(), Dealt() if not state.match.winners:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.winners:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> State:
    turned = (event.turn_up,) if event.next_up is None else (event.turn_up, event.next_up)
    hands = tuple([in_order(hand) for hand in event.hands])
    deal = Deal(match, hands, turned, event.commitment, event.seed)
    return Exchanging(deal, hands, ()) if event.turn_up is JOKER else _turned(deal, hands, ())


def _turned(deal: Deal, hands: tuple[tuple[Card, ...], ...], aside: tuple[Turn, ...]) -> Offering | Playing:
    """Return the next phase once the trump suit is known; an Ace turned up is offered to the dealer."""
    if deal.turned[-1].rank is Rank.ACE:
        return Offering(deal, hands, aside)
    return Playing(deal, hands, aside, points=(0,) * deal.match.variant.sides)


def _after_exchange(state: Exchanging, event: JokerTaken) -> Offering | Playing:
    hands, aside = _exchanged(state, event.seat, event.discard, JOKER)
    return _turned(state.deal, hands, aside)


def _after_claim(state: Offering | Playing, event: Robbed | Declined) -> Playing:
    """Return the state after the turn-up has been taken or declined."""
    playing = state if isinstance(state, Playing) else _play_begins(state)
    if isinstance(event, Declined):
        return replace(playing, claim=Claim.LEFT)
    hands, aside = _exchanged(state, event.seat, event.discard, event.turn_up)
    return replace(playing, hands=hands, aside=aside, claim=Claim.TAKEN, robber=event.seat)


def _play_begins(state: Offering) -> Playing:
    return Playing(state.deal, state.hands, state.aside, points=(0,) * state.variant.sides)


def _exchanged(
    state: InDeal, seat: Seat, discard: Card | None, taken: Card
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Turn, ...]]:
    """Return the hands and the cards laid aside after a card has been exchanged."""
    assert discard is not None, "only what viewers are told hides it"
    return with_cards(without(state.hands, seat, discard), seat, (taken,)), (*state.aside, Turn(seat, discard))


def _in_play(state: Playing, event: Event) -> State:
    match event:
        case Played():
            return _played(state, event)
        case BestCardScored(best):
            return replace(state, best=best, points=_plus(state, state.variant.side(best.seat), best.points))
        case TrickTaken(seat, _, points):
            takers = (*state.takers, seat)
            return replace(state, takers=takers, points=_plus(state, state.variant.side(seat), points))
        case TricksScored(side, _, points):
            return replace(state, points=_plus(state, side, points))
    assert isinstance(event, DealEnded)
    return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)


def _about_the_pool(state: Playing, event: Barred | Jinked | Swept) -> Playing:
    """Return the state after it is known who takes the pool, who leaves it there, or who is barred from it."""
    match event:
        case Barred(seat):
            return replace(state, shut=seat)
        case Jinked(seat):
            return replace(state, jinker=seat)
        case Swept():
            return replace(state, swept=event)
        case _:
            assert_never(event)


def _played(state: Playing, event: Played) -> Playing:
    """Remove the card from the hand; the right to rob ends with the Ace of trumps and with the first trick."""
    plays = (*state.plays, event)
    lapses = event.card is state.ace or len(plays) == state.variant.players
    claim = Claim.LAPSED if lapses and state.claim is Claim.OPEN else state.claim
    return replace(state, hands=without(state.hands, event.seat, event.card), plays=plays, claim=claim)


def _plus(state: Playing, side: int, points: int) -> tuple[int, ...]:
    return tuple([old + points if place == side else old for place, old in enumerate(state.points)])


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
