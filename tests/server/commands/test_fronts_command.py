"""The command ``fronts``: how a front gets in, and the list of those that do."""

import os
import re
from pathlib import Path

import pytest

from server.commands import fronts as command
from server.commands.front import main as front_main
from server.commands.front import own_name
from server.commands.fronts import main
from server.fronts.remote.certificate import FRONT_CERTIFICATE, HOST_CERTIFICATE, load_certificate
from server.fronts.remote.known_fronts import KnownFronts


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the data directory of a server that listens for fronts."""
    for name in tuple(os.environ):
        if name.startswith("CHWECH_"):
            monkeypatch.delenv(name)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "chwech.toml").write_text('fronts-listen = "0.0.0.0:2226"\npublic-name = "cards.example:22"\n')
    return folder


def ask(data: Path, *words: str) -> int:
    """Give the command."""
    return main([*words, "--data", str(data)])


def shown(folder: Path, name: str) -> str:
    """Give what a front on another machine shows."""
    return load_certificate(folder / f"{name}.pem").text


def test_a_front_is_added_listed_and_removed(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page has the line for the other machine, with the name that others type and the fingerprint."""
    attic = shown(tmp_path, "attic")
    assert ask(data) == 0
    own = load_certificate(data / HOST_CERTIFICATE).fingerprint
    first = capsys.readouterr().out
    assert first.startswith("No front gets in yet.\nFor another one, type on its machine:\n\n")
    assert f"\n  chwech front --server cards.example:2226#sha256={own}\n" in first
    assert ask(data, "add", "attic", attic) == ask(data, "add", "attic", attic) == 0
    assert capsys.readouterr().out == "attic gets in now\nattic gets in already\n"
    assert ask(data) == 0
    prints = load_certificate(tmp_path / "attic.pem").fingerprint
    assert capsys.readouterr().out.startswith(f"These fronts get in:\n  attic{' ' * 27}  {prints}\nFor another one")
    assert ask(data, "remove", "attic") == 0
    assert capsys.readouterr().out == "attic does not get in any more, and is cut off\n"
    assert KnownFronts(data).listed == ()


def test_a_server_that_does_not_listen(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told what to set."""
    (data / "chwech.toml").write_text("")
    assert ask(data) == 0
    assert (
        "The configuration does not say where the server listens for fronts: set fronts-listen"
        in capsys.readouterr().out
    )
    assert ask(data, "--fronts-listen", ":2226") == 0
    assert re.search(r"chwech front --server \S+:2226#sha256=", capsys.readouterr().out)
    with pytest.raises(SystemExit):
        ask(data, "--fronts-listen", "2226")
    why = "'2226' is no address: write :PORT, such as :2226, or HOST:PORT, such as 192.0.2.1:2226"
    assert why in capsys.readouterr().err
    assert ask(data, "--fronts-listen", "192.0.2.1:2226") == 0
    assert "chwech front --server 192.0.2.1:2226#sha256=" in capsys.readouterr().out


def test_what_cannot_be_added_or_removed(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each refusal says what is wrong and what would be right."""
    attic, cellar = shown(tmp_path, "attic"), shown(tmp_path, "cellar")
    ask(data, "add", "attic", attic)
    for words, said in (
        (("add", "cellar", attic), "this front gets in already, as attic"),
        (("add", "attic", cellar), "there is a front attic: choose another name, or first remove that one"),
        (("add", "a b", cellar), "'a b' is no name of a front: up to 32 letters"),
        (("add", "cellar", "SHA256:x"), "'SHA256:x' is no certificate of a front: copy the whole line"),
        (("remove", "cellar"), "there is no front 'cellar'; there are: attic"),
    ):
        assert ask(data, *words) == 1
        assert f"chwech fronts: {said}" in capsys.readouterr().err
    monkeypatch.setattr(command, "MOST", 1)
    assert ask(data, "add", "cellar", cellar) == 1
    assert "there are 1 fronts, and no more may be" in capsys.readouterr().err
    ask(data, "remove", "attic")
    assert ask(data, "remove", "attic") == 1
    assert "there are: none" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("add",), ("add", "attic"), ("remove",), ("remove", "a", "b"), ("ad", "x", "y")])
def test_half_a_command(data: Path, words: tuple[str, ...]) -> None:
    """It is refused with status 2, as everywhere."""
    with pytest.raises(SystemExit) as ended:
        ask(data, *words)
    assert ended.value.code == 2


def test_a_server_that_cannot_be_used(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server, somebody else's, a wrong configuration, a wrong list, a disk that is full."""
    attic = shown(tmp_path, "attic")
    assert ask(tmp_path / "none") == 1
    assert "there is no server in" in capsys.readouterr().err

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(KnownFronts, "write", full)
        assert ask(data, "add", "attic", attic) == 1
    assert "allowed_fronts cannot be written: No space left" in capsys.readouterr().err
    (tmp_path / "attic").mkdir(exist_ok=True)
    (tmp_path / "attic" / FRONT_CERTIFICATE).touch()
    assert ask(tmp_path / "attic") == 1
    assert "is the folder of a front: fronts are let in on the machine of their host" in capsys.readouterr().err
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: 12345)
        assert ask(data) == 1
    assert "give this command as that user, sudo -u " in capsys.readouterr().err
    (data / "allowed_fronts").write_text("nonsense\n")
    assert ask(data) == 1
    assert "allowed_fronts: line 1 has no name" in capsys.readouterr().err
    (data / "chwech.toml").write_text("fronts-listen = 5\n")
    assert ask(data) == 1
    assert "fronts-listen" in capsys.readouterr().err


def test_what_a_machine_calls_itself() -> None:
    """Its own name, without what a list of fronts cannot hold."""
    names = ("attic", "my laptop.example", "x" * 40, "ü", "-a-")
    assert [own_name(name) for name in names] == ["attic", "my-laptop.example", "x" * 32, "front", "a"]


def test_a_front_with_a_wrong_configuration(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says so with status 2, and so does one that is not told where its host is."""
    (data / "chwech.toml").write_text("ssh = 5\n")
    assert front_main(["--data", str(data), "--server", "cards.example:2226"]) == 2
    assert "chwech front: " in capsys.readouterr().err
    for options in ((), ("--server", "cards.example")):
        with pytest.raises(SystemExit) as ended:
            front_main(["--data", str(data), *options])
        assert ended.value.code == 2
    assert "is no address of a host: write HOST:PORT" in capsys.readouterr().err
