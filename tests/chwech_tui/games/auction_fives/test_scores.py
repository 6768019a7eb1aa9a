"""Auction Forty-Fives: its scores, its coach, the cards gone, and what is refused before it is drawn."""

import json

import pytest
from msgspec.structs import replace

from chwech_tui.games.auction_fives.words import ending
from chwech_tui.games.registry import GAMES
from chwech_tui.model.ink import figure, plain
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    DealSheet,
    Ending,
    GameEnded,
    Passed,
)
from protocol.auction_fives.views import Call, Phase, Trick, Turn
from protocol.cards import JOKER, Suit, read_card
from protocol.catalogues import catalogue
from protocol.errors import RemoteProtocolError
from protocol.language import speaking
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.auction_fives.stage import FOUR, SIX, people, record_of, sight
from tests.server.rules.auction_fives.position import KEPT, NAMED, begun, play, seen

KIND = GAMES["auction-forty-fives"]
CARD = read_card("QH")
SHEET = DealSheet(
    Seat(1),
    Ending.MADE,
    (3, 1, 1, 0),
    (25, 5, 25, 5),
    (25, 5, 25, 5),
    (25, 5, 25, 5),
    Seat(0),
    20,
    Suit.CLUBS,
    read_card("5C"),
    Seat(1),
)


def test_the_score_of_a_deal_tells_how_it_was_made() -> None:
    """With the card that was worth five more."""
    view = sight(SIX, lambda view: len(view.sheets) == 1 and view.sheets[0].bidder is not None)
    score = KIND.deal_score(view, 0, people(6))
    assert len(score.rows) == 6
    assert any("worth 5 more" in note for note in score.notes)
    assert KIND.points(view, 0) == view.sheets[0].points
    assert KIND.sides(view) == (0, 1, 0, 1, 0, 1)
    passed = replace(view, sheets=(replace(view.sheets[0], ending=Ending.PASSED, best=None, bidder=None),))
    assert len(KIND.deal_score(passed, 0, people(6)).notes) == 1
    assert ending(passed.sheets[0], people(6)) == "Everybody has passed."


def test_a_record_tells_the_result() -> None:
    """Names, totals and the score of every deal are those of the game; a broken one is not read."""
    record = record_of(SIX)
    known, result = json.loads(record), KIND.read_result(record)
    assert result is not None
    assert (list(result.names), list(result.totals)) == (known["names"], known["totals"])
    assert [[score.strip() for score in deal] for deal in result.deals] == [
        [figure(score) for score in deal["scores"]] for deal in known["deals"]
    ]
    assert KIND.read_result("{}") is None
    assert KIND.read_result(json.dumps(known | {"game": "chwech"})) is None
    assert KIND.read_result(json.dumps(known | {"deals": [known["deals"][0] | {"scores": [1]}]})) is None


def test_the_public_deal_tells_all_that_everybody_sees() -> None:
    """In numbers and sentences, from the auction to the end."""
    names = ("A", "B", "C", "D")
    told = {said: KIND.public_deal(seen(play(begun(), said)[0])) for said in ("", "bid 10", NAMED, f"{KEPT}, 2D")}
    assert told[""].sentence(names) == "Deal 1, dealt by D. No bid yet. A bids or passes."
    assert told["bid 10"].sentence(names) == "Deal 1, dealt by D. A bids 10. B bids or passes."
    assert told[NAMED].sentence(names) == "Deal 1, dealt by D. A bids 20. Clubs are trump. A lays cards aside."
    assert [trick.turns for trick in told[f"{KEPT}, 2D"].tricks(names)] == [("B 2D",)]
    assert told[""].titles == ("Side", "Cards", "Tricks", "Points")
    assert told[""].numbers(1) == ("B", "5", "0", "0")
    between = KIND.public_deal(seen(play(begun(), "pass, pass, pass, pass")[0]))
    assert between.sentence(names) == "Deal 2 comes next, dealt by A."
    over = KIND.public_deal(sight(SIX, lambda view: bool(view.winners)))
    assert over.sentence((*names, "E", "F")).startswith("The game is over. With ")


