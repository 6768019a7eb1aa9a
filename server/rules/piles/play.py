"""Where an action of the games of one pile becomes events, or is refused; and where each event changes the state."""

from collections.abc import Collection
from typing import Final, assert_never

from msgspec.structs import replace

from protocol.cards import Card, Rank, Suit
from protocol.language import N_, sentence
from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, PilesAction, Play, ShowTrump, Take
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    Dealt,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.order import beats, height
from protocol.piles.views import Phase, Pickup, Turn
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, NOT_YOUR_TURN, Consequences, offered, shuffled_pack
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import Hands, in_order, with_cards, without
from server.rules.piles.deal import (
    Choosing,
    Deal,
    Dealing,
    Ended,
    Playing,
    State,
    Trumps,
    deal_cards,
    handed_sixes,
    make_sheet,
    open_deal,
    pickup,
)
from server.rules.piles.variant import BEFORE_THE_DEAL, Naming


def legal(state: State, seat: Seat) -> tuple[PilesAction, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    if state.turn != seat:
        return ()
    if isinstance(state, Choosing):
        kind = NameTrump if state.trumps[seat] is None else NameSide
        return tuple([kind(suit) for suit in state.free])
    assert isinstance(state, Playing)
    return (*_cards(state, seat), *_trumps(state, seat))


def _cards(state: Playing, seat: Seat) -> tuple[PilesAction, ...]:
    """Return the cards that can be played, and the pile that can be taken up."""
    hand = state.hands[seat]
    if state.phase is not Phase.BEATING:
        return tuple([Play(card) for card in hand])
    top, trump = state.pile[-1].card, state.trumps[seat]
    return (*[Play(card) for card in hand if beats(card, top, trump)], TAKE)


def _trumps(state: Playing, seat: Seat) -> tuple[PilesAction, ...]:
    """Return the ways to make one's trump known, where it is not."""
    if state.trumps[seat] is not None:
        return ()
    if state.variant.naming is Naming.DRAWN:
        return (SHOW,)
    return tuple([NameTrump(suit) for suit in state.free])


def fallback(state: State, seat: Seat) -> PilesAction:
    """Return the first free suit, the pile in place of beating it, or the lowest card, no trump if there is another.

    Who beats a card shows that they can; who takes up the pile shows nothing.
    """
    choices = legal(state, seat)
    if TAKE in choices:
        return TAKE
    plays = [choice for choice in choices if isinstance(choice, Play)]
    if not plays:
        return choices[0]
    assert isinstance(state, Playing)
    trump = state.trumps[seat]
    return min(plays, key=lambda play: (play.card.suit is trump, height(play.card)))


_HIGHER: Final = {
    Suit.CLUBS: N_("{card} does not beat {top}: play a higher club or a trump of yours, or take up the pile"),
    Suit.DIAMONDS: N_("{card} does not beat {top}: play a higher diamond or a trump of yours, or take up the pile"),
    Suit.HEARTS: N_("{card} does not beat {top}: play a higher heart or a trump of yours, or take up the pile"),
    Suit.SPADES: N_("{card} does not beat {top}: play a higher spade or a trump of yours, or take up the pile"),
}
"""What is said of a card that does not beat the top of the pile, marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        if state.turn is None:
            return sentence("the deal is being counted")
        return sentence(NOT_YOUR_TURN)
    if isinstance(state, Choosing):
        return _why_not_named(state, seat, action)
    match action:
        case Play(card):
            return _why_not_played(state, seat, card)
        case NameTrump(suit):
            return _why_no_trump(state, seat, suit)
        case ShowTrump():
            return sentence("you have no trump card to turn up")
        case NameSide():
            return sentence("a second suit is named only before the deal, and only by the dealer")
    return sentence("there is nothing to take up: play a card")


def _why_not_named(state: Choosing, seat: Seat, action: Action) -> str:
    match action:
        case NameTrump(suit) | NameSide(suit) if suit not in state.free:
            return sentence("{suit} is taken: name another suit", suit=suit.value)
    if state.trumps[seat] is None:
        return sentence("name your trump suit first: the cards are dealt then")
    return sentence("name your second suit first: your opponent has the other two")


def _why_not_played(state: Playing, seat: Seat, card: Card) -> str:
    if card not in state.hands[seat]:
        return sentence("you do not hold {card}", card=card)
    assert state.phase is Phase.BEATING, "any other card may be played"
    top = state.pile[-1].card
    assert top.suit is not None
    if top.suit is state.trumps[seat]:
        return sentence("{card} does not beat {top}, your own trump: only a higher one does", card=card, top=top)
    return sentence(_HIGHER[top.suit], card=card, top=top)


def _why_no_trump(state: Playing, seat: Seat, suit: Suit) -> str:
    own = state.trumps[seat]
    if own is not None:
        return sentence("your trump suit is {suit}, and never changes", suit=own.value)
    if state.variant.naming is Naming.DRAWN:
        return sentence("your trump suit is that of the card before you: turn it up")
    return sentence("{suit} is taken: name another suit", suit=suit.value)


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played() | Taken() | TrumpNamed() | TrumpShown() | SixHanded() | WentOut() | PileKilled():
            return _in_play(state, event)
        case Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Choosing(), TrumpNamed() | SideNamed() | Dealt():
            return _before_play(state, event)
        case Dealing(), DealBegun() if not state.match.over:
            match = state.match
            trumps = match.trumps or (None,) * match.variant.players
            return Choosing(Deal(match, event.pack, event.commitment, event.seed), trumps, None)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _before_play(state: Choosing, event: TrumpNamed | SideNamed | Dealt) -> State:
    match event:
        case TrumpNamed(seat, suit):
            return replace(state, trumps=_with(state.trumps, seat, suit))
        case SideNamed(_, suit):
            return replace(state, side=suit)
    return _dealt(state, event)


def _dealt(state: Choosing, event: Dealt) -> Playing:
    """Return the state in which the seat left of the dealer begins; trumps named for the whole game are kept."""
    deal, variant = state.deal, state.variant
    if variant.naming is Naming.ONCE:
        deal = replace(deal, match=replace(deal.match, trumps=state.trumps))
    hands = tuple([in_order(hand) for hand in event.hands])
    drawn = event.drawn or (None,) * variant.players
    mover = Seat((deal.dealer + 1) % variant.players)
    return Playing(
        deal,
        state.trumps,
        state.side,
        dealt=tuple([hand if card is None else (*hand, card) for hand, card in zip(event.hands, drawn, strict=True)]),
        hands=hands,
        mover=mover,
        drawn=drawn,
        known=_own_sixes(hands, state.trumps) if variant.sixes else ((),) * variant.players,
        taken=(0,) * variant.players,
        seen=((hands, mover),) if variant.repetition else (),
    )


def _own_sixes(hands: Hands, trumps: Trumps) -> Hands:
    """Return the six of each seat that was dealt the one of its own trumps: all know that it is nobody else's."""
    sixes = [[Card(Rank.SIX, suit)] if suit is not None else [] for suit in trumps]
    return tuple([tuple([six for six in own if six in hand]) for own, hand in zip(sixes, hands, strict=True)])


def _in_play(state: Playing, event: Event) -> Playing:
    match event:
        case Played():
            return _played(state, event)
        case Taken():
            return _taken(state, event)
        case TrumpNamed(seat, suit):
            return replace(state, trumps=_with(state.trumps, seat, suit))
        case TrumpShown(seat, card):
            drawn = (*state.drawn[:seat], None, *state.drawn[seat + 1 :])
            shown = replace(_gained(state, seat, (card,)), drawn=drawn)
            return replace(shown, trumps=_with(state.trumps, seat, card.suit))
        case SixHanded(giver, taker, card):
            return _gained(_lost(state, giver, card), taker, (card,))
        case WentOut(seat):
            return replace(state, out=(*state.out, seat), mover=state.after(seat))
    assert isinstance(event, PileKilled)
    return replace(state, pile=(), killed=(*state.killed, *event.cards), phase=Phase.LEADING)


def _played(state: Playing, event: Played) -> Playing:
    """Put the card on the pile; who has beaten one and holds more cards adds another, where the table plays so."""
    seat = event.seat
    after = replace(_lost(state, seat, event.card), pile=(*state.pile, Turn(seat, event.card)), moves=state.moves + 1)
    holds = bool(after.hands[seat]) or after.drawn[seat] is not None
    if holds and event.beaten is not None and state.variant.adds:
        return replace(after, phase=Phase.ADDING)
    return replace(after, phase=Phase.BEATING, mover=after.after(seat) if holds else seat)


def _taken(state: Playing, event: Taken) -> Playing:
    """Move cards from the pile to the hand; if none is left, somebody begins a new one."""
    seat, count = event.seat, len(event.cards)
    rest, turns = state.pile[:-count], state.pile[-count:]
    leads = state.variant.taker_leads and not rest
    after = replace(
        _gained(state, seat, event.cards),
        pile=rest,
        phase=Phase.BEATING if rest else Phase.LEADING,
        mover=seat if leads else state.after(seat),
        moves=state.moves + 1,
        taken=tuple([old + count if place == seat else old for place, old in enumerate(state.taken)]),
        last=Pickup(seat, turns),
    )
    if not state.variant.repetition:
        return after
    return replace(after, seen=(*state.seen, (after.hands, after.mover)))


def _lost(state: Playing, seat: Seat, card: Card) -> Playing:
    """Take a card out of a hand, and from what is known of it."""
    return replace(state, hands=without(state.hands, seat, card), known=without(state.known, seat, card))


def _gained(state: Playing, seat: Seat, cards: Collection[Card]) -> Playing:
    """Put cards into a hand in the sight of all."""
    return replace(state, hands=with_cards(state.hands, seat, cards), known=with_cards(state.known, seat, cards))


def _with(trumps: Trumps, seat: Seat, suit: Suit | None) -> Trumps:
    return (*trumps[:seat], suit, *trumps[seat + 1 :])


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    consequences = _Consequences(state, evolve)
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        consequences.add(_begin(state, mover, action))
        consequences.deal_if_named()
        return tuple(consequences.events)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    consequences.act(mover, chosen)
    return tuple(consequences.events)


class _Consequences(Consequences[State]):
    """The events of one action, collected one after the other."""

    def act(self, seat: Seat, action: PilesAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        match action:
            case NameTrump(suit):
                self.add(TrumpNamed(seat, suit))
            case NameSide(suit):
                self.add(SideNamed(seat, suit))
            case ShowTrump():
                self.show(seat, forced=False)
            case Play(card):
                self.play(Played(seat, card, self.beaten))
            case Take():
                assert isinstance(self.state, Playing)
                taken = self.state.pile[-pickup(self.state) :]
                self.add(Taken(seat, tuple([turn.card for turn in taken])))
            case _:
                assert_never(action)
        self.deal_if_named()
        self.end_if_over()

    @property
    def beaten(self) -> Card | None:
        """The card that is beaten by the next one; None if that begins a pile or is added."""
        state = self.state
        assert isinstance(state, Playing)
        return state.pile[-1].card if state.phase is Phase.BEATING else None

    def play(self, played: Played) -> None:
        """Play a card; with the last one a seat goes out, and its trump card joins its hand before."""
        self.add(played)
        state = self.state
        assert isinstance(state, Playing)
        if state.shows is not None:
            self.show(state.shows, forced=True)
        elif not state.hands[played.seat]:
            self.add(WentOut(played.seat))
            self.kill(played)

    def show(self, seat: Seat, *, forced: bool) -> None:
        """Turn up the trump card of a seat, which was asked unless it is forced."""
        assert isinstance(self.state, Playing)
        card = self.state.drawn[seat]
        assert card is not None
        self.add(TrumpShown(seat, card, forced))

    def kill(self, played: Played) -> None:
        """Lay the pile aside, where the table plays so, if its top card was beaten with a last card."""
        state = self.state
        assert isinstance(state, Playing)
        if played.beaten is not None and state.variant.kills and state.ending is None:
            self.add(PileKilled(tuple([turn.card for turn in state.pile])))

    def deal_if_named(self) -> None:
        """Deal the cards once all trumps are named that have to be; a last seat to which one suit is left has it."""
        state = self.state
        if not isinstance(state, Choosing):
            return
        if state.turn is not None:
            return
        if state.variant.naming in BEFORE_THE_DEAL and state.nameless is not None:
            self.add(TrumpNamed(state.nameless, state.free[0], forced=True))
        assert isinstance(self.state, Choosing)
        self.add(deal_cards(self.state))
        assert isinstance(self.state, Playing)
        for handed in handed_sixes(self.state):
            self.add(handed)

    def end_if_over(self) -> None:
        """End the deal if it is over, and the game with the last deal."""
        state = self.state
        if not isinstance(state, Playing) or state.ending is None:
            return
        sheet = make_sheet(state, state.ending)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        if self.state.match.over:
            self.add(GameEnded(sheet.totals, self.state.match.winners))


def _begin(state: State, mover: Seat | Mover, action: Action | Shuffled) -> DealBegun:
    """Return that the pack is shuffled."""
    if not isinstance(state, Dealing) or state.match.over:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    cards, promised, seed = shuffled_pack(match.variant.pack, mover, action)
    return DealBegun(
        deal=match.number,
        dealer=match.dealer,
        pack=cards,
        commitment=promised,
        seed=seed,
    )
