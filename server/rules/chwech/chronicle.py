"""From the events of a game to its record; what the events mean for the cards is not this file's business."""

from collections.abc import Iterable
from typing import Any

from protocol.chwech.actions import Pass, Play, write_action
from protocol.chwech.events import DealEnded, Dealt, LeadPassed, Led, Passed, Played
from protocol.setup import Setup
from protocol.vocabulary import Event
from server.rules.chwech.options import differing
from server.rules.chwech.record import DealRecord, Record
from server.rules.chwech.variant import read_variant
from server.rules.deck import SHUFFLE_VERSION
from server.rules.records import COMMITMENT_SCHEME, FORMAT, write_hex


def make_record(
    setup: Setup,
    events: Iterable[Event],
    *,
    names: tuple[str, ...] | None = None,
    played_at: str | None = None,
    id: str | None = None,
) -> Record:
    """Give the record of a game from all its events; a deal that was not finished is left out.

    Raises:
        InvalidSetup: Chwech has no such setup.
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
    ruleset: Any = options.pop("ruleset", "revised")
    players: Any = setup.players
    return Record(
        format=FORMAT,
        game="chwech",
        ruleset=ruleset,
        players=players,
        options=options,
        names=names,
        deals=tuple(deals),
        totals=ended[-1].sheet.totals if ended else (0,) * players,
        complete=len(deals) == read_variant(setup).deals,
        played_at=played_at,
        id=id,
        seed=write_hex(SHUFFLE_VERSION, [end.sheet.seed for end in ended]),
        commitment=write_hex(COMMITMENT_SCHEME, [end.sheet.commitment for end in ended]),
    )


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
