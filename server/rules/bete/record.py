"""The record of a game of Bête (rules, section 6), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.bete.actions import PASS, TAKE_PART, BeteAction, Play, write_action
from protocol.bete.events import DealEnded, Dealt, GameEnded, Passed, Played, TookPart
from protocol.vocabulary import Event
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction


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
