"""The command ``invite``: a code, and the sentence to send with it."""

import os
import pwd
import re
import time
from pathlib import Path

import pytest

from server.commands.invite import main
from server.commands.start import InForce
from server.configuration.reading import Given
from server.fronts.invitations import Invitations, TooMany
from server.processes.claim import claimed, note
from server.processes.plan import Address

KEY = f"SHA256:{'A' * 43}"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the data directory of a server with an allow-list."""
    for name in tuple(os.environ):
        if name.startswith("CHWECH_"):
            monkeypatch.delenv(name)
    (tmp_path / "chwech.toml").write_text('allow-list = true\nname = "Cards"\npublic-name = "cards.example"\n')
    return tmp_path


def test_an_invitation_is_a_sentence_to_send(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has the name of the server, the command with the code, until when, and for how many it holds."""
    assert main(["--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    first, _, command, _, last = out.splitlines()
    until = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"
    assert re.fullmatch(
        rf"Come and play cards at Cards\. Type this once, before {until} \(it holds for one person\):", first
    )
    found = re.fullmatch(r"  ssh -p 2222 chwech@cards\.example invite ((?:[2-9A-HJ-NP-Z]{4}-?){3})", command)
    assert found
    assert last == "and from then on: ssh -p 2222 chwech@cards.example"
    assert Invitations(data).use(found[1], KEY, time.time() + 6.9 * 86_400, "")


def test_it_may_hold_for_more_people_and_days(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The options say for how many and how long."""
    assert main(["--data", str(data), "--uses", "2", "--days", "30"]) == 0
    out = capsys.readouterr().out
    assert "(it holds for 2 people)" in out
    code = out.split("invite ")[1].split()[0]
    assert Invitations(data).use(code, KEY, time.time() + 29 * 86_400, "")
    assert Invitations(data).use(code, KEY, time.time() + 29 * 86_400, "")


def test_who_invites_to_an_open_house_is_told(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The invitation is made all the same: the list may be wanted later."""
    (data / "chwech.toml").write_text("")
    assert main(["--data", str(data), "--ssh", "192.0.2.7:22"]) == 0
    out, err = capsys.readouterr()
    assert "ssh chwech@192.0.2.7 invite " in out
    assert out.startswith("Come and play cards. ")
    assert "no allow-list is set, and without one everybody gets in: set allow-list = true" in err


def test_the_running_server_is_asked_how_it_was_started(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its options, and the port that it got, hold where the command has none."""
    (data / "chwech.toml").write_text("")
    started = InForce({"ssh": Given(Address("192.0.2.7", 0)), "allow-list": Given(value=True)}, None).started(ssh=2300)
    with claimed(data):
        note(data, started)
        assert main(["--data", str(data)]) == 0
        out, err = capsys.readouterr()
        assert "  ssh -p 2300 chwech@192.0.2.7 invite " in out
        assert err == ""
        assert main(["--data", str(data), "--ssh", "192.0.2.8:22"]) == 0
        assert "  ssh chwech@192.0.2.8 invite " in capsys.readouterr().out
    assert main(["--data", str(data), "--ssh", "192.0.2.8:22"]) == 0
    assert "no allow-list is set" in capsys.readouterr().err


@pytest.mark.parametrize("options", [("--uses", "0"), ("--uses", "101"), ("--days", "x"), ("--day", "1")])
def test_wrong_options_are_refused(options: tuple[str, ...], data: Path) -> None:
    """With status 2, as everywhere."""
    with pytest.raises(SystemExit) as ended:
        main(["--data", str(data), *options])
    assert ended.value.code == 2


def test_what_keeps_an_invitation_from_being_made(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server, one of another user, one without SSH, a wrong configuration, too many, and a disk that is full."""

    def said(*options: str) -> str:
        assert main(["--data", str(data), *options]) == 1
        return capsys.readouterr().err

    assert f"there is no server in {data}/none: chwech serve makes one" in said("--data", str(data / "none"))
    assert "lets nobody in by SSH (ssh is none)" in said("--no-ssh")
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 12345)
        assert f"sudo -u {pwd.getpwuid(os.getuid()).pw_name} chwech invite --data {data}" in said()
    for fault, text in ((TooMany(), "too many invitations"), (OSError(28, "No space"), "can be kept in .*: No space")):
        with monkeypatch.context() as patch:
            patch.setattr(Invitations, "make", _failing(fault))
            assert re.search(text, said())
    (data / "chwech.toml").write_text("zzz = 1\n")
    assert "line 1: zzz: there is no such key" in said()


def _failing(fault: Exception) -> object:
    def fail(*_: object) -> None:
        raise fault

    return fail
