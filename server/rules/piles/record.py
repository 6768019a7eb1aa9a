"""What of the games of one pile is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kit.deck import shuffle
from games.kit.records import RecordFault
from protocol.cards import Card
from protocol.language import sentence
from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, Play, read_action, write_action
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    Dealt,
    GameEnded,
    Played,
    SideNamed,
    Taken,
    TrumpNamed,
    TrumpShown,
)
from protocol.piles.views import OpenDeal, Phase, PilesView, SeatView
from protocol.vocabulary import Event, InvalidAction, Seat
from server.rules.game import Lately, Moment
from server.rules.piles.deal import (
    Choosing,
    Dealing,
    Ended,
    Match,
    Playing,
    State,
    open_deal,
    pickup,
    places_in_packets,
)
from server.rules.piles.play import decide, evolve, legal
from server.rules.piles.variant import OPTIONS, Naming, Variant
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, replay_deals, take_card


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without the pack, the seed, and the hidden cards of others."""
    if isinstance(event, DealBegun):
        return replace(event, pack=(), seed=None)
    if isinstance(event, Dealt):
        hands = tuple([hand if event.open or holder == seat else () for holder, hand in enumerate(event.hands)])
        drawn = tuple([card if holder == seat else None for holder, card in enumerate(event.drawn)])
        return replace(event, hands=hands, drawn=drawn)
    return event


def view(state: State, seat: Seat | None) -> PilesView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if isinstance(state, Playing):
        return replace(seen, viewer=seat, hand=state.hands[seat], drawn=state.drawn[seat], legal=legal(state, seat))
    return replace(seen, viewer=seat, legal=legal(state, seat))


def reveal(state: State) -> PilesView:
    """Return the public view with the hands as they are now, for they gain cards as well as they lose them."""
    seen = view(state, None)
    # Earlier sheets are left out, because they would be repeated at every step.
    if isinstance(state, Playing):
        return replace(seen, sheets=(), hands=(_as_held(open_deal(state)),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=(_as_held(state.match.past[-1]),))
    return seen


def _as_held(deal: OpenDeal) -> OpenDeal:
    """Return a deal with the cards that each seat holds in place of those that it was dealt."""
    down = deal.drawn or (None,) * len(deal.left)
    held = tuple([hand if card is None else (*hand, card) for hand, card in zip(deal.left, down, strict=True)])
    return replace(deal, dealt=held, left=held)


def _seen_by_all(state: State) -> PilesView:
    """Return all that everybody may know of the state."""
    match state:
        case Playing():
            seen = _with_cards(_view(state.match, state.phase, _seats(state)), state)
            return replace(seen, turn=state.turn, pickup=pickup(state), commitment=state.deal.commitment)
        case Choosing():
            seen = _view(state.match, Phase.NAMING, _before_the_deal(state))
            return replace(seen, turn=state.turn, commitment=state.deal.commitment)
    return _between(state)


def _between(state: Dealing | Ended) -> PilesView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    phase = Phase.OVER if over else Phase.DEALING
    if ended is None:
        return _view(match, phase, tuple([SeatView(0, total) for total in match.totals]))
    counted = [replace(seat, total=total) for seat, total in zip(_seats(ended), match.totals, strict=True)]
    seen = replace(_with_cards(_view(match, phase, tuple(counted)), ended), left=ended.hands)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _with_cards(seen: PilesView, state: Playing) -> PilesView:
    """Add to a view what lies on the table in a deal."""
    return replace(
        seen,
        pile=state.pile,
        moves=state.moves,
        repeated=state.repeated,
        last=state.last,
        killed=state.killed,
    )


def _view(match: Match, phase: Phase, seats: tuple[SeatView, ...]) -> PilesView:
    """Return the parts common to the views of every phase."""
    variant = match.variant
    return PilesView(
        viewer=None,
        game=variant.game,
        pack=variant.cards,
        deals=variant.deals,
        limit=variant.limit,
        deal=len(match.sheets) if match.over else match.number,
        dealer=match.sheets[-1].dealer if match.over else match.dealer,
        phase=phase,
        turn=None,
        seats=seats,
        sheets=match.sheets,
    )


def _before_the_deal(state: Choosing) -> tuple[SeatView, ...]:
    return tuple(
        [
            SeatView(0, total, trump=trump, side=side)
            for total, trump, side in zip(state.match.totals, state.trumps, state.sides, strict=True)
        ]
    )


def _seats(state: Playing) -> tuple[SeatView, ...]:
    known = state.hands if state.is_open else state.known
    places = {seat: place for place, seat in enumerate(state.out, start=1)}
    totals, sides = state.match.totals, state.sides
    return tuple(
        [
            SeatView(
                cards=len(hand),
                total=totals[seat],
                trump=state.trumps[seat],
                side=sides[seat],
                known=known[seat],
                taken=state.taken[seat],
                place=places.get(Seat(seat), 0),
                drawn=state.drawn[seat] is not None,
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; every list except ``actions`` and ``out`` is by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=26)], ...], Meta(max_length=4)]
    """The cards as dealt, without those face down."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=1000)]
    """Each action with its seat, in order."""

    out: BySeat
    """The seats that went out, in order."""

    left: BySeat
    """The numbers of cards left."""

    taken: BySeat
    """The numbers of cards taken up."""

    scores: BySeat
    """The points of this deal."""

    end: Literal["out", "limit", "repetition"]
    """The way in which the deal ended."""

    drawn: Annotated[tuple[CardText, ...], Meta(max_length=4)] = ()
    """Where trumps are drawn, the cards dealt face down."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["svoyi-koziri", "dudak", "challenge"]
    players: Literal[2, 3, 4]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=10)]


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event of the log, with its seat; None behind what follows by itself."""
    match event:
        case Played(seat, card):
            return seat, write_action(Play(card))
        case Taken(seat):
            return seat, write_action(TAKE)
        case TrumpNamed(seat, suit, forced=False):
            return seat, write_action(NameTrump(suit))
        case SideNamed(seat, suit):
            return seat, write_action(NameSide(suit))
        case TrumpShown(seat, forced=False):
            return seat, write_action(SHOW)
    return None


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    end: Any = sheet.ending.value
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        actions=tuple(actions),
        out=sheet.out,
        left=sheet.left,
        taken=sheet.taken,
        scores=sheet.points,
        end=end,
        drawn=tuple(card.text for card in dealt.drawn if card is not None),
    )


RECORDING: Final = Recording(
    Record,
    {
        "game": " or ".join(OPTIONS),
        "players": "2, 3 or 4",
        "end": "out, limit or repetition",
    },
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)
_SUITS_OF_DEALER: Final = 2


def replay(record: Record, state: State) -> Iterator[Moment[State]]:
    """Replay a record; each deal, each action, and the score of each deal is one moment.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    return replay_deals(record, state, _play, Ended)


