"""The record of a game of Chwech (``docs/records.md``), read from JSON and made from events."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.kit.deck import SHUFFLE_VERSION
from protocol.chwech.actions import Pass, Play, write_action
from protocol.chwech.events import DealEnded, Dealt, LeadPassed, Led, Passed, Played
from protocol.language import sentence
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.chwech.options import Variant, differing, read_variant
from server.rules.duplicate import DUPLICATE_VERSION
from server.rules.records import COMMITMENT_SCHEME, FORMAT, RecordFault, Text, read_line, write_hex

_ALLOWED: Final = {
    "format": FORMAT,
    "game": "chwech",
    "ruleset": "revised or original",
    "players": "4, 5, 6 or 7",
    "end": "out or deadlock",
}

_Cards = Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=9)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=7)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal; every list except ``actions`` is by seat."""

    dealer: int
    hands: Annotated[tuple[_Cards, ...], Meta(max_length=7)]
    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=8)]], ...], Meta(max_length=2000)]
    """Each action with its seat, in order, passes included."""

    won: _BySeat
    left: _BySeat
    scores: _BySeat
    end: Literal["out", "deadlock"]


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    game: Literal["chwech"]
    ruleset: Literal["revised", "original"]
    players: Literal[4, 5, 6, 7]
    options: dict[OptionName, OptionValue]
    """The other options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=24)]
    totals: _BySeat
    complete: bool
    names: Annotated[tuple[Text, ...], Meta(max_length=7)] | None = None
    played_at: Text | None = None
    id: Text | None = None
    hinted: _BySeat = ()
    """The seats on which hints were taken, in order."""

    seed: Text | None = None
    """``deal-v1``, then the seed of each deal in hex; the hands can be derived from it."""

    commitment: Text | None = None
    """``sha256``, then the SHA-256 of each seed in hex, as published before the first card."""

    def setup(self) -> Setup:
        """Return the setup of the game.

        Raises:
            RecordFault: the ruleset is among the options.
        """
        if "ruleset" in self.options:
            raise RecordFault(sentence("options: the ruleset has a key of its own"))
        options = dict(self.options)
        if self.ruleset != "revised":
            options["ruleset"] = self.ruleset
        return Setup(self.game, self.players, options)


def read_record(line: bytes) -> GameRecord:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record; whether it follows the rules of the game is not checked here.
    """
    return read_line(GameRecord, line, _ALLOWED)


def write_record(record: GameRecord) -> bytes:
    """Return a record as one line, without its line end."""
    return msgspec.json.encode(record)


def make_record(
    setup: Setup,
    events: Iterable[Event],
    *,
    names: tuple[str, ...] | None = None,
    played_at: str | None = None,
    id: str | None = None,
) -> GameRecord:
    """Return the record of a game, made from all its events; an unfinished deal is left out.

    Raises:
        InvalidSetup: Chwech does not support this setup.
    """
    ended: list[DealEnded] = []
    deals: list[DealRecord] = []
    actions: list[tuple[int, str]] = []
    hands: tuple[tuple[str, ...], ...] = ()
    for event in events:
        match event:
            case Dealt():
                hands = tuple(tuple(card.text for card in hand) for hand in event.hands)
                actions = []
            case Led() | Played() | Passed() | LeadPassed():
                actions.append(_action(event))
            case DealEnded():
                ended.append(event)
                deals.append(_deal(event, hands, actions))
    options = differing(setup.players, setup.options)
    variant = read_variant(setup)
    ruleset: Any = options.pop("ruleset", "revised")
    players: Any = setup.players
    return GameRecord(
        format=FORMAT,
        game="chwech",
        ruleset=ruleset,
        players=players,
        options=options,
        names=names,
        deals=tuple(deals),
        totals=ended[-1].sheet.totals if ended else (0,) * players,
        complete=len(deals) == variant.deals,
        played_at=played_at,
        id=id,
        seed=_seed_text(variant, ended),
        commitment=write_hex(COMMITMENT_SCHEME, [end.sheet.commitment for end in ended[: _count(variant, ended)]]),
    )


def _count(variant: Variant, ended: Sequence[DealEnded]) -> int:
    """Return for how many of the deals that have ended a record has a commitment: one stands for a duplicate game."""
    return 1 if variant.duplicate else len(ended)


def _seed_text(variant: Variant, ended: Sequence[DealEnded]) -> str | None:
    """Return the seeds of a record: of each deal, or the one of a duplicate game, which is told with its last deal."""
    scheme = DUPLICATE_VERSION if variant.duplicate else SHUFFLE_VERSION
    return write_hex(scheme, [end.sheet.seed for end in ended[-_count(variant, ended) :]])


def _action(event: Led | Played | Passed | LeadPassed) -> tuple[int, str]:
    action: Pass | Play = event.play if isinstance(event, Led | Played) else Pass()
    return event.seat, write_action(action)


def _deal(event: DealEnded, hands: tuple[tuple[str, ...], ...], actions: list[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    return DealRecord(
        dealer=sheet.dealer,
        hands=hands,
        actions=tuple(actions),
        won=sheet.won,
        left=sheet.left,
        scores=sheet.scores,
        end=sheet.ending.value,
    )
