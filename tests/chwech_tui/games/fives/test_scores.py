"""The scores of Twenty-Five and Forty-Five: how those of a deal were made, and what a record tells."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.game import DealScore
from chwech_tui.model.ink import figure, plain
from protocol.cards import read_card
from protocol.catalogues import catalogue
from protocol.fives.events import BestCard, DealSheet, Ending
from protocol.fives.views import FivesView
from protocol.language import speaking
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.fives.stage import FORTY_FIVE, SETUPS, TWENTY_FIVE, Stage, record_of, setup
from tests.chwech_tui.games.stage import people

KIND = GAMES["twenty-five"]


def ended(on: Setup) -> FivesView:
    """Play a game to its end."""
    stage = Stage(on)
    for _ in stage.turns():
        pass
    return stage.view(Seat(0))


def score(view: FivesView, page: int = 0) -> DealScore:
    """Give how the scores of a deal were made."""
    return KIND.deal_score(view, page, people(len(view.seats)))


def with_sheet(view: FivesView, ending: Ending, *totals: int, best: BestCard | None = None) -> FivesView:
    """Give a view after one deal."""
    nothing = (0,) * len(totals)
    sheet = DealSheet(Seat(0), ending, nothing, nothing, totals, best)
    return replace(view, sheets=(sheet,), winners=())


@pytest.mark.parametrize("on", SETUPS)
def test_every_row_is_as_wide_as_the_heading(on: Setup) -> None:
    """The columns align at every table, in every deal."""
    view = ended(on)
    for page in range(len(view.sheets)):
        told = score(view, page)
        assert len(told.rows) == on.players
        assert {len(plain(row)) for row in told.rows} == {len(told.heading)}
        assert KIND.points(view, page) == view.sheets[page].points


def test_the_columns_grow_with_their_headings() -> None:
    """In Welsh some are wider, and the rows with them."""
    view = with_sheet(ended(FORTY_FIVE), Ending.PLAYED, 15, 20, 15, 20, best=BestCard(Seat(1), read_card("JH"), 5))
    with speaking("cy", catalogue):
        told = score(view)
    assert told.heading == "  ochr  triciau  cerdyn gorau  pwyntiau  cyfanswm"
    assert {len(plain(row)) for row in told.rows} == {len(told.heading)}
    assert plain(told.rows[1]) == "     B        0        J♥ 5           0        20"
    assert plain(told.title) == "Rhaniad 1   Mae'r rhaniad ar ben: mae Ochr B ar y blaen gyda 20 pwynt."


def test_partners_are_named_by_their_side() -> None:
    """The rows tell who is of which side, and the title has no names."""
    view = ended(FORTY_FIVE)
    best = BestCard(Seat(1), read_card("JH"), 5)
    told = score(with_sheet(view, Ending.PLAYED, 15, 20, 15, 20, best=best))
    assert plain(told.title) == "Deal 1   The deal is over: Side B is ahead with 20 points."
    assert told.heading.split() == ["side", "tricks", "best", "card", "points", "total"]
    assert [plain(row).split()[0] for row in told.rows] == ["A", "B", "A", "B"]
    assert told.notes[0] == "Points and totals are those of the side; partners share them."
    level = score(with_sheet(view, Ending.PLAYED, 15, 15, 15, 15))
    assert plain(level.title) == "Deal 1   The deal is over: Sides A and B are ahead with 15 points."


def test_the_best_card_is_in_the_row_of_who_held_it() -> None:
    """With what it scored."""
    best = BestCard(Seat(1), read_card("JH"), 5)
    told = score(with_sheet(ended(FORTY_FIVE), Ending.PLAYED, 15, 20, 15, 20, best=best))
    assert ["J♥ 5" in plain(row) for row in told.rows] == [False, True, False, False]
    assert told.notes == ("Points and totals are those of the side; partners share them.",)
    none = score(with_sheet(ended(FORTY_FIVE), Ending.WON, 15, 20, 15, 45))
    assert none.notes[-1] == "The best card did not score: the game ended before."
    never = score(with_sheet(ended(FORTY_FIVE), Ending.PLAYED, 15, 20, 15, 20))
    assert (never.heading.split()[2], len(never.notes)) == ("points", 1)


def test_more_than_two_people_who_are_ahead_are_counted() -> None:
    """Their names would not fit."""
    view = ended(TWENTY_FIVE)
    told = score(with_sheet(view, Ending.PLAYED, 5, 10, 10, 10, 0))
    assert plain(told.title) == "Deal 1   The deal is over: three people are ahead with 10 points."
    two = score(with_sheet(view, Ending.PLAYED, 10, 5, 0, 10, 0))
    assert plain(two.title) == "Deal 1   The deal is over: Rhys and you are ahead with 10 points."


def test_the_pool_grows_with_the_deals() -> None:
    """Every page tells what was in it then."""
    view = ended(TWENTY_FIVE)
    played = with_sheet(view, Ending.PLAYED, 5, 10, 10, 0, 0)
    assert score(played).notes == ("The pool after this deal: 5 chips.",)
    assert score(with_sheet(view, Ending.WON, 25, 0, 0, 0, 0)).notes == ()


@pytest.mark.parametrize(
    ("on", "winners", "note"),
    [
        (TWENTY_FIVE, (0,), "You win the pool, and now have {chips} chips."),
        (TWENTY_FIVE, (1,), "Owain wins the pool, and now has {chips} chips."),
        (setup("twenty-five", 4, pool=False), (1,), "Owain wins."),
        (
            setup("twenty-five", 4, partners=True),
            (1, 3),
            "Side B wins the pool: its players now have {chips} chips each.",
        ),
    ],
)
def test_the_winners_take_the_pool(on: Setup, winners: tuple[int, ...], note: str) -> None:
    """The last page tells who has won, and what it makes."""
    view = ended(on)
    won = with_sheet(view, Ending.WON, *(25 if seat in winners else 0 for seat in range(on.players)))
    told = score(replace(won, winners=tuple(map(Seat, winners))))
    assert told.notes[-1] == note.format(chips=view.seats[winners[0]].chips)


@pytest.mark.parametrize("on", SETUPS)
def test_a_record_tells_the_result(on: Setup) -> None:
    """Names, totals and the score of every deal are those of the game."""
    record = record_of(on)
    known, result = json.loads(record), KIND.read_result(record)
    assert result is not None
    assert result.rules == GAMES[on.game].title
    assert list(result.names) == known["names"]
    assert list(result.totals) == known["totals"]
    assert [[score.strip(" *") for score in deal] for deal in result.deals] == [
        [figure(score) for score in deal["scores"]] for deal in known["deals"]
    ]
    best = [deal["best"][0] if "best" in deal else None for deal in known["deals"]]
    marked = [next((seat for seat, score in enumerate(deal) if "*" in score), None) for deal in result.deals]
    assert marked == best
    if on.game == "spoil-five":
        assert result.note == "Chips won and paid; everybody began with 20."
    elif "chips" in known:
        who = "Each winner" if on.options.get("partners") else "The winner"
        assert result.note == f"{who} ends with {max(known['chips'])} chips, the pool included."
    else:
        assert result.note == ("* held the best card of the deal." if any(marked) or 0 in marked else "")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chwech"},
        {"names": ["Megan"]},
        {"chips": [1]},
        {"totals": [1]},
        {"deals": [{"scores": "many"}]},
    ],
)
def test_a_record_that_contradicts_itself_is_not_read(change: dict[str, OptionValue]) -> None:
    """The screen then says that it cannot show the game."""
    assert KIND.read_result(json.dumps({**json.loads(record_of(TWENTY_FIVE)), **change})) is None
    assert KIND.read_result("{") is None
