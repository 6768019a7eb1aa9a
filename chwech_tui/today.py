"""The command ``today --share``: prints the line of today's result on this machine, without any screen."""

import sys

from chwech_tui.launch import OfflineServer
from chwech_tui.model.settings import Settings
from chwech_tui.questions import LONGEST, Unanswered, answer, ask
from protocol.aio import ClientChannel
from protocol.daily import Daily, ReadDaily
from protocol.daily_line import result_line
from protocol.language import _
from protocol.text import clean_text


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
