"""The reader's language: every text is written in English and looked up in a catalogue when it is shown.

A context, such as the session of one visitor, has one reader; tasks that it starts speak the same language as it does.
"""

import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from typing import Final

LANGUAGES: Final = {"en": "English", "cy": "Cymraeg"}  # The languages there are, by their codes, each in its own name.
DEFAULT: Final = "en"  # The language of the source, and the fallback for languages that are not there.

LANGUAGE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that say which language someone wants; the first that is set decides."""

LOCALE: Final = f"{__file__.rpartition('language')[0]}locale"  # The folder with a folder for each language.
DOMAIN: Final = "chwech"  # The name of the compiled file of each language.

_ENGLISH: Final = NullTranslations()


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the texts in a language; those of the source where it is not there, or its file cannot be read."""
    if language == DEFAULT or language not in LANGUAGES:
        return _ENGLISH
    try:
        return translation(DOMAIN, LOCALE, [language], fallback=True)
    except (OSError, ValueError, LookupError, struct.error):
        # The library checks nothing but the first bytes; a damaged file must end no game.
        return _ENGLISH


Find = Callable[[str], NullTranslations]
"""Returns the texts of a language, given its code."""


class _Reader:
    """Who reads the texts of a context."""

    __slots__ = ("find", "fixed", "language", "own", "texts")

    def __init__(self, own: str, find: Find, *, fixed: bool) -> None:
        self.own, self.find, self.fixed = own if own in LANGUAGES else DEFAULT, find, fixed
        self.use(self.own)

    def use(self, language: str) -> None:
        self.language, self.texts = language, self.find(language)


_reader: ContextVar[_Reader] = ContextVar("reader")


def wanted_language(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, by LANGUAGE, LC_ALL, LC_MESSAGES or LANG, in this order.

    Of several in one variable, ``br:cy``, it is the first that there is.
    """
    for variable in LANGUAGE_VARIABLES:
        codes = [re.split(r"[_.@]", name, maxsplit=1)[0] for name in environment.get(variable, "").split(":")]
        if any(codes):
            return next((code for code in codes if code in LANGUAGES), DEFAULT)
    return DEFAULT


LANGUAGE_OPTION: Final = "--lang"


def taken_language(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the language that an option ``--lang CODE`` asks for, empty without one, and the other words.

    As with other options, the last one counts, and none stands behind a ``--``.

    Raises:
        ValueError: it names no language that there is.
    """
    rest, wanted, left = list[str](), "", iter(words)
    for word in left:
        option, equals, value = word.partition("=")
        if option == LANGUAGE_OPTION:
            wanted = _known(value if equals else next(left, ""))
        else:
            rest.append(word)
        if word == "--":
            rest.extend(left)
    return wanted, rest


def _known(language: str) -> str:
    """Return the code of a language if there is such a one."""
    if language not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise ValueError(_("there is no language {name}: choose one of {known}", name=repr(language[:20]), known=known))
    return language


def speak(language: str, find: Find = catalogue, *, fixed: bool = False) -> None:
    """Begin to speak a language to the reader of this context; if ``fixed``, whatever their settings say."""
    _reader.set(_Reader(language, find, fixed=fixed))


@contextmanager
def speaking(language: str, find: Find = catalogue) -> Iterator[None]:
    """Speak a language for as long as a block runs; nothing may be awaited in it."""
    before = _reader.set(_Reader(language, find, fixed=True))
    try:
        yield
    finally:
        _reader.reset(before)


def in_every_language(say: Callable[[], str]) -> list[str]:
    """Return what a function says in each language, for people whose own is not known."""
    said = []
    for language in LANGUAGES:
        with speaking(language):
            said.append(say())
    return said


def prefer(language: str) -> bool:
    """Speak the language of the reader's settings, or else the one they came with; True if that changes anything."""
    reader = _reader.get(None)
    wanted = (language or reader.own) if reader is not None else DEFAULT
    if reader is None or reader.fixed or wanted == reader.language:
        return False
    reader.use(wanted)
    return True


def spoken() -> str:
    """Return the code of the language that is spoken in this context."""
    reader = _reader.get(None)
    return reader.language if reader is not None else DEFAULT


def _texts() -> NullTranslations:
    reader = _reader.get(None)
    return reader.texts if reader is not None else _ENGLISH


def _(text: str, **values: object) -> str:
    """Return a text in the reader's language, with the values at their names in braces."""
    # A catalogue keeps its own heading under the empty text.
    said = _texts().gettext(text) if text else ""
    return said.format(**values) if values else said


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """Return a text with a number, ``{n}``, in the form that the language has for it."""
    return _texts().ngettext(one, many, n).format(n=n, **values)


def pgettext(context: str, text: str, **values: object) -> str:
    """Return a text that is said in another way elsewhere; the context tells translators where this one stands."""
    said = _texts().pgettext(context, text)
    return said.format(**values) if values else said


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Return a text as it is: it is marked for translators, and looked up where it is shown."""
    return text


def NC_(_context: str, text: str) -> str:  # noqa: N802 - like N_
    """Return a text as it is: it is marked with its context, and looked up by ``pgettext`` where it is shown."""
    return text


class Sentence(str):
    """An English text that remembers what it was made from, so that it can be shown in another language."""

    __slots__ = ("template", "values")

    template: str
    values: dict[str, str]

    def __str__(self) -> str:
        """Return the same object: the text of an exception stays what it was."""
        return self


def sentence(template: str, **values: object) -> Sentence:
    """Return a text with the values at their names in braces."""
    texts = {name: str(value) for name, value in values.items()}
    made = Sentence(template.format(**texts) if texts else template)
    made.template, made.values = template, texts
    return made


def retold(text: str, template: str, values: Mapping[str, str]) -> str:
    """Return a text from elsewhere in the reader's language, or as it is if it cannot be said so.

    What its template says is never carried out: only the catalogue's own text is filled with the values.
    """
    said = _texts().gettext(template) if template else template
    if said == template:
        return text
    try:
        return said.format(**values)
    except (KeyError, IndexError, ValueError):
        return text


def told(text: str) -> str:
    """Return a text in the reader's language, if it is a sentence that can be said in it."""
    return retold(text, text.template, text.values) if isinstance(text, Sentence) else text
