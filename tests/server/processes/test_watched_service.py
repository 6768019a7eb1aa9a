"""The supervisor as a service, as a real process, with stand-ins for the others."""

import os
import re
import signal
from pathlib import Path

from tests.server.processes.manager import ServiceManager
from tests.server.processes.test_supervisor import watching


def service(manager: ServiceManager, watchdog: str = "") -> dict[str, str]:
    """Give what a service manager puts into the environment."""
    more = {"WATCHDOG_USEC": watchdog} if watchdog else {}
    return {"NOTIFY_SOCKET": str(manager.path), **more}


async def test_ready_is_told_once_all_serve_and_the_end_when_it_begins(tmp_path: Path) -> None:
    """A front that is not ready yet holds it back; what the host says of itself is the status."""
    with ServiceManager(tmp_path / "n") as manager:
        async with watching("host --status=well", "a", "b", env=service(manager)) as watched:
            await watched.begun("host", "a")
            assert set(manager.heard()) <= {"STATUS=well"}
            await watched.begun("b")
            assert set(await manager.until("READY=1")) <= {"STATUS=well"}
            watched.process.send_signal(signal.SIGTERM)
            await watched.rest()
            assert "STOPPING=1" in manager.heard()


async def test_a_reload_is_told(tmp_path: Path) -> None:
    """Its beginning is told with the time that systemd asks for, and then that the server is ready again."""
    with ServiceManager(tmp_path / "n") as manager:
        async with watching("host", env=service(manager)) as watched:
            await manager.until("READY=1")
            watched.process.send_signal(signal.SIGHUP)
            [begun] = [heard for heard in await manager.until("READY=1") if "RELOADING" in heard]
            assert re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=[0-9]+", begun)


async def test_a_host_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    """The supervisor does not vouch for a host that stands still, and does again for the next one."""
    with ServiceManager(tmp_path / "n") as manager:
        async with watching("host --beats", seconds="60,1", env=service(manager, "200000")) as watched:
            [host] = await watched.begun("host")
            await manager.until("WATCHDOG=1")
            await manager.until("WATCHDOG=1")
            os.kill(host, signal.SIGSTOP)
            while "it is killed" not in await watched.says():
                pass
            # One may have lain there, and one more stands for the last answer.
            assert len(manager.heard()) <= 2
            await watched.begun("host")
            await manager.until("WATCHDOG=1")
