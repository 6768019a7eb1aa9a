"""Tracks whether output may be written to a session: both its channel and its connection can pause it."""

from collections.abc import Callable


class Flow:
    """Output flow: open, or held for one or more reasons."""

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        self._opened: Callable[[], None] = _nothing

    @property
    def open(self) -> bool:
        """True if output may be written now."""
        return not self._reasons

    def hold(self, reason: str) -> None:
        """Pause output until this reason is released."""
        self._reasons.add(reason)

    def release(self, reason: str) -> None:
        """Release a reason; if it was the last one, call the registered callback."""
        if reason not in self._reasons:
            return
        self._reasons.remove(reason)
        if not self._reasons:
            self._opened()

    def on_open(self, call: Callable[[], None]) -> None:
        """Register the callback to run each time that output may be written again, replacing the previous one."""
        self._opened = call

    def forget(self) -> None:
        """Drop the callback."""
        self._opened = _nothing


def _nothing() -> None:
    """Do nothing: no callback is registered."""


class WatchedFlow(Flow):
    """A flow that reports when it is held and when it is free again."""

    def __init__(self, held: Callable[[], None], freed: Callable[[], None]) -> None:
        super().__init__()
        self._held = held
        self._freed = freed

    def hold(self, reason: str) -> None:
        """Pause output until this reason is released."""
        was_open = self.open
        super().hold(reason)
        if was_open:
            self._held()

    def release(self, reason: str) -> None:
        """Release a reason; if it was the last one, call the registered callback."""
        was_open = self.open
        super().release(reason)
        # The callback may have written so much that the flow is held again.
        if not was_open and self.open:
            self._freed()
