"""A client whose terminal is gone ends, whether or not the kernel told it."""

import signal
from pathlib import Path

from tests.chwech_tui.terminal import Terminal


def test_a_client_ends_with_its_terminal(tmp_path: Path) -> None:
    """When the window is closed the client ends by itself, although no signal reaches it, and its server with it."""
    terminal = Terminal(["play", "--data", str(tmp_path), "--pace", "0"])
    terminal.until("Seal ")
    terminal.vanish()
    assert terminal.process.wait(timeout=30) == -signal.SIGHUP
    again = Terminal(["play", "--data", str(tmp_path), "--pace", "0"])
    again.until("leave")
    again.press("qy")
    assert again.close() == 0
