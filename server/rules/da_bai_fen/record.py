"""The record of a game of Da Bai Fen (rules, section 7), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.da_bai_fen.actions import CLAIM, FINISH, PASS, Bury, DaBaiFenAction, Expose, Lay, Play, write_action
from protocol.da_bai_fen.events import Answered, Buried, Claimed, DealEnded, Dealt, GameEnded, Played
from protocol.vocabulary import Event
from server.rules.da_bai_fen.options import NAME
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction


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
