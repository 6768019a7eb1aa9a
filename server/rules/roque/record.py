"""What of Roque is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.cards import Card
from protocol.language import N_
from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction, read_action, write_action
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played, WidowTaken
from protocol.roque.order import ORDER
from protocol.roque.views import Phase, RoqueView, SeatView, Trick, Turn
from protocol.vocabulary import Event, Seat
from server.rules.game import Lately
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of
from server.rules.roque.deal import (
    Bidding,
    Burying,
    Dealing,
    Declared,
    Ended,
    InDeal,
    Match,
    Playing,
    State,
    legal,
    open_deal,
)
from server.rules.roque.play import decide, evolve, taken
from server.rules.roque.variant import OPTIONS


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the widow, and what others lay aside."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, widow=(), seed=None)
    if isinstance(event, WidowTaken) and event.seat != seat:
        return replace(event, cards=())
    if isinstance(event, Buried) and event.seat != seat:
        return replace(event, card=None)
    return event


def view(state: State, seat: Seat | None) -> RoqueView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    seen = replace(seen, viewer=seat, hand=state.hands[seat], legal=legal(state, seat))
    if isinstance(state, Burying | Playing) and state.declarer == seat:
        return replace(seen, widow=state.deal.widow, buried=state.buried)
    return seen


def reveal(state: State) -> RoqueView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> RoqueView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    seen = replace(_in_deal(state), commitment=state.deal.commitment)
    match state:
        case Bidding():
            return replace(seen, phase=Phase.BIDDING, turn=state.turn)
        case Burying():
            return replace(seen, phase=Phase.BURYING, turn=state.turn, aside=len(state.buried))
    assert isinstance(state, Playing)
    phase = Phase.FOLLOWING if state.table else Phase.LEADING
    return replace(seen, phase=phase, turn=state.turn)


def _in_deal(state: InDeal) -> RoqueView:
    """Return what the views in a deal and after it have in common."""
    seen = _view(state.match, _seats(state))
    highest = state.auction.highest
    if highest is not None and highest.points is not None:
        seen = replace(seen, bid=highest.points, declarer=highest.seat)
    if isinstance(state, Declared):
        seen = replace(seen, bid=state.bid, declarer=state.declarer)
    return _with_cards(seen, state) if isinstance(state, Playing) else seen


def _with_cards(seen: RoqueView, state: Playing) -> RoqueView:
    """Add to a view what has been played in a deal."""
    table = state.table
    stands = table[ORDER.taker([play.card for play in table], state.trump)].seat if table else None
    return replace(
        seen,
        trump=state.trump,
        aside=len(state.buried),
        trick=_trick(table, stands),
        last_trick=_last_trick(state),
        gone=tuple([play.card for play in state.plays[: len(state.plays) - len(table)]]),
    )


def _between(state: Dealing | Ended) -> RoqueView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table."""
    match, ended = state.match, state.ended
    players = match.variant.players
    over = isinstance(state, Ended)
    nobody = tuple([SeatView(match.variant.side(seat), 0, 0, 0) for seat in range(players)])
    seen = _in_deal(ended) if ended is not None else _view(match, nobody)
    seats = tuple([replace(seat, total=total) for seat, total in zip(seen.seats, match.totals, strict=True)])
    seen = replace(
        seen,
        phase=Phase.OVER if over else Phase.DEALING,
        deal=len(match.sheets) if over else match.number,
        dealer=match.sheets[-1].dealer if over else match.dealer,
        seats=seats,
        sheets=match.sheets,
    )
    if isinstance(ended, Playing):
        seen = replace(seen, buried=ended.buried, left=ended.hands)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, seats: tuple[SeatView, ...]) -> RoqueView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return RoqueView(
        viewer=None,
        game=variant.game,
        target=variant.target,
        last_deal=variant.most_deals,
        widow_cards=variant.widow,
        deal=match.number,
        dealer=match.dealer,
        phase=Phase.DEALING,
        turn=None,
        seats=seats,
        sheets=match.sheets,
    )


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    variant, match = state.variant, state.match
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    took = taken(state) if isinstance(state, Playing) else (0,) * variant.sides
    passed, bids, highest = _calls(state)
    return tuple(
        [
            SeatView(
                side=variant.side(seat),
                cards=len(hand),
                tricks=takers.count(seat),
                total=match.totals[seat],
                took=took[variant.side(seat)],
                bid=bids.get(seat),
                passed=seat in passed,
                declares=seat == highest,
            )
            for seat, hand in zip(map(Seat, range(variant.players)), state.hands, strict=True)
        ]
    )


def _calls(state: InDeal) -> tuple[frozenset[Seat], dict[Seat, int], Seat | None]:
    """Return who has passed, what was bid, and whose bid stands; once the auction is over only the declarer's bid."""
    if isinstance(state, Declared):
        return frozenset(), {state.declarer: state.bid}, state.declarer
    auction = state.auction
    highest = auction.highest.seat if auction.highest is not None else None
    return auction.passed, {call.seat: call.points for call in auction.calls if call.points is not None}, highest


def _last_trick(state: Playing) -> Trick | None:
    number, players = len(state.takers), state.variant.players
    return _trick(state.plays[players * (number - 1) : players * number], state.takers[-1]) if number else None


def _trick(plays: Sequence[Played], seat: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), seat)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``widow`` and ``actions`` is by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=15)], ...], Meta(max_length=4)]
    """The cards as dealt."""

    widow: Annotated[tuple[CardText, ...], Meta(max_length=6)]
    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=150)]
    """Each action with its seat, in order."""

    won: BySeat
    """Tricks taken."""

    took: BySeat
    """What the tricks and cards of each seat's side counted, those laid aside included."""

    scores: BySeat
    """The points that each seat's side scored in this deal."""

    end: Literal["passed", "made", "slam", "failed", "doubled"]
    """The way in which the deal ended."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["roque", "roque-three"]
    players: Literal[3, 4]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=40)]


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, BidMade | Passed | Buried | Played) else None


def _action(event: BidMade | Passed | Buried | Played) -> RoqueAction:
    """Return the action behind an event of the log."""
    match event:
        case BidMade():
            return Bid(event.points)
        case Passed():
            return PASS
        case Played():
            return Play(event.card)
    assert event.card is not None, "the log has it"
    return Bury(event.card)


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        widow=tuple(card.text for card in dealt.widow),
        actions=tuple(actions),
        won=sheet.tricks,
        took=sheet.took,
        scores=sheet.points,
        end=end,
    )


RECORDING: Final = Recording(
    Record,
    {
        "game": " or ".join(OPTIONS),
        "players": "3 or 4",
        "end": "passed, made, slam, failed or doubled",
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and this widow."""
    variant = match.variant
    check_hands(deal, variant.players, variant.hand)
    compare("widow", len(deal.widow), variant.widow)
    seats = [(match.dealer - step) % variant.players for step in range(1, variant.players + 1)]
    starts = range(0, variant.hand, variant.batch)
    texts = [text for start in starts for seat in seats for text in deal.hands[seat][start : start + variant.batch]]
    return order_of(variant.pack, [*texts, *deal.widow])


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Counter[Card]]:
    """Return what a seed has to give; a record may list the cards of a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], Counter(dealt.widow)


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another widow"),
    _check_sheet,
)
"""How records are played again."""
