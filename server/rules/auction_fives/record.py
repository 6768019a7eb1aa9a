"""What of Auction Forty-Fives is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.auction_fives.actions import (
    DRAW,
    HOLD,
    PASS,
    AuctionFivesAction,
    Bid,
    Discard,
    Name,
    Pick,
    Play,
    read_action,
    write_action,
)
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrumpNamed,
)
from protocol.auction_fives.views import AuctionFivesView, Call, Phase, SeatView, Trick, Turn
from protocol.cards import Card
from protocol.language import N_
from protocol.vocabulary import Event, Seat
from server.rules.auction import Auction
from server.rules.auction_fives.deal import (
    Bidding,
    Dealing,
    Drawing,
    Ended,
    Exchanged,
    InDeal,
    Match,
    Naming,
    Picking,
    Playing,
    State,
    legal,
    open_deal,
)
from server.rules.auction_fives.play import decide, evolve
from server.rules.auction_fives.variant import HAND, NAME, PACK, TARGET
from server.rules.game import Lately
from server.rules.hands import in_order
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of

_PHASES: Final = {
    Dealing: Phase.DEALING,
    Bidding: Phase.BIDDING,
    Naming: Phase.NAMING,
    Drawing: Phase.DRAWING,
    Picking: Phase.PICKING,
    Ended: Phase.OVER,
}


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the kitty, the stock and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, kitty=(), stock=(), seed=None)
    if isinstance(event, TrumpNamed) and event.seat != seat:
        return replace(event, kitty=())
    if isinstance(event, Discarded | Picked) and event.seat != seat:
        return replace(event, card=None)
    if isinstance(event, Drawn | StockOpened) and event.seat != seat:
        return replace(event, cards=())
    return event


def view(state: State, seat: Seat | None) -> AuctionFivesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    aside = state.aside if isinstance(state, Exchanged) else ()
    return replace(
        seen,
        viewer=seat,
        hand=state.hands[seat],
        discards=tuple([turn.card for turn in aside if turn.seat == seat]),
        open_stock=_looked_through(state, seat),
        legal=legal(state, seat),
    )


def _looked_through(state: InDeal, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that are left, for the dealer who picks from them; their order stays hidden."""
    if not isinstance(state, Picking) or state.turn != seat:
        return ()
    return in_order(state.stock)


def reveal(state: State) -> AuctionFivesView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> AuctionFivesView:
    """Return all that everybody may know of the state."""
    match = state.match
    on = state.ended if isinstance(state, Dealing | Ended) else state
    seen = _frame(match, state)
    if on is None:
        return seen
    seen = replace(seen, seats=_seats(match, on), **_auction(on.auction))
    if isinstance(state, InDeal):
        seen = replace(seen, turn=state.turn, commitment=state.deal.commitment, stock=len(state.stock))
        if isinstance(state, Bidding | Naming):
            seen = replace(seen, kitty=len(state.deal.kitty))
    else:
        seen = replace(seen, left=tuple([() for _hand in on.hands]))
    if isinstance(on, Exchanged):
        seen = replace(seen, trump=on.trump, first=on.first)
    return _with_tricks(seen, on) if isinstance(on, Playing) else seen


def _auction(auction: Auction) -> dict[str, object]:
    """Return what everybody has heard in the auction."""
    highest = auction.highest
    numbers: list[int] = []
    calls: list[Call] = []
    for call in auction.calls:
        calls.append(Call(call.seat, call.points, call.points in numbers))
        if call.points is not None:
            numbers.append(call.points)
    return {
        "calls": tuple(calls),
        "bidder": None if highest is None else highest.seat,
        "bid": 0 if highest is None else highest.points,
    }


def _with_tricks(seen: AuctionFivesView, state: Playing) -> AuctionFivesView:
    table, players, taken = state.table, state.variant.players, len(state.takers)
    phase = seen.phase
    if phase not in (Phase.DEALING, Phase.OVER):
        phase = Phase.FOLLOWING if table else Phase.LEADING
    last = state.plays[players * (taken - 1) : players * taken]
    return replace(
        seen,
        phase=phase,
        trick=_trick(table, table[state.order.taker([play.card for play in table])].seat if table else None),
        last_trick=_trick(last, state.takers[-1]) if taken else None,
        gone=tuple([play.card for play in state.plays[: players * taken]]),
    )


