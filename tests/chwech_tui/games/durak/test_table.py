"""The table of Durak: titles, pairs, columns, panels, the cards gone, the coach."""

from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.durak.game import DurakScreens
from chwech_tui.model.cards import ShownTrick, Whereabouts
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.cards import Suit, read_card
from protocol.durak.actions import FINISH, GIVE_UP, PASS
from protocol.durak.views import DurakView, Phase
from protocol.vocabulary import Seat
from tests.chwech_tui.games.durak.stage import FOUR, SIX, people, seen

KIND = DurakScreens()


def shown(view: DurakView, width: int = 78, *, looking_back: bool = False, viewer: int | None = 0) -> ShownTrick:
    """Give the middle of the table."""
    seat = None if viewer is None else Seat(viewer)
    return KIND.shown_trick(Middle(FOUR, view, looking_back=looking_back, people=people(len(view.seats), seat)), width)


def fought(view: DurakView, pairs: int = 3) -> bool:
    """Tell whether somebody else fights a bout of several cards."""
    return view.bout is not None and len(view.bout.pairs) == pairs and view.phase is Phase.DEFENDING


def test_before_the_first_card_the_trump_lies_open() -> None:
    """With the stock above it, and who has shown the lowest trump."""
    view = seen(FOUR, lambda view: view.phase is Phase.ATTACKING and not view.bouts)
    now = shown(view)
    assert now.turn_up is not None
    assert now.turn_up.is_open
    assert plain(now.turn_up.words) == "turned up: it lies at the end of the stock of 12 cards"
    assert "holds the lowest trump" in plain(now.titles[1]) or "You hold the lowest trump" in plain(now.titles[1])
    six = shown(seen(SIX, lambda view: view.phase is Phase.ATTACKING and not view.bouts))
    assert six.turn_up is not None
    assert not six.turn_up.is_open
    assert plain(six.turn_up.words).endswith("last card shows trumps") or "shows trumps" in plain(six.turn_up.words)


def test_a_bout_lies_in_pairs() -> None:
    """Each attack card with what beat it, and below it who played it; the title says who attacks whom."""
    view = seen(FOUR, fought)
    assert view.bout is not None
    now = shown(view)
    assert [len(group.faces) for group in now.row] == [1 + (pair.beat is not None) for pair in view.bout.pairs]
    assert "attack" in plain(now.titles[0])
    assert "to beat" in plain(now.titles[1])
    assert measure(shown(view, 40).titles[0]) < measure(now.titles[0])


def test_the_bout_before_is_shown_until_the_next_card() -> None:
    """And whenever the viewer looks back; beaten cards are shaded."""
    view = seen(FOUR, lambda view: view.last_bout is not None and not view.last_bout.given_up and fought(view, 2))
    back = shown(view, looking_back=True)
    assert plain(back.titles[0]).startswith("Last bout")
    assert all(group.shaded for group in back.row)
    assert not any(group.shaded for group in shown(view).row)
    after = seen(FOUR, lambda view: view.phase is Phase.ATTACKING and view.bouts > 1)
    assert shown(after).row
    assert KIND.has_last_trick(after)
    bare = replace(after, last_bout=None, turn_up=None)
    assert shown(bare).titles == ((), ())


def test_what_a_seat_does_stands_beside_it() -> None:
    """Attacker and defender, who has passed or is done, and who is out."""
    view = seen(FOUR, lambda view: view.phase is Phase.ADDING and any(seat.passed for seat in view.seats))
    assert view.bout is not None
    rows = [plain(KIND.draw_columns(view, Seat(seat), 1, "")) for seat in range(4)]
    assert any("passes" in row for row in rows)
    assert "defends" in rows[view.bout.defender] or "gives up" in rows[view.bout.defender]
    done = seen(FOUR, lambda view: any(seat.finished for seat in view.seats))
    assert any("done" in plain(KIND.draw_columns(done, Seat(seat), 2, "")) for seat in range(4))
    out = seen(FOUR, lambda view: any(seat.out for seat in view.seats) and view.phase is Phase.ATTACKING)
    assert any("out" in plain(KIND.draw_columns(out, Seat(seat), 1, "")) for seat in range(4))


