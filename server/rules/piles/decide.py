"""The events of each action: the one place where these games refuse an action."""

from typing import assert_never

from protocol.cards import Card
from protocol.piles.actions import NameSide, NameTrump, PilesAction, Play, ShowTrump, Take
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import Phase
from protocol.vocabulary import Action, Event, Seat
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import IllegalAction, Mover, Shuffled
from server.rules.piles.deal import deal_cards, handed_sixes
from server.rules.piles.evolve import evolve
from server.rules.piles.legal import legal
from server.rules.piles.pickup import pickup
from server.rules.piles.refusal import why_illegal
from server.rules.piles.score import make_sheet
from server.rules.piles.state import Choosing, Dealing, Playing, State
from server.rules.piles.variant import BEFORE_THE_DEAL


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
