"""Questions to the offline server by a command that opens no screen: greeted, asked one at a time; and today's line."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from chwech_tui.launch import OfflineServer
from chwech_tui.model.settings import Settings, read_settings
from protocol.aio import ClientChannel
from protocol.daily import Daily, ReadDaily, result_line
from protocol.errors import ProtocolError
from protocol.language import _, prefer
from protocol.messages import VERSION, FromClient, Goodbye, Hello, Refused, Welcome
from protocol.sentences import translated
from protocol.text import clean_text

T = TypeVar("T")

LONGEST: Final = 400
"""The longest sentence of a server, in cells."""


class Unanswered(Exception):
    """The server does not do what it is asked; the text says why."""


def ask(child: OfflineServer, name: str, questions: Callable[[ClientChannel, Settings], Awaitable[T]]) -> T:
    """Return the result of questions, which are given the settings of whoever plays on this machine.

    Raises:
        Unanswered: the server cannot be reached, or refuses.
        InvalidDataDirectory: its data directory cannot be used.
    """
    return asyncio.run(_asked(child, name, questions))


async def _asked(child: OfflineServer, name: str, questions: Callable[[ClientChannel, Settings], Awaitable[T]]) -> T:
    try:
        channel = await child.dial()
        try:
            welcome = await answer(channel, Hello((VERSION, VERSION), name), Welcome)
            settings = read_settings(welcome.settings)
            prefer(settings.language.code)
            return await questions(channel, settings)
        finally:
            channel.close()
    except (OSError, ProtocolError) as error:
        raise Unanswered(await child.explain() or str(error)) from error


async def answer(channel: ClientChannel, question: FromClient | Hello, kind: type[T]) -> T:
    """Send a question, and return its answer.

    Raises:
        Unanswered: it is another one than was asked for.
        ConnectionResetError: there is none.
    """
    await channel.send(question)
    found = await channel.receive()
    if isinstance(found, kind):
        return found
    if isinstance(found, Goodbye | Refused):
        raise Unanswered(clean_text(translated(found).text, cells=LONGEST))
    raise ConnectionResetError(_("the connection was lost"))


def print_line(child: OfflineServer, *, ascii_only: bool) -> int:
    """Print the line of today's result, and return the exit status: 0, or 1 if there is none."""
    try:
        page = ask(child, "chwech today", _page)
    except (ValueError, Unanswered) as error:
        print(f"chwech today: {error}", file=sys.stderr)
        return 1
    if page.result is None:
        print(_("chwech today: there is no result of today yet"), file=sys.stderr)
        return 1
    print(clean_text(result_line(page.result, ascii_only=ascii_only), cells=LONGEST))
    return 0


async def _page(channel: ClientChannel, _settings: Settings) -> Daily:
    return await answer(channel, ReadDaily(1), Daily)
