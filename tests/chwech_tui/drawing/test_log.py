"""The log as a page, from its lines alone."""

from chwech_tui.describe import note
from chwech_tui.drawing.log import draw_whole_log
from chwech_tui.model.ink import plain


def test_an_empty_log_says_so() -> None:
    """Before anything has happened the page is not blank; then what has happened takes the place of that."""
    (nothing,) = draw_whole_log((), 60)
    assert plain(nothing).rstrip() == "Nothing has happened at this table yet."
    (something,) = draw_whole_log(note((), "The game begins."), 60)
    assert plain(something).rstrip() == "The game begins."
