"""Lays out the text of answers in columns and paragraphs, and suggests corrections of misspelt words.

What other people wrote is cleaned; what a list tells of it is in the client's lists.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from games.kit.pages import learning
from games.registry import GAMES
from protocol.command_line import near
from protocol.language import _, ngettext, pgettext
from protocol.lobby import ServerStatus
from protocol.setup import GameOffer
from protocol.text import clean_text, text_width, wrapped


def unknown(word: str, known: Collection[str], said: str = "") -> str:
    """Return a sentence, ``said`` or the usual one, that a word is unknown, with the most similar one or all."""
    meant = near(word.lower(), tuple(known)) or _("there are {names}", names=", ".join(known))
    said = said or _("there is no {word} here", word=quoted(word))
    return f"{said}: {meant}"


WIDTH: Final = 80

_NAME_CELLS: Final = 24
_WORD_CELLS: Final = 64
_GAP: Final = "  "


def named(name: str) -> str:
    """Clean a name that a person chose."""
    return clean_text(name, cells=_NAME_CELLS)


def worded(text: str) -> str:
    """Clean a short text from the host."""
    return clean_text(text, cells=_WORD_CELLS)


def quoted(word: str) -> str:
    """Quote what the visitor typed; what draws nothing is named."""
    return repr(word[:40])


def safe(text: str) -> str:
    """Keep only printable characters and line feeds: the last defence, whatever was cleaned before."""
    return "".join(character for character in text if character.isprintable() or character == "\n")


def columns(rows: Sequence[Sequence[str]], numbers: Iterable[int] = (), width: int = WIDTH) -> list[str]:
    """Lay out rows of text in columns; number columns are right-aligned, and the last column may wrap."""
    to_the_right = set(numbers)
    cells = [max(text_width(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        spaces = [" " * (wide - text_width(word)) for wide, word in zip(cells, row, strict=False)]
        fixed = [
            space + word if place in to_the_right else word + space
            for place, (space, word) in enumerate(zip(spaces, row, strict=False))
        ]
        lines += hung(_GAP.join([*fixed, ""]), row[-1], width)
    return lines


def blocks(
    found: Iterable[tuple[Sequence[str], Sequence[Sequence[str]], Collection[int]]], width: int = WIDTH
) -> list[str]:
    """Lay out lists one below the other: what stands above each, and its rows with their headings."""
    lines = list[str]()
    for titles, rows, numbers in found:
        lines += [line for title in titles for line in hung("", title, width)]
        lines += [*(columns(rows, numbers, width) if rows else ()), ""]
    return lines[:-1]


def hung(head: str, text: str, width: int = WIDTH) -> list[str]:
    """Write a text after a head, with a hanging indent; wider than ``width`` cells only if a word is longer."""
    cells = text_width(head)
    first, *others = [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped(text, width - cells)]
    return [(head + first).rstrip(), *(" " * cells + other for other in others)]


_GAME_NUMBERS = {1, 2}


def games_lines(offers: Iterable[GameOffer], width: int = WIDTH) -> list[str]:
    """Return a line for each game, with a heading."""
    heading = (
        pgettext("column", "game"),
        pgettext("column", "players"),
        pgettext("column", "minutes"),
        pgettext("column", "about"),
    )
    rows = []
    for one in offers:
        about = [_(safe(one.about)), *(learning(GAMES[one.name])[-2:-1] if one.name in GAMES else ())]
        rows.append((worded(one.name), players_words(one.players), str(one.minutes or ""), " · ".join(about)))
    return columns([heading, *rows], _GAME_NUMBERS, width)


def players_words(players: Iterable[int]) -> str:
    """Return numbers of players as ranges: ``3-5``, ``4, 6``."""
    spans: list[list[int]] = []
    for number in sorted(players):
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


def status_lines(status: ServerStatus) -> list[str]:
    """Return the page as text."""
    return [
        safe(status.name) or "Chwech",
        _("{version}, up since {time} UTC", version=safe(status.version), time=_minute(status.since)),
        ngettext("{n} person is here", "{n} people are here", status.people),
        ngettext("{n} table is being played", "{n} tables are being played", status.playing),
        ngettext("{n} table waits for players", "{n} tables wait for players", status.waiting),
        _("deal of the day: {day}, until {time} UTC", day=safe(status.day), time=_minute(status.day_ends_at)),
        *([_("game night: {time} UTC", time=_minute(status.night_at))] if status.night_at else []),
    ]


def status_json(status: ServerStatus) -> str:
    """Return it for a program, on one line; every key is always present."""
    plain = {name: getattr(status, name) for name in status.__struct_fields__ if name != "id"}
    return msgspec.json.encode(plain).decode() + "\n"


def _minute(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
