"""A small app, a terminal that only remembers what it was sent, and the stage between them."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App, ComposeResult
from textual.events import Event, Key, Paste, Resize
from textual.widgets import Static

from server.fronts.ssh.terminal.app_session import AppEnding, AppSession, Memory, StartQueue
from server.fronts.ssh.terminal.terminal import SshDriver, Terminal, TerminalConnection, read_terminal
from server.fronts.ssh.transport.limiter import Flow

PATIENCE = 30.0  # Seconds that anything may take on a busy machine.


async def until(seen: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end, "it never came to pass"
        await asyncio.sleep(0.005)


def open_files() -> int:
    """Count the files that are open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


class Placard(App[int]):
    """Shows a text, remembers what it is told, and does odd things when asked."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, text: str = "a placard") -> None:
        super().__init__(ansi_color=True)
        self.parting_words = ""
        self.text = text
        self.heard: list[str] = []
        self.sizes: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        """Show the text."""
        yield Static(self.text, markup=False)

    def show(self, text: str) -> None:
        """Show another text."""
        self.query_one(Static).update(text)

    async def on_event(self, event: Event) -> None:
        """Remember what comes."""
        if isinstance(event, Paste) and not event.is_forwarded:
            self.heard.append(f"paste of {len(event.text)}")
        await super().on_event(event)

    def on_resize(self, event: Resize) -> None:
        """Remember the size."""
        self.sizes.append((event.size.width, event.size.height))

    def on_key(self, event: Key) -> None:
        """Remember the key; some do more."""
        self.heard.append(event.key)
        if event.key == "q":
            self.parting_words = "until next time"
            self.exit(3)
        if event.key == "ctrl+x":
            raise RuntimeError("the placard falls")


class Scene:
    """One app on a stage of its own."""

    def __init__(self, app: App[Any] | None = None, terminal: Terminal | None = None) -> None:
        self.app: App[Any] = app or Placard()
        self.flow = Flow()
        self.sent: list[bytes] = []
        self.gone = False
        self.terminal = terminal or read_terminal("xterm-256color", {}, 80, 24)
        wire = TerminalConnection(self.terminal, self.flow, self._send, 7, lambda: None)
        self.stage = AppSession(lambda: self.app, wire, StartQueue(), Memory())
        self.task: asyncio.Task[AppEnding] = asyncio.create_task(self.stage.run())

    def _send(self, data: bytes) -> None:
        if not self.gone:
            self.sent.append(data)

    @property
    def output(self) -> str:
        """All that was sent."""
        return b"".join(self.sent).decode()

    @property
    def placard(self) -> Placard:
        """The app, where it is the usual one."""
        assert isinstance(self.app, Placard)
        return self.app

    @property
    def driver(self) -> SshDriver:
        """The driver of the app."""
        assert isinstance(self.app._driver, SshDriver)
        return self.app._driver

    async def begun(self) -> "Scene":
        """Wait for the first frame."""
        await until(lambda: len(self.sent) > 1)
        return self

    async def hear(self, typed: bytes, heard: str) -> None:
        """Type until it is heard: an app that was told very much at once is deaf for a moment."""
        typed_at = 0.0

        def is_heard() -> bool:
            nonlocal typed_at
            if time.monotonic() - typed_at > 0.5:
                typed_at = time.monotonic()
                self.stage.receive(typed)
            return heard in self.placard.heard

        await until(is_heard)

    async def ended(self) -> AppEnding:
        """Wait for the end."""
        async with asyncio.timeout(PATIENCE):
            return await self.task

    async def over(self) -> AppEnding:
        """Press the key that ends it until it does: the app may be deaf for a moment, as above."""
        async with asyncio.timeout(PATIENCE):
            while not self.task.done():
                self.stage.receive(b"q")
                await asyncio.wait({self.task}, timeout=0.5)
        return await self.task
