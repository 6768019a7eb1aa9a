"""The play of the games of one pile: beating, adding, taking up, going out (``other-games.md``, sections 5 to 7)."""

import pytest
from msgspec.structs import replace

from protocol.cards import Suit, read_card
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump, Take, read_action, write_action
from protocol.piles.events import (
    DealEnded,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import Phase
from protocol.setup import OptionValue
from protocol.vocabulary import Action, Seat
from server.rules.game import CHANCE, ForeignEvent, IllegalAction, Mover, Shuffled
from server.rules.piles.deal import Choosing, Dealing, Ended, Playing, State
from server.rules.piles.play import decide, evolve, fallback, legal
from tests.server.rules.piles.position import (
    CHALLENGE,
    DUDAK,
    GAMES,
    SVOYI,
    begun,
    cards,
    dealing,
    going,
    names,
    play,
    shuffled,
    standing,
    written,
)

FOUR = ["7C 8C", "9C QC 7H", "KC 8H 9H", "10C AS 7D"]
"""Four hands; the trumps of the seats are diamonds, hearts, clubs and spades."""

OWN = "D H C S"


def choices(state: State) -> str:
    """Write what the seat may do whose turn it is."""
    assert state.turn is not None
    return " ".join(write_action(action) for action in legal(state, state.turn))


def why(state: State, action: Action, seat: int | None = None) -> str:
    """Give the words in which an action is refused."""
    mover = state.turn if seat is None else Seat(seat)
    assert mover is not None
    with pytest.raises(IllegalAction) as refused:
        decide(state, mover, action)
    return str(refused.value)


def test_a_card_beats_a_lower_one_of_its_suit_and_a_trump_of_ones_own_any_other_suit() -> None:
    """Svoyi Koziri: higher of its suit, or own trump on another suit; own trump led, only higher (section 6)."""
    assert choices(standing(SVOYI, FOUR, OWN, "8C", 1)) == "9C QC 7H take"
    assert choices(standing(SVOYI, FOUR, OWN, "10C", 2)) == "KC take"
    assert choices(standing(SVOYI, FOUR, OWN, "AC", 2)) == "take"
    assert choices(standing(SVOYI, FOUR, OWN, "10H", 1)) == "take"
    assert choices(standing(SVOYI, FOUR, OWN, "6H", 1)) == "7H take"


def test_the_trumps_of_others_are_no_trumps() -> None:
    """What was played as a trump is beaten like any card of its suit."""
    state, _ = play(standing(SVOYI, FOUR, OWN, "8C", 1), "7H, 9C")
    assert choices(state) == "KC take"
    state, _ = play(standing(SVOYI, FOUR, OWN, "8C", 1, cards=1), "7H")
    assert choices(state) == "KC 8H 9H take"


def test_two_cards_are_played_in_a_turn_the_second_is_any() -> None:
    """Beat, then add any card for the next to beat; with one card in a turn the card that beats stands (section 6)."""
    two, events = play(standing(SVOYI, FOUR, OWN, "8C", 1), "9C")
    assert (two.turn, going(two).phase, choices(two)) == (1, Phase.ADDING, "QC 7H")
    assert events == [Played(Seat(1), read_card("9C"), read_card("8C"))]
    two, events = play(two, "7H")
    assert (two.turn, going(two).phase) == (2, Phase.BEATING)
    assert events == [Played(Seat(1), read_card("7H"))]
    one, _ = play(standing(SVOYI, FOUR, OWN, "8C", 1, cards=1), "9C")
    assert (one.turn, going(one).phase) == (2, Phase.BEATING)


def test_a_pile_begins_with_one_card() -> None:
    """Whoever begins adds nothing (sections 6 and 7)."""
    for game in (SVOYI, DUDAK):
        state, _ = play(standing(game, FOUR, OWN), "7C")
        assert (state.turn, going(state).phase) == (1, Phase.BEATING)


def test_the_pile_may_be_taken_up_by_who_could_beat_it() -> None:
    """Section 6, and the picture caption of Challenge: South could beat and takes all (section 5)."""
    state, events = play(standing(SVOYI, FOUR, OWN, "7S 8C", 1), "take")
    assert events == [Taken(Seat(1), cards("7S 8C"))]
    assert written(going(state).hands[1]) == "8C 9C QC 7H 7S"
    assert (state.turn, going(state).phase, going(state).pile) == (2, Phase.LEADING, ())
    assert going(state).last is not None


@pytest.mark.parametrize(
    ("pile", "taken"),
    [
        ("7S 8S 9S JC 8C", "8S 9S JC 8C"),
        ("7S 8S 9S JC AC", "7S 8S 9S JC AC"),
        ("JC 8D 7D QD AS", "7D QD AS"),
        ("8C KC", "8C KC"),
    ],
)
def test_some_of_the_pile_is_taken_by_its_top_card(pile: str, taken: str) -> None:
    """Three of a plain card, four of a trump, all of a trump Ace, never more than there are (section 6)."""
    options: dict[str, OptionValue] = {"pickup": "some", "plain": 3, "trump": 4}
    state = standing(SVOYI, ["7C", "9C 7H", "KC 8H"], "D H C", pile, 1, **options)
    _, events = play(state, "take")
    assert events == [Taken(Seat(1), cards(taken))]


def test_after_a_part_is_taken_the_card_below_has_to_be_beaten() -> None:
    """The next player must beat the newly exposed card (section 6); so with a run of one suit (section 7)."""
    state, _ = play(standing(SVOYI, FOUR, OWN, "8D QS KD", 1, pickup="some", plain=1, trump=1), "take")
    assert (state.turn, going(state).phase, choices(state)) == (2, Phase.BEATING, "KC take")
    assert [turn.card.text for turn in going(state).pile] == ["8D", "QS"]


def test_a_run_of_the_top_suit_is_taken_before_ones_trump_is_known() -> None:
    """Dudak, `suit_run`: the top card and its suit directly under it; once announced, the whole pile (section 7)."""
    state, events = play(standing(DUDAK, FOUR, "- - - -", "8S 8D QS KS", 1, pickup="suit_run"), "take")
    assert events == [Taken(Seat(1), cards("QS KS"))]
    assert (state.turn, going(state).phase) == (2, Phase.BEATING)
    _, events = play(standing(DUDAK, FOUR, "- H - -", "8S 8D QS KS", 1, pickup="suit_run"), "take")
    assert events == [Taken(Seat(1), cards("8S 8D QS KS"))]
    _, events = play(standing(DUDAK, FOUR, "- - - -", "QS KS", 1, pickup="suit_run"), "take")
    assert events == [Taken(Seat(1), cards("QS KS"))]


def test_who_has_played_all_cards_is_out_and_the_next_beats_that_card() -> None:
    """Svoyi Koziri: also where the last card was the one that beat (section 6)."""
    state, events = play(standing(SVOYI, ["7C 8C", "9C", "KC 8H 9H", "AS"], OWN, "8C", 1), "9C")
    assert events == [Played(Seat(1), read_card("9C"), read_card("8C")), WentOut(Seat(1))]
    assert (state.turn, going(state).phase, choices(state)) == (2, Phase.BEATING, "KC take")
    state, _ = play(state, "KC, 8H, take, 7C")
    assert state.turn == 2, "who is out is passed over"


def test_the_last_with_cards_loses_and_deals() -> None:
    """The others have a point each; later the loser deals (section 6)."""
    state, events = play(standing(SVOYI, ["8C", "9C 7C", "", ""], OWN, "7S", 0, deals=2, limit=100), "take, 7C")
    assert going(state).turn == 0
    state, events = play(standing(SVOYI, ["QS", "9C 7C", "", ""], OWN, "7S", 0, deals=2, limit=100), "QS")
    assert names(events) == ["Played", "WentOut", "DealEnded"]
    ended = events[-1]
    assert isinstance(ended, DealEnded)
    assert ended.sheet.points == (1, 0, 1, 1)
    assert ended.sheet.left == (0, 2, 0, 0)
    assert (ended.sheet.out, ended.sheet.ending) == ((2, 3, 0), Ending.OUT)
    assert isinstance(state, Dealing)
    assert state.match.dealer == 1


def test_a_pile_that_is_beaten_with_a_last_card_is_killed() -> None:
    """Dudak: it is set aside for the deal, and the next player starts a new one (section 7)."""
    state, events = play(standing(DUDAK, ["7C 8C", "9C", "KC 8H 9H", "AS"], OWN, "7S 8C", 1), "9C")
    assert events[-2:] == [WentOut(Seat(1)), PileKilled(cards("7S 8C 9C"))]
    assert (state.turn, going(state).phase, going(state).pile) == (2, Phase.LEADING, ())
    assert going(state).killed == cards("7S 8C 9C")
    state, events = play(standing(DUDAK, ["7C 8C", "9C JH", "KC 8H 9H", "AS"], OWN, "7S 8C", 1), "9C, JH")
    assert names(events) == ["Played", "Played", "WentOut"]
    assert (state.turn, going(state).phase) == (2, Phase.BEATING)


def test_a_trump_is_announced_at_ones_own_turn_and_once() -> None:
    """Dudak: any suit that nobody has announced; it may beat at once (section 7)."""
    state: State = standing(DUDAK, FOUR, "- - - S", "8S", 1)
    assert choices(state) == "take trump C trump D trump H"
    state, events = play(state, "trump H")
    assert events == [TrumpNamed(Seat(1), Suit.HEARTS)]
    assert (state.turn, choices(state)) == (1, "7H take")
    assert why(state, NameTrump(Suit.CLUBS)) == "your trump suit is H, and never changes"
    assert why(standing(DUDAK, FOUR, "- - - S", "8S", 1), NameTrump(Suit.SPADES)) == "S is taken: name another suit"


def test_trumps_named_before_the_deal_differ() -> None:
    """From the dealer's left on; the last of four has the suit that is left (sections 6 and 7)."""
    start = dealing(SVOYI, 4, deals=1)
    state, events = shuffled(start, ())
    assert (names(events), state.turn) == (["DealBegun"], 0)
    assert choices(state) == "trump C trump D trump H trump S"
    assert why(state, Play(read_card("6C"))) == "name your trump suit first: the cards are dealt then"
    state, _ = play(state, "trump H")
    assert choices(state) == "trump C trump D trump S"
    assert why(state, NameTrump(Suit.HEARTS)) == "H is taken: name another suit"
    state, _ = play(state, "trump S")
    # Nobody is asked for the suit that is left, not even for a moment.
    assert evolve(state, TrumpNamed(Seat(2), Suit.CLUBS)).turn is None
    state, events = play(state, "trump C")
    assert TrumpNamed(Seat(3), Suit.DIAMONDS, forced=True) in events
    assert going(state).trumps == (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)
    state, _ = play(begun(DUDAK, ["7C", "", ""], "C D H", trumps="before"))
    assert going(state).trumps == (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


def test_trumps_of_svoyi_koziri_are_named_once_a_game_and_of_dudak_once_a_deal() -> None:
    """Players select them before the game (section 6), or fix them before the deal (section 7)."""
    for game, options, kept in ((SVOYI, {}, True), (DUDAK, {"trumps": "before"}, False)):
        chosen: dict[str, OptionValue] = {"deals": 2, "limit": 100, **options}
        state: State = begun(game, ["", ""], "C D", **chosen)
        while isinstance(state, Playing):
            assert state.turn is not None
            for event in decide(state, state.turn, fallback(state, state.turn)):
                state = evolve(state, event)
        again, _ = shuffled(state, ())
        assert isinstance(again, Playing) == kept
        assert isinstance(again, Choosing) != kept


def test_sixes_go_to_the_seats_whose_trumps_they_are() -> None:
    """Hands may be unequal, but each has a trump; the six of a suit that is nobody's stays (section 6)."""
    state = begun(SVOYI, ["6D 6H", "6S", "6C"], "C D H")
    assert isinstance(state, Playing)
    sixes = [written([card for card in hand if card.text[0] == "6"]) for hand in state.hands]
    assert sixes == ["6C", "6D 6S", "6H"]
    assert [written(known) for known in state.known] == ["6C", "6D", "6H"]
    start = dealing(SVOYI, 3)
    naming, _ = shuffled(start, ())
    _, events = play(naming, "trump C, trump D, trump H")
    assert all(event.giver != event.taker for event in events if isinstance(event, SixHanded))


def test_a_drawn_trump_is_shown_at_ones_turn_and_joins_the_hand() -> None:
    """Dudak, `drawn`: a hidden trump card a player, joinable to the hand when revealed (section 7)."""
    state = begun(DUDAK, ["7C", "7D", "7S"], trumps="drawn")
    assert isinstance(state, Playing)
    card = state.drawn[0]
    assert card is not None
    assert choices(state).endswith("show")
    assert why(state, NameTrump(Suit.CLUBS)) == "your trump suit is that of the card before you: turn it up"
    shown, events = play(state, "show")
    assert events == [TrumpShown(Seat(0), card)]
    assert (shown.turn, going(shown).trumps[0], card in going(shown).hands[0]) == (0, card.suit, True)
    assert why(shown, ShowTrump()) == "you have no trump card to turn up"


def test_who_has_played_all_but_the_drawn_trump_must_show_it() -> None:
    """It joins the hand, and who has just beaten a card adds it or another (a ruling of ours)."""
    position = standing(DUDAK, ["7C 8C", "9C", "KC"], "- - -", "8C", 1, trumps="drawn")
    down = (None, read_card("AH"), None)
    beaten, events = play(replace(position, drawn=down), "9C")
    assert events[-1] == TrumpShown(Seat(1), read_card("AH"), forced=True)
    assert (beaten.turn, going(beaten).phase, choices(beaten)) == (1, Phase.ADDING, "AH")
    position = standing(DUDAK, ["7C 8C", "9C", "KC"], "- - -", "", 1, trumps="drawn")
    led, events = play(replace(position, drawn=down), "9C")
    assert names(events) == ["Played", "TrumpShown"]
    assert (led.turn, going(led).phase) == (2, Phase.BEATING)


def test_the_first_one_out_wins_where_the_table_plays_so() -> None:
    """Dudak, `first_out`; the deal passes to the left, for nobody alone has lost (section 7)."""
    held = ["7C 8C", "9C", "KC 8H 9H", "AS"]
    state, events = play(standing(DUDAK, held, OWN, "8C", 1, first_out=True, deals=2), "9C")
    assert names(events) == ["Played", "WentOut", "DealEnded"]
    assert isinstance(state, Dealing)
    assert (state.match.totals, state.match.dealer) == ((0, 1, 0, 0), 0)


@pytest.mark.parametrize("moves", ["9S", "KC"])
def test_challenge_is_won_by_the_first_to_play_a_last_card(moves: str) -> None:
    """As leader or as beater, without waiting for a reply; the opponent could still beat it (section 5)."""
    pile = "" if moves == "9S" else "10C"
    state, events = play(standing(CHALLENGE, [moves, "AC AS 7H"], "H S", pile), moves)
    assert names(events) == ["Played", "WentOut", "DealEnded", "GameEnded"]
    assert isinstance(state, Ended)
    assert events[-1] == GameEnded((1, 0), (Seat(0),))


def test_in_challenge_who_beats_a_card_leads_the_next_one() -> None:
    """Any card may be led; it need not relate to the one before (section 5)."""
    state, _ = play(standing(CHALLENGE, ["7C KC QD", "AC AS 7H"], "H S"), "KC")
    assert choices(state) == "AC AS take"
    state, _ = play(state, "AS")
    assert (state.turn, choices(state)) == (1, "AC 7H")


@pytest.mark.parametrize(("taker_leads", "leader"), [(False, 0), (True, 1)])
def test_who_leads_in_challenge_after_a_take(taker_leads: bool, leader: int) -> None:
    """The opponent of the taker (P, main text); the taker with `taker_leads` (P, picture caption; section 5)."""
    state, _ = play(standing(CHALLENGE, ["7C KC", "AC 7H"], "H S", taker_leads=taker_leads), "KC, take")
    assert (state.turn, going(state).phase) == (leader, Phase.LEADING)


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    """Hands, pile and mover are the same; nobody scores, and both have the most points (section 5)."""
    state: State = standing(CHALLENGE, ["7C KC", "8C 7D"], "H S", taker_leads=True)
    # Each leads a card that the other takes up, until the hands are as they were.
    state, _ = play(state, "7C, take, 7C, take")
    assert going(state).repeated == 2
    state, events = play(state, "7C, take, 7C, take")
    ended = events[-2]
    assert isinstance(ended, DealEnded)
    assert (ended.sheet.ending, ended.sheet.points) == (Ending.REPETITION, (0, 0))
    assert events[-1] == GameEnded((0, 0), (Seat(0), Seat(1)))
    assert isinstance(state, Ended)


def test_a_deal_is_drawn_after_so_many_moves() -> None:
    """Those who still hold cards score nothing; those who went out before do."""
    position = standing(SVOYI, ["7C 8C", "9C 7H", ""], "C D H", limit=100, deals=1)
    state, events = play(replace(position, moves=97), "7C, take")
    assert (going(state).moves, state.turn) == (99, 0)
    state, events = play(replace(going(state), hands=(cards("8C 9S"), *going(state).hands[1:])), "8C")
    assert names(events) == ["Played", "DealEnded", "GameEnded"]
    assert isinstance(state, Ended)
    sheet = state.match.sheets[0]
    assert (sheet.ending, sheet.points, sheet.left) == (Ending.LIMIT, (0, 0, 1), (1, 3, 0))


def test_refusals_say_what_would_be_right() -> None:
    """Each names the card or suit, and what may be done."""
    state = standing(SVOYI, FOUR, OWN, "10C", 1)
    assert why(state, Play(read_card("9C"))) == (
        "9C does not beat 10C: play a higher club or a trump of yours, or take up the pile"
    )
    assert why(standing(SVOYI, FOUR, OWN, "10H", 1), Play(read_card("7H"))) == (
        "7H does not beat 10H, your own trump: only a higher one does"
    )
    assert why(state, Play(read_card("AS"))) == "you do not hold AS"
    assert why(state, Take(), 2) == "it is not your turn"
    assert why(state, ShowTrump()) == "you have no trump card to turn up"
    assert why(state, NameSide(Suit.CLUBS)) == "a second suit is named only before the deal, and only by the dealer"
    assert why(standing(SVOYI, FOUR, OWN), Take()) == "there is nothing to take up: play a card"
    assert why(dealing(SVOYI, 4), Take(), 0) == "the cards are not dealt yet"
    choosing, _ = shuffled(dealing(CHALLENGE, 2), ())
    choosing, _ = play(choosing, "trump S")
    assert why(choosing, NameTrump(Suit.HEARTS)) == "name your second suit first: your opponent has the other two"
    over, _ = play(standing(CHALLENGE, ["9S", "AC"], "H S"), "9S")
    assert why(over, Take(), 0) == "the game is over"
    between = going(standing(CHALLENGE, ["9S", "AC"], "H S"))
    (played, *_rest) = decide(between, Seat(0), Play(read_card("9S")))
    assert why(evolve(between, played), Take(), 0) == "the deal is being counted"


def test_who_is_late_takes_up_the_pile_or_plays_low() -> None:
    """It shows no card that beats; a trump is played only where there is nothing else."""
    assert fallback(standing(SVOYI, FOUR, OWN, "8C", 1), Seat(1)) == Take()
    assert fallback(standing(SVOYI, ["9C QC 7H", "7S"], "H S"), Seat(0)) == read_action("9C")
    assert fallback(standing(SVOYI, ["9H QH", "7S"], "H S"), Seat(0)) == read_action("9H")
    naming, _ = shuffled(dealing(SVOYI, 4), ())
    assert fallback(naming, Seat(0)) == NameTrump(Suit.CLUBS)


def test_chance_moves_only_before_a_deal() -> None:
    """Each card comes once, and no seat shuffles."""
    start = dealing(SVOYI, 4)
    with pytest.raises(IllegalAction, match="the order of the pack must hold each of 0 to 35 once"):
        decide(start, CHANCE, Shuffled((0,)))
    wrong: list[tuple[State, Seat | Mover, Action | Shuffled]] = [
        (start, Seat(0), Shuffled(tuple(range(36)))),
        (start, CHANCE, Take()),
        (standing(SVOYI, FOUR, OWN), CHANCE, Shuffled(tuple(range(36)))),
    ]
    for state, mover, action in wrong:
        with pytest.raises(IllegalAction, match="chance shuffles, and only before a deal"):
            decide(state, mover, action)
    with pytest.raises(ForeignEvent, match="Taken cannot follow Dealing"):
        evolve(start, Taken(Seat(0), ()))


def test_every_game_has_its_own_numbers_of_players() -> None:
    """Two to four, and Challenge for two (sections 5 to 7)."""
    assert {name: sorted(game.players) for name, game in GAMES.items()} == {
        SVOYI: [2, 3, 4],
        DUDAK: [2, 3, 4],
        CHALLENGE: [2],
    }
