"""The version: that of a tag, of the commits since, or of a commit before any tag."""

import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from protocol import version
from protocol.version import written

SOURCE = Path(version.__file__)


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("v0.1.0", "0.1.0"),
        ("v0.1.0-0-g91a7fd68", "0.1.0"),
        ("v0.1.0rc1-0-g91a7fd68", "0.1.0rc1"),
        ("v0.1.0-12-g91a7fd68", "0.1.0.post12+g91a7fd68"),
        ("91a7fd68", "0.1.dev1712+g91a7fd68"),
        ("", "0.1.dev1712+g91a7fd68"),
    ],
)
def test_a_commit_is_named_by_the_tag_before_it(description: str, said: str) -> None:
    """A tag is a release; what follows it, or comes before any, has its number of commits and its hash."""
    assert written(description, "91a7fd68", "1712") == said


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.skipif("$Format" not in SOURCE.read_text("utf-8"), reason="this is an archive itself")
def test_a_checkout_and_its_archive_say_what_was_committed(tmp_path: Path) -> None:
    """Without git a checkout and any folder still have a version."""
    checkout, archive = tmp_path / "checkout", tmp_path / "archive"
    (checkout / "protocol").mkdir(parents=True)
    (checkout / "protocol" / "version.py").write_bytes(SOURCE.read_bytes())
    (checkout / ".gitattributes").write_text("protocol/version.py export-subst\n")

    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", str(checkout), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def says(folder: Path, path: str = "/usr/bin:/bin") -> str:
        script = "from protocol.version import program_version; print(program_version())"
        env = {"PATH": path, "GIT_DIR": "/nowhere"}
        command = [sys.executable, "-S", "-c", script]
        return subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True).stdout.strip()

    assert says(checkout) == "0.1.dev0"
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message=one")
    short = git("rev-parse", "--short=8", "HEAD")
    assert says(checkout) == f"0.1.dev1+g{short}"
    assert says(checkout, "/nowhere") == "0.1.dev0"
    git("tag", "v2.0")
    assert says(checkout) == "2.0"
    git("commit", "--quiet", "--allow-empty", "--message=two")
    assert says(checkout) == f"2.0.post1+g{git('rev-parse', '--short=8', 'HEAD')}"
    git("archive", f"--output={tmp_path / 'archive.tar'}", "HEAD")
    with tarfile.open(tmp_path / "archive.tar") as opened:
        opened.extractall(archive, filter="data")
    assert says(archive).startswith("2.0.post1+g")


def test_a_program_names_its_version_wherever_it_came_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a checkout, an archive or an installation; a folder that is none of them is of the next version."""

    def says() -> str:
        version.program_version.cache_clear()
        return version.program_version()

    monkeypatch.setattr(version, "_ROOT", tmp_path)
    monkeypatch.setattr(version, "_ARCHIVED", ("v2.0", "91a7fd68"))
    assert says() == "2.0"
    monkeypatch.setattr(version, "_ARCHIVED", ("$Format$", "$Format$"))
    monkeypatch.setattr("importlib.metadata.version", lambda _name: "1.5")
    assert says() == "1.5"

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert says() == "0.1.dev0"
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(version, "_of_checkout", lambda _root: "3.0")
    assert says() == version.program_name().removeprefix("chwech ") == "3.0"
    version.program_version.cache_clear()


def test_without_git_a_checkout_has_no_version_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither has a folder that git does not know."""
    assert version._of_checkout(tmp_path) == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert version._of_checkout(tmp_path) == ""
