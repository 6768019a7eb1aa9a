"""Sentences of Durak: what happens, what a table plays, what has changed."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.durak.game import DurakScreens
from chwech_tui.model.game import Unit
from chwech_tui.model.ink import plain
from protocol.cards import read_card
from protocol.catalogues import catalogue
from protocol.durak.actions import GIVE_UP, PASS, Add, Attack, Beat
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.views import Bout, Pair
from protocol.language import speaking
from protocol.message import TableEvent
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.durak.stage import FOUR, SIX, people, seen
from tests.chwech_tui.games.stage import VIEWER

KIND = DurakScreens()
SIX_S, SEVEN_S = read_card("6S"), read_card("7S")
SHEET = DealSheet(Seat(0), 1, (0, 2, 0, 3), (0, 4, 0, 0), (Seat(0), Seat(2)), 9, (1, 0, 1, 0), (1, 0, 1, 0))


def said(event: Event, viewer: Seat | None = VIEWER) -> str:
    """Give the sentence for an event."""
    return plain(KIND.sentence(event, people(4, viewer)))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Dealt(2, Seat(0), (), read_card("6H"), read_card("7H")),
            "Deal 2: You deal, ♥ Hearts are trump. The lowest is 7♥.",
        ),
        (Dealt(1, Seat(1), (), read_card("6H"), None), "Deal 1: Owain deals, ♥ Hearts are trump."),
        (BoutBegun(Seat(3), Seat(0), 6), "Rhys attacks you next."),
        (BoutBegun(Seat(0), Seat(1), 6), "You attack Owain next."),
        (BoutBegun(Seat(1), Seat(2), 6), "Owain attacks Siân Llewellyn-Hughes next."),
        (Attacked(Seat(0), SIX_S), "You attack: 6♠"),
        (Added(Seat(3), SIX_S), "Rhys throws in 6♠"),
        (Beaten(Seat(1), SIX_S, SEVEN_S), "Owain beats 6♠: 7♠"),
        (GivenUp(Seat(1)), "Owain gives up."),
        (Passed(Seat(1)), "Owain passes."),
        (Finished(Seat(0)), "You are done for this bout."),
        (BoutEnded(Seat(1), held=True, cards=(SIX_S, SEVEN_S)), "Owain has beaten everything."),
        (BoutEnded(Seat(0), held=False, cards=(SIX_S,)), "You take up 1 card."),
        (Drawn(Seat(0), 2, (SIX_S, SEVEN_S)), "You draw 6♠ 7♠"),
        (Drawn(Seat(1), 2, (), read_card("6H")), "Owain draws 6♥"),
        (Drawn(Seat(1), 2), ""),
        (WentOut(Seat(3)), "Rhys is out."),
        (DealEnded(SHEET), "Your side has won the deal."),
        (DealEnded(replace(SHEET, loser=None)), "The deal is a draw: both sides are out."),
        (GameEnded((3, 1, 3, 1), (Seat(0), Seat(2))), "Side A (Siân Llewellyn-Hughes and you) wins the game, 3 to 1."),
        (GameEnded((1, 1, 1, 1), (Seat(0), Seat(1), Seat(2), Seat(3))), "The game is a draw."),
    ],
)
def test_each_event_is_told(event: Event, words: str) -> None:
    """In a sentence to the reader, where it is about them."""
    assert said(event) == words


def test_a_side_is_named_to_others() -> None:
    """To a loser it is their own side, to a spectator one of two."""
    assert said(DealEnded(SHEET), Seat(1)) == "Your side has lost the deal."
    assert said(DealEnded(SHEET), None) == "Side B has lost the deal."
    assert said(TableEvent()) == ""


def test_welsh_sentences_mutate() -> None:
    """After numerals, as the grammar has it."""
    with speaking("cy", catalogue):
        assert said(BoutEnded(Seat(1), held=False, cards=(SIX_S, SEVEN_S))) == "Mae Owain yn codi 2 gerdyn."
        assert KIND.rules_words(Setup("durak-teams", 4, {"losses": 2})) == "dau yn erbyn dau, hyd 2 raniad a gollir"


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (4, {}, "two against two, to 3 lost deals"),
        (6, {"losses": 1}, "three against three, one lost deal"),
        (4, {"first_bout": 5}, "two against two, to 3 lost deals, five cards in the first bout"),
        (4, {"both_out": "attackers"}, "two against two, to 3 lost deals, attackers win if both sides run out"),
    ],
)
def test_a_table_is_told_in_words(players: int, options: dict[str, OptionValue], words: str) -> None:
    """Who plays together, to how many lost deals, and what is not as usual."""
    assert KIND.rules_words(Setup("durak-teams", players, options)) == words


def test_acts_of_several_are_told_together() -> None:
    """Passes and those who are done; nothing else."""
    passed = KIND.shared_act(Passed(Seat(1)))
    done = KIND.shared_act(Finished(Seat(1)))
    assert passed is not None
    assert done is not None
    assert (passed[1].many, done[1].many) == ("{names} pass.", "{names} are done for this bout.")
    assert KIND.shared_act(GivenUp(Seat(1))) is None


def test_units_and_progress() -> None:
    """A bout is what a trick is elsewhere; the header tells the lost deals."""
    assert KIND.unit(BoutEnded(Seat(1), held=True, cards=())) is Unit.TRICK
    assert KIND.unit(Passed(Seat(1))) is None
    view = seen(FOUR, lambda view: len(view.sheets) == 1 and view.stage.value == "playing")
    lost = (view.seats[1].total, view.seats[0].total)
    assert KIND.progress(view) == f"deal 2, lost: A {lost[0]}, B {lost[1]}"
    assert KIND.variant(view) == "to 3 lost deals"
    assert (KIND.rules_sign(FOUR), KIND.rules_sign(SIX)) == ("2 v 2", "3 v 3")
    assert all(len(line) <= 110 for line in KIND.crib(FOUR))


def test_what_an_action_does_is_told() -> None:
    """As far as anybody can know."""
    view = seen(FOUR, lambda view: GIVE_UP in view.legal)
    bout = Bout(Seat(3), Seat(0), 3, (Pair(Seat(3), SIX_S), Pair(Seat(3), read_card("6D"))))
    view = replace(view, bout=bout)
    tell = KIND.consequence
    assert tell(FOUR, view, Beat(SIX_S, SEVEN_S)) == "then 1 card is still to beat"
    assert tell(FOUR, view, GIVE_UP) == "you take up 2 cards, or more"
    assert tell(FOUR, view, Add(SEVEN_S)) == "it is the last that can be thrown in"
    assert tell(FOUR, view, PASS) == ""
    alone = replace(view, bout=replace(bout, pairs=bout.pairs[:1]))
    assert tell(FOUR, alone, Beat(SIX_S, SEVEN_S)) == "then everything is beaten"
    assert tell(FOUR, alone, Attack(SEVEN_S)) == "then there is room for 1 more"
    assert tell(FOUR, replace(view, bout=None), PASS) == ""
    assert KIND.reason(FOUR, view) == ""


def test_who_is_nearly_out_is_news() -> None:
    """With the stock empty, and a hand that has just come to one card."""
    view = replace(seen(FOUR, lambda view: bool(view.legal)), stock=0)
    before = replace(view, seats=tuple(replace(seat, cards=2) for seat in view.seats))
    after = replace(before, seats=(*before.seats[:3], replace(before.seats[3], cards=1)))
    assert [plain(line) for line in KIND.news(FOUR, before, after, people())] == ["Rhys has one card left."]
    assert KIND.news(FOUR, replace(before, stock=2), replace(after, stock=2), people()) == ()
    assert KIND.certain_rest(view) == ()
