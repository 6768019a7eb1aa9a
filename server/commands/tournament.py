"""The command ``tournament``: makes and runs tournaments on the server of this machine, through its Unix socket.

Anyone who can read the data directory acts as one account of that server; its token is kept there.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chwech_tui import lists
from chwech_tui.questions import Refusal, ask_tournaments, conversation
from protocol.aio import client_channel
from protocol.codec import Codec
from protocol.command_line import CommandFault
from protocol.errors import ErrorCode, ProtocolError
from protocol.language import _
from protocol.tournaments import InvalidPlan
from server.commands.shared import SOCKET_NAME
from server.fronts.page import blocks

TOKEN_NAME: Final = "tournaments.token"  # noqa: S105 - the name of a file
"""The file in the data directory with the token of the account that runs tournaments."""

_PATIENCE: Final = 10.0

_LONGEST_TOKEN: Final = 128  # The most characters that the protocol takes as a token.


def main(*, words: tuple[str, ...], data: Path, name: str) -> int:
    """Do what is asked, print the answer, and return the exit status: 0 done, 1 refused, 2 wrong usage or no server."""
    kept = data / TOKEN_NAME
    try:
        token = kept.read_text("utf-8-sig", "replace").strip()[:_LONGEST_TOKEN] if kept.exists() else ""
        lines = asyncio.run(_asked(words, data, name, token))
    except InvalidPlan as problem:
        raise CommandFault(str(problem), 2) from problem
    except Refusal as refusal:
        said = str(refusal)
        if refusal.code == ErrorCode.INVALID_NAME.value:
            said = f"{said} (--name NAME)"
        if refusal.code == ErrorCode.UNKNOWN_TOKEN.value:
            said = _(
                "the server does not know the token in {path}: if this is the right directory, remove that file, and a "
                "new account is made",
                path=kept,
            )
        raise CommandFault(said) from refusal
    except (OSError, ProtocolError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or _("it does not answer in time")
        said = _(
            "no server answers at {path} ({reason}): chwech serve starts one", path=data / SOCKET_NAME, reason=reason
        )
        raise CommandFault(said, 2) from problem
    print("\n".join(lines))
    return 0


async def _asked(words: Sequence[str], data: Path, name: str, token: str) -> list[str]:
    """Ask the server as the account of this directory, which is made at the first time; return the lines it answers."""
    async with asyncio.timeout(_PATIENCE):
        channel = client_channel(*await asyncio.open_unix_connection(str(data / SOCKET_NAME)), Codec())
        async with conversation(channel, "chwech tournament", name, token) as host:
            _keep(host.welcome.token, data / TOKEN_NAME)
            found = await ask_tournaments(host, words)
    return blocks(one.printed() for one in lists.tournament(found))


def _keep(token: str, path: Path) -> None:
    """Keep the token that a new account was given."""
    if token:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{token}\n")
