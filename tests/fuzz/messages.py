"""A hostile server: every message that a server sends, well-formed, and odd in some part.

Each comes to a real app that is somewhere: in the lobby, at a table before, in and after a game, at a replay. Then some
keys are pressed, and one that leaves. The app has ended by then, and what it leaves on the terminal is one clean line.

    python -m tests.fuzz.messages --rounds 500 --seed 1
"""

import argparse
import asyncio
import contextlib
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, Final

from textual.pilot import Pilot

from chwech_tui.app import ChwechApp
from chwech_tui.errand import Errand, Greet, Join, PlayNow, Watch
from chwech_tui.link import Identity, Route
from chwech_tui.model.ink import printable
from chwech_tui.remote import RemoteChannel
from chwech_tui.theme import Palette
from protocol.aio import ClientChannel, ServerChannel
from protocol.archive import GameEntry
from protocol.codec import Codec, to_plain
from protocol.connection import SERVER_LIMIT, ConnectionState, write_frame
from protocol.errors import ProtocolError
from protocol.lobby import Person, Where
from protocol.message import Seat
from protocol.messages import FromClient, FromServer
from protocol.setup import Setup
from protocol.table import Line
from tests.chwech_tui.fake_server import FakeServer
from tests.chwech_tui.replays import record_of, steps_of
from tests.chwech_tui.stage import Stage
from tests.protocol.examples import FROM_SERVER
from tests.protocol.golden import CODEC

PATIENCE: Final = 10.0  # Seconds in which an app has ended that was told to.

