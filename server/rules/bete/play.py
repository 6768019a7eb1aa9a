"""Where an action of Bête becomes events, or is refused; and where each event changes the state."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from protocol.bete.actions import BeteAction, Pass, Play, TakePart
from protocol.bete.events import DealEnded, DealSheet, Dealt, Ending, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.bete.order import HAND, ORDER, PACK
from protocol.cards import Card, Rank
from protocol.vocabulary import Action, Event, Seat
from server.rules.bete.deal import Asking, Deal, Dealing, Ended, Match, Playing, State, legal, open_deal, why_illegal
from server.rules.bete.variant import AllTricks
from server.rules.deciding import NO_DEAL_NOW, Consequences, offered, shuffled_pack
from server.rules.game import ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.hands import in_order, without

STAKE = 1
"""The chips that everybody pays into the pool for each deal, and to the holder of the King of trumps."""

ENOUGH = 3
"""The tricks with which somebody wins the pool."""


def king_holder(deal: Deal) -> Seat | None:
    """Return who was dealt the King of trumps; None if it was turned up, or is among the cards not dealt."""
    king = Card(Rank.KING, deal.trump)
    return next((Seat(seat) for seat, hand in enumerate(deal.dealt) if king in hand), None)


def make_sheet(state: Asking | Playing) -> DealSheet:
    """Return the score sheet of a deal that ends in this state."""
    deal, match, variant = state.deal, state.match, state.variant
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    ending, sweeper = _outcome(state, takers)
    points = _paid(state, ending, sweeper)
    losers = len(state.active) - (sweeper is not None)
    carried = deal.pool * (losers + (sweeper is None))
    totals = [total + chips for total, chips in zip(match.totals, points, strict=True)]
    if match.number == variant.deals:
        totals, carried = _shared_out(totals, carried)
    return DealSheet(
        dealer=match.dealer,
        ending=ending,
        active=tuple(sorted(state.active)),
        tricks=tuple([takers.count(Seat(seat)) for seat in range(variant.players)]),
        pool=deal.pool,
        points=tuple(points),
        totals=tuple(totals),
        carried=carried,
        sweeper=sweeper,
        king=king_holder(deal),
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _paid(state: Asking | Playing, ending: Ending, sweeper: Seat | None) -> list[int]:
    """Return what each seat has won in the deal, less what it has paid."""
    deal, variant = state.deal, state.variant
    king = king_holder(deal)
    points = [-STAKE if king is None else -2 * STAKE] * variant.players
    if king is not None:
        points[king] += STAKE * variant.players
    again = 0
    if ending is Ending.ALL:
        again = deal.pool if variant.all_tricks is AllTricks.POOL else STAKE
    losers = [seat for seat in state.active if seat != sweeper]
    for seat in losers:
        points[seat] -= deal.pool + again
    if sweeper is not None:
        points[sweeper] += deal.pool + again * len(losers)
    return points


def _outcome(state: Asking | Playing, takers: Sequence[Seat]) -> tuple[Ending, Seat | None]:
    """Return how the deal ended, and who has won the pool; only those who take part can."""
    if isinstance(state, Asking):
        return (Ending.ALONE, state.active[0]) if state.active else (Ending.PASSED, None)
    best = max(takers, key=takers.count)
    most = takers.count(best)
    if most < ENOUGH:
        ending, winner = Ending.FIRST_TWO, takers[0] if takers[0] == takers[1] else None
    else:
        ending, winner = Ending.ALL if most == HAND else Ending.MOST, best
    return (ending, winner) if winner in state.active else (Ending.CARRIED, None)


def _shared_out(totals: list[int], left: int) -> tuple[list[int], int]:
    """Return the totals after everybody has had an even share of the pool, and what cannot be shared."""
    share, rest = divmod(left, len(totals))
    return [total + share for total in totals], rest


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    match state, event:
        case Playing(), Played():
            return replace(state, hands=without(state.hands, event.seat, event.card), plays=(*state.plays, event))
        case Playing(), TrickTaken(seat):
            return replace(state, takers=(*state.takers, seat))
        case Asking(), TookPart(seat):
            return _asked(replace(state, active=(*state.active, seat), asked=state.asked + 1))
        case Asking(), Passed():
            return _asked(replace(state, asked=state.asked + 1))
        case Asking() | Playing(), DealEnded():
            return Dealing(state.match.with_deal(event.sheet, open_deal(state)), state)
        case Dealing(), Dealt() if not state.match.over:
            return _dealt(state.match, event)
        case Dealing(), GameEnded() if state.match.over:
            return Ended(state.match, state.ended)
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _dealt(match: Match, event: Dealt) -> Asking:
    hands = tuple([in_order(hand) for hand in event.hands])
    return Asking(Deal(match, hands, event.turn_up, event.commitment, event.seed), hands, ())


def _asked(state: Asking) -> Asking | Playing:
    """Return the play once all have spoken, if there is one."""
    if state.turn is None and state.is_played:
        return Playing(state.deal, state.hands, state.active)
    return state


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
