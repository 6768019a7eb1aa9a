"""The command ``tournament``: makes and runs tournaments on the server of this machine, through its Unix socket.

Whoever may read the data directory is one account of that server; its token is kept there.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from chwech_tui import lists
from protocol.aio import ClientChannel, client_channel
from protocol.codec import Codec
from protocol.errors import ErrorCode, ProtocolError
from protocol.language import _
from protocol.messages import VERSION, FromServer, Goodbye, Hello, Refused, Welcome
from protocol.planning import InvalidPlan, read_request
from protocol.sentences import translated
from protocol.tournaments import TournamentAnswer, TournamentRequest
from server.commands.fault import failed
from server.commands.shared import SOCKET_NAME
from server.fronts.page import blocks

TOKEN_NAME: Final = "tournaments.token"  # noqa: S105 - the name of a file
"""The file in the data directory with the token of the account that runs tournaments."""

_PATIENCE: Final = 10.0

_LONGEST_TOKEN: Final = 128
"""The most characters that the protocol takes as a token."""


class _RefusedError(Exception):
    """What the server does not do: the code of the protocol, and a text that says why."""


def main(*, words: tuple[str, ...], data: Path, name: str) -> int:
    """Do what is asked, print the answer, and return the exit status: 0 done, 1 refused, 2 wrong usage or no server."""
    kept = data / TOKEN_NAME
    try:
        token = kept.read_text("utf-8-sig", "replace").strip()[:_LONGEST_TOKEN] if kept.exists() else ""
        lines = asyncio.run(_asked(words, data, Hello((VERSION, VERSION), "chwech tournament", name, token)))
    except InvalidPlan as problem:
        return failed("tournament", problem, 2)
    except _RefusedError as problem:
        code, said = problem.args
        if code == ErrorCode.INVALID_NAME.value:
            said = f"{said} (--name NAME)"
        if code == ErrorCode.UNKNOWN_TOKEN.value:
            said = _(
                "the server does not know the token in {path}: if this is the right directory, remove that file, and a "
                "new account is made",
                path=kept,
            )
        return failed("tournament", said, 1)
    except (OSError, ProtocolError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or _("it does not answer in time")
        said = _(
            "no server answers at {path} ({reason}): chwech serve starts one", path=data / SOCKET_NAME, reason=reason
        )
        return failed("tournament", said, 2)
    print("\n".join(lines))
    return 0


async def _asked(words: Sequence[str], data: Path, hello: Hello) -> list[str]:
    """Ask the server, and return the lines of its answer."""
    async with asyncio.timeout(_PATIENCE):
        channel = client_channel(*await asyncio.open_unix_connection(str(data / SOCKET_NAME)), Codec())
        try:
            welcome = await _greeted(channel, hello, data / TOKEN_NAME)
            found = await _answer(channel, read_request(list(words), welcome.games))
        finally:
            channel.close()
            await channel.wait_closed()
    return blocks(one.printed() for one in lists.tournament(found))


async def _greeted(channel: ClientChannel, hello: Hello, kept: Path) -> Welcome:
    """Greet as the account of this directory, which is made at the first time."""
    await channel.send(hello)
    welcome = await _heard(channel)
    assert isinstance(welcome, Welcome), "the protocol lets nothing else come first"
    if welcome.token:
        with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{welcome.token}\n")
    return welcome


async def _answer(channel: ClientChannel, request: TournamentRequest) -> TournamentAnswer:
    await channel.send(replace(request, id=int(time.time() * 1_000_000)))
    while not isinstance(answer := await _heard(channel), TournamentAnswer):
        pass
    return answer


async def _heard(channel: ClientChannel) -> FromServer:
    message = await channel.receive()
    if message is None:
        raise ConnectionResetError(_("it has ended the connection"))
    if isinstance(message, Goodbye):
        raise _RefusedError(message.code, translated(message).text)
    if isinstance(message, Refused):
        raise _RefusedError("", translated(message).text)
    return message
