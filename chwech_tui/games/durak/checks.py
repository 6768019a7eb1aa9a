"""What a view and the events of Durak must satisfy before anything is drawn; not the rules."""

from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from protocol.cards import Card
from protocol.durak.actions import Add, Attack, Beat
from protocol.durak.events import BoutBegun, BoutEnded, DealEnded, DealSheet, Dealt, Drawn, GameEnded
from protocol.durak.pack import PACK
from protocol.durak.views import Bout, DurakView, Phase
from protocol.vocabulary import Event

_PACK = frozenset(PACK)
_BOUT = frozenset({Phase.ATTACKING, Phase.DEFENDING, Phase.ADDING})
_SIDES = 2


def check_view(view: DurakView, players: int) -> None:
    """Check a view.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    demand(1 <= view.losses <= LARGEST, f"a game to {view.losses} is absurd")
    check_counts("cards", (view.stock, view.bouts))
    for seat in view.seats:
        demand(0 <= seat.side < _SIDES, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.taken))
        check_counts("points", (seat.total,))
        _check_cards(seat.known)
    demand(view.phase not in _BOUT or view.bout is not None, "a bout is fought that is not there")
    demand(view.bout is None or view.phase in _BOUT, "a bout is fought in no deal")
    demand(view.phase not in _BOUT or (view.trump is not None and view.turn_up is not None), "there is no trump suit")
    demand(view.turn_up is None or view.turn_up.suit is view.trump, "another suit is trump than the card turned up")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    demand(not view.legal or view.bout is not None, "somebody acts in no bout")
    for bout in (view.bout, view.last_bout):
        _check_bout(bout, players)
    demand(view.last_bout is None or view.last_bout.pairs, "a bout without cards is over")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    named = [card for card in (view.turn_up, view.lowest) if card is not None]
    _check_cards((*view.hand, *view.gone, *named, *_played(view)))


def _played(view: DurakView) -> list[Card]:
    """Return the cards of the viewer's actions."""
    cards: list[Card] = []
    for action in view.legal:
        match action:
            case Attack(card) | Add(card):
                cards.append(card)
            case Beat(attack, card):
                cards += [attack, card]
    return cards


def _check_cards(cards: tuple[Card, ...]) -> None:
    demand(_PACK.issuperset(cards), "there are cards that the pack does not have")


def _check_bout(bout: Bout | None, players: int) -> None:
    if bout is None:
        return
    check_seats((bout.attacker, bout.defender, *(pair.seat for pair in bout.pairs)), players)
    check_counts("cards", (bout.limit,))
    demand(len(bout.pairs) <= bout.limit, "there are more attack cards than there may be")
    _check_cards(bout.cards)


def check_event(event: Event, players: int) -> None:
    """Check an event.

    Raises:
        RemoteProtocolError: it contradicts itself or is absurd.
    """
    match event:
        case Dealt(turn_up=turn_up):
            _check_cards((turn_up,))
        case BoutBegun(attacker=attacker, defender=defender):
            check_seats((attacker, defender), players)
        case BoutEnded(defender=defender, cards=cards):
            check_seats((defender,), players)
            _check_cards(cards)
        case Drawn(number=number):
            check_counts("cards", (number,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, *sheet.out), players)
    demand(sheet.loser is None or 0 <= sheet.loser < _SIDES, f"there is no side {sheet.loser}")
    for numbers in (sheet.cards, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