def _play(state: State, deal: DealRecord, seed: bytes | None) -> Iterator[Moment[State]]:
    """Yield the moments of a deal, or raise the fault in it."""
    if not isinstance(state, Dealing):
        raise RecordFault(sentence("the game was over before this deal"))
    match = state.match
    compare("dealer", deal.dealer, match.dealer)
    hands = _hands(match.variant, deal)
    order = _order(match, deal, hands) if seed is None else shuffle(seed, match.variant.cards)
    after: State = state
    for moment in _DEALS.play(state, order, seed, deal.actions):
        after = moment.state
        for event in moment.events:
            _check_dealt(event, hands, deal, seed)
        yield moment
    assert isinstance(after, Dealing | Ended)
    _check_sheet(deal, after.match)


def _hands(variant: Variant, deal: DealRecord) -> list[list[Card]]:
    """Return the hands of a record, with the cards that lie face down last: each card of the pack once."""
    if len(deal.hands) != variant.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=variant.players))
    drawn = variant.players if variant.naming is Naming.DRAWN else 0
    if len(deal.drawn) != drawn:
        raise RecordFault(sentence("drawn: {cards} for {seats} seats", cards=len(deal.drawn), seats=drawn))
    down = [*deal.drawn] if drawn else None
    free = {card: card for card in variant.pack}
    hands = [
        [take_card(free, text) for text in (*hand, *([down[seat]] if down else ()))]
        for seat, hand in enumerate(deal.hands)
    ]
    if free:
        raise RecordFault(sentence("hands: {cards} cards of the pack are not dealt", cards=len(free)))
    return hands


def _order(match: Match, deal: DealRecord, hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands; if there is none, one that deals others."""
    variant = match.variant
    if variant.naming is Naming.RIGGED:
        cards = _rigged_pack(match, deal, hands)
    else:
        left = [list(reversed(hand)) for hand in hands]
        seats = places_in_packets(variant.cards, variant.players, match.dealer, variant.packets)
        if any(seats.count(seat) != len(hand) for seat, hand in enumerate(hands)):
            raise RecordFault(sentence("hands: the pack is not dealt so, in equal parts"))
        cards = [left[seat].pop() for seat in seats]
    places = {card: place for place, card in enumerate(variant.pack)}
    return tuple([places[card] for card in cards])


def _rigged_pack(match: Match, deal: DealRecord, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """Return a pack of whose first half the dealer keeps what the hand has of the suits that the dealer names."""
    suits = []
    for _, text in deal.actions[:_SUITS_OF_DEALER]:
        try:
            action = read_action(text)
        except InvalidAction:
            continue
        if isinstance(action, NameTrump | NameSide):
            suits.append(action.suit)
    kept = [card for card in hands[match.dealer] if card.suit in suits]
    others = [card for card in match.variant.pack if card.suit not in suits]
    return [*kept, *others, *(card for card in match.variant.pack if card.suit in suits and card not in kept)]


def _check_dealt(event: Event, hands: Sequence[Sequence[Card]], deal: DealRecord, seed: bytes | None) -> None:
    """Check that the cards are dealt as the record says; it may list a hand in any order."""
    if not isinstance(event, Dealt):
        return
    down = event.drawn or (None,) * len(hands)
    dealt = [[*hand, *([] if card is None else [card])] for hand, card in zip(event.hands, down, strict=True)]
    same_drawn = tuple(card.text for card in event.drawn if card is not None) == deal.drawn
    if same_drawn and [Counter(hand) for hand in dealt] == [Counter(hand) for hand in hands]:
        return
    if seed is not None:
        raise RecordFault(sentence("hands: the seed gives other ones"))
    raise RecordFault(sentence("hands: they are not mirror images with at least two cards of every suit"))


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, sheet.ending.value)
    compare("out", deal.out, sheet.out)
    compare("left", deal.left, sheet.left)
    compare("taken", deal.taken, sheet.taken)
    compare("scores", deal.scores, sheet.points)
