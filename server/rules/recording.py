"""The record of a game made from all its events, for the games in which each deal has one shuffle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.deck import SHUFFLE_VERSION
from server.rules.game import Label
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex

D = TypeVar("D", bound=Event)
E = TypeVar("E", bound=Event)


class Recording(Struct, Generic[D, E], frozen=True):
    """What the events of one game mean to its record."""

    dealt: type[D]
    """The event of a deal."""

    ended: type[E]
    """The event with the score of a deal; its ``sheet`` has the totals, the seed and the commitment."""

    over: type[Event]
    """The event of the end of the game."""

    acted: Callable[[Event], tuple[int, str] | None]
    """Returns the action behind an event as text, with its seat; None behind what follows by itself."""

    deal: Callable[[E, D, Sequence[tuple[int, str]]], object]
    """Returns the record of a deal, from its score, its cards and its actions."""


def record_fields(
    recording: Recording[D, E],
    setup: Setup,
    differing: Mapping[str, OptionValue],
    events: Iterable[Event],
    label: Label | None,
) -> dict[str, Any]:
    """Return the fields of a record but its game; an unfinished deal is left out."""
    sheets: list[Any] = []
    deals: list[object] = []
    actions: list[tuple[int, str]] = []
    dealt: D | None = None
    complete = False
    for event in events:
        action = recording.acted(event)
        if action is not None:
            actions.append(action)
        elif isinstance(event, recording.dealt):
            dealt = event
        elif isinstance(event, recording.ended):
            assert dealt is not None
            deals.append(recording.deal(event, dealt, tuple(actions)))
            scored: Any = event
            sheets.append(scored.sheet)
            actions = []
        elif isinstance(event, recording.over):
            complete = True
    return {
        "format": FORMAT,
        "players": setup.players,
        "options": differing,
        "deals": tuple(deals),
        "totals": sheets[-1].totals if sheets else (0,) * setup.players,
        "complete": complete,
        "names": label.names if label else None,
        "played_at": label.played_at if label else None,
        "id": label.id if label else None,
        "seed": write_hex(SHUFFLE_VERSION, [sheet.seed for sheet in sheets]),
        "commitment": write_hex(COMMITMENT_SCHEME, [sheet.commitment for sheet in sheets]),
    }
