"""The repository keeps its own rules: sizes, pins, and a version that is the same everywhere."""

import ast
import functools
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from protocol.version import NEXT

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parent.parent
PARTS = ("protocol", "games", "server", "chwech_tui", "lab", "tools", "tests")
SOURCES = sorted([ROOT / "chwech.py", *(path for part in PARTS for path in (ROOT / part).rglob("*.py"))])
NESTING = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)
BLOCKS = (ast.stmt, ast.ExceptHandler, ast.match_case)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def project() -> dict[str, Any]:
    """Give what pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


class Shape(NamedTuple):
    """What is looked at in one function."""

    place: str
    """The file, the line and the name."""
    lines: int
    """How long it is."""
    depth: int
    """How many blocks lie inside one another."""
    says: bool
    """True if it has a docstring."""


class Source(NamedTuple):
    """What is looked at in one file."""

    lines: int
    shapes: tuple[Shape, ...]
    imported: frozenset[str]
    """The outermost packages that it imports, also where it asks for one by its name."""


@functools.cache
def read(path: Path) -> Source:
    """Read a file, once."""
    text = path.read_text("utf-8")
    shapes, imported = list[Shape](), {*re.findall(r"\bimport_module\(\"(\w+)", text)}
    for node in statements(ast.parse(text)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                place = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
                lines = (node.end_lineno or 0) - node.lineno + 1
                shapes.append(Shape(place, lines, depth(node), ast.get_docstring(node) is not None))
            case ast.Import(names=names):
                imported |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(module=str(module)):
                imported.add(module.partition(".")[0])
    return Source(len(text.splitlines()), tuple(shapes), frozenset(imported))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give all statements below a node, at any depth; no expression holds one."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def depth(node: ast.AST) -> int:
    """Give how many blocks lie inside one another; an ``elif`` is no block of its own."""
    deepest = 0
    for name, value in ast.iter_fields(node):
        children = [child for child in (value if isinstance(value, list) else [value]) if isinstance(child, BLOCKS)]
        for child in children:
            is_elif = isinstance(node, ast.If) and name == "orelse" and isinstance(child, ast.If) and len(children) == 1
            own = isinstance(child, NESTING) and not is_elif
            deepest = max(deepest, 0 if isinstance(child, Function) else own + depth(child))
    return deepest


def test_no_file_is_longer_than_800_lines() -> None:
    """A file that grows beyond 800 lines holds more than one noun."""
    lengths = {str(path.relative_to(ROOT)): read(path).lines for path in SOURCES}
    assert {path: length for path, length in lengths.items() if length > 800} == {}


def test_functions_are_short_and_flat_and_tests_say_what_they_show() -> None:
    """A function is seen at one glance, with three blocks inside one another at most; a test has a docstring."""
    found = [shape for path in SOURCES for shape in read(path).shapes]
    assert {shape.place: shape.lines for shape in found if shape.lines > 50} == {}
    assert {shape.place: shape.depth for shape in found if shape.depth > 3} == {}
    tests = [shape for shape in found if shape.place.rpartition(" ")[2].startswith("test_")]
    assert len(tests) > 1000
    assert [shape.place for shape in tests if not shape.says] == []


def test_the_name_of_a_class_has_one_meaning() -> None:
    """No two classes of the product share one, but for the sheets of the games, which are all sheets of a deal."""
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        place = path.relative_to(ROOT)
        if place.parts[0] in {"protocol", "games", "server", "chwech_tui"}:
            for name in re.findall(r"^ *class (\w+)", path.read_text(), re.MULTILINE):
                found.setdefault(name, set()).add(str(place))
    assert len(found) > 500
    assert {name for name, places in found.items() if len(places) > 1} == {"Sheet"}


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_requirements_are_pinned_by_version_and_hash_and_name_no_address(name: str) -> None:
    """What gets installed is what was tested, wherever it comes from."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    requirements = re.findall(r"^[a-z0-9].*$(?:\n    --hash.*$)*", text, re.MULTILINE)
    assert len(requirements) > 10
    assert [one for one in requirements if not re.match(r"[\w.-]+==\S+ .*\n    --hash=sha256:[0-9a-f]{64}", one)] == []
    assert "://" not in text


def test_the_requirements_hold_every_dependency() -> None:
    """A dependency added to pyproject.toml is locked too."""
    said = project()
    groups = said["dependency-groups"]
    play = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    build = (ROOT / "requirements" / "build.txt").read_text("utf-8")
    test = (ROOT / "requirements" / "test.txt").read_text("utf-8")

    def missing(wanted: list[str], locked: str) -> list[str]:
        names = [re.split(r"[<>=\[]", one)[0] for one in wanted]
        return [name for name in names if f"\n{name}==" not in f"\n{locked}"]

    assert missing(said["project"]["dependencies"], play) == missing(groups["build"], build) == []
    assert missing([*said["project"]["dependencies"], *groups["build"], *groups["lab"], *groups["test"]], test) == []
    pins = re.findall(r"^\S+==\S+", play, re.MULTILINE)
    assert [pin for pin in pins if pin not in test] == []


def test_every_library_that_is_imported_is_declared_and_no_other() -> None:
    """What is installed for another library is gone with its next version; what nobody imports is installed in vain."""
    said = project()
    wanted = [*said["project"]["dependencies"], *chain(*said["project"]["optional-dependencies"].values())]
    declared = {re.split(r"[<>=\[]", one)[0] for one in wanted}
    known = {*sys.stdlib_module_names, "chwech", *PARTS}
    distributions = {**packages_distributions(), "numba": ["numba"]}

    def brought(*parts: str) -> set[str]:
        # The peers that are measured beside ours are installed by the measuring.
        own = (path for path in SOURCES if "bench" not in path.parts)
        files = (path for path in own if path.relative_to(ROOT).parts[0] in parts)
        found = {name for path in files for name in read(path).imported} - known
        return {one for name in found for one in distributions.get(name, [f"{name}, which is not installed"])}

    assert brought("chwech.py", "protocol", "games", "server", "chwech_tui") == declared
    groups = {re.split(r"[<>=\[]", one)[0] for one in chain(*said["dependency-groups"].values())}
    assert brought("lab", "tools", "tests") <= declared | groups


def test_the_changelog_opens_with_the_version_of_the_package() -> None:
    """Whoever reads the changelog finds the version that they have."""
    first = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None
    assert NEXT in first[1]
