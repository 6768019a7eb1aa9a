"""The man page and the completions, made from the table of the commands."""

import shutil
import subprocess
from pathlib import Path

import pytest

from server.commands.table import COMMANDS
from tools.command_pages import main

CHECKS = {
    "chwech.1": ("groff", "-man", "-Tutf8", "-ww", "-z"),
    "chwech.bash": ("bash", "-n"),
    "_chwech": ("zsh", "-n"),
    "chwech.fish": ("fish", "-n"),
}
WORDS = {
    "chwech ": {"play", "data", "verify", "--help"},
    "chwech da": {"data"},
    "chwech data ": {"backup", "restore", "export", "forget", "migrate", "--help", "--lang"},
    "chwech data backup --k": {"--keep"},
    "chwech serve --al": {"--allow-list"},
    "chwech data backup --data ": set(),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with all of them."""
    made = tmp_path_factory.mktemp("pages")
    assert main([str(made)]) == 0
    return made


@pytest.mark.parametrize("name", CHECKS)
def test_each_page_has_every_command_and_option_and_is_well_formed(name: str, folder: Path) -> None:
    """What the help of the program lists; the program that reads the page finds nothing wrong in it."""
    text = (folder / name).read_text("utf-8").replace("\\-", "-")
    for command in COMMANDS:
        if command.group or command.name.startswith("data "):
            options = [one.name for one in (*command.options, *command.further()) if not (one.is_word or one.hidden)]
            if name == "chwech.fish":
                options = [option.lstrip("-") for option in options]
            assert [word for word in (*command.name.split(), *options) if word not in text] == []
    if shutil.which(CHECKS[name][0]) is not None:
        done = subprocess.run([*CHECKS[name], str(folder / name)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("line", WORDS)
def test_bash_completes_a_line(line: str, folder: Path) -> None:
    """Commands first, then their parts and options, and files where a file belongs."""
    script = f"""
source {folder / "chwech.bash"}
COMP_WORDS=({line}{'""' if line.endswith(" ") else ""})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_chwech 2>/dev/null
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    found = set(done.stdout.split())
    assert WORDS[line] <= found
    assert found == WORDS[line] or line == "chwech "


def test_a_folder_must_be_named() -> None:
    """One line says so."""
    assert main([]) == 2
