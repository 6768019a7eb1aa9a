"""How the configuration is shown: in the file of a first start, in the documents, and as what holds."""

import re
import tomllib
from pathlib import Path

from server.configuration.file import read_file
from server.configuration.keys import KEYS
from server.configuration.page import file_text, table, values_page, written
from server.configuration.reading import effective
from server.configuration.values import NOBODY_BY_SSH
from server.processes.plan import Address

ROOT = Path(__file__).parents[3]


def test_the_file_of_a_first_start_says_nothing_itself() -> None:
    """Every line is a comment, so the defaults of a later version hold; none is wider than a terminal."""
    assert tomllib.loads(file_text()) == {}
    assert max(map(len, file_text().splitlines())) <= 80
    assert file_text().endswith("\n")


def test_the_file_of_a_first_start_holds_every_default(tmp_path: Path) -> None:
    """With the comment signs taken away it is a valid file, and every value in it is the default."""
    lines = [line.removeprefix("# ") for line in file_text().splitlines() if re.match(r"# [a-z-]+ = ", line)]
    (tmp_path / "file").write_text("\n".join(lines))
    found = read_file(tmp_path / "file")
    assert {name: one.value for name, one in found.items()} == {key.name: key.default_value for key in KEYS}


def test_the_documents_have_the_table_of_the_keys() -> None:
    """The page for hosts shows every key, its default, and whether a running server takes over a change."""
    assert table() in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_the_values_are_shown_with_where_they_come_from(tmp_path: Path) -> None:
    """One line a key: what holds, and the option, variable, file and line, or default that says so."""
    found = effective({"ssh": NOBODY_BY_SSH}, {"CHWECH_VERBOSE": "yes"}, None)
    lines = values_page(found.settings, tmp_path, None).splitlines()
    assert lines[:2] == [f"data directory: {tmp_path}", "file: none"]
    assert [line.split() for line in lines[3:]][3] == ["ssh", "none", "--ssh"]
    assert lines[-1].split() == ["verbose", "yes", "$CHWECH_VERBOSE"]
    assert len(lines) == len(KEYS) + 3


def test_values_are_written_as_a_person_reads_them() -> None:
    """Nothing is called none, yes is yes, and an address without a port is its host."""
    assert [written(one) for one in (None, "", True, False, 7, Path("a"))] == ["none", "none", "yes", "no", "7", "a"]
    assert [written(one) for one in (Address("cards.example", 0), Address("", 0), Address("::", 2))] == [
        "cards.example",
        ":0",
        "[::]:2",
    ]
