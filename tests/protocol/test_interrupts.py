"""Ctrl-C is silent until a program can be interrupted."""

import os
import signal
import subprocess
import sys

import pytest

from protocol.interrupts import end_at_interrupt, interruptible


def test_only_a_part_of_a_program_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within it Ctrl-C raises, outside it ends the process; a process that ignores Ctrl-C goes on ignoring it."""
    before = signal.getsignal(signal.SIGINT)
    try:
        end_at_interrupt()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        with pytest.raises(KeyboardInterrupt), interruptible():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end_at_interrupt()
        with interruptible():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("imported", ["typing", "protocol.interrupts"])
def test_a_program_that_starts_dies_of_an_interrupt_without_a_word(imported: str) -> None:
    """Whatever it was importing."""
    code = f"""
import importlib.abc, os, runpy, signal, sys
class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "{imported}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.modules.pop("typing", None)
sys.argv = ["chwech", "--help"]
runpy.run_module("chwech", run_name="__main__", alter_sys=True)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False, env=os.environ)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")
