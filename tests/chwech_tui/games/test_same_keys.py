"""Who knows the keys of one game finds those of the next the same."""

from typing import Final

import pytest
from msgspec.structs import replace

from chwech_tui.games.ranks import SUIT_KEYS
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Move
from chwech_tui.model.replay import Reel, ReplayMove, Step, moved, place_words, took
from protocol.archive import ReplayPart, ReplayStep
from protocol.cards import Suit
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from server.rules.game import Break
from server.rules.registry import GAMES as RULES
from tests.chwech_tui.games.stage import Stage, record_of

KEYS: Final = {
    "Attack": "enter",
    "Beat": "enter",
    "Bid": "b",
    "Decline": "p",
    "GiveUp": "p",
    "Hold": "g",
    "Jink": "g",
    "Name": "m",
    "Pass": "p",
    "Play": "enter",
    "Sweep": "d",
    "TakePart": "g",
}
"""The key of what one does, whatever the game; actions with the same name are the same thing to do."""

SETUPS: Final = (
    Setup("chwech", 5, {"deals": 2}),
    Setup("forty-five", 5),
    Setup("spoil-five", 5, {"pools": 3}),
    Setup("auction-forty-fives", 4, {"dealer_looks": True, "deals": 6}),
    Setup("roque", 4, {"most_deals": 4}),
    Setup("roque-three", 3, {"most_deals": 4}),
    Setup("bete", 4, {"deals": 8}),
    Setup("durak-teams", 4),
    Setup("svoyi-koziri", 4, {"deals": 1}),
    Setup("dudak", 4, {"deals": 1, "trumps": "drawn"}),
    Setup("dudak", 3, {"deals": 1}),
    Setup("challenge", 2),
    Setup("da-bai-fen", 4, {"most_deals": 1}),
)
"""A table of each game, with what asks for most."""

by_game = pytest.mark.parametrize("on", SETUPS, ids=lambda on: f"{on.game}-{on.players}")


def moves_of(stage: Stage) -> list[Move]:
    """Give what the keys do for those who may act."""
    found = []
    for seat in map(Seat, range(stage.setup.players)):
        view = stage.view(seat)
        if view.legal:
            found += [move for card in (None, *view.hand) for move in stage.kind.moves(view, card)]
    return found


@by_game
def test_an_action_has_the_same_key_in_every_game(on: Setup) -> None:
    """Bids, passes, suits, pools and piles have one key each, and every question tells which keys answer it."""
    stage = Stage(on, seed="same keys")
    for number, _ in enumerate(stage.turns()):
        for move in moves_of(stage) if number % 3 == 0 else ():
            check_keys(move)


def check_keys(move: Move) -> None:
    """Check the key of a move, and those of its choices."""
    for choice in move.choices:
        name = type(choice.action).__name__
        assert move.key == KEYS.get(name, move.key), (name, move.key)
        suit = getattr(choice.action, "suit", None)
        if isinstance(suit, Suit) and len(move.choices) > 1:
            assert choice.key == SUIT_KEYS[suit]
    assert len(move.choices) == 1 or (move.question and move.hint), move


def film(on: Setup) -> Reel:
    """Give the replay of the first deal of a game of bots."""
    steps: list[Step] = []
    for moment in RULES[on.game].replay(record_of(on)):
        steps.append(ReplayStep(moment.events, RULES[on.game].reveal(moment.state)))
        if any(RULES[on.game].breaks(event, moment.state) is Break.DEAL for event in moment.events):
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
