"""The state after each event: the one place where the state of Da Bai Fen changes."""

from typing import assert_never

from msgspec.structs import replace

from protocol.cards import Card, Suit
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
from protocol.da_bai_fen.order import Trumps
from protocol.da_bai_fen.views import Trick, Turn
from protocol.vocabulary import Event
from server.rules.da_bai_fen.state import (
    Annulled,
    Burying,
    Deal,
    Dealing,
    Drawing,
    Ended,
    Playing,
    State,
    Taking,
    open_deal,
)
from server.rules.da_bai_fen.variant import HAND, PLAYERS, SIX
from server.rules.game import ForeignEvent
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