def test_the_coach_speaks_in_each_phase() -> None:
    """And says nothing where there is nothing to decide."""
    for said, words in (
        ("", "Three trumps"),
        ("bid 20, pass, pass, pass", "Name the suit"),
        (NAMED, "Keep trumps"),
        (f"{KEPT}, 2D, QC, 8D", ""),
    ):
        state, _ = play(begun(), said)
        advice = KIND.advice(FOUR, seen(state, state.turn), people())
        assert advice[: len(words)] == words
        assert bool(advice) == bool(words)
    state, _ = play(begun(lead="dealer"), KEPT)
    assert (
        KIND.advice(FOUR, seen(state, 0), people()) == "5♣ is the best trump left: it takes any trick it is played to."
    )
    assert KIND.advice(FOUR, seen(state, 1), people()) == ""
    state, _ = play(begun(dealer_looks=True), f"{NAMED}, draw, draw, draw, discard 8D, draw")
    assert KIND.advice(FOUR, seen(state, 3), people()) == ""


def test_the_rest_is_certain_with_the_highest_trumps_alone() -> None:
    """And the cards gone are those that everybody has seen, and the viewer's discards."""
    hands = ("5C JC AC KC AH", "2D 3D 4D 6D 7D", "QC 2C 3S 4S 6S", "8D 9D 10D JD QD")
    state, _ = play(begun(hands, lead="dealer"), KEPT)
    assert [card.text for card in KIND.certain_rest(seen(state, 0))] == ["5C", "JC", "AH", "AC", "KC"]
    assert KIND.certain_rest(seen(state, 1)) == ()
    plain_hands, _ = play(begun(lead="dealer"), KEPT)
    assert KIND.certain_rest(seen(plain_hands, 0)) == ()
    gone = KIND.cards_gone(seen(play(state, "5C, 2D")[0], 0), FOUR)
    assert len(gone.table) == 2


ABSURD: tuple[tuple[dict[str, object], str], ...] = (
    ({"target": -1}, "absurd"),
    ({"deals": 0}, "absurd"),
    ({"stock": -1}, "absurd"),
    ({"bidder": Seat(9)}, "no seat"),
    ({"calls": (Call(Seat(9)),)}, "no seat"),
    ({"trump": None}, "trump"),
    ({"bidder": None}, "nobody has named"),
    ({"first": None}, "nobody leads"),
    ({"phase": Phase.OVER}, "nobody has won"),
    ({"trick": Trick()}, "nobody has led"),
    ({"last_trick": Trick()}, "no cards"),
    ({"gone": (CARD,)}, "before all"),
    ({"hand": (JOKER,)}, "does not have"),
    ({"trick": Trick((Turn(Seat(0), CARD),) * 9)}, "more people"),
)


@pytest.mark.parametrize(("change", "words"), ABSURD, ids=str)
def test_an_absurd_view_is_refused(change: dict[str, object], words: str) -> None:
    """Nothing of it is drawn."""
    view = seen(play(begun(), f"{KEPT}, 2D")[0], 2)
    KIND.check_view(view, 4)
    with pytest.raises(RemoteProtocolError, match=words):
        KIND.check_view(replace(view, **change), 4)


@pytest.mark.parametrize(
    "event",
    [
        BidMade(Seat(0), -5),
        GameEnded((0,) * 4, ()),
        DealEnded(replace(SHEET, taken=(1,))),
        DealEnded(replace(SHEET, bid=-5)),
    ],
    ids=str,
)
def test_an_absurd_event_is_refused(event: Event) -> None:
    """Nothing of it is told."""
    with pytest.raises(RemoteProtocolError):
        KIND.check_event(event, 4)


def test_the_words_of_the_rules_are_explained_in_both_languages() -> None:
    """In small letters and the singular; the game has no course."""
    assert {"bid", "hold", "kitty"} <= set(KIND.glossary)
    with speaking("cy", catalogue):
        assert {"cynnig", "dal", "pot"} <= set(KIND.glossary)
    assert (KIND.lessons(), KIND.farewell) == ((), "")
    assert KIND.shared_act(Passed(Seat(0))) is None


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("away", ["", "away 0:30"])
def test_a_seat_fits_in_welsh(away: str, *, counted: bool) -> None:
    """At the least width nothing runs together, and the headings fit their columns."""
    view = sight(FOUR, lambda view: len(view.sheets) == 1 and view.phase is Phase.FOLLOWING)
    with speaking("cy", catalogue):
        lines = [plain(line) for line in KIND.draw_panel(view, Seat(0), 21, away, counted=counted)]
        headings = {step: KIND.draw_heading(FOUR, step) for step in (1, 2)}
    assert "…" not in "".join(lines)
    assert {step: len(heading) for step, heading in headings.items()} == {
        step: KIND.columns_width(FOUR, step) for step in (1, 2)
    }
    assert len(plain(KIND.draw_columns(view, Seat(0), 1, away))) == KIND.columns_width(FOUR, 1)