def _frame(match: Match, state: State) -> AuctionFivesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    over = isinstance(state, Ended)
    return AuctionFivesView(
        viewer=None,
        target=0 if variant.deals else TARGET,
        deals=variant.most_deals,
        deal=len(match.sheets) if match.winners else match.number,
        dealer=match.sheets[-1].dealer if match.winners else match.dealer,
        phase=_PHASES.get(type(state), Phase.LEADING),
        turn=None,
        seats=tuple([SeatView(variant.side(seat), 0, 0, total) for seat, total in enumerate(match.totals)]),
        most=variant.most_drawn,
        sheets=match.sheets,
        winners=match.winners if over else (),
        hands=match.past if over else (),
    )


def _seats(match: Match, on: InDeal) -> tuple[SeatView, ...]:
    """Return every seat in public, in a deal or after it."""
    takers: Sequence[Seat] = on.takers if isinstance(on, Playing) else ()
    drawn: Sequence[Turn] = on.drawn if isinstance(on, Exchanged) else ()
    done = on.done if isinstance(on, Exchanged) else 0
    players = match.variant.players
    dealer = on.match.dealer
    return tuple(
        [
            SeatView(
                side=match.variant.side(seat),
                cards=0 if isinstance(on, Bidding) and on.turn is None else len(hand),
                tricks=takers.count(Seat(seat)),
                total=match.totals[seat],
                drawn=sum(turn.seat == seat for turn in drawn) if (seat - dealer - 1) % players < done else None,
            )
            for seat, hand in enumerate(on.hands)
        ]
    )


def _trick(plays: Sequence[Played], taker: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), taker)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


_Acted = Passed | BidMade | Held | TrumpNamed | Discarded | Drawn | StockOpened | Picked | Played


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; the lists of hands and of numbers are by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=5)], ...], Meta(max_length=6)]
    """The cards as dealt."""

    stock: Annotated[tuple[CardText, ...], Meta(max_length=52)]
    """The cards that are left, the next one to be drawn first."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=200)]
    """Each action with its seat, in order."""

    won: BySeat
    """Tricks taken."""

    scores: BySeat
    """The points that each seat's side scored in this deal; below 0 for a bid that failed."""

    end: Literal["made", "failed", "passed"]
    """The way in which the deal ended."""

    kitty: Annotated[tuple[CardText, ...], Meta(max_length=4)] = ()
    """The cards laid apart for the bidder."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["auction-forty-fives"]
    players: Literal[4, 6]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=100)]


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, _Acted) else None


def _action(event: _Acted) -> AuctionFivesAction:
    """Return the action behind an event of the log."""
    match event:
        case BidMade(_, points):
            return Bid(points)
        case TrumpNamed(_, suit):
            return Name(suit)
        case Played(_, card):
            return Play(card)
        case Discarded() | Picked():
            assert event.card is not None, "the log has it"
            return Discard(event.card) if isinstance(event, Discarded) else Pick(event.card)
        case Passed():
            return PASS
        case Held():
            return HOLD
    return DRAW


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        kitty=tuple(card.text for card in dealt.kitty),
        stock=tuple(card.text for card in dealt.stock),
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
    )


RECORDING: Final = Recording(
    Record,
    {
        "game": NAME,
        "players": "4 or 6",
        "end": ", ".join(ending.value for ending in Ending),
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return the order of the pack that deals these hands, and leaves these cards."""
    variant = match.variant
    check_hands(deal, variant.players, HAND)
    compare("kitty", len(deal.kitty), variant.kitty)
    compare("stock", len(deal.stock), len(PACK) - HAND * variant.players - variant.kitty)
    seats = [(match.dealer + step) % variant.players for step in range(1, variant.players + 1)]
    texts = [text for seat in seats for text in deal.hands[seat][:2]]
    texts += [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(PACK, (*texts, *deal.kitty, *deal.stock))


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], tuple[Card, ...]]:
    """Return what the seed has to give; a record may list a hand and the kitty in any order."""
    return [Counter(hand) for hand in (*dealt.hands, dealt.kitty)], dealt.stock


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or other cards are left"),
    _check_sheet,
)
"""How records are played again."""
