"""The one view, event and action of every game of the kit; no game is known here.

What is a card, a suit, a rank, a seat or a number of hidden cards in the fields of a game is an extension type of
MessagePack, so that a client tells them apart without knowing the game. ``atom`` makes one of each for the wire, and
``read_atom`` reads it.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.msgpack import Ext
from msgspec.structs import replace

from protocol.cards import BLACK_JOKER, FACES, RED_JOKER, Card, Rank, Suit, read_card
from protocol.language import N_
from protocol.message import AnyEvent, Seat
from protocol.setup import OptionValue


class Temper(Enum):
    """A bot's temper."""

    EVEN = "even"
    """It leans neither way."""
    BOLD = "bold"
    """It likes to take."""
    CAREFUL = "careful"
    """It likes to take nothing that it does not need."""


class Stage(Enum):
    """How far a game has come."""

    DEALING = "dealing"
    """The next deal is awaited."""
    PLAYING = "playing"
    """A deal is being played."""
    OVER = "over"
    """The game has ended."""


class Named(int):
    """A seat in what is told that is said by its name."""


class Hidden(Struct, frozen=True, gc=False):
    """Cards of which a viewer knows only how many there are."""

    cards: int

    def __len__(self) -> int:
        return self.cards


Choice = Card | str | tuple[Card | Suit | int | str, ...]
"""A card, a word, or a tuple that reads as records write it: ``("bury ", card)``, ``(card, "=", suit)``."""

_CARD, _SUIT, _RANK, _SEAT, _HIDDEN = range(1, 6)
"""The extension types: the text of a card, of a suit or of a rank; a number for a seat, and for hidden cards."""

LONGEST_ATOM: Final = 3  # The most bytes of an extension type.

_ATOMS: Final[Mapping[object, Ext]] = {
    **{card: Ext(_CARD, card.text.encode()) for card in (*FACES, BLACK_JOKER, RED_JOKER)},
    **{suit: Ext(_SUIT, suit.value.encode()) for suit in Suit},
    **{rank: Ext(_RANK, rank.value.encode()) for rank in Rank},
    **{Named(number): Ext(_SEAT, number.to_bytes()) for number in range(32)},
    **{Hidden(number): Ext(_HIDDEN, number.to_bytes()) for number in range(256)},
}
_READERS: Final[Mapping[int, Callable[[bytes], object]]] = {
    _CARD: lambda data: read_card(data.decode()),
    _SUIT: lambda data: Suit(data.decode()),
    _RANK: lambda data: Rank(data.decode()),
    _SEAT: lambda data: Named(int.from_bytes(data)),
    _HIDDEN: lambda data: Hidden(int.from_bytes(data)),
}


card_atom: Final = {card: _ATOMS[card] for card in (*FACES, BLACK_JOKER, RED_JOKER)}.__getitem__
"""Returns a card as it goes over the wire; a KeyError for anything else."""

atom: Final = _ATOMS.__getitem__
"""Returns a card, suit, rank, named seat or number of hidden cards as it goes over the wire; a KeyError for others."""


def read_atom(code: int, data: bytes) -> object:
    """Return the value of an extension type; raise ``ValueError`` if there is no such type, or it has no such value."""
    read = _READERS.get(code)
    if read is None:
        raise ValueError(
            f"there is no extension type {code}: 1 to {_HIDDEN} are a card, suit, rank, seat, hidden cards"
        )
    return read(data)


def thawed(value: Any) -> Any:  # noqa: ANN401
    """Return a value that may be an extension type that has not gone over the wire yet, as it is after that."""
    return read_atom(value.code, bytes(value.data)) if isinstance(value, Ext) else value


def said(choice: object) -> str:
    """Return a choice, or a part of one, as records write it."""
    if isinstance(choice, tuple | list):
        return "".join([said(part) for part in choice])
    if isinstance(choice, Card):
        return choice.text
    if isinstance(choice, Suit | Rank):
        return str(choice.value)
    return said(thawed(choice)) if isinstance(choice, Ext) else str(choice)


class Answer(Struct, frozen=True, gc=False, tag="game.answer", tag_field="type", forbid_unknown_fields=True):
    """Answer what the game asks."""

    said: Annotated[str, Meta(max_length=32)]
    """One of the choices, as records write it: ``QH``, ``bury QH``, ``in``."""


Told = tuple[str, dict[str, Any]]
"""What has happened: the name of a sentence, and its values."""


class Answered(AnyEvent, frozen=True, gc=False, tag="game.answered"):
    """A seat has answered, or the cards have been dealt; with what follows from it, as far as a viewer is told."""

    seat: Seat | None = None
    """The seat that answered; None if the cards were dealt."""
    said: str | None = None
    """The answer, as records write it; None for the cards, and for an answer that only its seat may know."""
    told: tuple[Told, ...] = ()
    """What has happened, in order: the name of each sentence with its values."""
    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; in the log only."""


class DealSheet(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one deal; each list is by seat."""

    dealer: Seat
    ending: str
    """How it ended: the name of a sentence of the game."""
    points: tuple[int, ...]
    totals: tuple[int, ...]
    """The points of all deals up to this one."""
    more: dict[str, Any] = {}
    """What else the game says of a deal, by name."""
    commitment: str | None = None
    """The SHA-256 that was told when the cards were dealt, in hex."""
    seed: str | None = None
    """The 32 bytes that decided the deal, in hex; told now."""


