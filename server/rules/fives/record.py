"""What of the Fives is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kit.records import RecordFault
from protocol.cards import Card
from protocol.fives.actions import DECLINE, JINK, SWEEP, FivesAction, Play, Rob, TakeJoker, read_action, write_action
from protocol.fives.events import (
    DealEnded,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    Jinked,
    JokerTaken,
    Played,
    Robbed,
    Swept,
    TrickTaken,
)
from protocol.fives.views import Claim, FivesView, Phase, SeatView, Spoil, Trick, Turn
from protocol.language import N_, sentence
from protocol.vocabulary import Event, Seat
from server.rules.fives.deal import (
    Dealing,
    Ended,
    Exchanging,
    InDeal,
    Match,
    Offering,
    Playing,
    State,
    chips,
    final_chips,
    open_deal,
    pool,
)
from server.rules.fives.play import decide, evolve, legal
from server.rules.fives.variant import HAND, OPTIONS, carried, payment, pools_taken
from server.rules.game import Lately, Moment
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of

_PHASES: Final = {Exchanging: Phase.EXCHANGING, Offering: Phase.OFFERING}


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the seed, and the card under the turn-up."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, next_up=None, seed=None)
    if isinstance(event, JokerTaken | Robbed) and event.seat != seat:
        return replace(event, discard=None)
    return event


def view(state: State, seat: Seat | None) -> FivesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    discards = tuple([turn.card for turn in state.aside if turn.seat == seat])
    return replace(seen, viewer=seat, hand=state.hands[seat], discards=discards, legal=legal(state, seat))


def reveal(state: State) -> FivesView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> FivesView:
    """Return all that everybody may know of the state."""
    if isinstance(state, Playing):
        return _playing(state)
    if isinstance(state, Exchanging | Offering):
        seen = _view(state.match, _PHASES[type(state)], state.turn, _seats(state))
        turned = state.deal.turned if isinstance(state, Offering) else state.deal.turned[:1]
        return replace(seen, trump=turned[-1].suit, turn_up=turned[-1], commitment=state.deal.commitment)
    return _between(state)


def _playing(state: Playing) -> FivesView:
    phase = Phase.FOLLOWING if state.table else Phase.LEADING
    seen = _view(state.match, phase if state.chooser is None else Phase.JINKING, state.turn, _seats(state))
    return replace(_with_cards(seen, state), commitment=state.deal.commitment)


def _with_cards(seen: FivesView, state: Playing) -> FivesView:
    """Add to a view what has been played in a deal."""
    table = state.table
    return replace(
        seen,
        trump=state.trump,
        turn_up=state.turn_up,
        claim=state.claim,
        robber=state.robber,
        low_ace=state.variant.low_ace and state.claim is Claim.LAPSED,
        trick=_trick(table, table[state.order.taker([play.card for play in table])].seat if table else None),
        last_trick=_last_trick(state),
        gone=tuple([play.card for play in state.plays[: len(state.plays) - len(table)]]),
        best=state.best,
        spoil=None if seen.spoil is None else replace(seen.spoil, jinker=state.jinker, barred=state.shut),
    )


def _between(state: Dealing | Ended) -> FivesView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, variant, ended = state.match, state.match.variant, state.ended
    takers: Sequence[Seat] = ended.takers if ended is not None else ()
    left = ended.hands if ended is not None else ((),) * variant.players
    over = isinstance(state, Ended)
    held = (final_chips(match) if over else chips(match, len(match.sheets))) or (None,) * variant.players
    seats = [
        SeatView(variant.side(seat), len(left[seat]), takers.count(Seat(seat)), total, held[seat])
        for seat, total in enumerate(match.totals)
    ]
    seen = _view(match, Phase.OVER if over else Phase.DEALING, None, tuple(seats))
    if ended is not None:
        seen = replace(_with_cards(seen, ended), left=left)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, phase: Phase, turn: Seat | None, seats: tuple[SeatView, ...]) -> FivesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return FivesView(
        viewer=None,
        game=variant.game,
        target=variant.target,
        sides=variant.sides,
        joker=variant.joker,
        deal=len(match.sheets) if match.winners else match.number,
        dealer=match.sheets[-1].dealer if match.winners else match.dealer,
        phase=phase,
        turn=turn,
        seats=seats,
        pool=_pool(match, phase) if variant.pool else None,
        spoil=_spoil(match),
        sheets=match.sheets,
    )


def _pool(match: Match, phase: Phase) -> int:
    """Return the chips in the pool."""
    if phase is Phase.OVER:
        return 0
    if match.variant.spoil is not None:
        return carried(match.sheets) if phase is Phase.DEALING else pool(match)
    return match.variant.players * (len(match.sheets) + (phase is not Phase.DEALING))


def _spoil(match: Match) -> Spoil | None:
    spoil = match.variant.spoil
    if spoil is None:
        return None
    return Spoil(spoil.needed, pools_taken(match.sheets), payment(spoil, match.sheets))


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    variant, match = state.variant, state.match
    scores = state.scores if isinstance(state, Playing) else match.totals
    staked = payment(variant.spoil, match.sheets) if variant.spoil is not None else 0
    takers: Sequence[Seat] = state.takers if isinstance(state, Playing) else ()
    held = chips(match, match.number) or (None,) * variant.players
    return tuple(
        [
            SeatView(
                side=variant.side(seat),
                cards=len(hand),
                tricks=takers.count(Seat(seat)),
                total=scores[variant.side(seat)] - staked,
                chips=held[seat],
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


def _last_trick(state: Playing) -> Trick | None:
    taken, players = len(state.takers), state.variant.players
    return _trick(state.plays[players * (taken - 1) : players * taken], state.takers[-1]) if taken else None


def _trick(plays: Sequence[Played], taker: Seat | None) -> Trick:
    return Trick(tuple([Turn(play.seat, play.card) for play in plays]), taker)


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``turned`` and ``actions`` is by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=5)], ...], Meta(max_length=10)]
    """The cards as dealt."""

    turned: Annotated[tuple[CardText, ...], Meta(max_length=2)]
    """The turn-up; if that is the Joker, also the card turned up after it."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=60)]
    """Each action with its seat, in order."""

    won: BySeat
    """Tricks taken."""

    scores: BySeat
    """The points that each seat's side scored in this deal; in Spoil Five the chips won, or below 0 those paid."""

    end: Literal["played", "won", "swept", "jinked", "spoilt", "shared"]
    """The way in which the deal ended."""

    best: tuple[int, CardText] | None = None
    """The holder of the best card, if it scored, and the card."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["twenty-five", "forty-five", "spoil-five"]
    players: Literal[3, 4, 5, 6, 7, 8, 9, 10]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=200)]

    chips: BySeat | None = None
    """With a pool, the chips of each seat at the end of a complete game."""


class _ActionReader:
    """Tells the actions of a game from its events, one after the other."""

    def __init__(self) -> None:
        self._takers: list[Seat] = []

    def read(self, event: Event) -> SeatAction | None:
        """Return the action behind an event, with its seat; None behind what follows by itself."""
        match event:
            case Dealt():
                self._takers = []
            case TrickTaken(seat):
                self._takers.append(seat)
            case JokerTaken() | Robbed() | Declined() | Played():
                return event.seat, write_action(_action(event))
            case Jinked(seat):
                return seat, write_action(JINK)
            case Swept(seat) if self._takers.count(seat) == len(self._takers) < HAND:
                # Otherwise the pool was taken with the trick, without a choice.
                return seat, write_action(SWEEP)
        return None


def _action(event: JokerTaken | Robbed | Declined | Played) -> FivesAction:
    """Return the action behind an event of the log."""
    match event:
        case Played():
            return Play(event.card)
        case Declined():
            return DECLINE
    assert event.discard is not None, "the log has it"
    return TakeJoker(event.discard) if isinstance(event, JokerTaken) else Rob(event.discard)


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    turned = [dealt.turn_up] if dealt.next_up is None else [dealt.turn_up, dealt.next_up]
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=tuple(card.text for card in turned),
        actions=tuple(actions),
        won=sheet.tricks,
        scores=sheet.points,
        end=end,
        best=None if sheet.best is None else (sheet.best.seat, sheet.best.card.text),
    )


def _chips(events: Sequence[Event]) -> dict[str, Any]:
    return {"chips": next((event.chips or None for event in events if isinstance(event, GameEnded)), None)}


RECORDING: Final = Recording(
    Record,
    {
        "game": " or ".join(OPTIONS),
        "players": "3 to 10",
        "end": ", ".join(ending.value for ending in Ending),
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _ActionReader().read,
    _deal,
    _chips,
)
"""How records are read and made."""


def replay(record: Record, state: State) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    for moment in _GAME.replay(record, state):
        state = moment.state
        yield moment
    assert isinstance(state, Dealing | Ended)
    compare("chips", record.chips, (isinstance(state, Ended) and final_chips(state.match)) or None)


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands and turns up these cards."""
    variant = match.variant
    check_hands(deal, variant.players, HAND)
    if len(deal.turned) != 1 + (deal.turned[:1] == ("JK",)):
        raise RecordFault(sentence("turned: one card is turned up, and after the Joker one more"))
    seats = [(match.dealer + step) % variant.players for step in range(1, variant.players + 1)]
    texts = [text for seat in seats for text in deal.hands[seat][:2]]
    texts += [text for seat in seats for text in deal.hands[seat][2:]]
    return order_of(variant.pack, (*texts, *deal.turned))


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card, Card | None]:
    """Return what a seed has to give; a record may list a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.next_up


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.tricks)
    compare("scores", deal.scores, sheet.points)
    compare("best", deal.best, None if sheet.best is None else (int(sheet.best.seat), sheet.best.card.text))


_GAME: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
