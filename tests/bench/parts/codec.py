"""How long it takes to write and to read what travels at a table, against MessagePack alone and JSON."""

import json
from collections.abc import Callable
from typing import Final

import msgpack  # type: ignore[import-untyped]  # it carries no types
from msgspec.structs import replace

from games.kit.view import packed
from protocol.codec import Codec, to_plain
from protocol.game import Answered
from protocol.messages import Act, FromServer, Happened
from protocol.setup import Setup
from protocol.table import Event
from tests.bench import floor
from tests.bench.measure import Better, Findings, Measure, Other, Scale
from tests.bench.parts.engine import taken_by_turns, uncollected
from tests.bench.peers.scratch import Scratch
from tests.chwech_tui.stage import Stage

TIMES: Final = 20  # How often each message of a deal is written and read in a round.

FLOOR: Final = "floor: msgpack alone, plain values"

PEER: Final = "json of the standard library, plain values"

NOTE: Final = (
    "All messages that one of six hears in a deal. Ours makes typed, frozen values and checks each part; the others "
    "make lists and maps, and check nothing."
)

CODEC: Final = Codec()


def told() -> list[FromServer]:
    """Return what one player of six is told in a deal, each message with the whole view."""
    stage = Stage(Setup("chwech", 6, {"deals": 1}), seed="codec")
    return [Happened(table.seq, _sent(event), table) for event, table in stage.told_turns()]


def _sent(event: Event) -> Event:
    """Return what a player has heard as the host sends it."""
    assert isinstance(event, Answered)
    return replace(event, told=tuple([(what, packed(values)) for what, values in event.told]))


def measure(scale: Scale, scratch: Scratch) -> Findings:
    """Write and read, all by turns."""
    messages, times = told(), scale.of(TIMES)
    frames = [CODEC.encode_server(message) for message in messages]
    acts = [
        CODEC.pack(Act(number, message.view.seq, message.view.game.legal[0]))
        for number, message in enumerate(messages)
        if isinstance(message, Happened) and message.view.game is not None and message.view.game.legal
    ]
    plain, plain_acts = ([msgpack.unpackb(frame) for frame in each] for each in (frames, acts))
    # JSON has no bytes: there a card is its name.
    named = [to_plain(message) for message in messages]
    texts, text_acts = ([json.dumps(value) for value in each] for each in (named, plain_acts))
    with uncollected():
        return Findings(
            (
                _measure("an event with its view, written by the host", scale, times, {
                    "": lambda: [CODEC.encode_server(one) for one in messages],
                    FLOOR: lambda: [msgpack.packb(one) for one in plain],
                    PEER: lambda: [json.dumps(one).encode() for one in named],
                }, len(frames)),
                _measure("the same, read by a client into typed values", scale, times, {
                    "": lambda: [CODEC.read_server(one)[0] for one in frames],
                    FLOOR: lambda: [msgpack.unpackb(one) for one in frames],
                    PEER: lambda: [json.loads(one) for one in texts],
                }, len(frames)),
                _measure("an action, read by the host with every limit", scale, times, {
                    "": lambda: [CODEC.decode_client(one) for one in acts],
                    FLOOR: lambda: [msgpack.unpackb(one) for one in acts],
                    PEER: lambda: [json.loads(one) for one in text_acts],
                }, len(acts)),
            ),
            (
                f"{NOTE} What is told in it has {sum(map(len, frames)) / len(frames):.0f} bytes on average.",
            ),
        )  # fmt: skip


def _measure(name: str, scale: Scale, times: int, who: dict[str, Callable[[], object]], count: int) -> Measure:
    """Measure one direction, in microseconds a message."""

    def take(do: Callable[[], object]) -> Callable[[], float]:
        return lambda: 1_000_000 * floor.seconds(lambda: [do() for _ in range(times)]) / times / count

    rounds = taken_by_turns(4 * scale.rounds, {one: take(do) for one, do in who.items()})
    others = tuple(Other(one, tuple(figures)) for one, figures in rounds.items() if one)
    return Measure(name, "µs", Better.LESS, tuple(rounds[""]), others)
