"""Data directories that belong to another user than whoever gives a command."""

import os
import pwd
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.__main__ import main
from server.commands.owner import ShutOut, chosen_data
from server.storage.sqlite import open_store
from tests.server.commands.rights import reachable_folder, without_rights

COMMANDS = (
    ["serve"],
    ["serve", "--check"],
    ["config"],
    ["doctor"],
    ["top", "--once"],
    ["admin", "status"],
    ["tournament"],
    ["history"],
    ["record", "1"],
    ["rankings"],
    ["backup", "/nowhere/chwech.tar"],
    ["restore", "/nowhere/chwech.tar"],
    ["export", "Ann", "/nowhere/ann.json"],
    ["forget", "Ann"],
)


@pytest.fixture
def shut() -> Iterator[Path]:
    """Give a data directory that nobody else can look into."""
    with reachable_folder() as folder:
        folder.chmod(0)
        yield folder


def refused(path: Path) -> os.stat_result:
    """Be refused, as by a directory on the way."""
    raise PermissionError(13, "Permission denied", str(path))


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_each_command_tells_the_usual_directory(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The variable and the directory that hold without `--data`; a front has a folder of its own."""
    with pytest.raises(SystemExit):
        main([words[0], "--help"])
    said = " ".join(capsys.readouterr().out.split())
    usual = "(default: the folder front in $CHWECH_DATA," if words[0] == "front" else "(default: $CHWECH_DATA,"
    assert usual in said


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_each_command_says_whose_the_directory_is(
    words: list[str], shut: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who forgets to be the user of the server reads what to type, and no traceback."""
    # Loaded before the rights are gone: the program may lie where only root reads it.
    with pytest.raises(SystemExit):
        main([words[0], "--help"])
    capsys.readouterr()
    with without_rights():
        assert main([*words, "--data", str(shut)]) == 1
    said = capsys.readouterr()
    owner = pwd.getpwuid(os.getuid()).pw_name
    yours = f"you may not look into {shut}: chmod 700 {shut}\n"
    theirs = f"{shut} belongs to the user {owner}: give this command as that user, sudo -u {owner} chwech …\n"
    assert said.err == f"chwech {words[0]}: {theirs if os.getuid() == 0 else yours}"
    assert said.out == ""


def test_a_user_without_a_name_is_named_by_number(shut: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As sudo takes it."""

    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    monkeypatch.setattr(Path, "lstat", refused)
    with pytest.raises(
        ShutOut, match=rf"{shut} belongs to the user '#{os.getuid()}': .*sudo -u '#{os.getuid()}' chwech"
    ):
        chosen_data(shut)


def test_a_directory_of_ones_own_without_rights_is_named(shut: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner needs no other user, but the rights."""
    monkeypatch.setattr(Path, "lstat", refused)
    with pytest.raises(ShutOut, match=f"you may not look into {shut}: chmod 700 {shut}"):
        chosen_data(shut)


async def test_who_puts_back_as_root_is_told_to_change_the_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files belong to whoever gives the command, and a server that runs as somebody else cannot read them."""
    await open_store(tmp_path / "data").close()
    assert main(["backup", str(tmp_path / "saved.tar"), "--data", str(tmp_path / "data")]) == 0
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert main(["restore", str(tmp_path / "saved.tar"), "--data", str(tmp_path / "again")]) == 0
    owner = pwd.getpwuid(os.getuid()).pw_name
    said = f"the folder belongs to another user, and its files to you: chown -R {owner} {tmp_path / 'again'}\n"
    assert said in capsys.readouterr().out
