"""Drawing, the tricks and the score: section 11 of ``other-games.md``."""

import pytest

from protocol.auction_fives.actions import DRAW, Discard, read_action, write_action
from protocol.auction_fives.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import Phase
from protocol.cards import Suit, read_card
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, InvalidAction, Seat
from server.rules.auction_fives.deal import Dealing, Ended, State
from server.rules.auction_fives.game import FIGURES
from server.rules.game import CHANCE, Break, ForeignEvent, IllegalAction, InvalidSetup, Over, Seats, Shuffle, Shuffled
from tests.server.rules.auction_fives.position import GAME, HANDS, KEPT, NAMED, begun, deal_of, dealing, play, seen

SIX = (*HANDS, "3H 4H 6H 7H 8H", "9H 10H JH QH KH")
NAMED_BY_SIX = "bid 20, pass, pass, pass, pass, pass, name C"


def may(state: State) -> set[str]:
    """Give what the seat may do whose turn it is."""
    assert state.turn is not None
    return {write_action(action) for action in GAME.legal(state, state.turn)}


def sheet_of(events: list[Event]) -> DealSheet:
    """Give the sheet of the deal that has ended."""
    return next(event.sheet for event in events if isinstance(event, DealEnded))


def test_each_lays_any_cards_aside_and_gets_as_many() -> None:
    """In turn from eldest, the dealer last; nobody else sees which."""
    state, _ = play(begun(rest="AH 5D"), NAMED)
    assert (state.turn, seen(state).phase) == (0, Phase.DRAWING)
    state, events = play(state, "discard 2H, draw")
    assert events == [Discarded(Seat(0), read_card("2H")), Drawn(Seat(0), 1, (read_card("AH"),))]
    assert [card.text for card in seen(state, 0).hand] == ["5C", "JC", "KC", "AC", "AH"]
    assert [card.text for card in seen(state, 0).discards] == ["2H"]
    assert [GAME.tell(event, Seat(1)) for event in events] == [Discarded(Seat(0)), Drawn(Seat(0), 1)]
    assert [GAME.tell(event, Seat(0)) for event in events] == events
    assert (seen(state).stock, seen(state).seats[0].drawn, seen(state).seats[1].drawn) == (31, 1, None)
    state, _ = play(state, "draw, draw, draw")
    assert (seen(state).phase, state.turn) == (Phase.LEADING, 1)


def test_a_deal_is_told_without_what_others_hold() -> None:
    """Nor the kitty, the stock and the seed."""
    deal = deal_of(dealing(kitty=3))
    assert isinstance(deal, Dealt)
    told = GAME.tell(deal, Seat(1))
    assert isinstance(told, Dealt)
    assert told.hands == ((), deal.hands[1], (), ())
    assert (told.kitty, told.stock, told.seed) == ((), (), None)
    assert seen(GAME.evolve(dealing(kitty=3), deal)).kitty == 3


def test_six_may_lay_aside_no_more_than_is_left() -> None:
    """R: 22 are left for six, who may want 30."""
    state, _ = play(begun(SIX), NAMED_BY_SIX)
    for seat in range(4):
        hand = [card.text for card in seen(state, seat).hand]
        state, _ = play(state, ", ".join([*(f"discard {card}" for card in hand), "draw"]))
    assert seen(state).stock == 2
    hand = [card.text for card in seen(state, 4).hand]
    state, _ = play(state, f"discard {hand[0]}, discard {hand[1]}")
    assert may(state) == {"draw"}
    with pytest.raises(IllegalAction, match="you may lay no more cards aside"):
        play(state, f"discard {hand[2]}")


def test_six_may_be_held_to_three() -> None:
    """Option: cap 3 each."""
    state, _ = play(begun(SIX, most_drawn=3), f"{NAMED_BY_SIX}, discard 5C, discard JC, discard KC")
    assert may(state) == {"draw"}
    with pytest.raises(InvalidSetup):
        dealing(4, most_drawn=3)


