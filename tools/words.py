"""Collects the texts of the program, brings the translations in ``protocol/locale`` up to date and compiles them.

Each language has a file of translations for each area of the source, so that contributors to a part find its texts in
one place. Run it with ``make words`` after a text has changed; then translate what is listed as missing.
"""

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from chwech_tui.model.commands import COMMANDS
from chwech_tui.model.lesson import taught
from games.kit.game import Game
from games.kit.say import COUNTED, forms
from games.kit.words import messages
from games.registry import GAMES, WORDS
from protocol.language import DEFAULT, DOMAIN, LANGUAGES, LOCALE

ROOT: Final = Path(__file__).parent.parent

AREAS: Final = {
    "chwech": ("games/chwech",),
    "fives": ("games/fives",),
    "table": (
        "chwech_tui/model",
        "chwech_tui/drawing",
        "chwech_tui/describe.py",
        *(f"games/kit/{one}.py" for one in ("say", "words")),
    ),
    **{folder: (f"games/{folder}",) for folder in [game.deal.__module__.split(".")[1] for game in GAMES.values()]},
    "plain": ("chwech_tui/plain",),
    "commands": (
        "chwech.py",
        "chwech_tui/commands.py",
        "chwech_tui/config.py",
        "protocol/command_line.py",
        "server/commands",
        "server/fronts/page.py",
        "server/fronts/ssh/commands",
        "server/processes",
    ),
    "screens": ("chwech_tui",),
    "server": ("server", "protocol", "games"),
}
"""The files of translations, and the parts of the source whose texts they hold; a text stands in the first of them."""

KEYWORDS: Final = {
    "_": (1,),
    "N_": (1,),
    "NC_": ((1, "c"), 2),
    "sentence": (1,),
    "denial": (2,),
    "denied": (2,),
    "not_now": (1,),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}

_LANGUAGE: Final = re.compile(rb"protocol\.language|def N_|denial\(|not_now\(")
"""What a file has in it that says sentences."""

TRANSLATED: Final = tuple(language for language in LANGUAGES if language != DEFAULT)

PLURALS: Final = {
    # The categories of Unicode: zero, one, two, few (3), many (6) and other, for the mutations after a numeral.
    "cy": "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);",
}

# The history of the files says when they changed; a date here would make each run a change.
_DATED: Final = datetime(2026, 11, 22, tzinfo=UTC)
_AUTHORS: Final = "The Chwech authors"
_HEADER: Final = "# The texts of Chwech in {language}: {area}."


class Key(NamedTuple):
    """What a text is looked up by."""

    context: str | None
    text: str | tuple[str, ...]
    """The English text; for a text with a number, its two forms."""


class Found(NamedTuple):
    """Where a text stands in the source."""

    area: str
    places: tuple[str, ...]
    comments: tuple[str, ...]


def area_of(path: str) -> str:
    """Return the area of a source file, given its path below the root."""
    return next(
        area for area, parts in AREAS.items() if any(path == part or path.startswith(f"{part}/") for part in parts)
    )


def sources() -> Iterator[Path]:
    """Yield the source files in the order of their areas and names."""
    yield ROOT / "chwech.py"
    for top in ("protocol", "games", "server", "chwech_tui"):
        yield from sorted((ROOT / top).rglob("*.py"))


