"""The columns and panels of a seat of Roque."""

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.registry import GAMES
from chwech_tui.games.roque.table import friends
from chwech_tui.model.cards import ShownTrick
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import plain
from protocol.cards import Suit, read_card
from protocol.roque.actions import PASS, Play
from protocol.roque.order import PACKS
from protocol.roque.views import Phase, RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Seat
from tests.chwech_tui.games.roque.views import AUCTION, BURIED, PEOPLE, at
from tests.chwech_tui.games.stage import find
from tests.server.rules.roque.position import THREE, cards

KIND = GAMES["roque"]
FOUR_SETUP, THREE_SETUP = Setup("roque", 4), Setup(THREE, 3)
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def columns(view: RoqueView, seat: int, away: str = "") -> str:
    """Give the columns of a seat."""
    return plain(KIND.draw_columns(view, Seat(seat), 1, away))


@pytest.mark.parametrize("setup", [FOUR_SETUP, THREE_SETUP])
@pytest.mark.parametrize("step", [1, 2])
def test_the_columns_fit_their_heading(setup: Setup, step: int) -> None:
    """Also with a long note of absence."""
    width = KIND.columns_width(setup, step)
    assert len(KIND.draw_heading(setup, step)) == width
    view = at(game=setup.game)
    for away in ("", "away", "a bot plays until they are back"):
        assert measure(KIND.draw_columns(view, Seat(0), step, away)) == width


def test_what_a_seat_has_said_stands_in_its_row() -> None:
    """While the auction is on; after it only the bid of the declarer."""
    view = at("bid 85, bid 90, -")
    assert [columns(view, seat).split() for seat in (0, 3, 2, 1)] == [
        ["12", "85", "A", "0", "0", "0"],
        ["12", "90", "B", "0", "0", "0"],
        ["12", "pass", "A", "0", "0", "0"],
        ["12", "B", "0", "0", "0"],
    ]
    later = at(TRICK)
    assert columns(later, 0).split() == ["11", "85", "A", "0", "0", "0"]
    assert columns(later, 3).split() == ["11", "B", "1", "20", "0"]


def test_a_total_below_zero_has_a_minus() -> None:
    """In columns and panels."""
    view = at()
    below = replace(view, seats=(replace(view.seats[0], total=-125), *view.seats[1:]))
    assert columns(below, 0).endswith("−125")
    assert columns(below, 0, "away").split() == ["12", "away", "−125"]
    panel = KIND.draw_panel(below, Seat(0), 25, "", counted=False)
    assert plain(panel[2]).split() == ["0", "tricks", "total", "−125"]


def test_a_panel_tells_the_same_in_three_lines() -> None:
    """Its cards and side, its bid and what it took, its tricks and total."""
    lines = [plain(line) for line in KIND.draw_panel(at(AUCTION), Seat(0), 25, "", counted=False)]
    assert [line.split() for line in lines[1:]] == [["bid", "85", "took", "0"], ["0", "tricks", "total", "0"]]
    assert lines[0].endswith("side A")
    passed = KIND.draw_panel(at("bid 85, -"), Seat(3), 25, "", counted=False)
    assert plain(passed[1]).split() == ["pass", "took", "0"]
    away = KIND.draw_panel(at(AUCTION), Seat(0), 25, "away", counted=False)
    assert plain(away[1]) == "away"
    alone = KIND.draw_panel(at(game=THREE), Seat(0), 25, "", counted=False)
    assert "side" not in plain(alone[0])


TRICKS_KIND = GAMES["roque"]
SETUP = Setup("roque", 4)
TRICKS_TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (BURIED, ""),
        (TRICKS_TRICK, "A♣ is the highest trump"),
        (f"{TRICK}, 10H, AH, KH, 5H", "A♥ is the highest of the hearts"),
    ],
)
def test_why_a_trick_went_as_it_did(moves: str, words: str) -> None:
    """By the highest card of its suit, or by trumps."""
    assert TRICKS_KIND.reason(SETUP, at(moves)) == words


def test_a_trump_takes_another_suit() -> None:
    """Whether it was led or played to it."""
    lead = f"{BURIED}, AD, 8C"
    state = at(f"{lead}, 4S, 2D")
    assert TRICKS_KIND.reason(SETUP, state).startswith("A♦ is the highest")


