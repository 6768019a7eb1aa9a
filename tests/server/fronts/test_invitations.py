"""Invitations: codes that add keys to the allow-list."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.fronts import invitations
from server.fronts.allow_list import read_allowed
from server.fronts.invitations import FILE, Invitation, Invitations, TooMany
from server.storage.backup import small_files

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


def kept(data: Path) -> list[dict[str, float]]:
    """Give the invitations that are kept."""
    return list(json.loads((data / FILE).read_text()).values())


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
    assert len(kept(tmp_path)) == 1


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
    assert code.replace("-", "") not in (tmp_path / FILE).read_text().replace("-", "")
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


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
        patch.setattr(invitations, "add_keys", refuse)
        with pytest.raises(OSError, match="No space"):
            Invitations(tmp_path).use(code, ANN, NOW, DAY)
    assert [one["uses"] for one in kept(tmp_path)] == [uses]
    assert Invitations(tmp_path).use(code, ANN, NOW, DAY)


def test_there_are_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator who invites in a loop is told; those that have ended make room."""
    monkeypatch.setattr(invitations, "MOST", 2)
    made(tmp_path)
    made(tmp_path, until=NOW + 1)
    with pytest.raises(TooMany):
        made(tmp_path)
    Invitations(tmp_path).make(Invitation(1, NOW + 60), bytes(8), NOW + 1)


def test_a_damaged_file_lets_nobody_in_and_is_kept(tmp_path: Path) -> None:
    """Whoever uses a code, and whoever invites, are told; nothing is written over what may still be of use."""
    code = made(tmp_path)
    (tmp_path / FILE).write_text("{")
    with pytest.raises(OSError, match="it is damaged: move it away"):
        Invitations(tmp_path).use(code, ANN, NOW, DAY)
    with pytest.raises(OSError, match="it is damaged: move it away"):
        made(tmp_path)
    assert (tmp_path / FILE).read_text() == "{"


def test_a_code_that_is_used_up_meanwhile_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have used it between the first look and the lock."""
    code = made(tmp_path)
    looks = iter([{invitations._digest(code.replace("-", "")): Invitation(1, NOW + 1)}, {}])
    monkeypatch.setattr(Invitations, "_valid", lambda *_: next(looks))
    assert not Invitations(tmp_path).use(code, ANN, NOW, DAY)
    assert allowed(tmp_path) == frozenset()


def test_invitations_are_in_a_backup(tmp_path: Path) -> None:
    """A code that was sent out holds on the server that is put back."""
    code = made(tmp_path)
    assert [path.name for path in small_files(tmp_path)] == [FILE]
    assert Invitations(tmp_path).use(code, ANN, NOW, DAY)
