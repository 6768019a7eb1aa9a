"""Children that tests start are as if a person had started them."""

import subprocess
import sys

PROGRAM = """
import subprocess, sys
import tests.conftest
show = "import signal; print([number for number in (1, 2, 15) if signal.getsignal(number) is signal.SIG_IGN])"
subprocess.run([sys.executable, "-c", show], check=True)
"""


def test_children_have_the_usual_signals() -> None:
    """Where the tests run in the background of a shell, or under ``nohup``, their children hear every signal."""
    shell = ["sh", "-c", 'trap "" INT TERM HUP; exec "$0" "$@"']
    ran = subprocess.run([*shell, sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
