"""The translations: every text of the program stands in every language, and nothing else does."""

from tools import words


def test_the_texts_are_found() -> None:
    """Texts are collected from the parts of the program that speak to people, each into the file of its area."""
    found = words.collect()
    assert found[words.Key(None, "You pass.")].area == "chwech"
    assert found[words.Key(None, ("{n} card", "{n} cards"))].area == "table"
    assert found[words.Key("in a list of names", "you")].places[0] == "chwech_tui/describe.py"
    assert words.Key("command", "hand") in found
