"""The present engines of the games as the oracle looks at them: what can be seen of a state, in plain values."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

import msgspec
from msgspec import Struct

from protocol.cards import Card
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.game import CHANCE, Game, Label, Over, Seats, Shuffle, draw
from server.rules.registry import GAMES
from tests.oracle.reader import Recorded

_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=lambda card: card.text)

LEFT_OUT: Final = frozenset({
    "type", "viewer", "legal", "hand", "hands", "sheets", "commitment", "game", "last_trick", "last", "last_bout",
    "left", "deals", "target", "limit", "pack", "ruleset", "duplicate", "step", "head", "sides", "joker", "last_deal",
    "widow_cards", "losses", "most", "winners", "phase", "turn", "awaited", "free",
})  # fmt: skip
"""What a view has that is told elsewhere, or follows from the options or from what is asked."""


def differences(game: Recorded) -> str:
    """Play a recorded game with the engine, and return where it first differs; empty if it does not."""
    engine = GAMES[game.game]
    setup = Setup(game.game, game.players, dict(game.options), Seat(game.first_dealer))
    state, events = engine.start(setup), list[Event]()
    for number, want in enumerate(game.moments()):
        now = moment(engine, state, game.players)
        if wrong := _differing(now, want):
            return f"moment {number}: {wrong}"
        if not want.act:
            break
        decided = _decide(engine, state, want.act)
        if told_of(engine, decided, game.players) != want.told:
            return f"moment {number}: what is told of {want.act}"
        events += decided
        for event in decided:
            state = engine.evolve(state, event)
    record, sheets, result = ended(engine, setup, state, events)
    return _differing({"record": record, "sheets": sheets, "result": result}, game)


def _differing(now: dict[str, Any], want: Struct) -> str:
    """Return the names of what is not as it should be."""
    return ", ".join(name for name, value in now.items() if value != getattr(want, name))


def _decide(engine: Game[Any], state: Any, act: Sequence[Any]) -> tuple[Event, ...]:  # noqa: ANN401
    match act:
        case [str(seed)]:
            awaits = engine.awaits(state)
            assert isinstance(awaits, Shuffle)
            return engine.decide(state, CHANCE, draw(awaits, bytes.fromhex(seed)))
        case [seat, answer]:
            legal = {written(action): action for action in engine.legal(state, Seat(seat))}
            return engine.decide(state, Seat(seat), legal[answer])
    raise AssertionError(f"no act: {act}")


def written(action: Action) -> str:
    """Return an action as records write it."""
    return str(import_module(type(action).__module__).write_action(action))


def told_of(engine: Game[Any], decided: Iterable[Event], players: int) -> dict[int, list[str]]:
    """Return the cards that are named in these events to each seat, and to a spectator under -1."""
    viewers = {-1: None, **{seat: Seat(seat) for seat in range(players)}}
    return {key: named(engine.tell(event, viewer) for event in decided) for key, viewer in viewers.items()}


def ended(engine: Game[Any], setup: Setup, state: Any, events: Sequence[Event]) -> tuple[str, Any, Any]:  # noqa: ANN401
    """Return the record, the sheets and the result of a game that is over."""
    label = Label(tuple(f"Seat {seat}" for seat in range(setup.players)), "1", "2026-11-29T12:00:00+00:00")
    over = engine.awaits(state)
    assert isinstance(over, Over)
    record = engine.record(setup, events, label)
    return record, plain(engine.view(state, None).sheets), plain(over.result)


def moment(game: Game[Any], state: Any, players: int) -> dict[str, Any]:  # noqa: ANN401
    """Return what can be seen of a state."""
    seats = [Seat(seat) for seat in range(players)]
    awaits = game.awaits(state)
    spectator = facts(game.view(state, None))
    views = {seat: game.view(state, seat) for seat in seats}
    legal = {seat: sorted(map(written, game.legal(state, seat))) for seat in seats}
    return {
        "asked": sorted(awaits.asked) if isinstance(awaits, Seats) else [],
        "free": sorted(awaits.free) if isinstance(awaits, Seats) else [],
        "legal": {seat: found for seat, found in legal.items() if found},
        "late": {seat: written(game.fallback(state, seat)) for seat, found in legal.items() if found},
        "hands": [plain(views[seat].hand) for seat in seats],
        "shown": spectator,
        "own": {
            seat: own
            for seat, view in views.items()
            if (own := {name: value for name, value in facts(view).items() if spectator.get(name) != value})
        },
    }


def facts(view: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return what a view shows besides what is left out."""
    return {name: value for name, value in plain(view).items() if name not in LEFT_OUT}


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a value in plain types, cards as texts."""
    return msgspec.msgpack.decode(_ENCODER.encode(value))


def named(events: Iterable[Event]) -> list[str]:
    """Return the cards that these events name, sorted."""
    return sorted(set(cards(events)))


def cards(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the cards in any value."""
    if isinstance(value, Card):
        yield value.text
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards(getattr(value, name))
    elif isinstance(value, Iterable) and not isinstance(value, str | bytes):
        for one in value.values() if isinstance(value, dict) else value:
            yield from cards(one)
