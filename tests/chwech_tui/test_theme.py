"""Colours: texts that are readable, suits that can be told apart, and none at all where none are wanted."""

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path

import msgspec
import pytest
from rich.color import Color, ColorSystem, ColorType
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import SUIT_HUES, Gold, Ground, Hue
from chwech_tui.model.settings import Cards, Settings, Theme
from chwech_tui.theme import DARK, DEPTHS, RAIL, Background, Colours, Palette, palette_of, palette_with


def luminance(colour: Color) -> float:
    """Give the relative luminance of a colour, as the accessibility guidelines compute it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Give the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


TEXTS = [hue for hue in Hue if hue not in {*DARK.marks, Hue.SHADE, Hue.OUTLINE, Hue.PAST, Hue.PAST_GOOD}]
"""What draws text; boxes, edges and shadows are none."""


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colours", [Colours.ALL, Colours.MANY])
def test_every_text_is_readable_on_every_ground(theme: Theme, colours: Colours) -> None:
    """The contrast is 4.5 or more, and 7 in high contrast, also after the reduction to 256 colours."""
    palette = Palette(colours, theme=theme)
    for hue, ground in product(TEXTS, Ground):
        style = palette.style(hue, ground)
        assert style.color is not None
        assert style.bgcolor is not None
        shown = [style.color, style.bgcolor]
        if colours is Colours.MANY:
            shown = [colour.downgrade(ColorSystem.EIGHT_BIT) for colour in shown]
        least = 7 if theme is Theme.CONTRAST and (colours is Colours.ALL or hue is not Hue.ACCENT) else 4.5
        assert contrast(*shown) >= least, (hue, ground)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("hue", [Hue.PAST, Hue.PAST_GOOD, Hue.BOX, Hue.GOOD])
def test_a_bar_is_seen_on_its_plate(hue: Hue, theme: Theme) -> None:
    """A contrast of 3 is enough for what is drawn."""
    style = Palette(theme=theme).style(hue, Ground.PLATE)
    assert style.color is not None
    assert style.bgcolor is not None
    assert contrast(style.color, style.bgcolor) >= 3


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("depth", [0, DEPTHS])
def test_gold_is_seen_on_the_felt(theme: Theme, depth: int) -> None:
    """The letters of the program's name are large: a contrast of 3 is enough."""
    for share in (0, 0.5, 1):
        style = Palette(theme=theme).style(Gold(share), Ground.TABLE, depth)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color, style.bgcolor) >= 3


@pytest.mark.parametrize("theme", Theme)
def test_suits_have_colours_of_their_own(theme: Theme) -> None:
    """No two suits share a colour on a card that can be played, nor on the table."""
    for ground in (Ground.CARD, Ground.TABLE):
        colours = {Palette(theme=theme).style(hue, ground).color for hue in SUIT_HUES.values()}
        assert len(colours) == len(SUIT_HUES)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colours", [Colours.ALL, Colours.MANY])
def test_sides_have_colours_of_their_own(theme: Theme, colours: Colours) -> None:
    """No two sides share a colour on the table, and none has that of plain text or of whose turn it is."""
    hues = (Hue.FIRST_SIDE, Hue.SECOND_SIDE, Hue.THIRD_SIDE, Hue.TEXT, Hue.DIM, Hue.ACCENT)
    inks = [Palette(colours, theme=theme).style(hue, Ground.TABLE).color for hue in hues]
    shown = [ink.downgrade(ColorSystem.EIGHT_BIT) if colours is Colours.MANY else ink for ink in inks if ink]
    sides, others = shown[:3], shown[3:]
    assert len(set(sides)) == len(sides)
    assert not set(sides) & set(others)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("colours", [Colours.ALL, Colours.MANY])
def test_the_kinds_of_cards_differ_by_their_ground(theme: Theme, colours: Colours) -> None:
    """A card that can be played, the chosen one and one in the shade stand out from the table and from each other."""
    palette = Palette(colours, theme=theme)
    styles = [palette.style(Hue.TEXT, ground).bgcolor for ground in Ground if ground is not Ground.BUTTON]
    few = colours is Colours.MANY
    shown = {colour and (colour.downgrade(ColorSystem.EIGHT_BIT).number if few else colour) for colour in styles}
    assert len(shown) == len(styles)


@pytest.mark.parametrize("theme", [Theme.DARK, Theme.LIGHT])
def test_hearts_and_diamonds_are_red(theme: Theme) -> None:
    """As on printed cards, unless the colours for colour-blind eyes are chosen; clubs and spades are not."""
    for hue, ground in product(SUIT_HUES.values(), (Ground.CARD, Ground.CHOSEN, Ground.TABLE)):
        colour = Palette(theme=theme).style(hue, ground).color
        red, green, blue = colour.get_truecolor()
        if hue is not Hue.JOKER:
            assert (red > 1.2 * green and red > 1.2 * blue) == (hue in {Hue.HEARTS, Hue.DIAMONDS}), (hue, ground)


def hexadecimal(text: str) -> list[tuple[int, int, int]]:
    """Read colours."""
    return [(int(part[:2], 16), int(part[2:4], 16), int(part[4:], 16)) for part in text.split()]


def terminal(sixteen: str, ink: str, ground: str) -> TerminalTheme:
    """Give a terminal with these colours."""
    eight = hexadecimal(sixteen)
    return TerminalTheme(hexadecimal(ground)[0], hexadecimal(ink)[0], eight[:8], eight[8:])


XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
VGA = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
TANGO = (
    "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec"
)
SOLARIZED = (
    "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"
)
TERMINALS = {
    "xterm": (terminal(XTERM, "e5e5e5", "000000"), 4.5),
    "light xterm": (terminal(XTERM, "000000", "ffffff"), 4.5),
    "VGA": (terminal(VGA, "aaaaaa", "000000"), 4.5),
    "Tango": (terminal(TANGO, "d3d7cf", "2e3436"), 4.5),
    "light Tango": (terminal(TANGO, "2e3436", "eeeeec"), 4.5),
    # Solarized gives its own text no more, and red and magenta on white 4.2.
    "Solarized dark": (terminal(SOLARIZED, "839496", "002b36"), 4.1),
    "Solarized light": (terminal(SOLARIZED, "657b83", "fdf6e3"), 4.1),
}
"""Terminals of sixteen colours, each with the contrast that everything has there at least."""


def shown_on(theme: TerminalTheme, style: Style) -> tuple[Color, Color]:
    """Give the colours of a style as a terminal shows them."""
    ink, ground = style.color or Color.default(), style.bgcolor or Color.default()
    return (
        Color.from_triplet(ink.get_truecolor(theme)),
        Color.from_triplet(ground.get_truecolor(theme, foreground=False)),
    )


@pytest.mark.parametrize("name", TERMINALS)
def test_sixteen_colours_are_readable_on_any_background(name: str) -> None:
    """Every hue is read on every ground in the usual palettes, dark and light, where nothing is known of either."""
    theme, least = TERMINALS[name]
    for hue, ground in product(Hue, Ground):
        assert contrast(*shown_on(theme, Palette(Colours.SIXTEEN).style(hue, ground))) >= least, (hue, ground)


@pytest.mark.parametrize("name", ["VGA", "xterm"])
def test_sixteen_colours_are_readable_on_a_console(name: str) -> None:
    """A console is black, and bright colours stand on it; nothing is bold, which some draw as another colour."""
    for hue, ground in product(Hue, Ground):
        style = Palette(Colours.SIXTEEN, theme=Theme.DARK).style(hue, ground)
        assert contrast(*shown_on(TERMINALS[name][0], style)) >= 4.5, (hue, ground)
        assert not style.bold


@pytest.mark.parametrize("theme", [Theme.AUTO, Theme.DARK])
def test_sixteen_colours_are_named_by_hand(theme: Theme) -> None:
    """Nothing is left to how a library rounds colours."""
    for hue, ground in product(Hue, Ground):
        style = Palette(Colours.SIXTEEN, theme=theme).style(hue, ground)
        assert {style.color.type, style.bgcolor.type} <= {ColorType.STANDARD, ColorType.DEFAULT}


@pytest.mark.parametrize(("cards", "strokes"), [(Cards.PAINTED, Strokes.PAINTED), (Cards.LEGIBLE, Strokes.LEGIBLE)])
def test_a_deck_needs_colours(cards: Cards, strokes: Strokes) -> None:
    """Pictures need more than sixteen colours and more than ASCII; the other terminals have cards of lines."""
    drawn = {
        (colours, ascii_only): Palette(colours, ascii_only, cards=cards).strokes
        for colours, ascii_only in product(Colours, (False, True))
    }
    rich = {(Colours.MANY, False), (Colours.ALL, False)}
    assert {terminal for terminal, edges in drawn.items() if edges is strokes} == rich
    assert {edges for terminal, edges in drawn.items() if terminal not in rich} == {Strokes.DRAWN}


@pytest.mark.parametrize("theme", Theme)
def test_every_text_is_readable_in_every_row_of_the_felt(theme: Theme) -> None:
    """From its middle to its rim, in the shadow of the rail and on it."""
    for hue, depth in product(TEXTS, range(RAIL + 1)):
        style = Palette(theme=theme).style(hue, Ground.TABLE, depth)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color, style.bgcolor) >= 4.5, (hue, depth)


@pytest.mark.parametrize(
    ("chosen", "background", "theme"),
    [
        (Theme.AUTO, Background.UNKNOWN, Theme.AUTO),
        (Theme.AUTO, Background.DARK, Theme.AUTO),
        (Theme.AUTO, Background.LIGHT, Theme.LIGHT),
        (Theme.DARK, Background.LIGHT, Theme.DARK),
        (Theme.CONTRAST, Background.LIGHT, Theme.CONTRAST),
    ],
)
def test_a_theme_that_is_not_set_follows_the_background(chosen: Theme, background: Background, theme: Theme) -> None:
    """One that is set stays, whatever the terminal says; the edges of cards are set with it."""
    settings = Settings(theme=chosen, cards=Cards.LEGIBLE)
    assert palette_with(Palette(), settings, background) == Palette(theme=theme, cards=Cards.LEGIBLE)


def test_without_colour_there_is_none() -> None:
    """Only weight is left, and cards get a rim of lines; a console stays dark whatever is set."""
    palette = Palette(Colours.NONE)
    assert palette.strokes is Strokes.DRAWN
    for hue, ground in product(Hue, Ground):
        style = palette.style(hue, ground)
        assert (style.color, style.bgcolor) == (None, None)
    assert palette.style(Hue.HEARTS, Ground.CHOSEN).reverse
    assert palette.style(Hue.HEARTS, Ground.SHADED).dim
    console = palette_of({"TERM": "linux"})
    assert console == Palette(Colours.SIXTEEN, theme=Theme.DARK)
    assert palette_with(console, Settings(), Background.UNKNOWN) == console


@pytest.mark.parametrize("colours", Colours)
def test_a_word_that_is_explained_is_underlined(colours: Colours) -> None:
    """With and without colour; no other hue is."""
    palette = Palette(colours)
    assert palette.style(Hue.TERM, Ground.TABLE).underline
    assert not palette.style(Hue.TEXT, Ground.TABLE).underline


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
