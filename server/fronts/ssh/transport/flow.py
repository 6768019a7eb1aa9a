"""Whether output may be written to a session: both its channel and the connection below can hold it back."""

from collections.abc import Callable


class Flow:
    """Open, or held for one reason or more."""

    def __init__(self) -> None:
        """Begin open."""
        self._reasons: set[str] = set()
        self._opened: Callable[[], None] = _nothing

    @property
    def open(self) -> bool:
        """Whether output may be written now."""
        return not self._reasons

    def hold(self, reason: str) -> None:
        """Let nothing be written until this reason is released."""
        self._reasons.add(reason)

    def release(self, reason: str) -> None:
        """Take a reason away; where it was the last one, whoever waits is called."""
        if reason not in self._reasons:
            return
        self._reasons.remove(reason)
        if not self._reasons:
            self._opened()

    def on_open(self, call: Callable[[], None]) -> None:
        """Name who is called, each time that output may be written again."""
        self._opened = call

    def forget(self) -> None:
        """Call nobody any more."""
        self._opened = _nothing


def _nothing() -> None:
    """Do nothing: nobody waits."""


class WatchedFlow(Flow):
    """A flow that says when it is held and when it is free again."""

    def __init__(self, held: Callable[[], None], freed: Callable[[], None]) -> None:
        """Begin open.

        Args:
            held: is called when output is held, by whatever it is.
            freed: is called when nothing holds it any more.
        """
        super().__init__()
        self._held = held
        self._freed = freed

    def hold(self, reason: str) -> None:
        """Let nothing be written until this reason is released."""
        was_open = self.open
        super().hold(reason)
        if was_open:
            self._held()

    def release(self, reason: str) -> None:
        """Take a reason away; where it was the last one, whoever waits is called."""
        was_open = self.open
        super().release(reason)
        # Whoever waited may have written so much that it is held again.
        if not was_open and self.open:
            self._freed()
