"""The files of the program are replaced while its server runs, as ``git pull`` or a package does it."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from tests.server.commands.test_fronts import Served, served
from tests.server.fronts.ssh.theatre import until
from tests.server.fronts.ssh.visits import Visit, ask, enter

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[3]
PARTS = ("protocol", "server", "chwech_tui")
TURN = re.compile(r"Your turn\. (.*)\n|wait a moment and repeat it\.\n")
"""What asks for a line: where it is not a turn, the last one came too soon after others."""

WITNESS = f"""
import pathlib, sys
PARTS = {PARTS}
here = pathlib.Path(__file__).parent
def witness(event, told):
    if event != "import" or not (here / "replaced").exists():
        return
    root = told[0].partition(".")[0]
    draws = "host" not in sys.argv
    if root in PARTS or (draws and root not in sys.stdlib_module_names):
        with (here / "imported").open("a") as file:
            print(told[0], file=file)
sys.addaudithook(witness)
"""
"""What Python runs first in each process: it keeps each import of ours, in a front of libraries too, after a change."""

COMMANDS = {
    "help": "Ways in:",
    "--lang cy help": "Statws wrth orffen:",
    "rules": "da-bai-fen",
    "rules chwech": "The play",
    "tables": "is open",
    "rankings": "rated game",
    "tournament": "No tournaments",
}
SCREENS = {
    "o": "Settings",
    "r": "The play",
    "h": "Your finished games",
    "n": "Opens the table",
    "i": "People",
    "k": "SSH keys",
    "u": "Tournaments",
    "l": "Learn Chwech",
}


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a checkout of its own from which servers start."""
    folder = tmp_path / "checkout"
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "sitecustomize.py").write_text(WITNESS)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


def replace(checkout: Path) -> None:
    """Check out a commit in which nothing is what it was."""
    (checkout / "replaced").touch()
    for path in (path for part in PARTS for path in (checkout / part).rglob("*") if path.is_file()):
        path.write_text("raise ImportError('this is of another commit')")


@asynccontextmanager
async def come(server: Served) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect as someone who was never here."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with asyncssh.connect(
        "127.0.0.1", server.port, username="chwech", client_keys=[key], known_hosts=None, config=None, agent_path=None
    ) as connection:
        yield connection


async def play_a_deal(visit: Visit) -> None:
    """Play line by line against the best bots that the host asks itself."""
    visit.type("Nia\nset auto-pass off\nnew chwech 4 deals=1 bots=strong pace=at once\nbegin\n")
    heard: list[str] = []
    line = ""
    while "The game is over" not in visit.text:
        await until(lambda: len(TURN.findall(visit.text)) > len(heard) or "The game is over" in visit.text)
        for asked in TURN.findall(visit.text)[len(heard) :]:
            card = re.search(r": (\S+)[,.]", asked) or re.search(r"Your 9 cards: (\S+),", visit.text)
            assert card is not None
            if asked:
                line = card[1] if ": " in asked or asked == "Lead a card." else "pass"
            visit.type(f"{line}\n")
            heard.append(asked)


@pytest.mark.parametrize("fronts", [pytest.param(1, marks=pytest.mark.long), 2])
async def test_newcomers_play_although_the_files_were_replaced(tmp_path: Path, checkout: Path, fronts: int) -> None:
    """Whoever comes afterwards meets no file of another commit, on whatever screen and in whatever language."""
    async with served(tmp_path / "data", fronts) as server:
        replace(checkout)
        for words, answer in COMMANDS.items():
            async with come(server) as connection:
                assert answer in (await ask(connection, command=words)).text
        async with come(server) as connection:
            await play_a_deal(await enter(connection, command="plain", term_type=None))
        async with come(server) as connection:
            visit = await enter(connection)
            await visit.sees("What shall")
            visit.type("Ben\r")
            await visit.sees("quick game")
            for key, words in SCREENS.items():
                visit.output = b""
                visit.type(key)
                await visit.sees(words)
                visit.type("\x1b")
                await visit.sees("quick game")
        server.child.tell_to_end()
        assert await server.child.ended() == 0
    assert not (checkout / "imported").exists(), (checkout / "imported").read_text()
