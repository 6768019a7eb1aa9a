"""The rules of a game as a page of Markdown, in which conditions choose what applies to a table.

Each game has a page in its folder, ``<game>.md``, and one for each other language, ``<game>.cy.md``; games of one
folder may share the page that has its name. ``{target}`` is the value of an option, and ``{if discards=declarer}`` …
``{else}`` … ``{end}``, within a line or on lines of their own, shows a part only where an option has a value, one of
several (``deals=1|2``), or any that is not false. An option that a game does not have counts as false, and ``and``
joins conditions. ``game``, ``title`` and ``players`` are known as well, and what ``Game.page`` adds. The items of a
numbered list all begin with ``1.``.

After a line ``{crib}`` the page says the rules in a few sentences, each a line. The words that are explained in place
come after ``{glossary}``, as ``trick: One round …``; and what the values of options mean after ``{options}``, as
``head=true: beats the trick | A card that follows … | who follows …``, or under the name of an option alone for all its
other values.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from games.kit.game import Game, Match
from games.kit.options import write_value
from games.kit.say import Counted, Say
from protocol.language import _, spoken
from protocol.setup import OptionValue

_TAG: Final = re.compile(r"^\{(?P<line>if [^}\n]+|else|end)\}\n|\{(?P<word>[^}\n]+)\}", re.MULTILINE)
_PART: Final = re.compile(r"\n\{(crib|glossary|options)\}\n")
_ITEM: Final = "1. "


def rules(game: Game[Any], players: int, chosen: Mapping[str, OptionValue]) -> str:
    """Return the rules of a table, in English if need be; raise ``InvalidSetup`` if the game has no such table."""
    lines, number = list[str](), 0
    for line in _told(game.start(players, chosen), "rules").splitlines(keepends=True):
        number = number + 1 if line.startswith(_ITEM) else 0
        lines.append(f"{number}. {line.removeprefix(_ITEM)}" if number else line)
    return "".join(lines)


def crib(match: Match) -> tuple[str, ...]:
    """Return the rules of a table in a few sentences."""
    return tuple(_told(match, "crib").splitlines())


def glossary(game: Game[Any]) -> dict[str, str]:
    """Return the words of the rules that are explained in place."""
    return dict(line.split(": ", 1) for line in _told(game.start(game.players[0], {}), "glossary").splitlines())


def course_file(game: Game[Any]) -> Traversable:
    """Return the file of a game's lessons, which is not there if it has none."""
    return files(game.deal.__module__.rpartition(".")[0]) / f"{game.name}.lessons.toml"


def learning(game: Game[Any]) -> tuple[str, ...]:
    """Return how hard a game is, in dots, and what teaches it, in ever fewer words: ``●●○ lesson, coach``."""
    dots = "●" * game.hard + "○" * (3 - game.hard)
    more = (_("lesson, coach"), _("lesson")) if course_file(game).is_file() else (_("coach"),)
    return *[f"{dots} {words}" for words in more], dots


class Meaning(NamedTuple):
    """What is said of a value of an option, in the reader's language."""

    label: str = ""
    """The value in a few words; empty if it speaks for itself."""
    about: str = ""
    """What it changes, in at most 72 cells."""
    rule: str = ""
    """What the rules of a table say of it, with the value as ``{n}``, ``{deals}`` or ``{cards}``; perhaps nothing."""


def meaning(game: Game[Any], option: str, value: OptionValue) -> Meaning:
    """Return what is said of a value of an option."""
    known = _meanings(_folder(game), game.name, spoken())
    return known.get(f"{option}={write_value(value)}") or known.get(option) or Meaning()


def rule_of(game: Game[Any], option: str, value: OptionValue) -> Say:
    """Return what the rules of a table say of a value of an option; a default mostly goes without saying."""
    number = int(value) if isinstance(value, int) else 0
    rule = meaning(game, option, value).rule
    return Say(rule, n=value, deals=Counted(number, "deals"), cards=Counted(number, "cards"))


@cache
def _meanings(folder: str, game: str, language: str) -> Mapping[str, Meaning]:
    lines = [line.partition(": ") for line in _page(folder, game, language).get("options", "").splitlines()]
    return {key: Meaning(*map(str.strip, told.split("|"))) for key, _colon, told in lines}


def _folder(game: Game[Any]) -> str:
    return game.deal.__module__.rpartition(".")[0]


def _told(match: Match, part: str) -> str:
    game = match.game
    values = {**match.options, **game.page(match), "game": game.name, "title": game.title, "players": match.players}
    return _filled(_page(_folder(game), game.name, spoken()).get(part, ""), values)


@cache
def _page(folder: str, game: str, language: str) -> Mapping[str, str]:
    """Return the parts of the page of a game, which has its own name or, if it shares it, that of its folder."""
    names = (game, folder.rpartition(".")[2])
    pages = [files(folder) / f"{name}{end}" for end in (f".{language}.md", ".md") for name in names]
    rules, *rest = _PART.split(next(page for page in pages if page.is_file()).read_text("utf-8"))
    return {"rules": rules, **dict(zip(rest[::2], rest[1::2], strict=True))}


def _filled(page: str, values: Mapping[str, OptionValue]) -> str:
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
