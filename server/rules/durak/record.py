"""What of Durak in teams is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kit.records import RecordFault
from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, DurakAction, read_action, write_action
from protocol.durak.events import Added, Attacked, Beaten, DealEnded, Dealt, Drawn, Finished, GameEnded, GivenUp, Passed
from protocol.durak.pack import PACK
from protocol.durak.views import DurakView, Phase, SeatView
from protocol.language import N_, sentence
from protocol.vocabulary import Event, Seat
from server.rules.durak.deal import Dealing, Ended, Fighting, InDeal, Match, State, asked, legal, open_deal
from server.rules.durak.play import decide, evolve
from server.rules.durak.variant import HAND, MOST_DEALS, NAME, side_of
from server.rules.game import Lately
from server.rules.hands import in_order
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.records import compare
from server.rules.replay import DealReplay, GameReplay, check_hands, order_of


def tell(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat may know it, without others' cards, the stock and the seed."""
    if isinstance(event, Dealt):
        hands = tuple([hand if holder == seat else () for holder, hand in enumerate(event.hands)])
        return replace(event, hands=hands, stock=(), seed=None)
    if isinstance(event, Drawn) and event.seat != seat:
        return replace(event, cards=())
    return event


def view(state: State, seat: Seat | None) -> DurakView:
    """Return all that this seat may know of the state; None is a spectator."""
    seen = _public(state)
    if seat is None:
        return seen
    if not isinstance(state, InDeal):
        return replace(seen, viewer=seat)
    return replace(seen, viewer=seat, hand=state.hands[seat], legal=legal(state, seat))


def reveal(state: State) -> DurakView:
    """Return the public view with the cards of the current deal, or of the deal that has just ended."""
    seen = view(state, None)
    if isinstance(state, InDeal):
        # Earlier sheets are left out, because they would be repeated at every step.
        return replace(seen, sheets=(), hands=(open_deal(state),))
    if isinstance(state, Dealing) and state.match.past:
        return replace(seen, hands=state.match.past[-1:])
    return seen


def _seen_by_all(state: State) -> DurakView:
    """Return all that everybody may know of the state."""
    if not isinstance(state, InDeal):
        return _between(state)
    acting = asked(state)
    there = tuple(sorted(acting.asked))
    seen = _view(state.match, _phase(state), _seats(state))
    return replace(
        _with_cards(seen, state),
        awaited=there,
        turn=there[0] if len(there) == 1 else None,
        free=tuple(sorted(acting.free)),
        bout=state.bout if isinstance(state, Fighting) else None,
        commitment=state.deal.commitment,
    )


def _phase(state: InDeal) -> Phase:
    """Return what a deal waits for."""
    if not isinstance(state, Fighting):
        return Phase.SETTLING
    bout = state.bout
    if not bout.pairs:
        return Phase.ATTACKING
    return Phase.DEFENDING if bout.open and not bout.given_up else Phase.ADDING


def _with_cards(seen: DurakView, state: InDeal) -> DurakView:
    """Add to a view what lies on the table in a deal."""
    return replace(
        seen,
        trump=state.deal.trump,
        turn_up=state.deal.turn_up,
        lowest=state.deal.lowest,
        stock=len(state.stock),
        bouts=state.bouts,
        last_bout=state.last,
        gone=state.gone,
    )


def _between(state: Dealing | Ended) -> DurakView:
    """Return the view between two deals, and at the end: the deal that has ended stays on the table, hands open."""
    match, ended = state.match, state.ended
    over = isinstance(state, Ended)
    if ended is None:
        seats = tuple([SeatView(side_of(seat), 0, total) for seat, total in enumerate(match.totals)])
        return _view(match, Phase.DEALING, seats)
    seats = tuple([replace(seat, total=match.totals[number]) for number, seat in enumerate(_seats(ended))])
    seen = _with_cards(_view(match, Phase.OVER if over else Phase.DEALING, seats), ended)
    seen = replace(seen, left=ended.hands)
    return replace(seen, winners=match.winners, hands=match.past) if over else seen


def _view(match: Match, phase: Phase, seats: tuple[SeatView, ...]) -> DurakView:
    """Return the parts common to the views of every phase."""
    return DurakView(
        viewer=None,
        losses=match.variant.losses,
        deal=len(match.sheets) if match.over else match.number,
        dealer=match.sheets[-1].dealer if match.over else match.dealer,
        phase=phase,
        turn=None,
        awaited=(),
        seats=seats,
        sheets=match.sheets,
    )


def _seats(state: InDeal) -> tuple[SeatView, ...]:
    fighting = state if isinstance(state, Fighting) else None
    return tuple(
        [
            SeatView(
                side=side_of(seat),
                cards=len(hand),
                total=state.match.totals[seat],
                taken=state.taken[seat],
                out=seat in state.out,
                passed=fighting is not None and seat in fighting.passed,
                finished=fighting is not None and seat in fighting.finished,
                known=in_order(state.known[seat]),
            )
            for seat, hand in enumerate(state.hands)
        ]
    )


_public: Final = Lately(_seen_by_all)
"""The public part of a view, computed once for all viewers."""