@pytest.mark.parametrize(
    ("moves", "viewer", "card", "words"),
    [
        (BURIED, 0, "AD", "diamonds are trump then"),
        (f"{TRICK}, 10H", 2, "AH", "you take it, unless it is beaten"),
        (f"{BURIED}, 3C", 3, "AC", "you take it: 15 so far"),
        (f"{BURIED}, 3C, 8C", 2, "4S", "8♣ still takes it"),
        (f"{BURIED}, 3C, 8C, 4S", 1, "5D", "8♣ still takes it, for your side"),
    ],
)
def test_what_a_card_would_do(moves: str, viewer: int, card: str, words: str) -> None:
    """As far as anybody can know."""
    view = at(moves, viewer)
    assert TRICKS_KIND.consequence(SETUP, view, Play(read_card(card))) == words
    assert TRICKS_KIND.consequence(SETUP, view, PASS) == ""


def test_friends_share_a_contract_or_its_defence() -> None:
    """Partners do; of three, the two who do not declare."""
    assert friends(at(BURIED), Seat(1)) == (1, 3)
    three = at("bid 95, -, -", game=THREE)
    assert friends(three, Seat(0)) == (0,)
    assert friends(three, Seat(1)) == (1, 2)


def test_a_bid_that_is_made_is_news() -> None:
    """Once, to everybody."""
    before, after = at(f"{BURIED}, 3C"), at(TRICKS_TRICK)
    assert TRICKS_KIND.news(SETUP, before, after, PEOPLE) == ()
    assert TRICKS_KIND.news(SETUP, at(AUCTION), before, PEOPLE) == ()
    (line,) = TRICKS_KIND.news(SETUP, before, made(before), PEOPLE)
    assert plain(line) == "You have made your bid of 85."


def made(view: RoqueView) -> RoqueView:
    """Give a view in which the declarer's side has taken enough."""
    return replace(view, seats=(replace(view.seats[0], took=90), *view.seats[1:]))


MIDDLE_KIND = GAMES["roque"]
MIDDLE_TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def shown(view: RoqueView, *, back: bool = False) -> ShownTrick:
    """Give what the middle shows."""
    return MIDDLE_KIND.shown_trick(Middle(Setup("roque", 4), view, back, PEOPLE), 78)


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
            MIDDLE_TRICK,
            1,
            ["♣ Clubs are trump   trump led   Nia takes it: A♣ is the highest trump", "Megan bid 85, with 0 taken"],
        ),
        ("-, -, -, -", 0, ["Everybody has passed", ""]),
    ],
)
def test_the_lines_above_the_cards(moves: str, viewer: int, lines: list[str]) -> None:
    """They tell what goes on, and how the contract stands."""
    middle = Middle(Setup("roque", 4), at(moves, viewer), False, replace(PEOPLE, viewer=Seat(viewer)))
    assert [plain(line) for line in MIDDLE_KIND.shown_trick(middle, 78).titles] == lines


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
    assert MIDDLE_KIND.has_last_trick(view)
    assert titles(view)[0] == "♣ Clubs are trump   ♥ led   as it stands Nia takes it"
    assert titles(view, back=True)[0] == "Last trick   ♣ trump   trump led   Nia takes it: A♣ is the highest trump"
    assert shown(view, back=True).taker == 3


def test_tricks_won_lie_with_their_takers() -> None:
    """Each in the order played."""
    view = at(f"{TRICK}, 10H, AH, KH, 5H, AS, JH, 2S, 6H")
    assert plain(MIDDLE_KIND.draw_pile(view, Seat(3))) == "1    3♣ A♣ 4♠ 5♦"
    assert plain(MIDDLE_KIND.draw_pile(view, Seat(2))).startswith("2    10♥ A♥ K♥ 5♥")
    assert plain(MIDDLE_KIND.draw_pile(at(), Seat(3))).strip() == "0"
    assert MIDDLE_KIND.piles_closed(Setup("roque", 4)) == ""


