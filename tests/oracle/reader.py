"""Reads the recorded games; it knows no engine, and nothing of any game.

A file holds MessagePack objects, compressed by LZMA: one for each game, its `Recorded` fields in order. Cards, actions
and suits are texts as records write them, and every other value is plain. A step holds only what has changed since the
step before, so `steps` adds that up.
"""

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

GAMES: Final = Path(__file__).parent / "games"

Facts = dict[str, Any]
"""Public facts by name: the trick, the trump, the cards gone, a list of what each seat shows."""


class Moment(Struct, frozen=True):
    """What can be seen when someone is to act, and what is done then."""

    asked: list[int]
    """The seats that are waited for; none where the next deal or the end is."""
    free: list[int]
    """The seats that may act although nobody waits for them."""
    legal: dict[int, list[str]]
    """Every legal answer, sorted, by seat."""
    late: dict[int, str]
    """What is done for a seat that does not act in time."""
    hands: list[list[str]]
    """Each seat's cards, in the order in which it sees them."""
    shown: Facts
    """What a spectator is shown, but for sheets, last tricks and what never changes."""
    own: dict[int, Facts]
    """What a seat is shown differently."""
    act: list[Any]
    """``[seat, answer]``, or ``[seed]`` where cards are shuffled; empty at the end."""
    told: dict[int, list[str]]
    """The cards that are named to each seat in what it is told of the act, sorted; to a spectator under -1."""


class Recorded(Struct, frozen=True, array_like=True):
    """One game."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    """The options that differ from their defaults."""
    first_dealer: int
    record: str
    """The record of the game, to the byte."""
    sheets: list[dict[str, Any]]
    """The score sheet of each deal."""
    result: dict[str, Any]
    """Totals, winners, sides and chips at the end."""
    steps: msgspec.Raw
    """The moments, packed, each as far as it differs from the one before; facts that ended are listed as ``gone``."""

    def moments(self) -> Iterator[Moment]:
        """Yield every moment of the game, whole."""
        now: dict[str, Any] = {"shown": {}, "own": {}}
        for step in msgspec.msgpack.decode(self.steps, type=list[dict[str, Any]]):
            shown = {**now["shown"], **step.get("shown", {})}
            for name in step.get("gone", ()):
                del shown[name]
            now = {**now, **step, "shown": shown}
            yield msgspec.convert({name: now[name] for name in Moment.__struct_fields__}, Moment)


def recorded(game: str) -> Iterator[Recorded]:
    """Yield the recorded games of one kind."""
    decoder = msgspec.msgpack.Decoder(list[Recorded], strict=False)
    yield from decoder.decode(lzma.decompress((GAMES / f"{game}.xz").read_bytes()))
