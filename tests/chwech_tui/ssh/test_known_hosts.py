"""The list of known hosts: read as OpenSSH reads it, and added to without harm to what is there."""

import base64
import shutil
import subprocess
from pathlib import Path

import asyncssh
import pytest

from chwech_tui.address import SshAddress
from chwech_tui.ssh.known_hosts import HostKey, KnownHosts, Verdict, host_key, user_hosts

CARDS = SshAddress("cards.example")
HIGH = SshAddress("cards.example", 2222)


def new_key(kind: str = "ssh-ed25519") -> HostKey:
    """Give the public key of a new host."""
    return host_key(asyncssh.generate_private_key(kind).public_data)


def line(names: str, key: HostKey, marker: str = "") -> str:
    """Give a line of the file."""
    public = asyncssh.import_public_key(_coded(key))
    return f"{marker}{names} {public.export_public_key().decode().strip()}\n"


def _coded(key: HostKey) -> str:
    return f"{key.kind} {base64.b64encode(key.blob).decode()}"


def written(path: Path, *lines: str) -> KnownHosts:
    """Write a file and give what it knows."""
    path.write_text("".join(lines))
    return KnownHosts((path,))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a place for a list of known hosts."""
    return tmp_path / "known_hosts"


def verdict(known: KnownHosts, address: SshAddress, key: HostKey) -> Verdict:
    """Give the verdict alone."""
    return known.find(address, key).verdict


def test_a_key_is_told_as_openssh_tells_it() -> None:
    """The fingerprint is that of the library; kinds are told in one word."""
    private = asyncssh.generate_private_key("ecdsa-sha2-nistp256")
    key = host_key(private.public_data)
    assert key.fingerprint == private.get_fingerprint()
    assert (key.short_kind, new_key().short_kind) == ("ECDSA", "ED25519")


def test_a_host_without_a_line_is_new(path: Path) -> None:
    """Without the file, and with lines of others, nothing is known."""
    key = new_key()
    assert verdict(KnownHosts((path,)), CARDS, key) is Verdict.NEW
    assert verdict(written(path, line("other.example", key)), CARDS, key) is Verdict.NEW


@pytest.mark.parametrize(
    "names", ["cards.example", "a,cards.example,b", "*.example", "car?s.example", "CARDS.example", "*,!x.example"]
)
def test_names_and_patterns_mean_a_host(path: Path, names: str) -> None:
    """Lists, wildcards and capitals are read."""
    key = new_key()
    assert verdict(written(path, line(names, key)), CARDS, key) is Verdict.KNOWN


@pytest.mark.parametrize("names", ["*,!cards.example", "ards.example", "[cards.example]:22", "card[s].example", "?"])
def test_other_names_do_not(path: Path, names: str) -> None:
    """A name that is excluded, or that is another one, means another host."""
    key = new_key()
    assert verdict(written(path, line(names, key)), CARDS, key) is Verdict.NEW


def test_a_host_at_an_unusual_port_has_a_name_of_its_own(path: Path) -> None:
    """Another port is another host; but a key known for the host itself is known at each of its ports."""
    key, other = new_key(), new_key()
    known = written(path, line("[cards.example]:2222", key))
    assert verdict(known, HIGH, key) is Verdict.KNOWN
    assert verdict(known, CARDS, key) is Verdict.NEW
    assert verdict(known, HIGH, other) is Verdict.CHANGED
    assert verdict(written(path, line("cards.example", key)), HIGH, key) is Verdict.KNOWN
    assert verdict(written(path, line("cards.example", key)), HIGH, other) is Verdict.NEW


def test_another_key_is_found_with_its_line(path: Path) -> None:
    """A key of another kind is another key too, so nobody gets a question in place of the warning."""
    key = new_key()
    known = written(path, "# a remark\n", "\n", line("cards.example", key))
    for shown in (new_key(), new_key("ecdsa-sha2-nistp256")):
        finding = known.find(CARDS, shown)
        assert finding.verdict is Verdict.CHANGED
        assert finding.entry is not None
        assert (finding.entry.path, finding.entry.number, finding.entry.key) == (path, 3, key)


def test_one_of_several_keys_is_enough(path: Path) -> None:
    """A host may have a key of each kind."""
    first, second = new_key(), new_key("ecdsa-sha2-nistp256")
    known = written(path, line("cards.example", first), line("cards.example", second))
    assert verdict(known, CARDS, second) is Verdict.KNOWN
    assert known.kinds(CARDS) == ("ssh-ed25519", "ecdsa-sha2-nistp256")


def test_a_revoked_key_is_never_trusted(path: Path) -> None:
    """A key that is revoked and known is revoked; another key of the host is not touched by it."""
    key, other = new_key(), new_key()
    known = written(path, line("cards.example", key), line("*", key, "@revoked "))
    assert verdict(known, CARDS, key) is Verdict.REVOKED
    assert verdict(written(path, line("*", key, "@revoked ")), CARDS, other) is Verdict.NEW


def test_authorities_and_unknown_marks_are_passed_over(path: Path) -> None:
    """A line for an authority of certificates makes no key known."""
    key = new_key()
    known = written(path, line("*", key, "@cert-authority "), line("*", key, "@strange "))
    assert verdict(known, CARDS, key) is Verdict.NEW


def test_damaged_lines_are_passed_over(path: Path) -> None:
    """Whatever a line holds, the next one is read."""
    key = new_key()
    damaged = [
        "cards.example\n",
        "cards.example ssh-ed25519\n",
        "cards.example ssh-ed25519 ???\n",
        f"cards.example ssh-rsa {line('x', key).split()[2]}\n",
        "|1|???|??? ssh-ed25519 AAAA\n",
        "|1|AAAA ssh-ed25519 AAAA\n",
        "@revoked\n",
        "\udcff\x00\n",
    ]
    path.write_text("".join([*damaged, line("cards.example", key)]), errors="surrogateescape")
    assert verdict(KnownHosts((path,)), CARDS, key) is Verdict.KNOWN


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed")
def test_hashed_names_are_found(path: Path) -> None:
    """A file that OpenSSH has hashed is read, for the usual port and for others."""
    key, high = new_key(), new_key()
    written(path, line("cards.example", key), line("[cards.example]:2222", high))
    subprocess.run(["ssh-keygen", "-q", "-H", "-f", str(path)], capture_output=True, timeout=60, check=True)
    assert "cards.example" not in path.read_text()
    known = KnownHosts((path,))
    assert verdict(known, CARDS, key) is Verdict.KNOWN
    assert verdict(known, HIGH, high) is Verdict.KNOWN
    assert verdict(known, SshAddress("other.example"), key) is Verdict.NEW


def test_a_host_is_added_in_a_line_of_its_own(tmp_path: Path) -> None:
    """The directory and the file are for their owner alone; a last line without an end is ended first."""
    path = tmp_path / ".ssh" / "known_hosts"
    known = KnownHosts((path,))
    key, other = new_key(), new_key()
    known.add(CARDS, key)
    assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)
    path.write_text(path.read_text().rstrip("\n"))
    known.add(HIGH, other)
    assert path.read_text() == f"cards.example {_coded(key)}\n[cards.example]:2222 {_coded(other)}\n"
    assert verdict(known, CARDS, key) is verdict(known, HIGH, other) is Verdict.KNOWN


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed")
def test_openssh_finds_what_was_added(path: Path) -> None:
    """The file stays one that OpenSSH reads."""
    KnownHosts((path,)).add(HIGH, new_key())
    found = subprocess.run(
        ["ssh-keygen", "-F", "[cards.example]:2222", "-f", str(path)], capture_output=True, timeout=60, check=False
    )
    assert found.returncode == 0


def test_the_files_of_a_person_come_before_those_of_the_machine(tmp_path: Path) -> None:
    """What is added goes into the person's own first file."""
    assert user_hosts(tmp_path).files[0] == tmp_path / ".ssh" / "known_hosts"
    assert [file.name for file in user_hosts(tmp_path).files[2:]] == ["ssh_known_hosts", "ssh_known_hosts2"]
