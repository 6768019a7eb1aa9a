"""The documents say what the program does."""

import hashlib
import re
from pathlib import Path

import pytest

import chwech
from server.rules.deck import commitment, derive, shuffle

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


def test_a_series_gives_the_documented_seed() -> None:
    """The seed of the first deal of the documented series is as written."""
    assert derive("winter", 1, 1).hex() == block("records.md", "derived").strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    """A relative link names a file of the repository."""
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (document.parent / target).exists()] == []


def test_the_readme_names_every_command() -> None:
    """Whoever reads the first page knows what there is."""
    text = (ROOT / "README.md").read_text("utf-8")
    commands = chwech.SERVER_COMMANDS + chwech.CLIENT_COMMANDS
    assert [command for command in commands if f"chwech {command}" not in text] == []
