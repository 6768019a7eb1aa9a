"""The events of each action: the one place where Bête refuses an action."""

from typing import assert_never

from protocol.bete.actions import BeteAction, Pass, Play, TakePart
from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.bete.order import HAND, ORDER, PACK
from protocol.vocabulary import Action, Event, Seat
from server.rules.bete.evolve import evolve
from server.rules.bete.legal import legal
from server.rules.bete.refusal import why_illegal
from server.rules.bete.score import make_sheet
from server.rules.bete.state import Asking, Dealing, Playing, State
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
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

    def act(self, seat: Seat, action: BeteAction) -> None:
        """Add the event of a seat's action, and every event that follows at once."""
        match action:
            case TakePart():
                self.add(TookPart(seat))
            case Pass():
                self.add(Passed(seat))
            case Play(card):
                self.add(Played(seat, card))
                self.take_trick()
            case _:
                assert_never(action)
        state = self.state
        over = isinstance(state, Asking) or (isinstance(state, Playing) and len(state.takers) == HAND)
        if over and state.turn is None:
            self.end()

    def take_trick(self) -> None:
        """Award a complete trick to its highest card."""
        state = self.state
        assert isinstance(state, Playing)
        if len(state.table) == len(state.players):
            cards = tuple([play.card for play in state.table])
            self.add(TrickTaken(state.table[ORDER.taker(cards, state.deal.trump)].seat, cards))

    def end(self) -> None:
        """End the deal, and after the last one the game."""
        assert isinstance(self.state, Asking | Playing)
        sheet = make_sheet(self.state)
        self.add(DealEnded(sheet))
        assert isinstance(self.state, Dealing)
        winners = self.state.match.winners
        if winners:
            self.add(GameEnded(sheet.totals, winners))


def _deal(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Deal a shuffled pack: two cards to each seat and then three, eldest first, and one turned up."""
    if not isinstance(state, Dealing) or state.match.over:
        raise IllegalAction(NO_DEAL_NOW)
    match = state.match
    players = match.variant.players
    cards, promised, seed = shuffled_pack(PACK, mover, action)
    turns = [(seat - match.dealer) * match.variant.step % players or players for seat in range(players)]
    twos = [cards[2 * turn - 2 : 2 * turn] for turn in turns]
    threes = [cards[2 * players + 3 * turn - 3 : 2 * players + 3 * turn] for turn in turns]
    return Dealt(
        deal=match.number,
        dealer=match.dealer,
        hands=tuple([(*two, *three) for two, three in zip(twos, threes, strict=True)]),
        turn_up=cards[HAND * players],
        commitment=promised,
        seed=seed,
    )
