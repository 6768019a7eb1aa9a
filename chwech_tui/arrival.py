"""The first connection to a server over SSH, made before any screen is drawn, so that ``ssh`` can ask."""

import asyncio
import subprocess
import sys
from pathlib import Path

from chwech_tui.app import ChwechApp
from chwech_tui.ssh import Ssh


def arrive(runner: asyncio.Runner, app: ChwechApp, ssh: Ssh) -> bool:
    """Connect, and return True once the server has answered; otherwise print the reason and return False."""
    while trouble := runner.run(_connect(app, ssh)):
        print(f"chwech: {trouble}", file=sys.stderr)
        # The question is asked outside the event loop, so that Ctrl-C ends it as in any program.
        if not (ssh.denied and ssh.can_be_guest and _has_other_way(ssh)):
            return False
    ssh.aside = app.step_aside
    return True


async def _connect(app: ChwechApp, ssh: Ssh) -> str:
    app.connect()
    trouble = await ssh.arrive()
    if trouble:
        await app.disconnect()
    return trouble


def _has_other_way(ssh: Ssh) -> bool:
    """Offer to play as a guest or, without a key, to generate one; True if the connection is worth another try."""
    keyless = not any(Path.home().glob(".ssh/id_*"))
    key = "make a key with ssh-keygen (k), " if keyless else ""
    try:
        answer = input(f"Do you want to {key}come as a guest (g), or leave (Enter)? ").strip().lower()
    except EOFError:
        return False
    if answer == "g":
        ssh.become_guest()
        return True
    return answer == "k" and keyless and subprocess.run(["ssh-keygen", "-t", "ed25519"], check=False).returncode == 0
