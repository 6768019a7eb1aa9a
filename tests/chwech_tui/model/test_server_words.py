"""What a server says of itself is cleaned, whoever hosts it."""

from chwech_tui.model.lobby import greeting_lines, title_words
from protocol.messages import Welcome


def welcome(title: str = "", greeting: str = "") -> Welcome:
    """Give the welcome of such a server."""
    return Welcome(1, "x", "Megan", (), title=title, greeting=greeting)


def test_nothing_is_said_where_nothing_is_said() -> None:
    """A server of an earlier version has no words of its own."""
    assert title_words(welcome()) == ""
    assert greeting_lines(welcome()) == ()


def test_words_are_cleaned_and_bounded() -> None:
    """No escape reaches the terminal; four lines of 76 cells are the most, whatever a hostile server sends."""
    assert title_words(welcome("\x1b]0;x\x07Cards\u202e" + "x" * 99)) == ("]0;xCards" + "x" * 99)[:40]
    found = greeting_lines(welcome(greeting="\x1b[2JHello\n\n" + "y" * 500 + "\nend\nmore\nmore"))
    assert found == ("[2JHello", "y" * 76, "end")
