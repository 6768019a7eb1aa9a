"""The command ``games``."""

import pytest

from server.__main__ import main
from server.rules.registry import GAMES


def test_it_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The name is the one for commands, and each has a sentence."""
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert first == ["game", *GAMES]
    text = " ".join(" ".join(lines).split())
    assert all(game.about in text for game in GAMES.values())


def test_it_takes_no_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A word is refused in one sentence."""
    with pytest.raises(SystemExit) as end:
        main(["games", "chwech"])
    assert end.value.code == 2
    assert "chwech games: error: unrecognized arguments: chwech" in capsys.readouterr().err
