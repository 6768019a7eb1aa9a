"""The translations: every text of the program stands in every language, and nothing else does."""

import ast
from pathlib import Path

import pytest

from tools import words

LOOKED_UP = {"_", "N_", "ngettext", "pgettext", "sentence"}
SOURCES = {source.relative_to(words.ROOT).as_posix(): source for source in words.sources()}


def test_the_texts_are_found() -> None:
    """Texts are collected from the parts of the program that speak to people, each into the file of its area."""
    found = words.collect()
    assert found[words.Key(None, "You pass.")].area == "chwech"
    assert found[words.Key(None, ("{n} card", "{n} cards"))].area == "table"
    assert found[words.Key("in a list of names", "you")].places[0] == "chwech_tui/describe.py"


def hidden(source: Path) -> list[int]:
    """Give the lines on which a text stands inside another one, where it is not collected."""
    tree = ast.parse(source.read_text("utf-8"))
    inside = (node for whole in ast.walk(tree) if isinstance(whole, ast.JoinedStr) for node in ast.walk(whole))
    return [
        node.lineno
        for node in inside
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOOKED_UP
        and any(isinstance(argument, ast.Constant) for argument in node.args)
    ]


@pytest.mark.parametrize("path", SOURCES)
def test_no_text_hides_in_an_f_string(path: str) -> None:
    """What is looked up there is not found by the tool that collects the texts."""
    assert not hidden(SOURCES[path])
