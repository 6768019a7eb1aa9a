"""Spoil Five on the screen: its pool, the choice of the winner of the first tricks, and its words."""

from functools import cache

import pytest
from msgspec.structs import replace

from chwech_tui.games.fives.deal import action_words, moves, premove_refusal, refusal
from chwech_tui.games.fives.tricks import near, needed_by, sentence, taken_words
from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Picture, plain
from protocol.cards import Rank
from protocol.catalogues import catalogue
from protocol.errors import RemoteProtocolError
from protocol.fives.actions import JINK, SWEEP
from protocol.fives.events import Barred, DealEnded, DealSheet, Ending, GameEnded, Jinked, Swept
from protocol.fives.views import FivesView, Phase, SeatView, Spoil
from protocol.language import speaking
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.fives.stage import SPOIL_FIVE, find
from tests.chwech_tui.games.stage import people

KIND = GAMES["spoil-five"]
SHEET = DealSheet(Seat(1), Ending.SWEPT, (3, 1, 0), (2, -1, -1), (2, -1, -1), pool=3, sweeper=Seat(0))
SPOIL = Spoil(needed=3, pools=1, stake=1)


@cache
def choosing(viewer: int = 0) -> FivesView:
    """Give the view of a seat that chooses between the pool and all five tricks."""
    view = find(SPOIL_FIVE, lambda view: view.phase is Phase.JINKING and view.turn == view.viewer, Seat(viewer)).game
    assert isinstance(view, FivesView)
    return view


