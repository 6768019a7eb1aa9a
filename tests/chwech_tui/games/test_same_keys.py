"""Who knows the keys of one game finds those of the next the same."""

from typing import Final

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.replay import Reel, ReplayMove, Step, moved, place_words, took
from games.registry import WORDS
from protocol.archive import ReplayPart, ReplayStep
from protocol.setup import OptionValue, Setup
from server.rules.registry import GAMES as RULES
from server.rules.values import Break
from tests.chwech_tui.games.stage import record_of


def test_an_action_has_the_same_key_in_every_game() -> None:
    """Bids, passes, suits, pools and piles have one key each; what a key does in one game is done by it in the next."""
    keys: dict[str, str] = {}
    for words in WORDS.values():
        for word, key in words.keys.items():
            # What a word does at one question alone has a key of its own.
            if ":" not in word and key.key:
                assert keys.setdefault(word, key.key) == key.key, (words.game.name, word)
    assert len(keys) > 20


def film(on: Setup) -> Reel:
    """Give the replay of the first deal of a game of bots."""
    steps: list[Step] = []
    for event, state in RULES[on.game].replay(record_of(on)):
        steps.append(ReplayStep((event,), RULES[on.game].reveal(state)))
        if RULES[on.game].breaks(event, state) is Break.DEAL:
            break
    return took(Reel(GAMES[on.game]), 1, ReplayPart(1, tuple(steps), deals=1))


LOTS: Final[tuple[tuple[str, int, dict[str, OptionValue], str], ...]] = (
    ("roque", 4, {"most_deals": 1}, "trick"),
    ("durak-teams", 4, {"losses": 1}, "bout"),
    ("challenge", 2, {}, "pile"),
    ("dudak", 4, {"deals": 1}, "pile"),
)


@pytest.mark.parametrize(("game", "players", "options", "part"), LOTS, ids=[lot[0] for lot in LOTS])
def test_a_replay_goes_from_one_trick_bout_or_pile_to_the_next(
    game: str, players: int, options: dict[str, OptionValue], part: str
) -> None:
    """Whatever a game has for tricks, the replay stops at the end of each, and calls it by its name."""
    reel, places = film(Setup(game, players, options)), []
    while (onward := moved(reel, ReplayMove.TRICK)) != reel:
        reel = onward
        places.append(place_words(reel))
    assert len(places) >= 3
    assert places[0].startswith(f"deal 1 of 1, {part} 1, play ")
    assert places[1].startswith(f"deal 1 of 1, {part} 2, play ")
    assert places[-1] == "deal 1 of 1, the score"
    assert place_words(replace(reel, step=0)) == "deal 1 of 1, as it was dealt"