def test_after_the_deal_the_contract_has_all_that_was_taken() -> None:
    """With the cards laid aside."""
    board = find(Setup("roque", 4), lambda view: view.phase is Phase.DEALING and bool(view.buried))
    view = board.game
    assert isinstance(view, RoqueView)
    sheet = view.sheets[-1]
    assert sheet.declarer is not None
    assert f" bid {sheet.bid}, with {sheet.took[sheet.declarer]} taken   aside " in f" {titles(view)[1]}"


GONE_KIND = GAMES["roque"]
GONE_TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def test_who_has_laid_cards_aside_knows_them() -> None:
    """The others do not."""
    own, other = (
        GONE_KIND.cards_gone(at(f"{TRICK}, 10H"), Setup("roque", 4)),
        GONE_KIND.cards_gone(at(GONE_TRICK, 1), Setup("roque", 4)),
    )
    assert own.gone == (*cards("C3A S4 D5"), *cards("C4567"))
    assert own.table == cards("H10")
    assert other.gone == cards("C3A S4 D5")
    assert len(other.pack) == 52


def test_the_rest_is_certain_where_nothing_beats_it() -> None:
    """Trumps first; a plain card only once no trump can be out."""
    view = at(GONE_TRICK, 3)
    assert GONE_KIND.certain_rest(view) == ()
    high = replace(view, hand=cards("CKQJ"))
    assert GONE_KIND.certain_rest(high) == cards("CKQJ")
    plain_ace = replace(view, hand=cards("CKQJ DA"))
    assert GONE_KIND.certain_rest(plain_ace) == ()
    drawn = replace(plain_ace, gone=(*view.gone, *cards("C24567891")[:7], *cards("C10")))
    assert GONE_KIND.certain_rest(drawn) == cards("CKQJ DA")
    assert GONE_KIND.certain_rest(at(BURIED)) == ()


COACH_KIND = GAMES["roque"]
COACH_SETUP = Setup("roque", 4)
COACH_TRICK = f"{BURIED}, 3C, AC, 4S, 5D"
LED = f"{BURIED}, AD, 6H, 4S, 5D"
"""Diamonds are trump, and the declarer leads again."""


@pytest.mark.parametrize(
    ("moves", "viewer", "words"),
    [
        ("", 0, "Count on half of all points"),
        (AUCTION, 0, "Keep Aces and your longest suit"),
        (BURIED, 0, "The suit you lead is trump: lead from your longest."),
        (LED, 0, "Lead trumps while others hold some."),
        (f"{BURIED}, 3C, AC, 4S", 1, "The trick is your side's: an Ace, a Ten or a Five is safe there."),
        (f"{BURIED}, 3C", 3, "85 is what they bid: keep points from them."),
        (f"{BURIED}, 3C, AC", 2, ""),
        (f"{BURIED}, 3C, AC, 4S, 5D, 10H, AH, KH", 0, "The trick is your side's"),
        (COACH_TRICK, 3, ""),
        (f"{BURIED}, 3C, 8C", 1, ""),
        ("", 1, ""),
        ("", None, ""),
    ],
)
def test_advice_for_the_moment(moves: str, viewer: int | None, words: str) -> None:
    """In one line; nothing where nothing stands out."""
    said = COACH_KIND.advice(COACH_SETUP, at(moves, viewer), PEOPLE)
    assert said.startswith(words) if words else said == ""


def test_trumps_are_led_while_others_hold_some() -> None:
    """Not once all have been seen, nor without one in hand, nor by a defender."""
    view = at(LED, 0)
    diamonds = tuple(card for card in PACKS[4] if card.suit is Suit.DIAMONDS)
    assert COACH_KIND.advice(COACH_SETUP, replace(view, gone=diamonds), PEOPLE) == ""
    assert (
        COACH_KIND.advice(
            COACH_SETUP, replace(view, hand=tuple(card for card in view.hand if card not in diamonds)), PEOPLE
        )
        == ""
    )
    assert COACH_KIND.advice(COACH_SETUP, replace(view, declarer=Seat(1)), PEOPLE) == ""


def test_cards_laid_aside_do_not_always_count_for_the_declarer() -> None:
    """Where they go with the last trick, the coach does not say so."""
    on = Setup("roque", 4, {"discards": "last_trick"})
    assert COACH_KIND.advice(on, at(AUCTION, discards="last_trick"), PEOPLE) == "Keep Aces and your longest suit."
