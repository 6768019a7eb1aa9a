"""What of Da Bai Fen is shown to whom, and its record: read, written, and replayed by the rules."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.cards import Card
from protocol.da_bai_fen.actions import (
    CLAIM,
    FINISH,
    PASS,
    Bury,
    DaBaiFenAction,
    Expose,
    Lay,
    Play,
    read_action,
    write_action,
)
from protocol.da_bai_fen.events import (
    Answered,
    Buried,
    Claimed,
    DealEnded,
    Dealt,
    Drawn,
    Ending,
    GameEnded,
    Played,
    SixTaken,
)
from protocol.da_bai_fen.order import PACK, arrange, counted, taker
from protocol.da_bai_fen.views import DaBaiFenView, Phase, SeatView, Trick
from protocol.language import N_
from protocol.vocabulary import Event, Seat
from server.rules.da_bai_fen.deal import (
    Annulled,
    Burying,
    Dealing,
    Declared,
    Drawing,
    Ended,
    InDeal,
    Match,
    Playing,
    State,
    open_deal,
)
from server.rules.da_bai_fen.legal import legal
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.da_bai_fen.variant import HAND, NAME, PLAYERS, SIX, side_of
from server.rules.game import Lately, Moment
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, RecordedDeals, check_hands, order_of


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without what others draw, answer and lay aside."""
    if isinstance(event, Dealt):
        return replace(event, hands=(), six=(), seed=None)
    if isinstance(event, Drawn):
        return replace(event, cards=tuple([own if drawer == seat else () for drawer, own in enumerate(event.cards)]))
    if isinstance(event, Answered) and event.seat != seat:
        return Answered(event.seat)
    if isinstance(event, SixTaken) and event.seat != seat and not event.shown:
        return replace(event, cards=())
    if isinstance(event, Buried) and event.seat != seat:
        return replace(event, card=None)
    return event


def view(state: State, seat: Seat | None) -> DaBaiFenView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    free = (seat,) if isinstance(state, Burying | Playing) and seat in state.free else ()
    hand = arrange(state.hands[seat], seen.rank, seen.trump)
    seen = replace(seen, viewer=seat, hand=hand, legal=legal(state, seat), free=free)
    if isinstance(state, Burying | Playing) and state.leader == seat:
        return replace(seen, six=state.deal.six, buried=state.buried)
    return seen


def reveal(state: State) -> DaBaiFenView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> DaBaiFenView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    awaited = tuple(sorted(state.awaited))
    return replace(
        _in_deal(state),
        commitment=state.deal.commitment,
        phase=_phase(state),
        turn=awaited[0] if len(awaited) == 1 else None,
        awaited=awaited,
    )


def _phase(state: State) -> Phase:
    if isinstance(state, Playing):
        return Phase.FOLLOWING if state.number else Phase.LEADING
    return Phase.DRAWING if isinstance(state, Drawing) else Phase.BURYING


def _in_deal(state: Drawing | Declared) -> DaBaiFenView:
    """Return what the views in a deal and after it have in common."""
    seen = _view(state.match, _seats(state))
    if isinstance(state, Drawing):
        return replace(seen, drawn=state.drawn, is_last=state.is_last, exposer=state.exposer, exposed=state.exposed)
    seen = replace(
        seen,
        drawn=HAND,
        rank=state.trumps.rank,
        trump=state.trumps.suit,
        exposer=state.exposer,
        exposed=state.exposed,
        turned=state.turned,
        leader=state.leader,
    )
    if isinstance(state, Burying | Annulled):
        return replace(seen, aside=len(state.buried))
    return _with_cards(seen, state) if isinstance(state, Playing) else seen


def _with_cards(seen: DaBaiFenView, state: Playing) -> DaBaiFenView:
    """Add to a view what has been played in a deal."""
    table = state.table
    laid = [turn.cards for turn in table if len(turn.cards) == state.number]
    stands = table[taker(laid, state.trumps)].seat if laid else None
    taken = [trick for trick in state.tricks if trick.taker is not None and state.opponents(trick.taker)]
    return replace(
        seen,
        aside=len(state.buried),
        trick=Trick(table, state.number, stands),
        last_trick=state.tricks[-1] if state.tricks else None,
        won=tuple([card for trick in taken for turn in trick.turns for card in turn.cards if counted(card)]),
        gone=state.gone,
    )


def _between(state: Dealing | Ended) -> DaBaiFenView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    nobody = tuple([SeatView(side_of(seat), 0, 0, 0) for seat in range(PLAYERS)])
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
    if ended is not None:
        seen = replace(seen, buried=ended.buried, left=ended.hands)
    return replace(seen, winners=match.leading, hands=match.past) if over else seen