def test_columns_have_their_width() -> None:
    """As many cells as the heading, also with a note of absence in their place."""
    view = seen(FOUR, fought)
    for step in (1, 2):
        width = KIND.columns_width(FOUR, step)
        assert len(KIND.draw_heading(FOUR, step)) == width
        for away in ("", "away", "left for good, bot"):
            assert measure(KIND.draw_columns(view, Seat(1), step, away)) == width
    between = seen(FOUR, lambda view: view.phase is Phase.DEALING and bool(view.sheets))
    assert {measure(KIND.draw_sum(between, Seat(seat), 36)) for seat in range(4)} == {36}


def test_a_panel_has_three_lines() -> None:
    """While the deal is played, and when it is counted."""
    view = seen(FOUR, lambda view: any(seat.taken for seat in view.seats))
    between = seen(FOUR, lambda view: view.phase is Phase.DEALING and bool(view.sheets))
    for seat in map(Seat, range(4)):
        assert len(KIND.draw_panel(view, seat, 24, "", counted=False)) == 3
        assert "away" in plain(KIND.draw_panel(view, seat, 24, "away", counted=False)[1])
        assert len(KIND.draw_panel(between, seat, 24, "", counted=True)) == 3


def test_the_cards_gone_are_those_beaten() -> None:
    """Those seen in other hands are named besides."""
    view = seen(FOUR, lambda view: bool(view.gone) and any(seat.known for seat in view.seats[1:]))
    gone = KIND.cards_gone(view, FOUR)
    assert (gone.gone, gone.hand, len(gone.pack)) == (view.gone, view.hand, 36)
    assert "Seen in other hands: " in gone.note
    known = {card for seat in view.seats[1:] for card in seat.known}
    assert {*gone.shown} == known | ({view.turn_up} if view.stock else set())
    places = [place for places in gone.where().values() for place in places]
    assert places.count(Whereabouts.SHOWN) == len(gone.shown)
    assert places.count(Whereabouts.UNSEEN) == 36 - len({*gone.hand, *gone.table, *gone.gone, *gone.shown})
    assert "beaten cards leave the game" in KIND.piles_closed(FOUR)
    assert KIND.draw_pile(view, Seat(1)) == ()


def test_the_coach_speaks_where_something_stands_out() -> None:
    """How to attack, whether a trump is worth it, and what to give away."""
    early = seen(FOUR, lambda view: view.phase is Phase.ATTACKING and bool(view.legal) and view.stock > 0)
    assert KIND.advice(FOUR, early, people()).startswith("While there is a stock, attack low")
    late = replace(early, stock=0, seats=tuple(replace(seat, cards=1) for seat in early.seats))
    assert "is nearly out" in KIND.advice(FOUR, late, people())
    assert KIND.advice(FOUR, replace(early, stock=0), people()) == ""
    given = seen(
        FOUR, lambda view: bool(view.bout and view.bout.given_up) and PASS in view.legal and len(view.legal) > 1
    )
    assert KIND.advice(FOUR, given, people()).startswith("Who takes up keeps")
    free = seen(FOUR, lambda view: FINISH in view.legal and len(view.legal) > 1)
    assert KIND.advice(FOUR, free, people()) == ""


def test_the_coach_weighs_a_trump() -> None:
    """Where nothing else beats the first card, and there is a stock."""

    def only_trumps(view: DurakView) -> bool:
        beating = [action for action in view.legal if action != GIVE_UP]
        plain_cards = [
            card for action in beating if (card := getattr(action, "card", None)) and card.suit is not view.trump
        ]
        return GIVE_UP in view.legal and bool(beating) and not plain_cards and view.stock > 0 and view.bout is not None

    view = seen(FOUR, lambda view: only_trumps(view) and view.bout is not None and len(view.bout.cards) <= 2)
    assert KIND.advice(FOUR, view, people()).startswith("Only a trump beats this")


def test_words_of_the_rules_are_explained() -> None:
    """Each in a sentence."""
    assert {"bout", "trump", "throw in", "stock"} <= set(KIND.glossary)
    assert all(text.endswith(".") for text in KIND.glossary.values())
    assert KIND.lessons() == ()
    assert (Suit.HEARTS, read_card("6H").suit) == (Suit.HEARTS, Suit.HEARTS)