def test_the_kitty_goes_to_who_names_trumps() -> None:
    """S:jord; that seat has to lay aside down to five cards."""
    state, events = play(begun(rest="AH 5D 6C", kitty=3), NAMED)
    assert events[-1] == TrumpNamed(Seat(0), Suit.CLUBS, (read_card("6C"), read_card("5D"), read_card("AH")))
    assert GAME.tell(events[-1], Seat(2)) == TrumpNamed(Seat(0), Suit.CLUBS)
    assert GAME.tell(events[-1], Seat(0)) == events[-1]
    assert len(seen(state, 0).hand) == 8
    assert DRAW not in GAME.legal(state, Seat(0))
    assert isinstance(GAME.fallback(state, Seat(0)), Discard)
    with pytest.raises(IllegalAction, match="until five are left"):
        play(state, "draw")
    state, _ = play(state, "discard 2H, discard 5D, discard 6C, draw")
    assert len(seen(state, 0).hand) == 5
    assert GAME.fallback(state, Seat(1)) == DRAW


def test_the_dealer_may_look_through_what_is_left() -> None:
    """Variant of P: after discarding, the dealer chooses."""
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw")
    state, events = play(state, "discard 8D, discard 9D, draw")
    assert isinstance(events[-1], StockOpened)
    assert (events[-1].count, len(events[-1].cards)) == (2, 32)
    assert GAME.tell(events[-1], Seat(0)) == StockOpened(Seat(3), 2)
    assert (len(seen(state, 3).open_stock), seen(state, 0).open_stock) == (32, ())
    assert write_action(GAME.fallback(state, Seat(3))).startswith("pick ")
    with pytest.raises(IllegalAction, match="pick a card from those that are left"):
        play(state, "draw")
    state, events = play(state, "pick AH, pick 6C")
    assert events[0] == Picked(Seat(3), read_card("AH"))
    assert GAME.tell(events[0], Seat(0)) == Picked(Seat(3))
    assert (seen(state).phase, seen(state).seats[3].drawn) == (Phase.LEADING, 2)
    kept, events = play(begun(dealer_looks=True), KEPT)
    assert (events[-1], seen(kept).phase) == (Drawn(Seat(3), 0), Phase.LEADING)


@pytest.mark.parametrize(("lead", "seat"), [("bidder", 1), ("dealer", 0)])
def test_who_leads_first(lead: str, seat: int) -> None:
    """Left of the bidder (S:bicycleA45), or left of the dealer."""
    state, _ = play(begun(lead=lead), KEPT)
    assert (state.turn, seen(state).first) == (seat, seat)


def test_tricks_are_played_as_in_twenty_five() -> None:
    """Section 8: a plain lead takes its suit or a trump; a top trump may be kept back."""
    state, _ = play(begun(), f"{KEPT}, 2D")
    assert may(state) == {"QC", "2C", "3S", "4S", "6S"}
    state, events = play(state, "QC, 8D, AC")
    assert events[-1] == TrickTaken(Seat(0), tuple(map(read_card, ("2D", "QC", "8D", "AC"))))
    assert (seen(state).phase, state.turn) == (Phase.LEADING, 0)
    assert (seen(state).seats[0].tricks, seen(state).last_trick is not None) == (1, True)


WON = "2D, QC, 8D, AC, 5C, 3D, 2C, 9D, JC, 4D, 3S, 10D, KC, 6D, 4S, JD, 2H, 7D, 6S, QD"
"""Seat 0 wins everything."""


def test_thirty_made_scores_sixty() -> None:
    """Bid 30 made = 60 (S:bicycleA45)."""
    bid = KEPT.replace("bid 20", "bid 30")
    state, events = play(begun(), f"{bid}, {WON}")
    sheet = sheet_of(events)
    assert (sheet.taken, sheet.points) == ((30, 0, 30, 0), (60, 0, 60, 0))
    assert (sheet.ending, sheet.bidder, sheet.bid, sheet.trump) == (Ending.MADE, 0, 30, Suit.CLUBS)
    assert (sheet.best, sheet.best_seat) == (read_card("5C"), 0)
    assert isinstance(state, Dealing)


def test_bidders_score_all_they_took() -> None:
    """Made: more than the bid as well."""
    _, events = play(begun(), f"{KEPT}, {WON}")
    assert sheet_of(events).points == (30, 0, 30, 0)


def test_who_takes_less_loses_the_bid() -> None:
    """Failed: minus the bid; the defenders score what they took."""
    hands = ("JC 3S 4S 6S 7S", "5C AC 2D 3D 4D", "2C 8S 9S 10S QS", "8D 9D 10D JD QD")
    moves = KEPT.replace("bid 20", "bid 25")
    _, events = play(
        begun(hands), f"{moves}, 5C, 2C, 8D, JC, AC, 8S, 9D, 3S, 2D, 9S, 10D, 4S, QD, 6S, 3D, 10S, JD, 7S, 4D, QS"
    )
    sheet = sheet_of(events)
    assert (sheet.ending, sheet.taken) == (Ending.FAILED, (0, 30, 0, 30))
    assert sheet.points == (-25, 30, -25, 30)
    assert sheet.totals == (-25, 30, -25, 30)


