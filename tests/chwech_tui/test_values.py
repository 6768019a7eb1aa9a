"""What screens are made of: values, which lead to nothing that leads back to them."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from chwech_tui.theme import Colours, Palette, palette_of

ROOT = Path(__file__).parents[2]

PARTS = ("protocol", "chwech_tui/model", "chwech_tui/drawing", "chwech_tui/games")


def _values(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in base.__subclasses__():
        if one.__struct_config__.frozen:
            yield one
        yield from _values(one)


@pytest.mark.parametrize("part", PARTS)
def test_the_collector_passes_over_values(part: str) -> None:
    """A front holds hundreds of them for each visitor, and replaces many at a key: to walk them takes long."""
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / part).rglob("*.py")}
    for module in modules:
        import_module(module.removesuffix(".__init__"))
    # One with a ``__dict__`` keeps what is read of it there: a visitor has one, and it has to be walked.
    ours = ((one, one.__struct_config__) for one in _values(msgspec.Struct) if one.__module__ in modules)
    walked = {one.__qualname__ for one, how in ours if how.gc and not how.dict}
    assert not walked


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
