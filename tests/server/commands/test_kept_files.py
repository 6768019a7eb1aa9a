"""The files by which a server is itself: whatever saves, moves or explains a server knows all of them."""

from pathlib import Path
from typing import Final

import pytest

from server.commands.kept_files import KEPT_FILES
from server.storage.backup import small_files

DOCS: Final = Path(__file__).parents[3] / "docs"


def test_a_backup_has_them(tmp_path: Path) -> None:
    """None of their names is one that is left out."""
    for name in KEPT_FILES:
        (tmp_path / name).touch()
    assert [path.name for path in small_files(tmp_path)] == sorted(KEPT_FILES)


@pytest.mark.parametrize(
    ("page", "heading"), [("scaling.md", "## Move there, and back"), ("hosting.md", "## What is kept")]
)
def test_the_documentation_names_them(page: str, heading: str) -> None:
    """Whoever moves or keeps a server by hand forgets none."""
    _, _, behind = (DOCS / page).read_text("utf-8").partition(f"{heading}\n")
    section = behind.partition("\n## ")[0]
    assert [name for name in KEPT_FILES if f"`{name}`" not in section] == []
