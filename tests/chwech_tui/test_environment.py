"""What a terminal can show, by the variables that describe it."""

import pytest

from chwech_tui.theme import Colours, Palette, palette_of


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color"}, Colours.MANY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Colours.ALL),
        ({"TERM": "xterm-direct"}, Colours.ALL),
        ({"TERM": "xterm"}, Colours.MANY),
        ({"TERM": "putty"}, Colours.MANY),
        ({"TERM": "screen.xterm-256color"}, Colours.MANY),
        ({"TERM": "screen"}, Colours.MANY),
        ({"TERM": "xterm-kitty"}, Colours.ALL),
        ({"TERM": "xterm-16color"}, Colours.SIXTEEN),
        ({"TERM": "screen-88color"}, Colours.SIXTEEN),
        ({"TERM": "xterm-color"}, Colours.SIXTEEN),
        ({"TERM": "linux"}, Colours.SIXTEEN),
        ({"TERM": "xterm-mono"}, Colours.NONE),
        ({}, Colours.SIXTEEN),
        ({"TERM": "vt220"}, Colours.NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Colours.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Colours.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colours.MANY),
    ],
)
def test_colours_follow_the_name_of_the_terminal(environment: dict[str, str], colours: Colours) -> None:
    """As many colours are used as its name promises; none where none are wanted."""
    assert palette_of(environment).colours is colours


@pytest.mark.parametrize(
    ("environment", "is_ascii"),
    [
        ({}, False),
        ({"LANG": "cy_GB.UTF-8"}, False),
        ({"LANG": "C.utf8"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "en_GB.ISO-8859-1"}, True),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "POSIX"}, True),
    ],
)
def test_the_locale_says_whether_there_is_more_than_ascii(environment: dict[str, str], is_ascii: bool) -> None:
    """The first variable that says something decides; a terminal that says nothing has UTF-8."""
    assert palette_of({"TERM": "xterm-256color", **environment}) == Palette(Colours.MANY, is_ascii)