@cache
def collect() -> Mapping[Key, Found]:
    """Return the texts of the source, as it was when they were first asked for."""
    found: dict[Key, Found] = {}
    for source in sources():
        path = source.relative_to(ROOT).as_posix()
        content = source.read_bytes()
        for key in _said(content) if path.startswith("games/") or b"games.kit.say" in content else ():
            _add(found, key, path, ())
        if not _LANGUAGE.search(content):
            continue
        for _line, text, comments, context in extract("python", io.BytesIO(content), KEYWORDS, ("Translators:",)):
            # Words that are typed stand many in one text, and so do the names of ranks.
            for one in text.split() if context in {"command", "rank of a card"} and isinstance(text, str) else [text]:
                _add(found, Key(context, _text(one)), path, comments)
    listed = [(Key(None, counted), "games/kit/say.py") for counted in COUNTED.values()]
    typed = [word for command in COMMANDS for word in command.typed if len(word) > 1]
    for key, path in (*listed, *((Key("command", word), "chwech_tui/model/commands.py") for word in typed)):
        _add(found, key, path, ())
    for words in WORDS.values():
        path = f"{words.game.deal.__module__.rpartition('.')[0].replace('.', '/')}/table.py"
        for context, text in (*messages(words), *[("", text) for text in _lessons(words.game)]):
            if text and not str(text).isdecimal():
                _add(found, Key(context or None, text), path, ())
    return found


def _lessons(game: Game[Any]) -> Iterator[str]:
    """Yield the texts of the course of a game."""
    course = taught(game)
    if course is not None:
        yield course.farewell
        for deal in course.lessons:
            yield from (deal.title, deal.text, *[reply.text for reply in deal.replies.values()])


def _said(content: bytes) -> Iterator[Key]:
    """Yield the texts of the sentences of a game: all that ``Say`` is given before the names of its values."""
    for call in ast.walk(ast.parse(content)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Say":
            named = [one.value for one in call.keywords if one.arg == "context"]
            context = [one for given in named for one in _constants(given)]
            for given in call.args:
                texts = _constants(given)
                both: Sequence[str | tuple[str, ...]] = [tuple(texts)] if isinstance(given, ast.Tuple) else texts
                ways = [one for text in both for one in _ways(text)]
                yield from [Key(next(iter(context), None), one) for one in ways if one not in _BARE]


def _ways(text: str | tuple[str, ...]) -> list[str | tuple[str, ...]]:
    """Return a text as it is said to each kind of reader."""
    ways = forms(text) if isinstance(text, str) else zip(*map(forms, text), strict=True)
    return [one for one in ways if one and all(one)]


_BARE: Final = frozenset({"", "{value}", "{points}", "{tricks}", "{card}"})  # What says nothing but a value.


def _constants(given: ast.expr) -> list[str]:
    """Return the texts in an expression, but for what stands in a condition."""
    if isinstance(given, ast.IfExp):
        return [*_constants(given.body), *_constants(given.orelse)]
    return [one.value for one in ast.walk(given) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _add(found: dict[Key, Found], key: Key, path: str, comments: Sequence[str]) -> None:
    """Add a place of a text; it stands in the file of the first of its areas."""
    area = area_of(path)
    if known := found.get(key):
        area = min(area, known.area, key=list(AREAS).index)
        places = known.places if path in known.places else (*known.places, path)
        found[key] = Found(area, places, tuple(dict.fromkeys((*known.comments, *comments))))
    else:
        found[key] = Found(area, (path,), tuple(comments))


def file_of(language: str, area: str) -> Path:
    """Return the path of a file of translations."""
    return Path(LOCALE) / language / f"{area}.po"


def compiled(language: str) -> Path:
    """Return the path of the compiled translations of a language."""
    return Path(LOCALE) / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


def read(language: str, area: str) -> dict[Key, Message]:
    """Return the translations of an area, by the keys of their texts."""
    path = file_of(language, area)
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)
    return {Key(message.context, _text(message.id)): message for message in catalog if message.id}


def _text(given: str | Sequence[str]) -> str | tuple[str, ...]:
    return given if isinstance(given, str) else tuple(given)


def _catalog(language: str, area: str) -> Catalog:
    header = _HEADER.format(language=LANGUAGES[language], area=area)
    catalog = Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment=header,
        project="Chwech",
        version="1",
        msgid_bugs_address=_AUTHORS,
        last_translator=_AUTHORS,
        language_team=LANGUAGES[language],
        creation_date=_DATED,
        revision_date=_DATED,
        fuzzy=False,
    )
    catalog.mime_headers = [
        ("Language", language),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", PLURALS[language]),
    ]
    return catalog