def test_without_trumps_the_highest_card_that_took_a_trick_scores() -> None:
    """R, by the rule of section 10: by rank in its own suit, of equal ones the first."""
    hands = ("2H 3H 4H 6H 7H", "2D 3D 4D 6D 7D", "8H 9H 10H JH QH", "8D 9D 10D JD KD")
    moves = KEPT.replace("name C", "name S")
    _, events = play(
        begun(hands), f"{moves}, 2D, 8H, 8D, 2H, KD, 3H, 3D, 9H, 9D, 4H, 4D, 10H, 10D, 6H, 6D, JH, JD, 7H, 7D, QH"
    )
    sheet = sheet_of(events)
    assert (sheet.best, sheet.best_seat) == (read_card("KD"), 3)
    assert sheet.taken == (0, 30, 0, 30)


@pytest.mark.parametrize(
    ("totals", "options", "winners"),
    [
        ((120, 0), {}, (0, 2)),
        ((115, 0), {}, ()),
        ((120, 125), {}, (0, 2)),
        ((0, 120), {}, (1, 3)),
        ((120, 125), {"both_out": "higher"}, (1, 3)),
        ((125, 125), {"both_out": "higher"}, (0, 2)),
        ((130, 0), {"deals": 6}, ()),
    ],
)
def test_a_hundred_and_twenty_win(
    totals: tuple[int, int], options: dict[str, OptionValue], winners: tuple[int, ...]
) -> None:
    """Where both have it the bidders count first, or the higher; of equal ones the bidders. Seat 0 has bid."""
    assert dealing(4, totals, **options).match.winners == winners


def test_the_game_ends_with_the_deal_that_brings_the_target() -> None:
    """Everybody then sees all hands."""
    state, events = play(begun(totals=(90, 0)), f"{KEPT}, {WON}")
    assert events[-1] == GameEnded((120, 0, 120, 0), (Seat(0), Seat(2)))
    over = GAME.awaits(state)
    assert isinstance(over, Over)
    assert (over.result.winners, over.result.sides) == ((0, 2), (0, 1, 0, 1))
    assert isinstance(state, Ended)
    assert (seen(state).winners, seen(state).phase, len(seen(state).hands)) == ((0, 2), Phase.OVER, 2)
    assert GAME.view(state, None) == GAME.reveal(state)
    assert GAME.totals(state) == (120, 0, 120, 0)


def test_a_fixed_number_of_deals_ends_the_game() -> None:
    """Option: the side that is ahead wins; equal sides share the game (R)."""
    state: State = dealing(deals=6)
    assert GAME.summary(state) == "deal 1 of 6"
    for number in range(6):
        assert GAME.awaits(state) == Shuffle(52, number + 1)
        (deal,) = GAME.decide(state, CHANCE, Shuffled(tuple(range(52)), "00" * 32))
        state, events = play(GAME.evolve(state, deal), "pass, pass, pass, pass")
    assert events[-1] == GameEnded((0, 0, 0, 0), (Seat(0), Seat(1), Seat(2), Seat(3)))
    assert GAME.summary(state) == "over after 6 deals"
    assert GAME.tallies(state)[0].deals == 6


def test_what_is_told_in_lists() -> None:
    """How far a game is, and what it counts."""
    assert GAME.summary(begun(totals=(25, -10))) == "deal 2, 25/120"
    state, events = play(begun(totals=(90, 0)), f"{KEPT}, {WON}")
    assert GAME.summary(state) == "over after 2 deals"
    assert [tally.count for tally in GAME.tallies(state)] == [5, 0, 0, 0]
    assert GAME.marks(state, Seat(0)) == ()
    assert GAME.breaks(events[-1]) is None
    assert [GAME.breaks(event) for event in events[-3:-1]] == [Break.TRICK, Break.DEAL]
    assert FIGURES.columns[0].counts(events[-2]) == (5, 0, 0, 0)
    assert FIGURES.columns[0].counts(events[0]) == ()
    assert FIGURES.noted(events[-2])