def text(picture: Picture) -> str:
    """Give the text of a picture."""
    return "\n".join(plain(line) for line in picture)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Jinked(Seat(1)), "Owain leaves the pool, and goes for all five."),
        (Jinked(Seat(0)), "You leave the pool, and go for all five."),
        (Barred(Seat(1)), "Owain has not robbed with the Ace of trumps, and cannot take the pool."),
        (Swept(Seat(0), 15), "You take the pool: 15 chips."),
        (Swept(Seat(1), 1), "Owain takes the pool: 1 chip."),
        (Swept(Seat(1), 15, 4), "Owain has all five: the pool of 15 chips, and 4 more."),
        (DealEnded(SHEET), "You took the pool of 3 chips."),
        (DealEnded(replace(SHEET, ending=Ending.JINKED, sweeper=Seat(1))), "Owain took the pool of 3 chips."),
        (DealEnded(replace(SHEET, ending=Ending.SPOILT, sweeper=None)), "Spoilt: the pool of 3 chips stays."),
        (
            DealEnded(replace(SHEET, ending=Ending.SPOILT, sweeper=None, jinker=Seat(1))),
            "Owain lost a trick of five: the pool of 3 chips stays.",
        ),
        (
            DealEnded(replace(SHEET, ending=Ending.SHARED, sweeper=None)),
            "Spoilt, and somebody cannot pay: all get the pool of 3 chips back evenly.",
        ),
        (GameEnded((2, -1, -1), (Seat(1),), (22, 19, 19)), "Owain wins with 19 chips."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_happens_is_told(event: Event, words: str) -> None:
    """Each event of the pool has its sentence."""
    assert plain(sentence(event, people(3))) == words
    with speaking("cy", catalogue):
        assert plain(sentence(event, people(3))) != words


def test_the_choice_has_two_keys_and_words() -> None:
    """`d` takes the pool, `g` goes for all five, and nothing else acts."""
    view = choosing()
    assert {move.key: move.choices[0].action for move in moves(view, view.hand[0])} == {"d": SWEEP, "g": JINK}
    assert KIND.turn_words(view) == "Take the pool, or go for all five"
    assert refusal(view, "enter", view.hand[0]).startswith("First choose")
    assert premove_refusal(view, view.hand[0]).startswith("First choose")
    assert (action_words(SWEEP), action_words(JINK)) == ("take the pool", "go for all five")
    assert "lose a trick" in KIND.advice(SPOIL_FIVE, view, people(5))


def test_the_table_says_who_chooses() -> None:
    """Above the trick before, which stays."""
    view = choosing()
    shown = KIND.shown_trick(Middle(SPOIL_FIVE, view, looking_back=False, people=people(5)), 78)
    assert "You take the pool, or go for all five" in text(shown.titles)
    assert len(shown.laid.turns) == 5
    watched = replace(view, viewer=Seat(1), legal=())
    other = KIND.shown_trick(Middle(SPOIL_FIVE, watched, looking_back=False, people=people(5, Seat(1))), 78)
    assert "Megan takes the pool" in text(other.titles)


def test_the_keys_of_the_choice_say_why_they_do_nothing() -> None:
    """Only the winner of the first tricks has a choice."""
    board = find(SPOIL_FIVE, lambda view: view.phase is Phase.FOLLOWING and bool(view.legal))
    assert isinstance(board.game, FivesView)
    assert refusal(board.game, "g", None).startswith("Only who has won every trick")


def seats(*tricks: int) -> tuple[SeatView, ...]:
    """Give seats with so many tricks."""
    return tuple(SeatView(side, 3, number, -1, 19) for side, number in enumerate(tricks))


def test_who_goes_for_all_five_needs_five() -> None:
    """The others still need three."""
    jinked = replace(SPOIL, jinker=Seat(0))
    assert (needed_by(jinked, Seat(0)), needed_by(jinked, Seat(1))) == (5, 3)
    view = replace(choosing(), seats=seats(4, 0, 2), spoil=jinked)
    assert near(view, jinked) == [0, 2]


@pytest.mark.parametrize(
    ("tricks", "words"),
    [((1, 0, 0), "you take it: 2 of 3"), ((2, 1, 0), "you take it, and the pool"), ((2, 0, 0), "you take it: 3 of 3")],
)
def test_what_a_trick_more_does(tricks: tuple[int, ...], words: str) -> None:
    """Three of the first three do not take the pool yet: there is a choice."""
    view = replace(choosing(), seats=seats(*tricks))
    assert taken_words(view, SPOIL, Seat(0)) == words


def test_the_coach_knows_who_is_near_the_pool() -> None:
    """The viewer, somebody else, or several."""
    board = find(SPOIL_FIVE, lambda view: view.phase is Phase.FOLLOWING and len(view.legal) > 1)
    view = board.game
    assert isinstance(view, FivesView)
    view = replace(view, gone=(), hand=tuple(card for card in view.hand if card.rank is not Rank.FIVE))
    told = [
        KIND.advice(SPOIL_FIVE, replace(view, seats=seats(*tricks)), people(5))
        for tricks in ((2, 0, 0), (0, 2, 0), (0, 2, 2))
    ]
    assert [words.split(" ")[0] for words in told] == ["One", "Owain", "Others"]


def test_news_names_who_needs_one_more_trick() -> None:
    """Once, when it becomes so."""
    view = find(SPOIL_FIVE, lambda view: view.phase is Phase.FOLLOWING and bool(view.legal)).game
    assert isinstance(view, FivesView)
    before, after = replace(view, seats=seats(1, 1, 0, 0, 0)), replace(view, seats=seats(1, 2, 0, 0, 0))
    assert text(KIND.news(SPOIL_FIVE, before, after, people(5))) == "Owain needs one more trick."
    assert text(KIND.news(SPOIL_FIVE, after, after, people(5))) == ""


@pytest.mark.parametrize("away", ["", "away 0:30"])
@pytest.mark.parametrize("counted", [False, True])
def test_a_seat_fits_in_welsh(away: str, *, counted: bool) -> None:
    """At the least width nothing runs together, and the chips are told."""
    view = find(SPOIL_FIVE, lambda view: len(view.sheets) == 1 and view.phase is Phase.FOLLOWING).game
    assert isinstance(view, FivesView)
    with speaking("cy", catalogue):
        lines = [plain(line) for line in KIND.draw_panel(view, Seat(0), 21, away, counted=counted)]
    assert "…" not in "".join(lines)
    assert lines[2].split()[-1].isdecimal() if counted else lines[2].endswith("sglodyn")


@pytest.mark.parametrize("needed", [3, 2])
def test_the_crib_tells_the_aim(needed: int) -> None:
    """How many tricks take the pool."""
    lines = KIND.crib(Setup("spoil-five", 5, {"two_tricks": needed == 2}))
    assert lines[1].startswith("Three of the five" if needed == 3 else "Two of the five")
    assert len(lines) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"spoil": replace(SPOIL, jinker=Seat(9))},
        {"spoil": replace(SPOIL, barred=Seat(9))},
        {"spoil": replace(SPOIL, needed=9)},
        {"spoil": replace(SPOIL, stake=-1)},
        {"spoil": None},
    ],
    ids=str,
)
def test_an_absurd_pool_is_refused(change: dict[str, Spoil | None]) -> None:
    """Nothing of it is drawn."""
    view = choosing()
    KIND.check_view(view, 5)
    with pytest.raises(RemoteProtocolError):
        KIND.check_view(replace(view, **change), 5)


def test_an_absurd_sweep_is_refused() -> None:
    """A pool has no fewer than no chips."""
    KIND.check_event(Swept(Seat(0), 3), 3)
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(Swept(Seat(0), -3), 3)


def test_the_public_deal_tells_the_pool() -> None:
    """In numbers and in sentences, before, in and after a game."""
    view = choosing()
    assert view.spoil is not None
    deal = KIND.public_deal(view)
    names = ("A", "B", "C", "D", "E")
    assert deal.titles == ("Cards", "Tricks", "Chips")
    assert deal.numbers(0) == ("2", "3", str(view.seats[0].chips))
    assert f"pool {view.spoil.pools + 1} of 5" in deal.sentence(names)
    assert "A takes the pool, or goes for all five." in deal.sentence(names)
    jinked = replace(view, spoil=replace(view.spoil, jinker=Seat(0)), phase=Phase.LEADING)
    assert "A goes for all five. A leads." in KIND.public_deal(jinked).sentence(names)
    over = find(SPOIL_FIVE, lambda view: view.phase is Phase.OVER).game
    assert isinstance(over, FivesView)
    assert "The game is over. With " in KIND.public_deal(over).sentence(names)
    between = find(SPOIL_FIVE, lambda view: view.phase is Phase.DEALING).game
    assert isinstance(between, FivesView)
    assert "comes next" in KIND.public_deal(between).sentence(names)
