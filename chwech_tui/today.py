"""The command ``today --share``: prints the line of today's result on this machine, without any screen."""

import asyncio
import sys

from chwech_tui.launch import OfflineServer
from protocol.aio import ClientChannel
from protocol.daily import Daily, ReadDaily
from protocol.daily_line import result_line
from protocol.errors import ProtocolError
from protocol.language import _
from protocol.messages import VERSION, Goodbye, Hello, Refused, Welcome
from protocol.sentences import translated
from protocol.text import clean_text

_CELLS = 400


class _Unanswered(Exception):
    """The server does not tell the day; the text says why."""


def print_line(child: OfflineServer, *, ascii_only: bool) -> int:
    """Print the line of today's result, and return the exit status: 0, or 1 if there is none."""
    try:
        page = asyncio.run(_page(child))
    except (ValueError, _Unanswered) as error:
        print(f"chwech today: {error}", file=sys.stderr)
        return 1
    if page.result is None:
        print(_("chwech today: there is no result of today yet"), file=sys.stderr)
        return 1
    print(clean_text(result_line(page.result, ascii_only=ascii_only), cells=_CELLS))
    return 0


async def _page(child: OfflineServer) -> Daily:
    try:
        channel = await child.dial()
        try:
            return await _ask(channel)
        finally:
            channel.close()
    except (OSError, ProtocolError) as error:
        raise _Unanswered(await child.explain() or str(error)) from error


async def _ask(channel: ClientChannel) -> Daily:
    await channel.send(Hello((VERSION, VERSION), "chwech today"))
    answer = await channel.receive()
    if isinstance(answer, Welcome):
        await channel.send(ReadDaily(1))
        answer = await channel.receive()
    if isinstance(answer, Daily):
        return answer
    said = translated(answer).text if isinstance(answer, Goodbye | Refused) else _("the connection was lost")
    raise _Unanswered(clean_text(said, cells=_CELLS))
