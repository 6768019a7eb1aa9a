"""The version: that of a tag, of the commits since, or of a commit before any tag."""

import shutil
import subprocess
import sys
import tarfile
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
