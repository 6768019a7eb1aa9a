"""The file of the configuration: what is read, what is said of everything that is wrong, and what is written."""

import re
import tomllib
from pathlib import Path

import pytest

from server.configuration import KEYS, LARGEST, InvalidConfiguration, file_text, literal, read_file, written
from server.processes.plan import Address


def read(folder: Path, text: str | bytes) -> dict[str, object]:
    """Give the values in a file with this text."""
    path = folder / "chwech.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return {name: one.value for name, one in read_file(path).items()}


def test_every_kind_of_value_is_read(tmp_path: Path) -> None:
    """Texts, numbers, yes and no, addresses, and paths beside the file; what stands for nothing is nothing."""
    text = 'name = "Cards"\nfronts = 3\nverbose = true\nssh = ":22"\ngreeting = "hello.txt"\ntcp = ""\n'
    assert read(tmp_path, f"{text}allow-list = false\n") == {
        "name": "Cards",
        "fronts": 3,
        "verbose": True,
        "ssh": Address("", 22),
        "greeting": tmp_path / "hello.txt",
        "tcp": None,
        "allow-list": False,
    }
    assert read(tmp_path, "fronts = 0\n") == {"fronts": None}
    assert read(tmp_path, 'fronts = "3"\nverbose = "yes"\nname = 5\n') == {"fronts": 3, "verbose": True, "name": "5"}
    assert read(tmp_path, "# nothing\n") == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fronst = 2", "line 1: fronst: there is no such key; did you mean fronts?"),
        ("tables_per_account = 2", "line 1: tables_per_account: there is no such key; did you mean tables-per-"),
        ("\nzzz = 2", "line 2: zzz: there is no such key; there are name, greeting, public-name, ssh, tcp, socket"),
        ("# x\n[server]\nfronts = 2", "line 2: server: there are no sections here: write each key on a line of its"),
        ("a.b = 2", "line 1: a: there are no sections here"),
        ('fronts = "two"', "line 1: fronts: 'two' is no whole number from 1 to 64"),
        ("fronts = 2.5", "line 1: fronts: '2.5' is no whole number from 1 to 64"),
        ("fronts = true", "line 1: fronts: 'True' is no whole number from 1 to 64"),
        ("fronts = [1]", "line 1: fronts: this is one value: write fronts = 0"),
        ("fronts = {a = 1}", "line 1: fronts: this is one value: write fronts = 0"),
        ("fronts = 1979-05-27", "line 1: fronts: '1979-05-27' is no whole number from 1 to 64"),
        ("fronts = -1", "line 1: fronts: '-1' is no whole number from 1 to 64"),
        ("fronts = 65", "line 1: fronts: '65' is no whole number from 1 to 64"),
        (f"tables = {10**30}", f"line 1: tables: '{10**30}' is no whole number from 1 to 1000000"),
        ('verbose = "perhaps"', "line 1: verbose: 'perhaps' is neither yes nor no: write one of them"),
        ("ssh = 22", "line 1: ssh: '22' is not an address: write :PORT, such as :2222"),
        ("tcp = 22", "line 1: tcp: '22' is not an address: write HOST:PORT, such as 127.0.0.1:6660"),
        ('tcp = ":22"', "line 1: tcp: ':22' is not an address: write HOST:PORT, such as 127.0.0.1:6660"),
        ('public-name = "a b"', "line 1: public-name: 'a b' is no name of a server: write HOST or HOST:PORT"),
        ('socket = "a\\u0000b"', "line 1: socket: 'a\\x00b' is no path of a file"),
        (f'name = "{"x" * 41}"', "is too long: 40 characters at most"),
        ('name = "\\u001b[31m"', "line 1: name: '\\x1b[31m' holds characters that no terminal shows: leave them out"),
        ("fronts = 2\nfronts = 3", "Cannot overwrite a value (at line 2, column 11): write KEY = VALUE"),
        ("fronts 2", "Expected '=' after a key in a key/value pair (at line 1, column 8): write KEY = VALUE"),
        ("name = Cards", 'Invalid value (at line 1, column 8): write KEY = VALUE, with texts in "quotation marks"'),
        ('name = "Cards', "Illegal character '\\n' (at line 1, column 14): write KEY = VALUE"),
        ('name = """Cards', "Unterminated string (at end of document): write KEY = VALUE"),
        (b'name = "x"\nname2 = "\xff"', "line 2: this is no UTF-8: save the file as UTF-8"),
        ("x" * (LARGEST + 1), f"is too large: {LARGEST} bytes at most"),
        ("a = " + "[" * 20_000, "this is no TOML: it is nested too deep"),
        ("tables = " + "1" * 5000, "this is no TOML: Exceeds the limit"),
    ],
)  # fmt: skip
def test_each_fault_is_told_with_what_would_be_right(text: str | bytes, complaint: str, tmp_path: Path) -> None:
    """The file, the line, what is wrong and what would be right."""
    with pytest.raises(InvalidConfiguration) as refused:
        read(tmp_path, text)
    [fault] = refused.value.faults
    assert str(tmp_path / "chwech.toml") in fault
    assert complaint in fault


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is missing, a folder in its place, and one that is someone else's are told apart."""
    with pytest.raises(
        InvalidConfiguration, match=r"nothing cannot be read: No such file or directory; --config names"
    ):
        read_file(tmp_path / "nothing")
    with pytest.raises(InvalidConfiguration, match="is no regular file"):
        read_file(tmp_path)

    def refuse(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(InvalidConfiguration, match="cannot be read: Permission denied"):
        read_file(tmp_path)


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
    lines = ["| key | default | reloads | what it is |", "|---|---|---|---|"]
    for key in KEYS:
        about = key.about.replace("|", "\\|")
        lines.append(f"| `{key.name}` | `{literal(key.default)}` | {'yes' if key.reloads else 'no'} | {about} |")
    assert "\n".join([*lines, ""]) in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_values_are_written_as_a_person_reads_them() -> None:
    """Nothing is called none, yes is yes, and an address without a port is its host."""
    assert [written(one) for one in (None, "", True, False, 7, Path("a"))] == ["", "", "yes", "no", "7", "a"]
    assert [written(one) for one in (Address("cards.example", 0), Address("", 0), Address("::", 2))] == [
        "cards.example",
        ":0",
        "[::]:2",
    ]
