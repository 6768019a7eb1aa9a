"""What a front offers, judged by ssh-audit."""

import asyncio
import json
import sys
from pathlib import Path

from server.fronts.ssh.transport.guard import FrontLimits
from tests.server.fronts.ssh.raw_client import a_front

AUDIT = Path(sys.executable).with_name("ssh-audit")
POLICY = Path(__file__).parents[3] / "golden" / "ssh-audit-policy.txt"
PATIENCE = 60.0

FOR_OLDER_CLIENTS = {
    "curve25519-sha256": "does not provide protection against post-quantum attacks",
    "curve25519-sha256@libssh.org": "does not provide protection against post-quantum attacks",
    "hmac-sha2-256": "using encrypt-and-MAC mode",
    "hmac-sha2-512": "using encrypt-and-MAC mode",
}
"""What is said of that which OpenSSH before 9.9, PuTTY, dropbear and libssh2 need; others get the first in the list."""


async def audit(port: int, *arguments: str) -> tuple[int, str]:
    """Run ssh-audit, and give its exit status and what it says."""
    command = [str(AUDIT), "-n", "-p", str(port), *arguments, "127.0.0.1"]
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(PATIENCE):
        said, _ = await child.communicate()
    return child.returncode or 0, said.decode()


async def test_the_audit_finds_nothing() -> None:
    """The policy holds; no algorithm is weak or has a flaw that is known; whoever tries often is slowed down."""
    async with a_front(FrontLimits()) as front:
        status, said = await audit(front.port, "-P", str(POLICY))
        assert status == 0, said
    # It comes often enough to be sent away: another front has not seen it yet.
    async with a_front(FrontLimits()) as front:
        _, said = await audit(front.port, "-j")
    found = json.loads(said)
    algorithms = [algorithm for kind in ("kex", "key", "enc", "mac") for algorithm in found[kind]]
    notes = {algorithm["algorithm"]: algorithm["notes"] for algorithm in algorithms}
    assert "kex-strict-s-v00@openssh.com" in notes
    assert {name for name, said in notes.items() if "fail" in said} == set()
    warned = {name: said["warn"] for name, said in notes.items() if "warn" in said}
    assert warned == {name: [said] for name, said in FOR_OLDER_CLIENTS.items()}
    assert found["cves"] == []
    assert "throttling" not in str(found["additional_notes"])
