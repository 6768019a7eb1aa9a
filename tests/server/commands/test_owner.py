"""Data directories that belong to another user than whoever gives a command."""

import os
import pwd
from collections.abc import Iterator
from pathlib import Path

import pytest

from chwech import main
from protocol.command_line import CommandFault
from server.commands.shared import chosen_data
from server.commands.table import COMMANDS as TABLE
from server.storage.sqlite import open_store
from tests.server.commands.rights import reachable_folder, without_rights

COMMANDS = [
    [
        *command.name.split(),
        *[
            "/" if option.name == "FILE" else "1"
            for option in command.options
            if option.is_word and option.many in ("", "+")
        ],
    ]
    for command in TABLE
    if command.main.startswith("server.") and any(option.name == "--data" for option in command.options)
]


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
def test_each_command_says_whose_the_directory_is(
    words: list[str], shut: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who forgets to be the user of the server reads what to type, and no traceback."""
    # Loaded before the rights are gone: the program may lie where only root reads it.
    assert main([*words, "--help"]) == 0
    capsys.readouterr()
    with without_rights():
        assert main([*words, "--data", str(shut)]) == 1
    said = capsys.readouterr()
    owner = pwd.getpwuid(os.getuid()).pw_name
    yours = f"you may not look into {shut}: chmod 700 {shut}\n"
    theirs = f"{shut} belongs to the user {owner}: give this command as that user, sudo -u {owner} chwech …\n"
    name = next(command.title for command in TABLE[::-1] if " ".join(words).startswith(command.name))
    assert said.err == f"{name}: {theirs if os.getuid() == 0 else yours}"
    assert said.out == ""


def test_a_directory_of_ones_own_without_rights_is_named(shut: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner needs no other user, but the rights."""
    monkeypatch.setattr(Path, "lstat", refused)
    with pytest.raises(CommandFault, match=f"you may not look into {shut}: chmod 700 {shut}"):
        chosen_data(shut)


async def test_who_puts_back_as_root_is_told_to_change_the_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files belong to whoever gives the command, and a server that runs as someone else cannot read them."""
    await open_store(tmp_path / "data").close()
    assert main(["data", "backup", str(tmp_path / "saved.tar"), "--data", str(tmp_path / "data")]) == 0
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert main(["data", "restore", str(tmp_path / "saved.tar"), "--data", str(tmp_path / "again")]) == 0
    owner = pwd.getpwuid(os.getuid()).pw_name
    said = f"the folder belongs to another user, and its files to you: chown -R {owner} {tmp_path / 'again'}\n"
    assert said in capsys.readouterr().out
