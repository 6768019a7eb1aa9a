"""The list of the fronts on other machines that get in."""

import os
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.fronts.fault import FrontFault
from server.fronts.remote.certificate import load_certificate
from server.fronts.remote.known_fronts import ALLOWED_FRONTS, MOST, KnownFront, KnownFronts, read_fronts, read_name


@cache
def der(number: int) -> bytes:
    """Give a certificate, another one for each number."""
    with TemporaryDirectory() as folder:
        return load_certificate(Path(folder) / f"{number}.pem").der


ATTIC, CELLAR = KnownFront("attic", der(1)), KnownFront("cellar.example", der(2))


def test_only_a_certificate_is_taken_for_one() -> None:
    """Whatever else has its form would keep every front out: the gateway could not load the list."""
    whole = der(1)
    filled = whole[:4] + bytes(len(whole) - 4)
    for wrong in (b"", b"\x30", b"\x30\x80", whole[:-1], whole + b"\0", whole + whole, whole + der(2), filled):
        with pytest.raises(FrontFault, match="is no certificate of a front"):
            read_fronts(KnownFront("attic", wrong).line if wrong else "= attic\n")


def test_a_short_certificate_is_one_too() -> None:
    """About one in sixty has fewer than 256 bytes, and so one byte of length instead of two."""
    short = next(made for number in count(3) if (made := der(number))[1] == 0x81)
    assert read_fronts(KnownFront("attic", short).line) == (KnownFront("attic", short),)


def test_a_list_is_read_as_written() -> None:
    """A certificate and a name a line; comments, empty lines and further words are passed over."""
    text = f"# those upstairs\n\n{ATTIC.line.rstrip()} since May\n  {CELLAR.line}"
    assert read_fronts(text) == (ATTIC, CELLAR)
    assert read_fronts("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ATTIC.line.split()[0], "line 1 has no name after the certificate"),
        ("MIIB attic", "line 1: 'MIIB' is no certificate of a front: copy the whole line"),
        ("\nM&M attic", "line 2: 'M&M' is no certificate"),
        (KnownFront("attic", der(1)[:-1]).line, "is no certificate of a front"),
        (ATTIC.line.replace("attic", "a/c"), "'a/c' is no name of a front"),
        (ATTIC.line.replace("attic", "x" * 33), "is no name of a front: up to 32 letters"),
        (ATTIC.line + ATTIC._replace(name="other").line, "line 2: the front other is there already"),
        (ATTIC.line + CELLAR._replace(name="attic").line, "line 2: the front attic is there already"),
        ("".join(KnownFront(f"f{n}", der(n)).line for n in range(MOST + 1)), "65 fronts are too many: 64 at most"),
    ],
)
def test_a_list_that_is_wrong(text: str, said: str) -> None:
    """It says which line, what is wrong with it, and what would be right."""
    with pytest.raises(FrontFault) as problem:
        read_fronts(text)
    assert said in str(problem.value)


def test_a_name_holds_nothing_that_a_terminal_obeys() -> None:
    """Control characters are neither taken nor shown."""
    with pytest.raises(FrontFault, match="is no name") as problem:
        read_name("a\x1b[2Jb")
    assert "\x1b" not in str(problem.value)


def test_the_file_is_followed(tmp_path: Path) -> None:
    """Nobody gets in without it; a change counts at once; a fault in it, and what cannot be read, change nothing."""
    known = KnownFronts(tmp_path)

    def seen() -> tuple[bool, list[KnownFront]]:
        return known.look(), list(known.listed)

    assert seen() == (False, [])
    known.write((ATTIC, CELLAR))
    assert seen() == (True, [ATTIC, CELLAR])
    assert known.path.stat().st_mode & 0o777 == 0o600
    assert known.of(der(1)) == known.named("attic") == ATTIC
    assert known.of(der(3)) is known.named("roof") is None
    assert seen() == (False, [ATTIC, CELLAR])
    for wrong in (b"nonsense", b"\xff\xfe", b"#" * 300_000):
        known.path.write_bytes(wrong)
        assert seen() == (False, [ATTIC, CELLAR])
    known.path.unlink()
    known.path.mkdir()
    assert seen() == (False, [ATTIC, CELLAR])
    known.path.rmdir()
    assert seen() == (True, [])


def test_a_file_in_a_place_that_cannot_be_looked_at(tmp_path: Path) -> None:
    """The reason is that of the system."""
    (tmp_path / "file").touch()
    with pytest.raises(FrontFault, match=f"{ALLOWED_FRONTS} cannot be read: Not a directory"):
        KnownFronts(tmp_path / "file").load()


def test_a_list_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a new list is there, or the old one."""
    known = KnownFronts(tmp_path)
    known.write((ATTIC,))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        known.write((ATTIC, CELLAR))
    known.load()
    assert known.listed == (ATTIC,)
