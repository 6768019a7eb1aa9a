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
