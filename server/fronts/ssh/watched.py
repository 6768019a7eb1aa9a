"""A flow that somebody looks after: whoever takes no output is not waited for without end."""

from collections.abc import Callable

from server.fronts.ssh.flow import Flow


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
