"""The events of each action: the one place where Da Bai Fen refuses an action."""

from typing import assert_never

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
from protocol.da_bai_fen.order import HEIGHTS, PACK, count, height, taker
from protocol.vocabulary import Action, Event, Seat
from server.rules.da_bai_fen.evolve import evolve
from server.rules.da_bai_fen.legal import beatable, legal
from server.rules.da_bai_fen.refusal import why_illegal
from server.rules.da_bai_fen.score import make_sheet
from server.rules.da_bai_fen.state import Annulled, Burying, Dealing, Drawing, Match, Playing, State, Taking
from server.rules.da_bai_fen.variant import HAND, PLAYERS, SIX, Exposing, Leads
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import IllegalAction, Mover, Shuffled


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
