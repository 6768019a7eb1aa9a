"""The certificate of a host or a front."""

import base64
import hashlib
import os
import ssl
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from server.fronts.fault import FrontFault
from server.fronts.remote.certificate import fingerprint, load_certificate
from server.fronts.remote.known_fronts import read_certificate


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    """The second look finds the same key; nobody else may read it; it is what openssl would take the fingerprint of."""
    path = tmp_path / "key.pem"
    first = load_certificate(path)
    assert load_certificate(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [path]
    assert base64.urlsafe_b64decode(first.fingerprint + "=") == hashlib.sha256(first.der).digest()
    assert read_certificate(first.text) == first.der
    assert fingerprint(first.der) != fingerprint(load_certificate(tmp_path / "other.pem").der)


def test_a_key_that_another_program_has_just_made_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two programs that start at once, both use the first one's key."""
    path = tmp_path / "key.pem"
    first = load_certificate(path)
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    assert load_certificate(path) == first
    assert [*tmp_path.iterdir()] == [path]


def _garbage(path: Path) -> None:
    path.write_text("no key")
    path.chmod(0o600)


def _half(path: Path) -> None:
    path.write_text(path.read_text()[:400])


def _for_all(path: Path) -> None:
    path.chmod(0o644)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_garbage, "is damaged: put it back"),
        (_half, "is damaged: put it back"),
        (_for_all, "chmod 600"),
        (_pipe, "is no regular file"),
        (_link, "cannot be used: Too many levels of symbolic links"),
    ],
)
def test_a_key_that_cannot_be_used(tmp_path: Path, harm: Callable[[Path], None], said: str) -> None:
    """It says what is wrong and what helps, and is never replaced."""
    path = tmp_path / "key.pem"
    load_certificate(path)
    harm(path)
    with pytest.raises(FrontFault, match=said):
        load_certificate(path)


def test_a_key_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to whoever runs the program, or is refused."""
    path = tmp_path / "key.pem"
    load_certificate(path)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(FrontFault, match="belongs to another user"):
        load_certificate(path)


def test_a_key_that_cannot_be_made(tmp_path: Path) -> None:
    """A folder that is not there is named."""
    with pytest.raises(FrontFault, match=r"none/key\.pem cannot be used: No such file"):
        load_certificate(tmp_path / "none" / "key.pem")


def test_it_never_ends(tmp_path: Path) -> None:
    """RFC 5280 has a date for that; clocks that are years behind do no harm either."""
    about = ssl._ssl._test_decode_cert(str(load_certificate(tmp_path / "key.pem").path))  # type: ignore[attr-defined]
    assert about["notBefore"] == "Jan  1 00:00:00 2000 GMT"
    assert about["notAfter"] == "Dec 31 23:59:59 9999 GMT"
