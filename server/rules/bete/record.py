"""What of Bête is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play, read_action, write_action
from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart
from protocol.bete.order import HAND, ORDER, PACK
from protocol.bete.views import BeteView, Part, Phase, SeatView, Trick, Turn
from protocol.cards import Card
from protocol.language import N_
from protocol.vocabulary import Event, Seat
from server.rules.bete.deal import Asking, Dealing, Ended, InDeal, Match, Playing, State, legal, open_deal
from server.rules.bete.play import decide, evolve
from server.rules.game import Lately
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, seed=None)
    return event


def view(state: State, seat: Seat | None) -> BeteView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    return replace(seen, viewer=seat, hand=state.hands[seat], legal=legal(state, seat))


def reveal(state: State) -> BeteView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> BeteView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    seen = replace(_in_deal(state), commitment=state.deal.commitment, turn=state.turn)
    if isinstance(state, Playing):
        return replace(seen, phase=Phase.FOLLOWING if state.table else Phase.LEADING)
    return replace(seen, phase=Phase.ASKING)


def _in_deal(state: InDeal) -> BeteView:
    """Return what the views in a deal and after it have in common."""
    seen = _view(state.match, _seats(state), state.deal.pool)
    seen = replace(seen, trump=state.deal.trump, turn_up=state.deal.turn_up)
    if not isinstance(state, Playing):
        return seen
    table = state.table
    stands = table[ORDER.taker([play.card for play in table], state.deal.trump)].seat if table else None
    return replace(
        seen,
        trick=_trick(table, stands),
        last_trick=_last_trick(state),
        gone=tuple([play.card for play in state.plays[: len(state.plays) - len(table)]]),
        takers=state.takers,
    )


def _between(state: Dealing | Ended) -> BeteView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    nobody = (SeatView(Part.OPEN, 0, 0, 0),) * match.variant.players
    seen = _in_deal(ended) if ended is not None else _view(match, nobody, 0)
    seen = replace(
        seen,
        phase=Phase.OVER if over else Phase.DEALING,
        deal=len(match.sheets) if over else match.number,
        dealer=match.sheets[-1].dealer if over else match.dealer,
        seats=tuple([replace(seat, total=total) for seat, total in zip(seen.seats, match.totals, strict=True)]),
        pool=match.carried,
        sheets=match.sheets,
    )
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, seats: tuple[SeatView, ...], pool: int) -> BeteView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return BeteView(
        viewer=None,
        deals=variant.deals,
        deal=match.number,
        dealer=match.dealer,
        phase=Phase.DEALING,
        turn=None,
        seats=seats,
        pool=pool,
        step=variant.step,
        head=variant.head,
        sheets=match.sheets,
    )


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    return tuple(
        [
            SeatView(_part(state, seat), len(hand), takers.count(seat), state.match.totals[seat])
            for seat, hand in zip(map(Seat, range(state.variant.players)), state.hands, strict=True)
        ]
    )


def _part(state: InDeal, seat: Seat) -> Part:
    """Return what a seat has to do with the deal."""
    if seat in state.active:
        return Part.IN
    if isinstance(state, Playing):
        return Part.AGAINST if seat in state.players else Part.OUT
    assert isinstance(state, Asking)
    return Part.OUT if seat in state.deal.order[: state.asked] else Part.OPEN


def _last_trick(state: Playing) -> Trick | None:
    number, players = len(state.takers), len(state.players)
    return _trick(state.plays[players * (number - 1) : players * number], state.takers[-1]) if number else None


def _trick(plays: Sequence[Played], seat: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), seat)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``actions`` is by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=5)], ...], Meta(max_length=5)]
    """The cards as dealt."""

    turned: CardText
    """The card turned up."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=30)]
    """Each action with its seat, in order."""

    won: BySeat
    """Tricks taken."""

    scores: BySeat
    """The chips that each seat won in this deal, less those that it paid."""

    end: Literal["passed", "alone", "most", "all", "first_two", "carried"]
    """The way in which the deal ended."""

    pool: int
    """The chips in the pool."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["bete"]
    players: Literal[2, 3, 4, 5]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=20)]


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, TookPart | Passed | Played) else None


def _action(event: TookPart | Passed | Played) -> BeteAction:
    """Return the action behind an event of the log."""
    if isinstance(event, Played):
        return Play(event.card)
    return TAKE_PART if isinstance(event, TookPart) else PASS


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=dealt.turn_up.text,
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
        pool=sheet.pool,
    )


RECORDING: Final = Recording(
    Record,
    {
        "game": "bete",
        "players": "2 to 5",
        "end": "passed, alone, most, all, first_two or carried",
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up this card."""
    players = match.variant.players
    check_hands(deal, players, HAND)
    seats = [match.after(match.dealer, steps) for steps in range(1, players + 1)]
    twos = [text for seat in seats for text in deal.hands[seat][:2]]
    threes = [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(PACK, [*twos, *threes, deal.turned])


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card]:
    """Return what a seed has to give; a record may list the cards of a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("pool", deal.pool, sheet.pool)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
"""How records are played again."""
