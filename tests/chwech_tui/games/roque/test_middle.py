"""The middle of the table of Roque: the auction, the trick, and how the contract stands."""

import pytest
from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import ShownTrick
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, PEOPLE, at
from tests.chwech_tui.games.stage import find

KIND = GAMES["roque"]
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def shown(view: RoqueView, *, back: bool = False) -> ShownTrick:
    """Give what the middle shows."""
    return KIND.shown_trick(Middle(Setup("roque", 4), view, back, PEOPLE), 78)


def titles(view: RoqueView, *, back: bool = False) -> list[str]:
    """Give the lines above the cards."""
    return [plain(line) for line in shown(view, back=back).titles]


@pytest.mark.parametrize(
    ("moves", "viewer", "lines"),
    [
        ("", 0, ["Auction: nobody has bid yet", ""]),
        ("bid 85", 0, ["Auction: you have 85", ""]),
        ("bid 85, bid 90", 0, ["Auction: Nia has 90", ""]),
        (AUCTION, 0, ["You have the widow, and lay 4 cards aside", "the widow was 4♣ 5♣ 6♣ 7♣"]),
        (f"{AUCTION}, bury 4C", 1, ["Megan has the widow, and lays 4 cards aside", "1 of 4 laid aside"]),
        (BURIED, 0, ["You lead: that suit is trump", "You bid 85, with 0 taken   aside 4♣ 5♣ 6♣ 7♣"]),
        (BURIED, 1, ["Megan leads: that suit is trump", "Megan bid 85, with 0 taken"]),
        (
            f"{BURIED}, 3C",
            1,
            ["♣ Clubs are trump   trump led   as it stands Megan takes it", "Megan bid 85, with 0 taken"],
        ),
        (
            TRICK,
            1,
            ["♣ Clubs are trump   trump led   Nia takes it: A♣ is the highest trump", "Megan bid 85, with 0 taken"],
        ),
        ("-, -, -, -", 0, ["Everybody has passed", ""]),
    ],
)
def test_the_lines_above_the_cards(moves: str, viewer: int, lines: list[str]) -> None:
    """They tell what goes on, and how the contract stands."""
    middle = Middle(Setup("roque", 4), at(moves, viewer), False, replace(PEOPLE, viewer=Seat(viewer)))
    assert [plain(line) for line in KIND.shown_trick(middle, 78).titles] == lines


def test_an_auction_lies_before_the_seats() -> None:
    """As the last thing that each of them said, in the order of speaking."""
    laid = shown(at("bid 85, bid 90, -")).laid
    assert (laid.turns, laid.over) == (((Seat(0), "85"), (Seat(3), "90"), (Seat(2), "pass")), False)
    over = shown(at("bid 85, bid 90, -, -, -")).laid
    assert (over.turns, over.over) == (((Seat(3), "90"),), True)
    assert [said for _, said in shown(at("-, -, -, -")).laid.turns] == ["pass"] * 4


def test_the_last_trick_is_there_for_who_looks_back() -> None:
    """It says so."""
    view = at(f"{TRICK}, 10H")
    assert KIND.has_last_trick(view)
    assert titles(view)[0] == "♣ Clubs are trump   ♥ led   as it stands Nia takes it"
    assert titles(view, back=True)[0] == "Last trick   ♣ trump   trump led   Nia takes it: A♣ is the highest trump"
    assert shown(view, back=True).taker == 3


def test_tricks_won_lie_with_their_takers() -> None:
    """Each in the order played."""
    view = at(f"{TRICK}, 10H, AH, KH, 5H, AS, JH, 2S, 6H")
    assert plain(KIND.draw_pile(view, Seat(3))) == "1    3♣ A♣ 4♠ 5♦"
    assert plain(KIND.draw_pile(view, Seat(2))).startswith("2    10♥ A♥ K♥ 5♥")
    assert plain(KIND.draw_pile(at(), Seat(3))).strip() == "0"
    assert KIND.piles_closed(Setup("roque", 4)) == ""


def test_after_the_deal_the_contract_has_all_that_was_taken() -> None:
    """With the cards laid aside."""
    board = find(Setup("roque", 4), lambda view: view.phase is Phase.DEALING and bool(view.buried))
    view = board.game
    assert isinstance(view, RoqueView)
    sheet = view.sheets[-1]
    assert sheet.declarer is not None
    assert f" bid {sheet.bid}, with {sheet.took[sheet.declarer]} taken   aside " in f" {titles(view)[1]}"
