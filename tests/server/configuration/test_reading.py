"""Where the value of a key comes from, and what a change of it means."""

from pathlib import Path

import pytest

from server.configuration import KEYS, Configuration, InvalidConfiguration, effective
from server.processes.plan import Address


def a_file(folder: Path, text: str) -> Path:
    """Write a file of the configuration."""
    path = folder / "chwech.toml"
    path.write_text(text, "utf-8")
    return path


def test_an_option_wins_over_the_environment_that_over_the_file_that_over_the_default(tmp_path: Path) -> None:
    """Each value is the one from the nearest place, which is told."""
    file = a_file(tmp_path, 'name = "File"\nfronts = 5\ntables = 7\n')
    found = effective({"name": "Option"}, {"CHWECH_NAME": "Air", "CHWECH_FRONTS": "3"}, file)
    assert (found.values.name, found.values.fronts, found.values.tables, found.values.tables_per_account) == (
        "Option",
        3,
        7,
        50,
    )
    origins = {name: setting.origin for name, setting in found.settings.items()}
    assert origins["name"] == "--name"
    assert origins["fronts"] == "$CHWECH_FRONTS"
    assert origins["tables"] == f"{file}, line 3"
    assert origins["ssh"] == "default"


def test_without_anything_every_default_holds() -> None:
    """The defaults are those of the table, and every key is a field."""
    found = effective({}, {}, None)
    assert found.values.ssh == Address("", 2222)
    assert found.values[:3] == (None, None, None)
    assert tuple(key.field for key in KEYS) == Configuration._fields
    assert found.greeting == ""


@pytest.mark.parametrize(
    ("variable", "text", "complaint"),
    [
        ("CHWECH_FRONTS", "many", "'many' is no whole number from 1 to 64"),
        ("CHWECH_VERBOSE", "perhaps", "'perhaps' is neither yes nor no: write one of them"),
        ("CHWECH_SSH", "", "'' is not an address: write :PORT"),
        ("CHWECH_GREETING", "a\0b", "is no path of a file"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, text: str, complaint: str) -> None:
    """The environment is read as strictly as the file."""
    with pytest.raises(InvalidConfiguration, match=f"the environment variable {variable}: ") as refused:
        effective({}, {variable: text}, None)
    assert complaint in str(refused.value)


def test_the_greeting_is_read_and_cleaned(tmp_path: Path) -> None:
    """Escapes and controls are left out, and blank lines around it; a path is relative to the file that names it."""
    (tmp_path / "hello").write_bytes(b"\n Welcome,\x1b[31m friend\x07!\r\n\tPlay fair. \n\n")
    assert effective({}, {}, a_file(tmp_path, 'greeting = "hello"')).greeting == "Welcome,[31m friend!\nPlay fair."


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"x\n" * 5, "holds too much: a greeting has 4 lines of 76 characters at most"),
        (b"x" * 77, "holds too much"),
        (b"x" * 3000, "is too large: 2048 bytes at most"),
        (b"\xff", "is no UTF-8: save the file as UTF-8"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_greeting_that_cannot_be_shown(data: bytes | None, complaint: str, tmp_path: Path) -> None:
    """One that is too long, damaged or missing is refused, and it is said where it was named."""
    if data is not None:
        (tmp_path / "hello").write_bytes(data)
    with pytest.raises(InvalidConfiguration) as refused:
        effective({}, {}, a_file(tmp_path, '\ngreeting = "hello"'))
    assert f"greeting ({tmp_path / 'chwech.toml'}, line 2): " in str(refused.value)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("CHWECH_ALLOWLIST", "CHWECH_ALLOW_LIST"),
        ("CHWECH_CONECTIONS", "CHWECH_CONNECTIONS"),
        ("CHWECH_LOGS", "CHWECH_LOG"),
    ],
)
def test_a_slip_in_a_variable_is_no_default(variable: str, meant: str) -> None:
    """A server that should let in a few would let in everyone."""
    with pytest.raises(InvalidConfiguration, match=f"variable {variable}: there is no such key; did you mean {meant}"):
        effective({}, {variable: "true"}, None)


@pytest.mark.parametrize(
    "text", ["ftp://x", "https:///x", "https://a b", "https://x:0/", "https://x:99999/", "ntfy.sh/x"]
)
def test_what_is_no_webhook(text: str, tmp_path: Path) -> None:
    """It is refused without being repeated, since it may be a secret."""
    with pytest.raises(InvalidConfiguration, match=r"line 1: notify: this is no webhook: write its address") as told:
        effective({}, {}, a_file(tmp_path, f'notify = "{text}"'))
    assert text not in str(told.value)


def test_a_webhook() -> None:
    """It may have a port, a password and whatever an address has."""
    address = "https://user:pass@ntfy.example:8443/topic?x=1"
    assert effective({}, {"CHWECH_NOTIFY": address}, None).values.notify == address
