"""The record of a game of one pile (rules, section 7), read from JSON and made from events."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, Play, write_action
from protocol.piles.events import DealEnded, Dealt, GameEnded, Played, SideNamed, Taken, TrumpNamed, TrumpShown
from protocol.vocabulary import Event
from server.rules.piles.options import OPTIONS
from server.rules.recording import BySeat, CardText, DealtGameRecord, Recording, SeatAction


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
