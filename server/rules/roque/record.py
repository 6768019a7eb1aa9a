"""The record of a game of Roque (rules, section 6), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.roque.actions import PASS, Bid, Bury, Play, RoqueAction, write_action
from protocol.roque.events import BidMade, Buried, DealEnded, Dealt, GameEnded, Passed, Played
from protocol.vocabulary import Event
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction
from server.rules.roque.options import OPTIONS


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
