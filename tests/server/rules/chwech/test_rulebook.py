"""The tables of a variant: one object for each variant, and memory that is bounded."""

import pytest

from protocol.setup import Setup
from server.rules.chwech import variant as rulebooks
from server.rules.chwech.variant import Rulebook, read_variant, rulebook


def test_a_variant_has_one_rulebook() -> None:
    """Two tables of the same variant share it, and so do their states."""
    one, same, other = (rulebook(read_variant(Setup(players=players))) for players in (6, 6, 5))
    assert one is same
    assert one is not other


def test_plays_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many hands are asked for, only so many answers are kept, and they stay the same."""
    monkeypatch.setattr(rulebooks, "_REMEMBERED", 100)
    book = Rulebook(read_variant(Setup()))
    first = book.follow.work_out(0b11)
    sizes = [len(book.follow.known) for places in range(1000) if book.follow.work_out(places)]
    assert max(sizes) == 100
    assert book.follow.work_out(0b11) == first