def _view(match: Match, seats: tuple[SeatView, ...]) -> DaBaiFenView:
    """Return the parts common to the views of every phase."""
    return DaBaiFenView(
        viewer=None,
        target=match.variant.target,
        last_deal=match.variant.most_deals,
        deal=match.number,
        dealer=match.dealer,
        phase=Phase.DEALING,
        turn=None,
        awaited=(),
        seats=seats,
        rank=match.rank,
        sheets=match.sheets,
    )


def _seats(state: Drawing | Declared) -> tuple[SeatView, ...]:
    takers = [trick.taker for trick in state.tricks] if isinstance(state, Playing) else []
    match = state.match
    declaring = _declaring(state)
    return tuple(
        [
            SeatView(
                side=side_of(seat),
                cards=len(state.hands[seat]),
                tricks=takers.count(Seat(seat)),
                total=match.totals[seat],
                declares=side_of(seat) == declaring,
            )
            for seat in range(PLAYERS)
        ]
    )


def _declaring(state: Drawing | Declared) -> int | None:
    """Return the side that declares, as far as it is known: in the first deal the draw decides it."""
    if isinstance(state, Drawing):
        return None if state.match.scored is None else side_of(state.match.dealer)
    return side_of(state.leader)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; ``hands``, ``won`` and ``scores`` are by seat."""

    dealer: int
    """The Starter."""

    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=12)], ...], Meta(max_length=4)]
    """The cards of each seat in the order drawn."""

    six: Annotated[tuple[CardText, ...], Meta(max_length=6)]
    """The last six cards, in order."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=200)]
    """Each action with its seat, in the order in which the server received them."""

    won: BySeat
    """Tricks taken."""

    took: int
    """The points of the declarers' opponents."""

    scores: BySeat
    """How many levels each seat's side has risen."""

    end: Literal["played", "revoked", "annulled"]
    """The way in which the deal ended."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["da-bai-fen"]
    players: Literal[4]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=1000)]

    totals: BySeat
    """How many levels each seat's side has risen in all deals."""


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (
        (event.seat, write_action(_action(event))) if isinstance(event, Answered | Buried | Claimed | Played) else None
    )


def _action(event: Answered | Buried | Claimed | Played) -> DaBaiFenAction:
    """Return the action behind an event of the log."""
    match event:
        case Answered():
            if event.card is not None:
                return Expose(event.card)
            return FINISH if event.finished else PASS
        case Played():
            return Lay(event.card) if event.more else Play(event.card)
        case Claimed():
            return CLAIM
    assert event.card is not None, "the log has it"
    return Bury(event.card)


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        six=tuple(card.text for card in dealt.six),
        actions=tuple(actions),
        won=sheet.tricks,
        took=sheet.took,
        scores=sheet.points,
        end=end,
    )


RECORDING: Final = Recording(
    Record,
    {"game": NAME, "players": "4", "end": "played, revoked or annulled"},
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


def acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    return state.awaited | state.free


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return the order of the pack in which these cards are drawn."""
    check_hands(deal, PLAYERS, HAND)
    compare("six", len(deal.six), SIX)
    seats = [(match.dealer - step) % PLAYERS for step in range(PLAYERS)]
    drawn = [deal.hands[seat][number] for number in range(HAND) for seat in seats]
    return order_of(PACK, [*drawn, *deal.six])


def _dealt(dealt: Dealt) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return what a seed has to give: the cards are listed in the order in which they are drawn."""
    return dealt.hands, dealt.six


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("took", deal.took, sheet.took)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded, acting),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or other last cards"),
    _check_sheet,
)
"""How records are played again."""


OLD_LIMIT: Final = 40
"""The limit of deals in a record that names none, if it ends there undecided: once every game had one."""


def replay(record: RecordedDeals[DealRecord], state: State) -> Iterator[Moment[State]]:
    """Return the moments of a record; see ``replay_deals``.

    A complete game that no side has won after as many deals as its limit, annulled ones among them, is of the time when
    40 deals were the usual limit and annulled ones counted.
    """
    variant = state.match.variant
    limit = variant.most_deals or OLD_LIMIT
    if record.complete and len(record.deals) == limit and max(record.totals) < variant.target:
        annulled = any(deal.end == Ending.ANNULLED.value for deal in record.deals)
        old = replace(variant, most_deals=limit, counts_annulled=annulled)
        state = Dealing(replace(state.match, variant=old))
    return REPLAY.replay(record, state)