_Cards = Annotated[tuple[CardText, ...], Meta(max_length=36)]
_Acted = Attacked | Added | Beaten | GivenUp | Passed | Finished

MOST_ACTIONS: Final = 2000
"""The most actions of a deal that a record can have; random players take some hundred."""


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One deal; ``hands``, ``left``, ``taken`` and ``scores`` are by seat."""

    dealer: int
    hands: Annotated[tuple[Annotated[tuple[CardText, ...], Meta(max_length=HAND)], ...], Meta(max_length=6)]
    """The cards as dealt."""

    turned: CardText
    """The card that shows the trump suit: the last of the stock or, without one, the dealer's last card."""

    stock: _Cards
    """The stock in the order in which it is drawn, the card turned up last; empty with six players."""

    actions: Annotated[tuple[SeatAction, ...], Meta(max_length=MOST_ACTIONS)]
    """Each action with its seat, in the order in which they were received."""

    left: BySeat
    """Cards left in hand."""

    taken: BySeat
    """Cards taken up."""

    scores: BySeat
    """1 for the side that did not lose, 0 for the other; 0 for everybody in a draw."""

    end: Literal["lost", "draw"]
    """Whether a side lost the deal."""


class Record(DealtGameRecord, frozen=True):
    """One game."""

    game: Literal["durak-teams"]
    players: Literal[4, 6]
    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=MOST_DEALS)]

    totals: BySeat
    """For each seat, the deals that the other side has lost."""


def _acted(event: Event) -> SeatAction | None:
    """Return the action behind an event, with its seat; None behind what follows by itself."""
    return (event.seat, write_action(_action(event))) if isinstance(event, _Acted) else None


def _action(event: _Acted) -> DurakAction:
    """Return the action behind an event of the log."""
    match event:
        case Attacked():
            return Attack(event.card)
        case Added():
            return Add(event.card)
        case Beaten():
            return Beat(event.attack, event.card)
        case GivenUp():
            return GIVE_UP
    return PASS if isinstance(event, Passed) else FINISH


def _deal(event: DealEnded, dealt: Dealt, actions: Sequence[SeatAction]) -> DealRecord:
    sheet = event.sheet
    return DealRecord(
        dealer=sheet.dealer,
        hands=tuple(tuple(card.text for card in hand) for hand in dealt.hands),
        turned=dealt.turn_up.text,
        stock=tuple(card.text for card in dealt.stock),
        actions=tuple(actions),
        left=sheet.cards,
        taken=sheet.taken,
        scores=sheet.points,
        end="draw" if sheet.loser is None else "lost",
    )


RECORDING: Final = Recording(
    Record,
    {"game": NAME, "players": "4 or 6", "end": "lost or draw"},
    Dealt,
    DealEnded,
    GameEnded,
    lambda: _acted,
    _deal,
)
"""How records are read and made."""


def _acting(state: State) -> frozenset[Seat]:
    """Return the seats that may act."""
    there = asked(state)
    return there.asked | there.free


def _order(match: Match, deal: DealRecord) -> tuple[int, ...]:
    """Return an order of the pack that deals these hands, turns up this card and leaves this stock."""
    players = match.variant.players
    check_hands(deal, players, HAND)
    if len(deal.stock) != len(PACK) - players * HAND:
        why = N_("stock: {cards} cards, and {left} are left after the deal")
        raise RecordFault(sentence(why, cards=len(deal.stock), left=len(PACK) - players * HAND))
    hands = _with_turned_last(deal, match.dealer)
    turns = [hands[(match.dealer + step) % players] for step in range(1, players + 1)]
    texts = [hand[turn] for turn in range(HAND) for hand in turns]
    return order_of(PACK, (*texts, *deal.stock[-1:], *deal.stock[:-1]))


def _with_turned_last(deal: DealRecord, dealer: int) -> list[list[str]]:
    """Return the hands, with the card that shows trumps as the dealer's last one if there is no stock."""
    hands = [list(hand) for hand in deal.hands]
    if deal.stock:
        compare("turned", deal.turned, deal.stock[-1])
        return hands
    if deal.turned not in hands[dealer]:
        raise RecordFault(sentence("turned: the dealer was not dealt {card}", card=deal.turned))
    hands[dealer].remove(deal.turned)
    hands[dealer].append(deal.turned)
    return hands


def _dealt(dealt: Dealt) -> tuple[list[Counter[Card]], Card, tuple[Card, ...]]:
    """Return what a seed has to give; a record may list a hand in any order."""
    return [Counter(hand) for hand in dealt.hands], dealt.turn_up, dealt.stock


def _check_sheet(deal: DealRecord, match: Match) -> None:
    sheet = match.sheets[-1]
    compare("end", deal.end, "draw" if sheet.loser is None else "lost")
    compare("left", deal.left, sheet.cards)
    compare("taken", deal.taken, sheet.taken)
    compare("scores", deal.scores, sheet.points)


REPLAY: Final = GameReplay[State, DealRecord](
    Dealing,
    Ended,
    DealReplay[State](decide, evolve, read_action, DealEnded, _acting),
    _order,
    _dealt,
    N_("hands: the seed gives other ones, or another card is turned up"),
    _check_sheet,
)
"""How records are played again."""
