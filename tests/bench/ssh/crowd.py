"""Many callers at once: they come, press keys and go, and every wait is measured."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

import asyncssh

from lab.load.caller import Caller
from tests.bench.ssh.house import Guest

KEYS_PER_SECOND: Final = 2.0  # How fast each of them presses.

KEYS: Final = (b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"1")
"""What they press, by turns: each chooses a card that they have not looked at for a while."""

TABLE_DRAWN: Final = b"leave"  # A word at the foot of the table, drawn last.


async def seat(port: int, guest: Guest) -> Caller:
    """Call, and wait until the table is drawn and still."""
    caller = await Caller.call(guest.address, port, guest.key, guest.table)
    await caller.until(TABLE_DRAWN)
    return caller


async def seat_all(port: int, guests: Sequence[Guest], a_second: float = 4.0) -> list[Caller]:
    """Let people arrive one after another, and settle."""
    callers = []
    for guest in guests:
        begun = time.perf_counter()
        callers.append(await seat(port, guest))
        await asyncio.sleep(max(0.0, 1 / a_second - (time.perf_counter() - begun)))
        callers[-1].type(KEYS[-1])
        callers[-1].pressed = 0
    await asyncio.gather(*(caller.quiet(1.0) for caller in callers))
    return callers


async def press_all(callers: Sequence[Caller], seconds: float, a_second: float = KEYS_PER_SECOND) -> list[float]:
    """Let everyone press so many keys a second at their own moments, and give what each key took."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    chance = random.Random(1)
    await asyncio.gather(*(_press(caller, end, chance.random() / a_second, 1 / a_second, taken) for caller in callers))
    return taken


async def _press(caller: Caller, end: float, wait: float, pause: float, taken: list[float]) -> None:
    """Press keys until the end, and one at least."""
    await asyncio.sleep(wait)
    begun = 0.0
    while begun < end:
        begun = time.perf_counter()
        taken.append(await caller.press(KEYS[caller.pressed % len(KEYS)]))
        await asyncio.sleep(max(0.0, begun + pause - time.perf_counter()))


async def arrive(port: int, guests: Sequence[Guest], within: float) -> list[tuple[Caller, float]]:
    """Let people arrive evenly within some seconds; give each with the time to their first whole screen."""

    async def come(delay: float, guest: Guest) -> tuple[Caller, float]:
        await asyncio.sleep(delay)
        begun = time.perf_counter()
        return await seat(port, guest), time.perf_counter() - begun

    gap = within / max(1, len(guests))
    return list(await asyncio.gather(*(come(gap * number, guest) for number, guest in enumerate(guests))))


async def hang_up(callers: Sequence[Caller]) -> None:
    """Let everyone go."""
    await asyncio.gather(*(caller.hang_up() for caller in callers))


class Echo(asyncssh.SSHServerSession[bytes]):
    """A session that answers each key with one kilobyte: the least that SSH itself costs."""

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        return True

    def session_started(self) -> None:
        self._channel.write(TABLE_DRAWN)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._channel.write(b"x" * 1008)
