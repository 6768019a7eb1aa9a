"""The inner commands ``gateway`` and ``uplink``, and the plan of a front, without the processes of real life."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import server.__main__ as program
from server.commands import front, gateway, serve, uplink
from server.fronts.remote.certificate import FRONT_CERTIFICATE, HOST_CERTIFICATE
from server.processes.child import BEAT
from server.processes.notification import Notifier
from server.processes.plan import ProcessPlan
from tests.server.fronts.remote.test_host_address import CARDS


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """Give both ends of the pipe to a supervisor that has gone already."""
    mask = os.umask(0o022)
    lifeline, life = os.pipe()
    os.close(life)
    hearing, mouth = os.pipe()
    for module in (gateway, uplink):
        monkeypatch.setattr(module, "_LIFELINE", lifeline)
        monkeypatch.setattr(module, "raise_open_files", lambda: None)
    yield hearing, mouth
    for descriptor in (lifeline, hearing, mouth):
        os.close(descriptor)
    os.umask(mask)


def test_a_gateway_opens_and_ends(tmp_path: Path, ear: tuple[int, int]) -> None:
    """It makes its key, is ready at once, and ends with its supervisor."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0)
    where = ("--data", str(tmp_path), "--fronts-socket", str(tmp_path / "fronts.sock"))
    assert program.main(["gateway", *where, f"--listen-fd={listener.detach()}", f"--ready-fd={ear[1]}"]) == 0
    assert os.read(ear[0], 100) == b"\n" + BEAT
    assert (tmp_path / HOST_CERTIFICATE).exists()


def test_a_gateway_with_a_wrong_list(tmp_path: Path, ear: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    """It says which line is wrong, and is never ready: a list that cannot be read lets nobody in."""
    (tmp_path / "allowed_fronts").write_text("nonsense\n")
    where = ("--data", str(tmp_path), "--fronts-socket", str(tmp_path / "fronts.sock"))
    assert program.main(["gateway", *where, f"--ready-fd={ear[1]}"]) == 1
    assert "allowed_fronts: line 1 has no name after the certificate" in capsys.readouterr().err


def test_an_uplink_is_ready_before_its_host(tmp_path: Path, ear: tuple[int, int]) -> None:
    """The fronts begin at once, and say what is wrong on every screen."""
    where = ("--data", str(tmp_path), "--fronts-socket", str(tmp_path / "fronts.sock"))
    host = ("--server", "127.0.0.1:1", "--name", "attic")
    assert program.main(["uplink", *where, *host, f"--ready-fd={ear[1]}"]) == 0
    assert os.read(ear[0], 100) == b"\n" + BEAT + b"the host is out of reach, connections: 0\n"
    assert (tmp_path / FRONT_CERTIFICATE).exists()


def test_the_plan_of_a_front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the host there is the uplink; the fronts are those of a server, and know that it is elsewhere."""
    plans: list[ProcessPlan] = []

    def keep(plan: ProcessPlan, _: Notifier) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr(serve, "supervise", keep)
    mask = os.umask(0o022)
    for fronts in ("1", "2"):
        where = ("--data", str(tmp_path / "data"), "--ssh", "127.0.0.1:0", "--fronts", fronts)
        assert front.main(["--server", str(CARDS), "--name", "at tic", *where]) == 0
    os.umask(mask)
    alone, two = plans
    assert alone.host.name == "the uplink"
    assert alone.host.command[-4:] == ("--server", "cards.example:2226", "--name", "at-tic")
    assert [role.name for role in two.fronts] == ["front 1", "front 2"]
    assert all("--remote" in role.command and role.forked for role in two.fronts)
    assert (alone.fork_server is None, two.fork_server is None) == (True, False)
