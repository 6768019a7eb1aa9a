"""Invitations: codes that add keys to the allow-list."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.fronts import invitations
from server.fronts.allow_list import read_allowed
from server.fronts.invitations import FOLDER, Invitation, Invitations, TooMany

ANN = f"SHA256:{'A' * 43}"
BEN = f"SHA256:{'B' * 43}"
NOW = 1_800_000_000.0
DAY = "2027-01-15"


def made(data: Path, uses: int = 1, until: float = NOW + 60) -> str:
    """Make an invitation, and give its code."""
    return Invitations(data).make(Invitation(uses, until), os.urandom(8), NOW)


def allowed(data: Path) -> frozenset[str]:
    """Give who is on the list."""
    path = data / "allowed_keys"
    return read_allowed(path.read_text()) if path.exists() else frozenset()


def test_a_code_adds_one_key(tmp_path: Path) -> None:
    """It holds once, and the key is on the list from then on."""
    code = made(tmp_path)
    assert Invitations(tmp_path).use(code, ANN, NOW, DAY)
    assert not Invitations(tmp_path).use(code, BEN, NOW, DAY)
    assert (tmp_path / "allowed_keys").read_text() == f"{ANN} # invited, {DAY}\n"


def test_a_code_may_hold_for_several(tmp_path: Path) -> None:
    """Each use is one less."""
    code = made(tmp_path, uses=2)
    uses = [Invitations(tmp_path).use(code, f"SHA256:{letter * 43}", NOW, DAY) for letter in "CDE"]
    assert uses == [True, True, False]
    assert len(allowed(tmp_path)) == 2


def test_a_code_ends_with_its_time(tmp_path: Path) -> None:
    """At the moment it was made for, it is none any more, and it is removed when the next one is made."""
    code = made(tmp_path, until=NOW + 1)
    assert not Invitations(tmp_path).use(code, ANN, NOW + 1, DAY)
    Invitations(tmp_path).make(Invitation(1, NOW + 60), bytes(8), NOW + 1)
    assert len(list((tmp_path / FOLDER).glob("*.json"))) == 1


def test_a_code_is_read_as_people_write_it(tmp_path: Path) -> None:
    """Small letters, no hyphens, spaces, and letters that look like others."""
    code = Invitations(tmp_path).make(Invitation(9, NOW + 60), bytes([0b10010] * 8), NOW)
    assert len(code) == 14
    for written in (code.lower(), code.replace("-", ""), code.replace("-", " "), code.replace("L", "1")):
        assert Invitations(tmp_path).use(written, ANN, NOW, DAY)


@pytest.mark.parametrize("code", ["", "x", "../../etc/passwd", "0" * 40, "AAAA-AAAA-AAAA", "\udcff", "ÄÖÜÄ-ÖÜÄÖ-ÜÄÖÜ"])
def test_what_is_no_code(code: str, tmp_path: Path) -> None:
    """Nothing comes of it, with invitations or without."""
    assert not Invitations(tmp_path).use(code, ANN, NOW, DAY)
    made(tmp_path)
    assert not Invitations(tmp_path).use(code, ANN, NOW, DAY)
    assert allowed(tmp_path) == frozenset()


def test_codes_are_kept_as_hashes(tmp_path: Path) -> None:
    """Nobody who reads the directory finds a code in it, and its owner alone reads it."""
    code = made(tmp_path)
    files = list((tmp_path / FOLDER).iterdir())
    kept = " ".join(f"{path.name} {path.read_text()}" for path in files)
    assert code.replace("-", "") not in kept.replace("-", "")
    assert all(path.stat().st_mode & 0o077 == 0 for path in [*files, tmp_path / FOLDER])


def test_many_at_once_are_no_more_than_its_uses(tmp_path: Path) -> None:
    """Processes that draw screens use codes side by side."""
    code = made(tmp_path, uses=3)
    keys = [f"SHA256:{number:043}" for number in range(12)]
    with ThreadPoolExecutor(12) as pool:
        uses = list(pool.map(lambda key: Invitations(tmp_path).use(code, key, NOW, DAY), keys))
    assert sum(uses) == 3
    assert allowed(tmp_path) == {key for key, used in zip(keys, uses, strict=True) if used}


@pytest.mark.parametrize("uses", [1, 2])
def test_a_code_is_not_lost_to_a_full_disk(uses: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the key cannot be added, the code is as good as before."""
    code = made(tmp_path, uses=uses)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(invitations, "add_key", refuse)
        with pytest.raises(OSError, match="No space"):
            Invitations(tmp_path).use(code, ANN, NOW, DAY)
    [path] = (tmp_path / FOLDER).glob("*.json")
    assert json.loads(path.read_text())["uses"] == uses
    assert Invitations(tmp_path).use(code, ANN, NOW, DAY)


def test_there_are_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator who invites in a loop is told; those that have ended make room."""
    monkeypatch.setattr(invitations, "MOST", 2)
    made(tmp_path)
    made(tmp_path, until=NOW + 1)
    with pytest.raises(TooMany):
        made(tmp_path)
    Invitations(tmp_path).make(Invitation(1, NOW + 60), bytes(8), NOW + 1)


def test_a_damaged_invitation_is_none(tmp_path: Path) -> None:
    """What cannot be read lets nobody in, and is removed with those that have ended; other faults are told."""
    code = made(tmp_path)
    [path] = (tmp_path / FOLDER).glob("*.json")
    path.write_text("{")
    assert not Invitations(tmp_path).use(code, ANN, NOW, DAY)
    path.unlink()
    path.mkdir()
    with pytest.raises(IsADirectoryError):
        Invitations(tmp_path).use(code, ANN, NOW, DAY)
    path.rmdir()
    path.write_text("{")
    made(tmp_path)
    assert not path.exists()


def test_an_invitation_that_goes_while_it_is_read_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have used it up in between."""
    monkeypatch.setattr(Path, "exists", lambda _: True)
    (tmp_path / FOLDER).mkdir()
    assert not Invitations(tmp_path).use("AAAA-AAAA-AAAA", ANN, NOW, DAY)