@pytest.mark.parametrize(
    ("moves", "wrong", "words"),
    [
        (NAMED, "discard QH", "you do not hold QH"),
        (NAMED, "QH", "lay cards aside, or draw"),
        (KEPT, "pass", "the tricks are played"),
        (KEPT, "QH", "you do not hold QH"),
        (f"{KEPT}, 2D, QC", "bid 5", "the tricks are played"),
    ],
)
def test_what_may_not_be_done_is_refused(moves: str, wrong: str, words: str) -> None:
    """With what would be right."""
    with pytest.raises(IllegalAction, match=words):
        play(play(begun(), moves)[0], wrong)


def test_a_suit_or_a_trump_has_to_follow() -> None:
    """And the refusal names which."""
    hands = (HANDS[0], HANDS[1], HANDS[2], "8D 9D 3H JD QD")
    state, _ = play(begun(hands), f"{KEPT}, 2D, QC")
    with pytest.raises(IllegalAction, match="diamonds were led"):
        play(state, "3H")
    state, _ = play(begun(lead="dealer"), f"{KEPT}, KC, 2D")
    with pytest.raises(IllegalAction, match="a trump was led"):
        play(state, "3S")


def test_nobody_acts_out_of_turn() -> None:
    """Before a deal, in a trick, or at the end."""
    first = dealing()
    with pytest.raises(IllegalAction, match="not dealt yet"):
        GAME.decide(first, Seat(0), DRAW)
    with pytest.raises(IllegalAction, match="it is not your turn"):
        GAME.decide(begun(), Seat(1), DRAW)
    state, _ = play(begun(totals=(90, 0)), f"{KEPT}, {WON}")
    with pytest.raises(IllegalAction, match="the game is over"):
        GAME.decide(state, Seat(0), DRAW)
    with pytest.raises(IllegalAction, match="chance shuffles"):
        GAME.decide(begun(), CHANCE, Shuffled((0,)))
    with pytest.raises(IllegalAction, match="each of 0 to 51 once"):
        GAME.decide(first, CHANCE, Shuffled((0,)))
    with pytest.raises(ForeignEvent, match="Drawn cannot follow Dealing"):
        GAME.evolve(first, Drawn(Seat(0), 0))
    with pytest.raises(ForeignEvent):
        GAME.evolve(begun(), Played(Seat(0), read_card("2H")))


def test_a_state_between_two_events_awaits_nobody() -> None:
    """A trick is complete before it is taken, and nobody may act then."""
    state, _ = play(begun(), f"{KEPT}, 2D, QC, 8D")
    (played, *_) = GAME.decide(state, Seat(0), read_action("AC"))
    between = GAME.evolve(state, played)
    assert GAME.awaits(between) == Seats(frozenset())
    with pytest.raises(IllegalAction, match="the trick is being taken"):
        GAME.decide(between, Seat(0), DRAW)
    assert GAME.fallback(state, Seat(0)) == read_action("2H")


@pytest.mark.parametrize("text", ["pass", "bid 5", "bid 30", "hold", "name S", "discard 10C", "draw", "pick AH", "QH"])
def test_actions_are_written_and_read(text: str) -> None:
    """As records have them."""
    assert write_action(read_action(text)) == text


@pytest.mark.parametrize("text", ["", "bid", "bid 7", "bid 35", "name X", "discard", "pick JX", " QH", "give 2C", "-"])
def test_any_other_text_is_no_action(text: str) -> None:
    """It is named."""
    with pytest.raises(InvalidAction, match="is no action"):
        read_action(text)


def test_a_replay_shows_every_hand() -> None:
    """Between two deals those of the one that has ended."""
    state, _ = play(begun(), f"{KEPT}, 2D")
    (shown,) = GAME.reveal(state).hands
    assert [len(hand) for hand in shown.left] == [5, 4, 5, 5]
    state, _ = play(begun(), f"{KEPT}, {WON}")
    assert len(GAME.reveal(state).hands) == 1
    assert GAME.reveal(dealing()).hands == ()
    assert seen(dealing(), 0).viewer == 0


def test_a_setup_that_does_not_fit_is_refused() -> None:
    """The sentence says what would."""
    with pytest.raises(InvalidSetup, match="Auction Forty-Fives is for 4 or 6"):
        GAME.start(Setup("auction-forty-fives", 5))
