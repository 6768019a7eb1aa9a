"""The documents say what the program does."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from games.kit.deck import commitment, deal_seeds, derive, set_order, shuffle
from games.registry import GAMES
from protocol.command_line import overview
from server.commands.table import COMMANDS
from server.fronts.page import players_words
from tests.running import command
from tools import map as map_page

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def block(document: str, language: str) -> str:
    """Give the one fenced block of this language in a document."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(found)


def vectors() -> list[dict[str, str]]:
    """Give the test vectors of the shuffle, each as name and value."""
    groups = re.sub(r"\n +", " ", block("records.md", "vectors")).strip().split("\n\n")
    return [dict(re.split(r"\s{2,}", line, maxsplit=1) for line in group.splitlines()) for group in groups]


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: str(vector["seed"][:8]))
def test_the_shuffle_gives_the_documented_vectors(vector: dict[str, str]) -> None:
    """Every vector of the records document is what the shuffle and the commitment give."""
    seed = bytes.fromhex(vector["seed"])
    assert commitment(seed) == vector["commitment"] == hashlib.sha256(seed).hexdigest()
    for cards in (9, 54):
        assert list(shuffle(seed, cards)) == [int(place) for place in vector[f"shuffle {cards}"].split()]


def test_a_duplicate_game_has_the_documented_deals() -> None:
    """The order of the sets and the seed of the first pack of the documented game are as written."""
    text = " ".join((ROOT / "docs" / "records.md").read_text("utf-8").split())
    assert f"come in the order {' '.join(map(str, set_order(bytes(32), 6, 2)))}," in text
    assert deal_seeds(bytes(32), 6, 2)[0].hex() == block("records.md", "duplicate").strip()


def test_a_series_gives_the_documented_seed() -> None:
    """The seed of the first deal of the documented series is as written."""
    assert derive("winter", 1, 1).hex() == block("records.md", "derived").strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    """A relative link names a file of the repository."""
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (document.parent / target).exists()] == []


def headings(document: Path) -> set[str]:
    """Give the headings of a document as links name them: small letters, hyphens for spaces, no other signs."""
    told = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in told}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_to_a_section_finds_it(document: Path) -> None:
    """Each link that names a section of a document names a heading of it."""
    for path, section in re.findall(r"\]\(([^)#:]*\.md)?#([^)]+)\)", document.read_text("utf-8")):
        assert section in headings(document.parent / path if path else document), (path, section)


def test_the_readme_names_every_command() -> None:
    """Whoever reads the first page knows what there is."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert overview(COMMANDS) in text


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line of the documents as a process of its own."""
    program, *arguments = shlex.split(line)
    assert program == "chwech"
    command = [sys.executable, "-P", "-m", "chwech", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)


def test_the_example_of_a_record_holds(tmp_path: Path) -> None:
    """The record that the document shows is one that the verifier accepts."""
    (tmp_path / "example.jsonl").write_text(json.dumps(json.loads(block("records.md", "json"))), "utf-8")
    done = run("chwech verify example.jsonl", tmp_path)
    assert done.stdout == "1 game holds: 1 deal played again, 1 seed checked against commitments\n"
    assert done.returncode == 0


def test_the_example_is_dealt_by_the_documented_steps() -> None:
    """Whoever shuffles and deals as the document says gets the hands of its example."""
    record = json.loads(block("records.md", "json"))
    (deal,) = record["deals"]
    version, seed = record["seed"].split()
    pack = [rank + suit for suit in "CDHS" for rank in ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]]
    order = shuffle(bytes.fromhex(seed), len(pack))
    hands: list[list[str]] = [[], [], [], []]
    for turn, place in enumerate(order):
        hands[(deal["dealer"] + 1 + turn) % 4].append(pack[place])
    assert version == "deal-v1"
    assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in deal["hands"]]
    assert record["commitment"] == f"sha256 {hashlib.sha256(bytes.fromhex(seed)).hexdigest()}"


def test_the_line_of_a_day_that_is_shown_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """Who copies it to the command gets what the page promises, whichever bots there are by now."""
    text = (ROOT / "docs" / "daily.md").read_text("utf-8")
    (line,) = re.findall(r"^chwech verify '(Chwech [^…']*)'$", text, re.MULTILINE)
    assert text.count(line) == 2
    assert command("verify")([line]) == 0
    assert "everyone who played alone on 2026-11-21" in capsys.readouterr().out


@pytest.mark.no_cover
def test_the_headless_commands_of_the_readme_run_as_written(tmp_path: Path) -> None:
    """Whoever copies the lines of the first page gets what it promises."""
    text = (ROOT / "README.md").read_text("utf-8")
    lines = re.findall(r"^chwech (?:simulate|verify|rules).*$", text, re.MULTILINE)
    assert [line.split()[1] for line in lines] == ["simulate", "verify", "rules"]
    for line in lines:
        done = run(line, tmp_path)
        assert done.returncode == 0, done.stderr


def test_hosting_is_told_in_the_order_in_which_it_is_done() -> None:
    """Whoever hosts starts, tells friends, keeps it running and makes backups, and finds all that in this order."""
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    steps = ["## Start", "## Tell your friends", "## Keep it running", "## Back up"]
    assert [line for line in text.splitlines() if line in steps] == steps
    assert "Clone this repository" in text


def test_the_default_data_directory_is_as_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both pages that speak of it name the folders in which games are, where nobody has named another."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folders = {str(system("chwech").user_data_path).replace(str(Path.home()), "~") for system in (Unix, MacOS)}
    for page in ("README.md", "docs/hosting.md"):
        assert all(f"`{folder}`" in (ROOT / page).read_text("utf-8") for folder in folders)


def test_the_example_of_a_bot_is_the_one_that_is_shown() -> None:
    """The file that is run elsewhere is what the document shows, and short."""
    text = (ROOT / "docs" / "example_bot.py").read_text("utf-8")
    assert block("bots.md", "python").strip() == text.strip()
    assert text.count("\n") <= 40


def test_the_example_for_research_holds() -> None:
    """What the document shows of the environment is what it does."""
    found = DocTestParser().get_doctest(block("bots.md", "python-session"), {}, "bots.md", None, None)
    assert DocTestRunner().run(found).failed == 0


def test_the_map_is_made_from_the_files_as_they_are() -> None:
    """Whoever adds, moves or renames a file runs ``python -m tools.map``; each has its sentence."""
    assert map_page.PAGE.read_text("utf-8") == map_page.page()
    assert [line for line in map_page.page().splitlines() if line.startswith("* ") and line.endswith(": ")] == []


DOCS = Path(__file__).parents[1] / "docs"


def test_the_page_has_a_row_for_each_game() -> None:
    """In the order of the program, with the numbers that it tells."""
    rows = [line for line in (DOCS / "games.md").read_text("utf-8").splitlines() if line.startswith("| `")]
    told = [row.rpartition(" | [")[0] for row in rows]
    assert told == [
        f"| `{name}` | {players_words(game.players)} | {game.minutes} | {game.about}" for name, game in GAMES.items()
    ]
    links = [row.rpartition("](")[2].removesuffix(") |") for row in rows]
    assert all((DOCS / link.partition("#")[0]).exists() for link in links)
