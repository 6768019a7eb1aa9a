"""Where an action of Da Bai Fen becomes events, or is refused; and where each event changes the state."""

from typing import assert_never

from msgspec.structs import replace

from protocol.cards import Card, Suit
from protocol.da_bai_fen.actions import Bury, Claim, DaBaiFenAction, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.events import (
    Answered,
    Buried,
    Claimed,
    DealEnded,
    Dealt,
    Drawn,
    Exposed,
    GameEnded,
    LastAsked,
    LeadCut,
    LeadFailed,
    Played,
    SixTaken,
    SixTurned,
    TrickTaken,
)
from protocol.da_bai_fen.order import HEIGHTS, PACK, Trumps, count, height, taker
from protocol.da_bai_fen.views import Trick, Turn
from protocol.vocabulary import Action, Event, Seat
from server.rules.da_bai_fen.deal import (
    Annulled,
    Burying,
    Deal,
    Dealing,
    Drawing,
    Ended,
    Match,
    Playing,
    State,
    Taking,
    make_sheet,
    open_deal,
)
from server.rules.da_bai_fen.legal import beatable, legal, why_illegal
from server.rules.da_bai_fen.variant import HAND, PLAYERS, SIX, Exposing, Leads
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, with_cards, without


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played() | LeadCut() | TrickTaken() | LeadFailed() | Claimed():
            return _in_play(state, event)
        case Drawing(), Drawn() | LastAsked() | Answered() | Exposed() | SixTurned():
            return _in_draw(state, event)
        case Taking(), SixTaken():
            return _taken(state, event)
        case Burying(), Buried():
            return _buried(state, event)
        case Burying(), Claimed():
            return _annulled(state, event)
        case Playing() | Annulled(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.winners:
            deal = Deal(state.match, event.hands, event.six, event.commitment, event.seed)
            return Drawing(deal, ((),) * PLAYERS)
        # Old logs end at the limit of deals with annulled ones among them.
        case Dealing(), GameEnded() if state.match.sheets:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _in_draw(state: Drawing, event: Drawn | LastAsked | Answered | Exposed | SixTurned) -> Drawing | Taking:
    match event:
        case Drawn():
            return _drawn(state, event)
        case LastAsked():
            return replace(state, is_last=True, answers=(), finished=frozenset())
        case Answered(seat):
            finished = state.finished | {seat} if event.finished else state.finished
            return replace(state, answers=(*state.answers, event), finished=finished)
        case Exposed(seat, card):
            exposed = replace(state, exposer=seat, exposed=card)
            assert card.suit is not None
            return _declared(exposed, card.suit, ()) if state.drawn == HAND else exposed
        case SixTurned(cards, trump):
            return _declared(state, trump, cards)
        case _:
            assert_never(event)


def _drawn(state: Drawing, event: Drawn) -> Drawing | Taking:
    """Add what was drawn; where a card is exposed, the draw is brought to its end."""
    hands = tuple([in_order([*hand, *cards]) for hand, cards in zip(state.hands, event.cards, strict=True)])
    after = replace(state, hands=hands, drawn=state.drawn + event.number, answers=())
    if after.drawn == HAND and after.exposed is not None and after.exposed.suit is not None:
        return _declared(after, after.exposed.suit, ())
    return after


def _declared(state: Drawing, trump: Suit, turned: tuple[Card, ...]) -> Taking:
    """Fix trumps and the Leader: in the first deal the seat that exposed, later the Starter."""
    match = state.match
    first = match.scored is None and state.exposer is not None
    leader = state.exposer if first and state.exposer is not None else match.dealer
    return Taking(state.deal, state.hands, Trumps(match.rank, trump), leader, state.exposer, state.exposed, turned)


def _taken(state: Taking, event: SixTaken) -> Burying:
    turned = state.deal.six if event.shown else state.turned
    hands = with_cards(state.hands, event.seat, state.deal.six)
    return Burying(state.deal, hands, state.trumps, state.leader, state.exposer, state.exposed, turned)


def _buried(state: Burying, event: Buried) -> Burying | Playing:
    """Remove a card from the Leader's hand; after the last one the play begins."""
    assert event.card is not None, "only what viewers are told hides it"
    hands = without(state.hands, event.seat, event.card)
    buried = (*state.buried, event.card)
    if len(buried) < SIX:
        return replace(state, hands=hands, buried=buried)
    return Playing(
        state.deal,
        hands,
        state.trumps,
        state.leader,
        state.exposer,
        state.exposed,
        state.turned,
        in_order(buried),
        state.leader,
    )


def _in_play(state: Playing, event: Played | LeadCut | TrickTaken | LeadFailed | Claimed) -> Playing | Annulled:
    match event:
        case Played():
            return _played(state, event)
        case LeadCut(seat, card, back):
            hands = with_cards(state.hands, seat, back)
            return replace(state, hands=hands, table=(Turn(seat, (card,)),), number=1)
        case TrickTaken(seat):
            trick = Trick(state.table, state.number, seat)
            return replace(state, starts=seat, table=(), number=0, tricks=(*state.tricks, trick))
        case LeadFailed(seat):
            return replace(state, failed=seat)
        case Claimed():
            return _annulled(state, event)
        case _:
            assert_never(event)


def _annulled(state: Burying | Playing, event: Claimed) -> Annulled:
    return Annulled(
        state.deal,
        state.hands,
        state.trumps,
        state.leader,
        state.exposer,
        state.exposed,
        state.turned,
        state.buried,
        event.seat,
    )


def _played(state: Playing, event: Played) -> Playing:
    """Lay a card: it begins a turn, or is another one of the same turn."""
    hands = without(state.hands, event.seat, event.card)
    table = state.table
    if table and table[-1].seat == event.seat:
        table = (*table[:-1], Turn(event.seat, (*table[-1].cards, event.card)))
    else:
        table = (*table, Turn(event.seat, (event.card,)))
    number = state.number
    if len(table) == 1 and not event.more:
        number = len(table[0].cards)
    return replace(state, hands=hands, table=table, number=number)


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    consequences = _Consequences(state, evolve)
    if isinstance(mover, Mover) or isinstance(action, Shuffled):
        consequences.add(_deal(state, mover, action))
        consequences.draw()
        return tuple(consequences.events)
    chosen = offered(legal(state, mover), action, lambda: why_illegal(state, mover, action))
    consequences.act(mover, chosen)
    return tuple(consequences.events)


class _Consequences(Consequences[State]):
    """The events of one action, collected one after the other."""

    def act(self, seat: Seat, action: DaBaiFenAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        match action:
            case Expose(card):
                self.answer(Answered(seat, card))
            case Pass():
                self.answer(Answered(seat))
            case Finish():
                self.answer(Answered(seat, finished=True))
            case Bury(card):
                self.add(Buried(seat, card))
            case Claim():
                self.claim(seat)
            case Lay(card):
                self.add(Played(seat, card, more=True))
            case Play(card):
                self.add(Played(seat, card))
                self.take_trick()
            case _:
                assert_never(action)

    def answer(self, answer: Answered) -> None:
        """Add an answer; expose the card that counts, or go on with the draw once nobody exposes one."""
        self.add(answer)
        state = self.state
        assert isinstance(state, Drawing)
        exposing = _first_exposing(state)
        if exposing is not None and exposing.card is not None:
            self.add(Exposed(exposing.seat, exposing.card))
            self.draw()
        elif not state.awaited:
            self.draw()

    def draw(self) -> None:
        """Draw on; after the last card ask a last time, and after that let the Starter turn up the last six."""
        state = self.state
        if isinstance(state, Drawing) and state.drawn < HAND:
            at_once = state.exposed is not None or len(state.finished) == PLAYERS
            number = HAND - state.drawn if at_once else state.variant.draw
            cards = [cards[state.drawn : state.drawn + number] for cards in state.deal.dealt]
            self.add(Drawn(number, tuple(cards)))
            state = self.state
            if not at_once:
                return
        if isinstance(state, Drawing) and not state.is_last:
            self.add(LastAsked())
            return
        self.take_six()

    def take_six(self) -> None:
        """Fix trumps by the last six where nobody has exposed a card, and give them to the Leader."""
        state = self.state
        if isinstance(state, Drawing):
            self.add(_turned(state))
            state = self.state
        assert isinstance(state, Taking)
        self.add(SixTaken(state.leader, state.deal.six, state.variant.show_six))

    def claim(self, seat: Seat) -> None:
        """Annul the deal."""
        state = self.state
        assert isinstance(state, Burying | Playing)
        self.add(Claimed(seat, state.hands[seat]))
        self.end()

    def take_trick(self) -> None:
        """Check several cards that were led, award a complete trick, and after the last one score the deal."""
        state = self.state
        assert isinstance(state, Playing)
        failing = _failing(state)
        if failing is not None and state.variant.leads is Leads.CUT:
            back = tuple([card for card in state.table[0].cards if card is not failing])
            self.add(LeadCut(state.starts, failing, back))
        elif failing is not None:
            self.add(LeadFailed(state.starts, failing))
            self.end()
        elif state.turn is None:
            cards = tuple([card for turn in state.table for card in turn.cards])
            winner = state.table[taker([turn.cards for turn in state.table], state.trumps)].seat
            self.add(TrickTaken(winner, cards, count(cards)))
            if not any(state.hands):
                self.end()

    def end(self) -> None:
        """End the deal, and the game as well if a side has won."""
        assert isinstance(self.state, Playing | Annulled)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        winners = self.state.match.winners
        if winners:
            self.add(GameEnded(sheet.totals, winners))


def _first_exposing(state: Drawing) -> Answered | None:
    """Return the answer that exposes a card and counts, as soon as no other can come before it."""
    if state.variant.exposing is Exposing.TIME:
        return next((answer for answer in state.answers if answer.card is not None), None)
    answers = {answer.seat: answer for answer in state.answers}
    for seat in state.order:
        answer = answers.get(seat)
        if answer is None and seat not in state.finished:
            return None
        if answer is not None and answer.card is not None:
            return answer
    return None


def _turned(state: Drawing) -> SixTurned:
    """Turn up the last six until one has the trump rank; without one the highest decides, of equal ones the first."""
    six, rank = state.deal.six, state.match.rank
    found = next((index for index, card in enumerate(six) if card.rank is rank), None)
    shown = six if found is None else six[: found + 1]
    # A Joker has no suit; of the six two at the most are Jokers.
    plain = [card for card in shown if card.suit is not None]
    decisive = plain[-1] if found is not None else max(plain, key=lambda card: HEIGHTS[card.rank])
    assert isinstance(decisive.suit, Suit)
    return SixTurned(tuple(shown), decisive.suit)


def _failing(state: Playing) -> Card | None:
    """Return the lowest of several cards just led that somebody else can beat; None if nobody can."""
    if len(state.table) != 1 or state.number == 1:
        return None
    others = [card for seat, hand in enumerate(state.hands) if seat != state.starts for card in hand]
    failing = [card for card in state.table[0].cards if beatable(card, others, state.trumps)]
    return min(failing, key=lambda card: height(card, state.trumps), default=None)


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Lay a shuffled pack on the table: the Starter draws from its top first; the last six remain."""
    if not isinstance(state, Dealing) or state.match.winners:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    cards, promised, seed = shuffled_pack(PACK, mover, action)
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        rank=match.rank,
        hands=tuple([_drawn_by(match, cards, seat) for seat in range(PLAYERS)]),
        six=cards[-SIX:],
        commitment=promised,
        seed=seed,
    )


def _drawn_by(match: Match, cards: tuple[Card, ...], seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat will draw, in order."""
    return cards[(match.dealer - seat) % PLAYERS : PLAYERS * HAND : PLAYERS]