class OpenDeal(Struct, frozen=True, gc=False):
    """The cards of one deal, open to all."""

    laid: dict[str, Any]
    """How they were dealt, by the keys of records: ``hands``, and what else the game lays out."""
    left: tuple[tuple[Card, ...], ...]
    """What is still in each hand, or was when the deal ended."""

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as dealt, each in the order of the pack."""
        return tuple([tuple(map(thawed, hand)) for hand in self.laid["hands"]])


class SeatFacts(Struct, frozen=True, gc=False):
    """What everyone sees of one seat, whatever the game."""

    cards: int
    """Cards in hand."""
    total: int
    """The points of the deals that have ended."""


class Own(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one seat sees and others do not: sent beside the view of all, with which ``seen`` puts it together.

    A message has none for a spectator, nor once a client has put the two together.
    """

    viewer: Seat
    free: tuple[Seat, ...] = ()
    """The seats that may act although the game does not wait for them, if this seat knows of more than others do."""
    prompt: str = ""
    """The name of what the seat is asked; empty if it may not act."""
    choices: tuple[Any, ...] = ()
    """What it may answer."""
    entries: dict[str, Any] = {}
    """Its own entries of the fields that are lists by seat: its cards are under ``hands``."""
    fields: dict[str, Any] = {}
    """The fields that it sees otherwise than others."""


class View(Struct, frozen=True, dict=True, tag="game.view", tag_field="type", omit_defaults=True, kw_only=True):
    """All that one viewer may know of a game: its setup, what is asked, its results, and its table, masked.

    What is worked out of a view is kept with it, in its ``__dict__``, and goes when it goes.
    """

    game: str
    """The name of the game."""
    players: int
    options: dict[str, OptionValue] = {}
    """The options that differ from their defaults."""
    first_dealer: Seat = Seat(0)
    viewer: Seat | None = None
    """The seat that looks; None for a spectator."""
    stage: Stage
    deal: int
    """The number of the deal, from 1; between two deals that of the next one, at the end that of the last one."""
    dealer: Seat | None
    """The seat that deals or dealt; between two deals that of the next one."""
    asked: tuple[Seat, ...] = ()
    """The seats that the game waits for."""
    free: tuple[Seat, ...] = ()
    """The seats that may act although the game does not wait for them."""
    prompt: str = ""
    """The name of what the viewer is asked; empty if it may not act."""
    choices: tuple[Any, ...] = ()
    """What the viewer may answer: each is a card, a word, or a list of words, cards, suits and numbers."""
    fields: dict[str, Any] = {}
    """The fields of the table of the running or last deal by name, as far as the viewer sees them.

    Empty before the first deal. Hands are under ``hands``, by seat.
    """
    sheets: tuple[DealSheet, ...] = ()
    """The results of the deals that have ended, in order."""
    winners: tuple[Seat, ...] = ()
    """At the end, the seats that have won."""
    commitment: str | None = None
    """The SHA-256 of the seed of the present deal, in hex."""
    hands: tuple[OpenDeal, ...] = ()
    """At the end, the cards of every deal in order; in a replay those of the deal as it stands; otherwise none."""
    duplicate: bool = False
    """True if every seat holds the same hands in the course of the game."""

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None unless exactly one seat is asked."""
        return self.asked[0] if len(self.asked) == 1 else None

    @cached_property
    def legal(self) -> tuple[Answer, ...]:
        """Every answer that the viewer may give now."""
        return tuple([Answer(said(choice)) for choice in self.choices])

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards; none between two deals."""
        plays = self.viewer is not None and self.stage is Stage.PLAYING
        held = self.fields["hands"][self.viewer] if plays else ()
        return tuple(map(thawed, held))

    @property
    def left(self) -> tuple[tuple[Card, ...], ...]:
        """Between two deals and at the end, the cards left in each hand; empty in a game that does not show them."""
        hands = self.fields.get("hands", ()) if self.stage is not Stage.PLAYING else ()
        shown = all(isinstance(hand, tuple | list) for hand in hands)
        return tuple([tuple(map(thawed, hand)) for hand in hands]) if shown else ()

    @property
    def seats(self) -> tuple[SeatFacts, ...]:
        """Every seat in public."""
        hands = self.fields.get("hands") or ((),) * self.players
        totals = self.sheets[-1].totals if self.sheets else (0,) * self.players
        return tuple([SeatFacts(len(thawed(hand)), total) for hand, total in zip(hands, totals, strict=True)])


def seen(view: View, own: Own) -> View:
    """Return a view of all as a seat sees it; raise ``ValueError`` if one is not of the same table as the other."""
    fields = {**view.fields, **own.fields}
    for name, entry in own.entries.items():
        all_seats = fields.get(name)
        if not isinstance(all_seats, tuple | list) or not 0 <= own.viewer < len(all_seats):
            raise ValueError(f"{name:.40} has no entry of seat {own.viewer}")
        fields[name] = type(all_seats)([*all_seats[: own.viewer], entry, *all_seats[own.viewer + 1 :]])
    free = own.free or view.free
    return replace(view, viewer=own.viewer, free=free, prompt=own.prompt, choices=own.choices, fields=fields)


PROGRESS: Final = (
    N_("deal {number}"),
    N_("deal {number} of {deals}"),
    N_("deal {number}, {best}/{target}"),
    N_("deal {number}, {one}:{other}"),
    N_("over after one deal"),
    N_("over after {n} deals"),
)
"""What a list of tables says of a game that has begun: patterns with names in braces for numbers."""
