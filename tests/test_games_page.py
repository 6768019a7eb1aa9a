"""The page of the games has a row for each, as the program lists them, with a page of its own."""

from pathlib import Path

from games.registry import GAMES
from server.fronts.page import players_words

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
