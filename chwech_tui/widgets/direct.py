"""Direct drawing: writes changed cells to the terminal itself, past the screen library, which costs far more.

What is written here the library would write just so: it asks the same surface whenever it draws. So nothing is ever
wrong that was not drawn directly, only later; and all that this file must know is when the terminal shows something
else than the surface: while another screen lies on top, before the first frame, within a batch.
"""

from collections.abc import Iterable
from typing import Any

from textual.screen import Screen

from chwech_tui.widgets.surface import Patch


def can_draw(screen: Screen[Any]) -> bool:
    """Say whether the terminal shows this screen, and nothing that is about to change beside its cells."""
    app = screen.app
    return (
        app.screen is screen
        and not screen.children
        and not app.is_headless
        and app._driver is not None  # noqa: SLF001 - the only way to the terminal
        and not app._batch_count  # noqa: SLF001 - within a batch nothing may be drawn
    )


def draw(screen: Screen[Any], patches: Iterable[Patch]) -> None:
    """Write the changed cells."""
    app = screen.app
    driver = app._driver  # noqa: SLF001 - as above
    if driver is not None:
        driver.write("".join(f"\x1b[{y + 1};{x + 1}H{strip.render(app.console)}" for y, x, strip in patches))
        driver.flush()
