"""The cards of Chwech gone so far: the packs are those of the rules, and only what the table shows is counted."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.games.chwech.deal import cards_gone
from chwech_tui.model.cards import Whereabouts
from protocol.chwech.pack import pack_of
from protocol.chwech.views import SeatView, Trick
from protocol.setup import Setup
from server.rules.chwech.variant import make_pack, read_variant
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import VIEW, cards, chwech, trick
from tests.conformance.setups import tables

SETUP = Setup("chwech", 4)


@given(st.integers(4, 7).flatmap(tables))
def test_the_packs_are_those_of_the_rules(setup: Setup) -> None:
    """With every option the client counts the cards that the server deals."""
    dealt = make_pack(read_variant(setup)).cards
    assert sorted(card.text for card in pack_of(setup)) == sorted(card.text for card in dealt)


def test_with_closed_piles_only_the_last_trick_is_known() -> None:
    """The open trick lies on the table, the last one is gone, and a pass is no card."""
    view = replace(VIEW, last_trick=trick([(1, "KS"), (2, "-"), (3, "9S")], "S", 1))
    known = cards_gone(view, SETUP)
    assert (known.hand, known.table, known.gone) == (VIEW.hand, cards("5H"), cards("KS 9S"))
    assert "closed" in known.note
    assert cards_gone(replace(view, last_trick=None, trick=Trick()), SETUP).gone == ()


def test_with_open_piles_every_trick_is_known() -> None:
    """The last trick lies in a pile and is not counted twice."""
    seats = tuple(SeatView(3, 2, 0, 0, pile) for pile in (cards("KS 9S"), (), (), cards("7D")))
    view = replace(VIEW, seats=seats, last_trick=trick([(1, "KS"), (3, "9S")], "S", 1))
    known = cards_gone(view, Setup("chwech", 4, {"review_won": True}))
    assert known.gone == cards("KS 9S 7D")
    assert "open" in known.note


def test_what_is_shown_is_never_more_than_the_pack() -> None:
    """In a whole game at a table with open piles, each card is in one place, and all places together are the pack."""
    stage = Stage(Setup("chwech", 7, {"review_won": True, "seven_pack": "two_packs", "deals": 1}))
    for _event, table in stage.turns():
        if table.game is not None and table.game.stage.value == "playing":
            known = cards_gone(chwech(table.game), stage.setup)
            seen = (*known.hand, *known.table, *known.gone)
            places = [place for copies in known.where().values() for place in copies]
            assert len(places) == len(known.pack) == 63
            assert len(places) - places.count(Whereabouts.UNSEEN) == len(seen)
            held = sum(seat.cards for seat in table.game.seats) - len(known.hand)
            assert places.count(Whereabouts.UNSEEN) == held
