"""Someone at a front, who measures what they see: ``python -m tests.journeys.distant_player HOST PORT REMARKS``.

A line of standard input asks for something, and a line of JSON on standard output tells what came of it:

* ``talk``: make remarks at a table, and press keys that the front answers alone; the seconds that each took to be seen;
* ``lost``: wait until the screen says that the line is cut; the time then, by the monotonic clock of the machine;
* ``back``: make a remark; the time when it is seen.
"""

import asyncio
import json
import sys
import time
from typing import Final

import asyncssh

from lab.load.caller import Caller

_PAUSE: Final = 2.1  # Seconds between two remarks: a host takes no more from anybody.

_HELP: Final = (b"?", b"the replay")
_BACK: Final = (b"\x1b", b"Begin")


async def main(host: str, port: int, remarks: int) -> None:
    """Come to a table, and do what is asked for until the end of the input."""
    caller = await Caller.call("", port, asyncssh.generate_private_key("ssh-ed25519"), host=host)
    await caller.until(b"call you")
    await caller.ask(b"Nell\r", b"New table")
    await caller.ask(b"n", b"More rules")
    await caller.ask(b"\r", b"Begin")
    _tell({"came": True})
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        match line:
            case "talk":
                _tell({"remarks": [await remark(caller, f"word{number}") for number in range(remarks)]})
            case "keys":
                _tell({"keys": [await look(caller) for _ in range(remarks)]})
            case "lost":
                await caller.until(b"was lost", b"is cut", b"o connection")
                _tell({"at": time.monotonic()})
            case "back":
                await remark(caller, "again")
                _tell({"at": time.monotonic()})
    await caller.hang_up()


async def look(caller: Caller) -> float:
    """Look at the list of the keys and go back, and give the seconds until the list is seen."""
    taken = await caller.ask(*_HELP)
    await caller.ask(*_BACK)
    return taken


async def remark(caller: Caller, word: str) -> float:
    """Say something, and give the seconds until it is seen, counted from the last key."""
    await caller.ask(b"t" + word.encode(), word.encode())
    await caller.quiet(_PAUSE)
    return await caller.ask(b"\r", word.encode())


def _tell(what: object) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
