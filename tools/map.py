"""Write docs/map.md, the page that says where everything is, from the first sentence of every file.

python -m tools.map
"""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "map.md"
PRODUCT: Final = ("protocol", "games", "server", "chwech_tui")

HEAD: Final = """\
# Where is what

Every file of the program with its one duty: the first clause of its docstring, collected by `python -m tools.map`.
[The design](design.md) says how the folders fit together.
"""


def page() -> str:
    """Return the page as it should be."""
    found = [path for top in PRODUCT for path in ROOT.glob(f"{top}/**/*.py")]
    files = sorted(found, key=lambda path: (PRODUCT.index(path.relative_to(ROOT).parts[0]), path.parent, path.name))
    return "\n".join(
        [
            HEAD,
            *(
                line
                for folder, found in groupby(files, lambda path: path.parent)
                for line in section(folder, list(found))
            ),
        ]
    )


def section(folder: Path, files: list[Path]) -> Iterator[str]:
    """Give the lines about one folder: what the package says of itself, then its files."""
    said = {path.stem: sentence(path) for path in files}
    yield f"## {folder.relative_to(ROOT).as_posix()}\n\n{said.pop('__init__', '')}\n"
    yield from (
        f"* [{name}](../{(folder / name).relative_to(ROOT).as_posix()}.py): {text}" for name, text in said.items()
    )
    yield ""


def sentence(path: Path) -> str:
    """Return the first line of a file's docstring, up to its first semicolon: the duty, without what comes after it."""
    first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
    return first.partition("; ")[0].removesuffix(".") + "." * bool(first)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
