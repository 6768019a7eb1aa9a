"""An app that does as its person has set: it takes settings over while it runs, and alerts them."""

import time

from chwech_tui.alerts import Alerts
from chwech_tui.lean import LeanApp
from chwech_tui.model.settings import Settings
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.theme import Palette
from protocol.language import prefer


class PersonalApp(LeanApp):
    """The part of the app that depends on the settings alone."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.alerts = Alerts(self.tell_terminal, time.monotonic, ascii=palette.ascii)
        """What tells a player who looks elsewhere."""

    def apply(self, settings: Settings) -> None:
        """Use other settings from now on."""
        self.set_look(settings)
        if prefer(settings.language.code):
            self.repaint(self._palette)
        self.alerts.apply(settings)

    def mind_focus(self, *, on: bool) -> None:
        """Give no alert to a player who looks here."""
        self.alerts.focus(on=on)

    def on_drawn_screen_finding(self, message: DrawnScreen.Finding) -> None:
        """List everything that can be done on a screen; what is chosen there is done."""
        from chwech_tui.screens.finder import FinderScreen

        self.push_screen(FinderScreen(self._palette, message.keys), lambda key: message.press(key) if key else None)

    def on_drawn_screen_called(self, message: DrawnScreen.Called) -> None:
        """Tell the player what has happened."""
        self.alerts.call(message.words)

    def on_drawn_screen_waited(self, message: DrawnScreen.Waited) -> None:
        """Tell the player what waits, or that nothing does any longer."""
        self.alerts.wait(message.words)
