"""The record of a game of the Fives (rules, section 7), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.fives.actions import DECLINE, JINK, SWEEP, FivesAction, Play, Rob, TakeJoker, write_action
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
from protocol.vocabulary import Event, Seat
from server.rules.fives.options import OPTIONS
from server.rules.fives.variant import HAND
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction


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