NUMBERS: Final = (
    -1,
    0,
    1,
    2,
    3,
    5,
    6,
    7,
    8,
    31,
    32,
    53,
    255,
    10**6,
    2**31,
    2**53,
    2**63 - 1,
    2**63,
    2**64 - 1,
    -(2**63),
)
SECONDS: Final = (*NUMBERS, 0.5, -0.5, 1e15, 1e308, float("nan"), float("inf"), float("-inf"))
TEXTS: Final = (
    *(
        "",
        " ",
        "x",
        "chwech",
        "0",
        "-1",
        "JK",
        "C",
        "\x1b[2J\x1b]0;gone\x07",
        "\u202egnirts",
        "a\u0301" * 40,
        "W" * 5000,
    ),
    *("\n" * 50, "[bold]x[/bold]", "[/", "\x00", "漢字" * 60, "\ud7ff\uf8ff", "°Nia", "amber-river-stone", "closing"),
)
KEYS: Final = (
    *("enter", "space", "escape", "left", "right", "up", "down", "tab", "backspace", "1", "2", "9", "p", "h", "l", "s"),
    *("w", "r", "t", "x", "i", "n", "e", "b", "v", "j", "k", "g", "question_mark", "c", "o", "m", "a", "y", "z"),
)
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What must not reach a terminal from a server."""


class Hostile(FakeServer):
    """Answers as it should for a while, then says something odd, and goes on."""

    def __init__(self, random: Random, stage: Stage | None, after: int, *, remote: bool) -> None:
        """Be odd after so many messages, over a network or on this machine, where nobody looks at what comes in."""
        super().__init__(stage)
        self.remote = remote
        self.unasked: FromServer | None = None  # What it says without being asked.
        self.random = random
        self.after = after
        self.odd: list[FromServer] = []  # What was odd.

    async def dial(self) -> ClientChannel:
        """Give a client its end."""
        channel = await super().dial()
        return RemoteChannel(channel._reader, channel._writer, channel._connection) if self.remote else channel

    async def _serve(self, channel: ServerChannel) -> None:
        """Serve with a channel that changes what is said."""

        async def send(message: FromServer) -> None:
            self.after -= 1
            few = len(self.odd) < 3 or self.random.random() < 0.2
            if self.after < 0 and (few or message is self.unasked):
                message = mutated(self.random, message)
                self.odd.append(message)
            # Nothing on this side minds what a server may say.
            channel._connection.state = ConnectionState.OPEN
            channel._writer.write(write_frame(CODEC.encode_server(message), SERVER_LIMIT))
            await channel.drain()

        with contextlib.suppress(ProtocolError):
            await super()._serve(Changed(channel, send))

    async def _answer(self, channel: ServerChannel, message: FromClient) -> None:
        """Answer, and say something that nobody has asked for."""
        await super()._answer(channel, message)
        if self.after < 0 and self.unasked is not None:
            await channel.send(self.unasked)
            self.unasked = None


class Changed(ServerChannel):
    """A channel whose words are changed on their way."""

    def __init__(self, channel: ServerChannel, say: Callable[[FromServer], Awaitable[None]]) -> None:
        """Speak over another channel, by this."""
        super().__init__(channel._reader, channel._writer, channel._connection)
        self._say = say

    async def send(self, message: FromServer) -> None:
        """Say something."""
        await self._say(message)


UNASKED: Final = tuple(FROM_SERVER.values())  # What a server may say, asked or not.

KINDS: Final = tuple(
    [message for message in UNASKED if type(message) is kind] for kind in dict.fromkeys(map(type, UNASKED))
)
"""The same by kind."""


def mutated(random: Random, message: FromServer) -> FromServer:
    """Give a message of the same type that can be read and is odd."""
    plain = to_plain(message)
    for _ in range(200):
        odd = plain
        for _ in range(random.choice((1, 1, 2, 5))):
            odd = _changed(random, odd)
        try:
            return CODEC.read_server(Codec().pack(odd))[0]
        except ProtocolError:
            continue
    return message


def _changed(random: Random, plain: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any value at all
    """Give a value with one part of it changed."""
    if isinstance(plain, dict) and plain and random.random() < 0.97:
        key = random.choice([*plain])
        if random.random() < 0.05 and key != "type":
            return {name: value for name, value in plain.items() if name != key}
        return {**plain, key: plain[key] if key == "type" else _changed(random, plain[key], depth + 1)}
    if isinstance(plain, list) and plain and random.random() < 0.8:
        place = random.randrange(len(plain))
        return [*plain[:place], _changed(random, plain[place], depth + 1), *plain[place + 1 :]]
    if isinstance(plain, list):
        return random.choice(([], plain[:1], plain[1:], plain * 2, plain * 60, plain[::-1], [*plain, None]))
    return _scalar(random, plain)


def _scalar(random: Random, plain: object) -> object:
    """Give another value, mostly of the same kind."""
    if random.random() < 0.1:
        return random.choice((None, True, 0, "", [], {}))
    match plain:
        case bool():
            return not plain
        case int():
            return random.choice((*NUMBERS, plain + 1, plain - 1))
        case float():
            return random.choice(SECONDS)
        case str():
            return random.choice((*TEXTS, plain + "x", *WORDS))
    return random.choice((None, *NUMBERS, *TEXTS))


def _words(plain: object) -> Iterator[str]:
    """Give every text in a value."""
    if isinstance(plain, str):
        yield plain
    for part in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from _words(part)


WORDS: Final = tuple(sorted({word for message in FROM_SERVER.values() for word in _words(to_plain(message))}))
"""Every text that a server has ever said: phases, names, cards, codes."""


def stages(random: Random) -> Stage | None:
    """Give a game that has come anywhere, or none."""
    stage = Stage(Setup("chwech", random.choice((4, 5, 6, 7)), {"deals": random.choice((1, 2))}), seed="hostile")
    return random.choice((None, stage, stage))


def errands(random: Random) -> Errand:
    """Give what someone wants of a server."""
    place = "cards.example"
    return random.choice(
        (
            Greet(),
            PlayNow(),
            PlayNow(fresh=True),
            Join(place),
            Join(place, "amber-river-stone"),
            Watch(place, "calm-river"),
        )
    )


def furnish(server: FakeServer) -> None:
    """Give a server something to show."""
    server.games = (GameEntry(7, "calm-river", 1.0, Setup(), ("Ann",) * 6, (1, 2, 3, 4, 5, 6), Seat(0)),)
    server.people = (Person("Megan", Where.LOBBY), Person("Nia", Where.TABLE, "calm-river"))
    server.talk = (Line(1, "Nia", "hello", 1.0),)
    server.record = ("one line",)
    server.replay = steps_of(record_of())


async def visit(random: Random, unasked: FromServer) -> tuple[Hostile, ChwechApp, str]:
    """Let someone come to a hostile server, and say what is wrong with how it ended; nothing where all is well."""
    after = random.choice((0, 0, 1, 1, 2, 2, 3, 4, 6, 10))
    server = Hostile(random, stages(random), after, remote=random.random() < 0.7)
    server.unasked = unasked
    furnish(server)
    app = ChwechApp(Route(server.dial, Identity("Megan")), errands(random), Palette())
    size = random.choice(((80, 24), (100, 30), (160, 50), (40, 10)))
    try:
        async with asyncio.timeout(3 * PATIENCE), app.run_test(size=size) as pilot:
            await pilot.pause()
            for _ in range(random.randrange(12)):
                await press(pilot, random.choice(KEYS))
            await leave(pilot)
    except Exception as fault:  # noqa: BLE001 - this is what is looked for
        if fault is not app.fault:
            return server, app, f"{type(fault).__name__}: {fault}"
    words = printable(app.parting_words)
    if CONTROL.search(words) or len(words) > 500 or (app.fault is not None and not words):
        return server, app, f"what is left on the terminal: {words!r}"
    return server, app, ""


async def press(pilot: Pilot[int], key: str) -> None:
    """Press a key, if there is still someone to hear it."""
    if pilot.app.is_running and pilot.app._exit is False:
        await pilot.press(key)
        shown = "".join(segment.text for strip in pilot.app.screen._compositor.render_strips() for segment in strip)
        assert not CONTROL.search(shown), "something raw is drawn"


async def leave(pilot: Pilot[int]) -> None:
    """Press the keys that end the client, as someone does who wants to be gone."""
    for key in ("escape", "q", "y", "q", *["ctrl+c"] * 6):
        await press(pilot, key)
        if pilot.app._exit:
            return
    raise AssertionError("nothing ends it")


def fuzz(seed: int, going: Callable[[int], bool]) -> tuple[Counter[str], list[str]]:
    """Visit as long as it goes on; count what was said oddly, and give what went wrong."""
    said: Counter[str] = Counter()
    wrong: list[str] = []
    number = 0
    while going(number):
        random = Random(f"{seed} {number}")
        server, app, fault = asyncio.run(visit(random, random.choice(KINDS[number % len(KINDS)])))
        said.update(type(message).__name__ for message in server.odd)
        if app.fault is not None:
            said[f"given up {'afar' if server.remote else 'here'}: {app.parting_words}"] += 1
        if fault:
            wrong.append(f"seed {seed}, round {number}: {fault[:600]}\n  {[repr(one)[:300] for one in server.odd]}")
        number += 1
    return said, wrong


def main(argv: list[str]) -> int:
    """Visit so often, say what came of it, and give the exit status."""
    parser = argparse.ArgumentParser(prog="messages", description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="how many clients (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which servers (default: %(default)s)")
    options = parser.parse_args(argv)
    said, wrong = fuzz(options.seed, lambda number: number < options.rounds)
    print(", ".join(f"{number} {name}" for name, number in said.most_common()))
    print("\n".join(wrong) or "nothing went wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
