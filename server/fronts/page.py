"""Lays out the text of answers, cleans what other people wrote, and suggests corrections of misspelt words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Final

from protocol import lists
from protocol.archive import GameEntry
from protocol.language import _, ngettext, pgettext
from protocol.rating import Ranked, ranking
from protocol.setup import OptionValue
from protocol.text import clean_text, text_width, wrapped


def unknown(word: str, known: Collection[str], said: str = "") -> str:
    """Return a sentence, ``said`` or the usual one, that a word is unknown, with the most similar one or all."""
    meant = likeness(word, known) or _("there are {names}", names=", ".join(known))
    said = said or _("there is no {word} here", word=quoted(word))
    return f"{said}: {meant}"


def likeness(word: str, known: Collection[str]) -> str:
    """Return a question that suggests the most similar known word; empty if none is similar."""
    alike = get_close_matches(word[:40].lower(), known, n=1)
    return _("did you mean {name}?", name=alike[0]) if alike else ""


WIDTH: Final = 80

_NAME_CELLS: Final = 24
_WORD_CELLS: Final = 64
_GAP: Final = "  "
_GLUE: Final = "\N{NO-BREAK SPACE}"


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


def moment(seconds: float) -> str:
    """Write a time in ISO 8601, in UTC and to the second."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def settings(options: Mapping[str, OptionValue]) -> str:
    """Write options as on a command line: ``ruleset=original, deals=2``."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())


def cleaned(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Clean the text values among options."""
    return {worded(name): worded(value) if isinstance(value, str) else value for name, value in options.items()}


def history_rows(entries: Iterable[GameEntry], cells: int = _NAME_CELLS) -> list[tuple[str, ...]]:
    """Return a list of finished games, the headings first; a name has so many cells at most."""
    heading = (
        # Translators: the heading of a column of numbers.
        pgettext("heading", "No."),
        pgettext("heading", "Ended (UTC)"),
        pgettext("heading", "Table"),
        pgettext("heading", "Game"),
        pgettext("heading", "Result"),
    )
    return [heading, *(_history_row(entry, cells) for entry in entries)]


def _history_row(entry: GameEntry, cells: int) -> tuple[str, ...]:
    ended = moment(entry.ended_at)
    result = ", ".join(_history_place(entry, one, cells) for one in ranking(entry.totals, entry.sides))
    return str(entry.game), f"{ended[:10]} {ended[11:16]}", worded(entry.table), worded(entry.setup.game), result


def _history_place(entry: GameEntry, one: Ranked, cells: int) -> str:
    """Return the place, the names and the total of a player or of partners, to be wrapped between names."""
    names = lists.names(tuple(clean_text(name, cells=cells) for name in entry.names))
    mark = _("(hints)")
    parts = [f"{names[seat]} {mark}" if seat in entry.hinted else names[seat] for seat in (one.seat, *one.partners)]
    parts[0] = f"{one.place}. {parts[0]}"
    parts[-1] = f"{parts[-1]} {one.total}"
    said = " + ".join(map(together, parts))
    if not entry.chips:
        return said
    chips = ngettext("{n} chip", "{n} chips", entry.chips[one.seat])
    return f"{said} {together(f'({chips})')}"


def together(text: str) -> str:
    """Keep a text on one line when it is laid out."""
    return text.replace(" ", _GLUE)


def apart(text: str) -> str:
    """Undo what keeps a text on one line."""
    return text.replace(_GLUE, " ")


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


def hung(head: str, text: str, width: int = WIDTH) -> list[str]:
    """Write a text after a head, with a hanging indent; wider than ``width`` cells only if a word is longer."""
    cells = text_width(head)
    first, *others = map(apart, wrapped(text, width - cells))
    return [(head + first).rstrip(), *(" " * cells + other for other in others)]
