"""The translations: every text of the program stands in every language, and nothing else does."""

import ast
import re

import pytest
from babel.messages.catalog import Message

from tools import words


@pytest.mark.parametrize("language", words.TRANSLATED)
def test_nothing_is_missing_or_stale(language: str) -> None:
    """Each text is translated with the values that it names; ``make words`` brings the files up to date."""
    assert words.faults(language) == []


def test_the_texts_are_found() -> None:
    """Texts are collected from the parts of the program that speak to people, each into the file of its area."""
    found = words.collect()
    assert found[words.Key(None, "You pass the lead.")].area == "chwech"
    assert found[words.Key(None, ("{n} card", "{n} cards"))].area == "table"
    assert found[words.Key("in a list of names", "you")].places[0] == "chwech_tui/describe.py"
    assert words.Key("command", "hand") in found


def test_no_text_is_marked_inside_an_f_string() -> None:
    """Whoever collects the texts does not look there, so nobody would translate it."""
    hidden = [
        f"{source.name}:{call.lineno}"
        for source in words.sources()
        if "protocol.language" in (content := source.read_text(encoding="utf-8"))
        for string in ast.walk(ast.parse(content))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in words.KEYWORDS
        if any(isinstance(given, ast.Constant) for given in call.args)
    ]
    assert hidden == []


@pytest.mark.parametrize("language", words.TRANSLATED)
def test_what_has_one_line_of_a_table_fits_there(language: str) -> None:
    """What is wrong with a key or a card has one line of the smallest table, 78 cells wide."""
    known = {key: message for area in words.AREAS for key, message in words.read(language, area).items()}
    long = [
        said
        for key, place in words.collect().items()
        if place.places[0].endswith("model/picking.py")
        for said in _forms(known[key])
        if len(re.sub(r"{\w+}", "10♦", said)) > 78
    ]
    assert long == []


def _forms(message: Message) -> tuple[str, ...]:
    """Give each form of a translation."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
