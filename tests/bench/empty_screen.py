"""An app with nothing but a line that changes with every key, the peer that the client's screen is held against."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

DRAWN = "nothing to see here"  # What stands there at first.


class EmptyScreen(App[None]):
    """The app."""

    def compose(self) -> ComposeResult:
        yield Static(DRAWN)

    def on_key(self, event: Key) -> None:
        """Say what was pressed; ``q`` ends it."""
        self.query_one(Static).update(f"pressed {event.key}")
        if event.key == "q":
            self.exit()


if __name__ == "__main__":
    EmptyScreen().run()
