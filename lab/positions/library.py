"""The library of positions: ``GAME.toml`` beside this file has deals up to a choice, what is right there, and why.

A deal is described as in the courses of the games; the seat that is asked is the first one, or ``seat``. Options and
players may differ from those of the file.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from chwech_tui.model.lesson import Prepared
from games.bots import BOTS, KNOWLEDGE
from games.kit.asking import Choice, Shuffle, text
from games.kit.run import Run
from games.kit.sampler import observe
from games.registry import GAMES
from protocol.setup import OptionValue

HERE: Final = Path(__file__).parent


class Position(Prepared, frozen=True, gc=False, kw_only=True):
    """A deal up to a choice, and what is right."""

    right: str = ""
    """The right answers, as records write them, with commas between; empty if the wrong ones are named."""
    wrong: str = ""
    reason: str
    players: int = 0
    options: dict[str, OptionValue] | None = None
    seat: int | None = None


class Library(Struct, frozen=True, kw_only=True):
    """The positions of a game."""

    players: int
    options: dict[str, OptionValue] = {}
    positions: tuple[Position, ...]


class InvalidPosition(ValueError):
    """A position that cannot be played to, or has no wrong or no right answer; the text says why."""


class Problem(Struct, frozen=True):
    """A position as it lies on the table."""

    game: str
    number: int
    """Its number in the library of its game, from 1."""
    position: Position
    run: Run
    seat: int
    right: frozenset[str]

    def asked(self, level: str, seed: int) -> Choice:
        """Return what a bot answers."""
        seen = observe(self.run, self.seat, KNOWLEDGE[self.game])
        return BOTS[self.game][level](seen, Random(f"{self.game} {self.number} {seed}"))

    def is_solved(self, level: str, seeds: int) -> bool:
        """Return True if a level is right more often than not."""
        return sum(text(self.asked(level, seed)) in self.right for seed in range(seeds)) * 2 > seeds


def games() -> list[str]:
    """Return the games that have a library."""
    return [name for name in GAMES if (HERE / f"{name}.toml").is_file()]


def problems(game: str, text: str | None = None) -> Iterator[Problem]:
    """Yield the positions of a game, played to by the rules; raise ``InvalidPosition`` if one cannot be.

    ``text`` is the library; that of the game, if it is not given.
    """
    try:
        told = (HERE / f"{game}.toml").read_text("utf-8") if text is None else text
        library = msgspec.convert(tomllib.loads(told), Library)
    except (OSError, ValueError) as fault:
        raise InvalidPosition(f"{game}: {fault}") from None
    for number, position in enumerate(library.positions, 1):
        try:
            yield _problem(game, number, position, library)
        except (ValueError, AssertionError, LookupError, StopIteration) as fault:
            raise InvalidPosition(f"{game} {number} ({position.reason}): {fault}") from None


def _problem(game: str, number: int, position: Position, library: Library) -> Problem:
    options: Any = library.options if position.options is None else position.options
    run = position.played(GAMES[game], position.players or library.players, options)
    if run.asks is None or isinstance(run.asks, Shuffle):
        raise InvalidPosition("nobody is asked")
    seat = next(iter(run.asks.asked)) if position.seat is None else position.seat
    choices = {text(choice) for choice in run.legal(seat)}
    right, wrong = [frozenset(one.split(", ")).difference([""]) for one in (position.right, position.wrong)]
    if bool(right) == bool(wrong) or not (right | wrong) < choices:
        raise InvalidPosition(f"right or wrong must be some of {', '.join(sorted(choices))}")
    return Problem(game, number, position, run, seat, right or frozenset(choices - wrong))
