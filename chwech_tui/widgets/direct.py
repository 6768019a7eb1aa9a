"""Direct drawing: changed cells are written straight to the terminal, far cheaper than through Textual.

Textual draws from the same surface whenever it draws, so any change that is left to it still appears correctly. This
module only has to know when the terminal does not show the surface: while another screen is on top, before the first
frame, within a batch, under a widget.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from rich.color import ColorSystem
from rich.style import Style
from textual.screen import Screen

from chwech_tui.model.ink import Ground, Hue
from chwech_tui.theme import Palette
from chwech_tui.widgets.surface import Patch, Surface

_SYSTEMS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.WINDOWS,
}


def can_draw(screen: Screen[Any]) -> bool:
    """Return True if the terminal shows this screen with nothing on top of it."""
    app = screen.app
    return (
        app.screen is screen
        and not screen.children
        and not app.is_headless
        and app._driver is not None  # noqa: SLF001 - the only way to the terminal
        and not app._batch_count  # noqa: SLF001 - within a batch nothing may be drawn
    )


def draw(screen: Screen[Any], surface: Surface, palette: Palette, patches: Iterable[Patch]) -> None:
    """Write the changed cells to the terminal."""
    driver = screen.app._driver  # noqa: SLF001 - as above
    if driver is None:
        return
    system = screen.app.console.color_system or ""
    pieces: list[str] = []
    for patch in patches:
        pieces.append(f"\x1b[{patch.y + 1};{patch.x + 1}H")
        look: tuple[Hue, Ground] | None = None
        after = ""
        for span in patch.line:
            if look != (span.hue, span.ground):
                look = (span.hue, span.ground)
                pieces.append(after)
                before, after = _orders(palette, system, *look)
                pieces.append(before)
            pieces.append(surface.text(span))
        pieces.append(after)
    driver.write("".join(pieces))
    driver.flush()


@cache
def _orders(palette: Palette, system: str, hue: Hue, ground: Ground) -> tuple[str, str]:
    """Return the escape sequences before and after a text in this style."""
    # A new Style is parsed, because a Style caches the escape sequences of the first colour system it is rendered for.
    look = Style.parse(str(palette.style(hue, ground)))
    before, _, after = look.render("x", color_system=_SYSTEMS.get(system)).partition("x")
    return before, after
