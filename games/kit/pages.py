"""The rules of a game as a page of Markdown, in which conditions choose what applies to a table.

Each game has a page in its folder, ``<game>.md``, and one for each other language, ``<game>.cy.md``; games of one
folder may share the page that has its name. ``{target}`` is the value of an option, and ``{if discards=declarer}`` …
``{else}`` … ``{end}``, within a line or on lines of their own, shows a part only where an option has a value, one of
several (``deals=1|2``), or any that is not false. An option that a game does not have counts as false, and ``and``
joins conditions. ``game``, ``title`` and ``players`` are known as well, and what ``Game.page`` adds. The items of a
numbered list all begin with ``1.``.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.kit.game import Game
from protocol.language import spoken
from protocol.setup import OptionValue

_TAG: Final = re.compile(r"^\{(?P<line>if [^}\n]+|else|end)\}\n|\{(?P<word>[^}\n]+)\}", re.MULTILINE)
_ITEM: Final = "1. "


def rules(game: Game[Any], players: int, chosen: Mapping[str, OptionValue]) -> str:
    """Return the rules of a table in the reader's language, or in English if there is no page in it.

    Raises:
        InvalidOptions: the game has no such number of players, option or value, or an option does not apply.
    """
    match = game.start(players, chosen)
    values = {**match.options, **game.page(match), "game": game.name, "title": game.title, "players": players}
    folder = game.deal.__module__.rpartition(".")[0]
    return _numbered(_filled(_page(folder, game.name, spoken()), values))


@cache
def _page(folder: str, game: str, language: str) -> str:
    """Return the page of a game, which has its own name or, if it shares it with others, that of its folder."""
    names = (game, folder.rpartition(".")[2])
    pages = [files(folder) / f"{name}{end}" for end in (f".{language}.md", ".md") for name in names]
    return next(page for page in pages if page.is_file()).read_text("utf-8")


def _filled(page: str, values: Mapping[str, OptionValue]) -> str:
    """Return a page with its conditions decided and its values filled in."""
    parts, shows, at = list[str](), [True], 0
    for tag in _TAG.finditer(page):
        parts += [page[at : tag.start()]] * all(shows)
        at, word = tag.end(), tag["line"] or tag["word"]
        if word.startswith("if "):
            shows.append(all(shows) and _holds(word.removeprefix("if "), values))
        elif word == "else":
            shows[-1] = not shows[-1]
        elif word == "end":
            shows.pop()
        elif all(shows):
            parts.append(str(values[word]))
    return "".join([*parts, page[at:]])


def _holds(condition: str, values: Mapping[str, OptionValue]) -> bool:
    """Return True if each option has one of the values that a condition names for it, or one that is not false."""
    parts = [part.partition("=") for part in condition.split(" and ")]
    return all(
        str(values.get(name)) in wanted.split("|") if equals else values.get(name) for name, equals, wanted in parts
    )


def _numbered(page: str) -> str:
    """Return a page with the items of each list numbered."""
    lines, number = list[str](), 0
    for line in page.splitlines(keepends=True):
        number = number + 1 if line.startswith(_ITEM) else 0
        lines.append(f"{number}. {line.removeprefix(_ITEM)}" if number else line)
    return "".join(lines)
