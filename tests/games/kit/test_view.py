"""The table that a view shows is made again from it, or the view is refused: nobody knows which server has sent it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.kit.secrets import masked
from games.kit.view import choices_of, match_of, table_of, view_of
from games.registry import GAMES
from protocol.cards import read_card
from protocol.errors import RemoteProtocolError
from protocol.game import Stage, View
from protocol.message import Seat
from tests.games.position import go_on, start

BETE = GAMES["bete"]


def shown(answers: int) -> View:
    """Return what seat 0 sees of a game of Bête after so many answers."""
    run = start(BETE, Random(1))
    go_on(run, Random(1), answers)
    return view_of(run, Seat(0))


def read(view: View) -> None:
    """Read the table and the choices of a view."""
    table_of(BETE, view)
    choices_of(BETE, view)


def with_field(name: str, value: object) -> Callable[[View], View]:
    """Return what changes a field of the table in a view."""
    return lambda view: replace(view, fields=view.fields | {name: value})


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_made_again_from_its_view(name: str) -> None:
    """Each viewer has the table as it was masked, its choices, and the sheets of the deals before."""
    run, chance = start(GAMES[name], Random(name)), Random(name)
    assert table_of(GAMES[name], view_of(run, None)) is None
    go_on(run, chance, 1)
    while run.asks is not None and (not run.match.sheets or run.table.over):
        go_on(run, chance, 1)
        assert table_of(GAMES[name], view_of(run, None)) is not None
    for viewer in (None, *map(Seat, range(run.match.players))):
        view = view_of(run, viewer)
        table: Any = table_of(GAMES[name], view)
        assert [len(hand) for hand in table.hands] == [len(hand) for hand in masked(run.table, viewer).hands]
        assert match_of(GAMES[name], view).totals == run.match.totals
        offer = run.offer(viewer)
        assert choices_of(GAMES[name], view) == (tuple(offer.choices) if offer is not None else ())


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda view: replace(view, game="whist"), "it is one of whist"),
        (lambda view: replace(view, players=9), "the view is no table of"),
        (lambda view: replace(view, fields={"hands": ()}), "is missing"),
        (with_field("hands", ()), "hands: there is not one for each seat"),
        (with_field("hands", 7), "hands: "),
        (with_field("hands", ((read_card("2C"),),) * 2), "is not in the pack"),
        (lambda view: replace(view, choices=(1.5,)), "choices: each is a card, a word or a list of them"),
        (
            lambda view: replace(view, sheets=(replace(view.sheets[0], points=(1,)),)),
            "sheets: there are not points for each seat",
        ),
        (lambda view: replace(view, sheets=(replace(view.sheets[0], more={}),)), "is missing"),
        (with_field("hands", (("KH",),) * 2), "hands: 'KH' is no Card"),
    ],
)
def test_a_view_that_no_rules_have_made_is_refused(spoil: Callable[[View], View], why: str) -> None:
    """With a sentence that says what does not fit."""
    view = shown(60)
    assert view.sheets
    assert view.stage is not Stage.DEALING
    with pytest.raises(RemoteProtocolError, match=why):
        read(spoil(view))
