"""Commands that ask the offline server without any screen: ``config`` for the settings, and ``today`` for its line."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from msgspec import to_builtins

from chwech_tui.launch import OfflineServer
from chwech_tui.model import settings as model
from chwech_tui.model.commands import letters
from chwech_tui.model.game import GAMES
from chwech_tui.questions import Conversation, Refusal, conversation
from protocol.daily import Daily, ReadDaily, result_line
from protocol.errors import ProtocolError
from protocol.language import _, prefer
from protocol.people import KeepSettings, SettingsKept
from protocol.text import clean_text

_KEYS: Final = "keys"  # The name under which all keys are printed, and reset.
_USUAL: Final = "usual"  # The value that resets all keys.


def print_settings(child: OfflineServer, name: str, value: str) -> int:
    """Print all settings or one, or change one, and return the exit status: 0, 1 for a fault, 2 for wrong words."""
    try:
        settings = ask(child, "chwech config", partial(_settings, name=name, value=value))
    except ValueError as error:
        # No such setting, no such value, or a data directory that cannot be used.
        print(f"chwech config: {error}", file=sys.stderr)
        return 2
    except Unanswered as error:
        print(f"chwech config: {error}", file=sys.stderr)
        return 1
    for line in _lines(settings, name):
        print(line)
    return 0


def _lines(settings: model.Settings, name: str) -> list[str]:
    values = to_builtins(settings)
    if not name:
        return [*(_row(setting, values) for setting in model.SETTINGS), _keys_row(settings)]
    if name == _KEYS or name.startswith(model.KEY_SETTING):
        key = name.removeprefix(model.KEY_SETTING)
        effects = letters(GAMES.values())
        rows = [
            f"{model.KEY_SETTING + usual:<11}{model.shown_key(settings.keys, usual):<14}{_capital(effect)}"
            for usual, effect in effects.items()
            if key in {usual, _KEYS}
        ]
        return [_keys_row(settings), *rows] if key == _KEYS else rows
    setting = next(setting for setting in model.SETTINGS if setting.name == name)
    others = [f"  {value:<14}{_(words)}" for value, words in setting.choices.items()]
    return [_row(setting, values), f"{_capital(_(setting.about))}:", *others]


def _row(setting: model.Setting, values: Mapping[str, str]) -> str:
    value = values[setting.name]
    return f"{setting.name:<11}{value:<14}{_(setting.title)}: {setting.said(value)}"


def _keys_row(settings: model.Settings) -> str:
    own = model.keys_words(settings.keys)
    about = _("Keys at a table: {keys}", keys=own)
    return f"{_KEYS:<11}{_USUAL if not settings.keys else own:<14}{about}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _changes(settings: model.Settings, name: str, value: str) -> dict[str, str]:
    """Return the settings to change, empty to reset; raise ``ValueError``, which says what would be right."""
    if name == _KEYS and value != _USUAL:
        resets = _("keys cannot be {value}: usual resets them all, key.l F makes F the key for l", value=repr(value))
        raise ValueError(resets)
    if name == _KEYS:
        return dict.fromkeys(model.stored_keys(settings.keys), "")
    if not name.startswith(model.KEY_SETTING):
        return {name: value}
    pressed = model.key_named(value)
    model.with_key(settings.keys, name.removeprefix(model.KEY_SETTING), pressed, letters(GAMES.values()))
    return {name: pressed}


async def _settings(server: Conversation, settings: model.Settings, name: str, value: str) -> model.Settings:
    """Return the settings, changed if a value is given; raise ``ValueError``, which says what would be right."""
    keys = [f"{model.KEY_SETTING}{key}" for key in letters(GAMES.values())]
    known = keys if name.startswith(model.KEY_SETTING) else [*(setting.name for setting in model.SETTINGS), _KEYS]
    if name not in {"", *known}:
        raise ValueError(
            _("there is no setting {name}: choose one of {known}", name=repr(name), known=", ".join(known))
        )
    if not value:
        return settings
    changes = _changes(settings, name, value)
    for one, new in changes.items():
        settings = model.changed(settings, one, new)
    stored = model.stored_settings(settings)
    await server.ask(SettingsKept, KeepSettings, {one: stored.get(one, "") for one in changes})
    prefer(settings.language.code)
    return settings


LONGEST: Final = 400  # The longest sentence of a server, in cells.

T = TypeVar("T")


class Unanswered(Exception):
    """The offline server does not do what it is asked; the text says why."""


def ask(child: OfflineServer, name: str, questions: Callable[[Conversation, model.Settings], Awaitable[T]]) -> T:
    """Return the result of questions, which are given the settings of this machine's player.

    Raises:
        Unanswered: the server cannot be reached, or refuses.
        InvalidDataDirectory: its data directory cannot be used.
    """
    return asyncio.run(_asked(child, name, questions))


async def _asked(
    child: OfflineServer, name: str, questions: Callable[[Conversation, model.Settings], Awaitable[T]]
) -> T:
    try:
        async with conversation(await child.dial(), name) as server:
            settings = model.read_settings(server.welcome.settings)
            prefer(settings.language.code)
            return await questions(server, settings)
    except Refusal as refusal:
        raise Unanswered(clean_text(str(refusal), cells=LONGEST)) from refusal
    except (OSError, ProtocolError) as error:
        raise Unanswered(await child.explain() or str(error) or _("the connection was lost")) from error


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
    print(result_line(page.result, ascii_only=ascii_only))
    return 0


async def _page(server: Conversation, _settings: model.Settings) -> Daily:
    return await server.ask(Daily, ReadDaily)
