"""Positions of games for tests: given cards and moves, or played by chance."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from games.kit.asking import Ask, AskAny, Choice, Shuffle, text
from games.kit.game import Game
from games.kit.options import InvalidSetup
from games.kit.run import Run
from games.kit.secrets import Told
from protocol.cards import read_card
from protocol.setup import OptionValue

UNHURRIED: Final = frozenset({"deals", "pools", "losses", "most_deals"})
"""The options that decide how long a game lasts: they are not left to chance."""

SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS+-")
"""Turns cards as pages of rules print them into cards as records write them."""


def begin(game: Game[Any], players: int = 0, options: Mapping[str, OptionValue] | None = None, **laid: Any) -> Run:  # noqa: ANN401
    """Return a run whose first deal has these cards, each a text such as ``"AC 10D"``; the others follow from the last.

    Args:
        game: the game.
        players: the number of players; its usual one if it is 0.
        options: the options that are not the usual ones.
        laid: by the names of the layout, the cards of each seat, of a row, or a single one; and the first ``dealer``,
            and the ``sheets`` of deals before it.
    """
    match = game.start(players or game.players[0], options or {}, laid.pop("dealer", 0))
    match.sheets += laid.pop("sheets", ())
    pack = game.pack(match)
    slots = game.lay(match, range(len(pack)))
    order: dict[int, int] = {}
    free = list(range(len(pack)))
    for place, said in _given(slots, laid):
        found = next(at for at in free if pack[at] is read_card(said))
        free.remove(found)
        order[place] = found
    rest = reversed(free)
    run = Run(match)
    run.shuffle([order[place] if place in order else next(rest) for place in range(len(pack))])
    return run


def _given(slots: Mapping[str, Any], laid: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield each place of the pack with the card that lies there."""
    for name, cards in laid.items():
        rows = cards.items() if isinstance(cards, Mapping) else [(None, cards)]
        for seat, said in rows:
            places = slots[name] if seat is None else slots[name][seat]
            yield from zip([places] if isinstance(places, int) else places, said.split(), strict=False)


def play(run: Run, moves: str) -> list[Told]:
    """Make moves, each as records write it, separated by commas; ``2: p`` is one of seat 2. Return what is told."""
    told: list[Told] = []
    for move in moves.split(", ") if moves else ():
        before, colon, said = move.rpartition(": ")
        seat = int(before) if colon else turn(run)
        told += run.act(seat, run.read(seat, said))
    return told


def offered(run: Run, seat: int | None = None) -> set[str]:
    """Return what a seat, or the one that is asked, may choose, as records write it."""
    return {text(choice) for choice in run.legal(turn(run) if seat is None else seat)}


def turn(run: Run) -> int:
    """Return the seat that is asked, the first one if there are several."""
    assert isinstance(run.asks, Ask | AskAny), "nobody is asked"
    return min(run.asks.asked)


def start(game: Game[Any], chance: Random) -> Run:
    """Return a run of a game with options by chance."""
    while True:
        players = chance.choice(game.players)
        options = {
            option.name: chance.choice(list(option.values))
            for option in game.options
            if option.name not in UNHURRIED and chance.random() < 1 / 2
        }
        try:
            return Run(game.start(players, options, chance.randrange(players)))
        except InvalidSetup:
            continue


def go_on(run: Run, chance: Random, answers: int) -> Sequence[tuple[int, Choice]]:
    """Play so many answers by chance, or to the end; return them. Shuffles do not count."""
    given: list[tuple[int, Choice]] = []
    while run.asks is not None and len(given) < answers:
        if isinstance(run.asks, Shuffle):
            run.shuffle(chance.sample(range(run.asks.cards), run.asks.cards))
            continue
        seat = chance.choice(sorted({*run.asks.asked, *run.asks.free}))
        choice = chance.choice(list(run.legal(seat)))
        run.act(seat, choice)
        given.append((seat, choice))
    return given
