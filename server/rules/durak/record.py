"""The record of a game of Durak in teams (``docs/durak.md``, section 7), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from protocol.durak.actions import FINISH, GIVE_UP, PASS, Add, Attack, Beat, DurakAction, write_action
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    DealEnded,
    Dealt,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
)
from protocol.vocabulary import Event
from server.rules.durak.options import NAME
from server.rules.durak.variant import HAND, MOST_DEALS
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction

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
