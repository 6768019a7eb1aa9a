"""The settings of the person at this client: applied at once, and stored on the server one change after the other."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.link import Link, News
from chwech_tui.model.settings import NOTED, Settings, changed, of_device, read_settings, stored_settings
from protocol.language import _
from protocol.messages import Refused
from protocol.people import WEBHOOK, KeepSettings, SettingsKept


class Preferences:
    """Holds the settings, and keeps the server up to date with at most one request under way."""

    def __init__(self, link: Link, apply: Callable[[Settings], None]) -> None:
        """Begin with the defaults; ``apply`` is called with the settings whenever they change."""
        self.settings = Settings()  # The settings that hold now.
        self.fault = ""  # Why the server did not store the last change; empty if it did.
        self._link = link
        self._apply = apply
        self._unsent: dict[str, str] = {}
        self._sent: dict[str, str] = {}
        self._number: int | None = None
        self._allowed = ""  # The webhook that the server has accepted.

    def welcomed(self, stored: Mapping[str, str]) -> None:
        """Take the settings of a greeting; what was changed here and is not stored yet comes first."""
        self._allowed = stored.get(WEBHOOK, "")
        settings = read_settings({**stored, **self._sent, **self._unsent})
        self._use(settings)
        self._send()

    def begin_anew(self) -> None:
        """Store again what was not answered: the link has forgotten its commands."""
        self._give_up()

    def change(self, name: str, value: str) -> None:
        """Change one setting or key; raise ``ValueError`` if there is no such setting or key, or it cannot be that."""
        self._use(changed(self.settings, name, value))
        # A default is not stored: where a later version has a better one, that is meant.
        self._unsent[name] = stored_settings(self.settings).get(name, "")
        self._send()

    def note(self, notes: Settings) -> None:
        """Keep what the program has noted in some settings, as far as it is new."""
        for name in NOTED:
            if getattr(notes, name) != getattr(self.settings, name):
                self.change(name, getattr(notes, name))

    def hear(self, news: News) -> bool:
        """Handle the answer to a change; return False for any other message."""
        if not isinstance(news, SettingsKept | Refused) or news.id is None or news.id != self._number:
            return False
        if isinstance(news, Refused):
            self.fault = as_sentence(news.text)
            if self._sent.pop(WEBHOOK, ""):
                # Another try would fail as well, and every later change with it.
                self._use(replace(self.settings, webhook=self._allowed))
            else:
                self.fault = _("{fault} It lasts until you leave.", fault=self.fault)
            self._give_up()
        else:
            self.fault, self._allowed = "", news.settings.get(WEBHOOK, "")
            self._number, self._sent = None, {}
            self._send()
        return True

    def _use(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._apply(settings)

    def _give_up(self) -> None:
        """Take back what was sent; it goes with the next change."""
        self._unsent = {**self._sent, **self._unsent}
        self._number, self._sent = None, {}

    def _send(self) -> None:
        if self._number is not None or not self._unsent:
            return
        self._sent, self._unsent = self._unsent, {}
        device = {name: value for name, value in self._sent.items() if of_device(name)}
        account = {name: value for name, value in self._sent.items() if not of_device(name)}
        self._number = self._link.ask(KeepSettings, account, device)
