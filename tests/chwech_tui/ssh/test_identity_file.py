"""Files of keys: locked ones are told from open ones, in every format that people have."""

import shutil
import subprocess
from pathlib import Path

import pytest

from chwech_tui.ssh.identity_file import is_locked, unlock
from tests.chwech_tui.ssh.person import Typist


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed")
@pytest.mark.parametrize(("kind", "bits"), [("ed25519", 256), ("ecdsa", 256), ("rsa", 2048)])
@pytest.mark.parametrize("form", ["RFC4716", "PEM", "PKCS8"])
@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_a_locked_key_is_told_from_an_open_one(
    tmp_path: Path, kind: str, bits: int, form: str, passphrase: str
) -> None:
    """Keys that OpenSSH has made are read, in its own format and in the older ones."""
    path = tmp_path / "key"
    options = {"-t": kind, "-b": str(bits), "-m": form, "-a": "1", "-N": passphrase, "-f": str(path)}
    command = ["ssh-keygen", "-q", *(word for option in options.items() for word in option)]
    subprocess.run(command, timeout=60, check=True)
    data = path.read_bytes()
    assert is_locked(data) == bool(passphrase)
    key = unlock(path, data, Typist(secrets=("secret",)).terminal.ask_secret)
    assert key.get_algorithm().startswith(("ssh-", "ecdsa-"))
