"""What is chosen by words: by any name, a beginning that is clear, or the first word."""

from chwech_tui.plain.making import Choosable, begun, guess, meant, no_value, told

RESTS = Choosable("rest", "Seibiant", ("Trick rests",))
TITLE = Choosable("title", "Teitl", ("Window title",))
SETTINGS = (RESTS, TITLE)
VALUES = (
    Choosable("short", "1.5 eiliad", ("1.5 seconds",)),
    Choosable("long", "4 eiliad", ("4 seconds",)),
    Choosable("none", "dim o gwbl", ("not at all",)),
)


def test_a_choice_has_many_names() -> None:
    """Its name in records, in English and in the reader's language; the words after it are its value."""
    assert begun(("rest", "long"), SETTINGS) == (RESTS, ("long",))
    assert begun(("trick", "rests", "4", "seconds"), SETTINGS) == (RESTS, ("4", "seconds"))
    assert begun(("seibiant",), SETTINGS) == (RESTS, ())
    assert begun(("window", "on"), SETTINGS) == (TITLE, ("on",))
    assert begun(("xyzzy",), SETTINGS) is None


def test_a_value_may_be_cut_short() -> None:
    """As long as one only begins so, or has a word that does."""
    assert meant("LONG", VALUES) == VALUES[1]
    assert meant("4", VALUES) == VALUES[1]
    assert meant("gwbl", VALUES) == VALUES[2]
    assert meant("not", VALUES) == VALUES[2]
    assert meant("eiliad", VALUES) is None
    assert meant("", VALUES) is None


def test_what_is_wrong_is_told_with_what_is_right() -> None:
    """The values as they are shown, and the name that was nearly typed."""
    assert no_value("Seibiant", "x", VALUES) == "Seibiant cannot be 'x': choose 1.5 eiliad, 4 eiliad or dim o gwbl."
    assert told("A", "b", "C.", VALUES[:2]) == "A: b. C. It can be 1.5 eiliad or 4 eiliad."
    assert [guess(word, SETTINGS) for word in ("tittle", "trick_rest", "qqq")] == ["title", "Trick rests", ""]
