"""The scores of Durak, in the game and from its record; its public part; and what is not believed."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.durak.game import DurakScreens
from chwech_tui.model.ink import plain
from protocol.cards import read_card
from protocol.durak.events import BoutEnded, DealEnded, Drawn, GameEnded
from protocol.durak.views import Bout, DurakView, Pair, Phase
from protocol.errors import RemoteProtocolError
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.durak.stage import FOUR, SIX, people, record_of, seen
from tests.chwech_tui.games.stage import NAMES

KIND = DurakScreens()


def between() -> DurakView:
    """Give a view between two deals."""
    return seen(FOUR, lambda view: view.phase is Phase.DEALING and len(view.sheets) == 2)


def test_the_score_of_a_deal_has_a_row_for_each_seat() -> None:
    """Its side, what was left, what was taken up, when it went out, and the point."""
    view = between()
    score = KIND.deal_score(view, 1, people())
    assert plain(score.title).startswith("Deal 2   Your side has ")
    assert len(score.rows) == 4
    sheet = view.sheets[1]
    for seat, row in enumerate(score.rows):
        side, left, taken, out, won, total = plain(row).split()
        assert side == "AB"[seat % 2]
        assert (int(left), int(taken)) == (sheet.cards[seat], sheet.taken[seat])
        assert (out == "–") == (seat not in sheet.out)
        assert (int(won), int(total)) == (sheet.points[seat], sheet.totals[seat])
    assert KIND.points(view, 1) == sheet.points
    assert KIND.sides(view) == (0, 1, 0, 1)


def test_a_result_is_read_from_a_record() -> None:
    """With a mark at those who were left with cards; what is not of this game is not read."""
    record = record_of(FOUR)
    result = KIND.read_result(record)
    assert result is not None
    assert (result.names, result.note) == (NAMES[:4], "* was left with cards.")
    assert sum("*" in text for deal in result.deals for text in deal) > 0
    plain_record = json.loads(record)
    for changed in (
        plain_record | {"game": "chwech"},
        plain_record | {"deals": [plain_record["deals"][0] | {"left": [1]}]},
        {"game": "durak-teams"},
    ):
        assert KIND.read_result(json.dumps(changed)) is None


def test_the_public_part_is_told_without_a_screen() -> None:
    """In sentences and numbers: who is waited for, the trumps, and both bouts."""
    view = seen(FOUR, lambda view: view.phase is Phase.DEFENDING and view.bouts > 0, viewer=None)
    told = KIND.public_deal(view)
    assert "to defend." in told.sentence(NAMES)
    assert "are trump; the stock has" in told.trumps(NAMES)
    assert [trick.title for trick in told.tricks(NAMES)] == ["Last bout", "This bout"]
    assert len(told.titles) == len(told.numbers(0)) == 4
    over = KIND.public_deal(seen(SIX, lambda view: view.phase is Phase.OVER, viewer=None))
    assert over.sentence(NAMES).startswith("The game is over. It was won by ")
    assert any(over.numbers(seat)[1] == "out" for seat in range(6))
    assert "there is no stock" in over.trumps(NAMES)
    waiting = KIND.public_deal(between())
    assert waiting.sentence(NAMES).startswith("Deal 3 comes next, dealt by ")
    view = seen(FOUR, lambda view: view.phase is Phase.ATTACKING and not view.bouts, viewer=None)
    assert KIND.public_deal(view).tricks(NAMES) == ()
    assert KIND.public_deal(replace(view, trump=None)).trumps(NAMES) == ""


def fighting() -> DurakView:
    """Give a view of a bout."""
    return seen(FOUR, lambda view: view.phase is Phase.DEFENDING)


STRANGE = read_card("2C")
BOUT = Bout(Seat(0), Seat(1), 1, (Pair(Seat(0), read_card("6S")), Pair(Seat(0), read_card("6D"))))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"losses": 0}, "a game to 0 is absurd"),
        ({"stock": -1}, "cards"),
        ({"bout": None}, "a bout is fought that is not there"),
        ({"phase": Phase.DEALING}, "a bout is fought in no deal"),
        ({"trump": None}, "there is no trump suit"),
        ({"hand": (STRANGE,)}, "cards that the pack does not have"),
        ({"gone": (STRANGE,)}, "cards that the pack does not have"),
        ({"bout": BOUT}, "more attack cards than there may be"),
        ({"bout": Bout(Seat(0), Seat(9), 1)}, "seat"),
        ({"last_bout": Bout(Seat(0), Seat(1), 1)}, "a bout without cards is over"),
    ],
)
def test_an_absurd_view_is_not_drawn(changes: dict[str, object], words: str) -> None:
    """Whatever contradicts itself is refused before anything is drawn."""
    view = fighting()
    KIND.check_view(view, 4)
    with pytest.raises(RemoteProtocolError, match=words):
        KIND.check_view(replace(view, **changes), 4)


@pytest.mark.parametrize(
    "event",
    [
        BoutEnded(Seat(9), held=True, cards=()),
        BoutEnded(Seat(0), held=True, cards=(STRANGE,)),
        Drawn(Seat(0), -1),
        GameEnded((0,) * 4, ()),
    ],
)
def test_an_absurd_event_is_not_told(event: Event) -> None:
    """Events are looked at like views."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 4)


def test_an_absurd_sheet_is_not_shown() -> None:
    """It names sides and seats that there are."""
    sheet = between().sheets[0]
    KIND.check_event(DealEnded(sheet), 4)
    for changed in (replace(sheet, loser=2), replace(sheet, out=(Seat(7),)), replace(sheet, points=(1,))):
        with pytest.raises(RemoteProtocolError):
            KIND.check_event(DealEnded(changed), 4)