def _nothing(language: str, key: Key) -> str | tuple[str, ...]:
    return "" if isinstance(key.text, str) else ("",) * _catalog(language, "").num_plurals


def written(
    language: str, area: str, keys: Iterable[Key], found: Mapping[Key, Found], known: dict[Key, Message]
) -> bytes:
    """Return the file of an area: its texts with what is known of their translations."""
    catalog = _catalog(language, area)
    for key in keys:
        catalog.add(
            key.text,
            known[key].string if key in known else _nothing(language, key),
            locations=[(place, 0) for place in found[key].places],
            auto_comments=found[key].comments,
            context=key.context,
        )
    target = io.BytesIO()
    write_po(target, catalog, width=118, include_lineno=False)
    return target.getvalue()


def compile_language(language: str) -> bytes:
    """Return the compiled translations of a language, without those that are missing."""
    whole = _catalog(language, "all areas")
    for area in AREAS:
        for key, message in read(language, area).items():
            whole.add(key.text, message.string, context=key.context)
    target = io.BytesIO()
    write_mo(target, whole)
    return target.getvalue()


def _names(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def _fault_of(key: Key, message: Message, forms: int) -> str:
    """Return what is wrong with a translation; empty if nothing is."""
    strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    texts = (key.text,) if isinstance(key.text, str) else key.text
    if message.fuzzy:
        return "is marked fuzzy"
    if len(strings) != (1 if isinstance(key.text, str) else forms):
        return f"has {len(strings)} forms, not {forms}"
    if not all(strings):
        return "is not translated"
    wanted = set().union(*map(_names, texts))
    for said in strings:
        try:
            names = _names(said)
        except ValueError as problem:
            return f"cannot be read: {problem}"
        # A form for one number may say it in a word.
        if not wanted - {"n"} <= names <= wanted:
            return f"names {sorted(names)}, not {sorted(wanted)}"
    return ""


def faults(language: str) -> list[str]:
    """Return what is missing, stale or wrong in the translations of a language."""
    found, told = collect(), list[str]()
    known: dict[Key, str] = {}
    forms = _catalog(language, "").num_plurals
    for area in AREAS:
        there = read(language, area)
        told += [f"{area}.po: {key.text!r} stands in {known[key]}.po too" for key in there.keys() & known.keys()]
        known |= dict.fromkeys(there, area)
        told += [f"{area}.po: {key.text!r} is no longer in the source" for key in there if key not in found]
        told += [
            f"{area}.po: {key.text!r} {fault}"
            for key, message in there.items()
            if key in found and (fault := _fault_of(key, message, forms))
        ]
    told += [f"{place.area}.po: {key.text!r} is missing" for key, place in found.items() if key not in known]
    told += [
        f"{area}.po: {key.text!r} belongs to {found[key].area}.po"
        for key, area in known.items()
        if key in found and found[key].area != area
    ]
    path = compiled(language)
    if not path.is_file() or path.read_bytes() != compile_language(language):
        told.append(f"{path.name} is not what the translations give")
    return told


def update(language: str) -> None:
    """Write the files of a language anew: texts that are new, gone or moved, and the compiled translations."""
    found = collect()
    known: dict[Key, Message] = {}
    for area in AREAS:
        known |= {key: message for key, message in read(language, area).items() if any(message.string or ())}
    for area in AREAS:
        keys = [key for key, place in found.items() if place.area == area]
        file_of(language, area).parent.mkdir(parents=True, exist_ok=True)
        file_of(language, area).write_bytes(written(language, area, keys, found, known))
    compiled(language).parent.mkdir(parents=True, exist_ok=True)
    compiled(language).write_bytes(compile_language(language))


def main() -> int:
    """Update every language, and list what remains to be translated."""
    left = 0
    for language in TRANSLATED:
        update(language)
        told = faults(language)
        left += len(told)
        print(*told, f"{LANGUAGES[language]}: {len(told)} to do", sep="\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
