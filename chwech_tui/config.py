"""The command ``config``: prints and changes the settings of games on this machine, without any screen.

The offline server keeps them, so the command asks it, as the screens do.
"""

import asyncio
import sys
from collections.abc import Mapping
from typing import Final

from msgspec import to_builtins

from chwech_tui.launch import OfflineServer
from chwech_tui.model.settings import SETTINGS, Setting, Settings, read_settings, stored_settings, with_setting
from protocol.aio import ClientChannel
from protocol.errors import ProtocolError
from protocol.messages import VERSION, FromServer, Goodbye, Hello, Refused, Welcome
from protocol.settings import KeepSettings
from protocol.text import clean_text

_CELLS: Final = 400


class _Unanswered(Exception):
    """The server does not do what it is asked; the text says why."""


def print_settings(child: OfflineServer, name: str, value: str) -> int:
    """Print all settings or one, or change one, and return the exit status: 0, 1 for a fault, 2 for wrong words."""
    try:
        if name:
            # Wrong words are refused before anything is asked of the server.
            with_setting(Settings(), name, value or to_builtins(Settings()).get(name, ""))
        settings = asyncio.run(_settings(child, name, value))
    except ValueError as error:
        # No such setting, no such value, or a data directory that cannot be used.
        print(f"chwech config: {error}", file=sys.stderr)
        return 2
    except _Unanswered as error:
        print(f"chwech config: {error}", file=sys.stderr)
        return 1
    for line in _lines(settings, name):
        print(line)
    return 0


def _lines(settings: Settings, name: str) -> list[str]:
    values = to_builtins(settings)
    if not name:
        return [_row(setting, values) for setting in SETTINGS]
    setting = next(setting for setting in SETTINGS if setting.name == name)
    others = [f"  {value:<14}{words}" for value, words in setting.choices]
    return [_row(setting, values), f"{setting.about[:1].upper()}{setting.about[1:]}:", *others]


def _row(setting: Setting, values: Mapping[str, str]) -> str:
    value = values[setting.name]
    return f"{setting.name:<11}{value:<14}{setting.title}: {dict(setting.choices)[value]}"


async def _settings(child: OfflineServer, name: str, value: str) -> Settings:
    """Return the settings, after one of them was changed if a value is given."""
    try:
        channel = await child.dial()
        await channel.send(Hello((VERSION, VERSION), "chwech config"))
        welcome = await _answer(channel)
        settings = read_settings(welcome.settings if isinstance(welcome, Welcome) else {})
        if value:
            settings = with_setting(settings, name, value)
            await channel.send(KeepSettings(1, {name: stored_settings(settings).get(name, "")}))
            await _answer(channel)
        channel.close()
    except (OSError, ProtocolError) as error:
        raise _Unanswered(await child.explain() or str(error)) from error
    return settings


async def _answer(channel: ClientChannel) -> FromServer:
    """Return the next message of the server, unless it is a refusal or the end."""
    answer = await channel.receive()
    if answer is None:
        raise ConnectionResetError("the connection was lost")
    if isinstance(answer, Goodbye | Refused):
        raise _Unanswered(clean_text(answer.text, cells=_CELLS))
    return answer
