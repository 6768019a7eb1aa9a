"""What Da Bai Fen says and draws along whole games, and of games that are over."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure
from chwech_tui.games.da_bai_fen import deal, table, words
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import card_words
from chwech_tui.model.game import Several
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from protocol.cards import Card, Rank, Suit, read_card
from protocol.da_bai_fen.actions import Lay, Play
from protocol.da_bai_fen.events import Claimed, DealSheet, Ending, GameEnded, LeadCut, LeadFailed, SixTaken, SixTurned
from protocol.da_bai_fen.order import PACK, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.errors import RemoteProtocolError
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat
from tests.chwech_tui.games.stage import Stage, find, people, record_of

KIND = GAMES["da-bai-fen"]
TABLE = Setup("da-bai-fen", 4, {"most_deals": 4})
PEOPLE = people(4, Seat(0), (0, 1, 0, 1))


def said(event: Event, at: People = PEOPLE) -> str:
    """Give the sentence for an event."""
    return plain(KIND.sentence(event, at))


def test_every_turn_has_its_words() -> None:
    """Advice, consequence and reason fit one line, and each seat can be drawn at any time."""
    stage = Stage(TABLE, seed="words")
    before: DaBaiFenView | None = None
    for _ in stage.turns():
        view = stage.view(Seat(0))
        assert isinstance(view, DaBaiFenView)
        lines = [table.advice(view), table.reason(view), *[table.consequence(view, act) for act in view.legal]]
        assert max(map(len, lines)) <= 78
        for seat in map(Seat, range(4)):
            counted = view.phase is Phase.DEALING and bool(view.sheets)
            panel = table.draw_panel(view, seat, 40, "away" if seat == 2 else "", counted=counted)
            assert {measure(line) for line in panel} <= {*range(41)}
            assert measure(table.draw_columns(view, seat, 1, "away")) == table.columns_width(1)
            assert measure(table.draw_sum(view, seat, 40)) == 40 if view.sheets else True
        assert len(table.cards_gone(view).pack) == len(PACK)
        assert len(deal.DaBaiFenDeal(view).titles) == len(deal.DaBaiFenDeal(view).numbers(0))
        if before is not None:
            assert len(table.news(before, view)) <= 1
        before = view


def sheet(ending: Ending, took: int, points: tuple[int, int], culprit: int | None = None) -> DealSheet:
    """Give the result of a deal of which seat 0 was the Leader."""
    who = None if culprit is None else Seat(culprit)
    nothing = (0, 0, 0, 0)
    return DealSheet(
        Seat(0), ending, Seat(0), Rank.TWO, Suit.HEARTS, nothing, took, points * 2, points * 2, culprit=who
    )


@pytest.mark.parametrize(
    ("ended", "text"),
    [
        (sheet(Ending.PLAYED, 20, (1, 0)), "The opponents have 20: the declarers rise by 1."),
        (sheet(Ending.PLAYED, 50, (0, 0)), "The opponents have 50: nobody rises, and they declare next."),
        (sheet(Ending.REVOKED, 110, (0, 2), 0), "The opponents have 110, and rise by 2."),
        (sheet(Ending.ANNULLED, 0, (0, 0), 1), "The deal is annulled: nobody rises."),
    ],
)
def test_the_end_of_a_deal_is_told(ended: DealSheet, text: str) -> None:
    """By what the opponents have, and who rises."""
    assert words.ending(ended) == text


def test_rare_events_are_told() -> None:
    """By whom, to the one and to the others."""
    assert said(SixTurned((read_card("2H"),), Suit.HEARTS)) == "Nobody exposes a card. Turned up: 2♥; trump: hearts"
    assert said(SixTaken(Seat(1))) == "Owain takes the last six."
    assert said(LeadFailed(Seat(1), read_card("9H"))) == "9♥ of Owain can be beaten: play stops"
    cut = LeadCut(Seat(1), read_card("9H"), (read_card("QH"), read_card("JH")))
    assert said(cut) == "9♥ of Owain can be beaten; taken back: Q♥ J♥"
    assert said(replace(cut, seat=Seat(0))) == "Your 9♥ can be beaten: you take back Q♥ J♥"
    assert said(Claimed(Seat(0), ())) == "You show a hand without a trump."
    assert said(GameEnded((13, 4, 13, 4), (Seat(0), Seat(2)))).endswith("at level A+.")


class Chance(Stage):
    """A game in which everybody plays at random."""

    def __init__(self, on: Setup, viewer: Seat | None = None, seed: str = "chance") -> None:
        """Lay out a game that has not begun."""
        super().__init__(on, viewer, seed, "random")


def test_a_deal_that_ended_early_names_who_ended_it() -> None:
    """In the notes of its score."""
    revoked = Setup("da-bai-fen", 4, {"leads": "at_risk", "most_deals": 8})
    for on, play, ending, text in (
        (revoked, Chance, Ending.REVOKED, "A card that"),
        (TABLE, Stage, Ending.PLAYED, "Laid aside: "),
    ):
        view = find(on, partial(ended_by, ending), None, play).game
        assert isinstance(view, DaBaiFenView)
        score = deal.deal_score(view, len(view.sheets) - 1, PEOPLE)
        assert any(note.startswith(text) for note in score.notes)


def ended_by(ending: Ending, view: DaBaiFenView) -> bool:
    """Tell whether the last deal ended so."""
    return bool(view.sheets) and view.sheets[-1].ending is ending


def test_a_record_is_read_as_a_result() -> None:
    """With levels for scores; what is no record of this game is none."""
    result = KIND.read_result(record_of(TABLE))
    assert result is not None
    assert result.names[0] == "Megan"
    broken = json.loads(record_of(TABLE)) | {"totals": [1]}
    assert KIND.read_result(json.dumps(broken)) is None
    assert KIND.read_result("{}") is None


def test_a_table_is_told_in_a_line() -> None:
    """With what it differs in."""
    setup = Setup("da-bai-fen", 4, {"target_level": "6", "draw": 2, "leads": "at_risk"})
    assert KIND.rules_words(setup).startswith("two sides of two, asked after every 2, beyond Six, any cards")
    short = Setup("da-bai-fen", 4, {"draw": 1, "most_deals": 1})
    assert KIND.rules_words(short) == "two sides of two, asked after every card, one deal"
    assert (KIND.rules_sign(setup), KIND.rules_sign(Setup("da-bai-fen", 4))) == ("6", "A")
    assert len(KIND.crib(setup)) == 3
    assert words.level(99) == "A+"
    assert "trump" in KIND.glossary
    assert (KIND.lessons(), KIND.piles_closed(setup), KIND.farewell) == ((), "", "")


def test_a_premove_follows_a_single_card() -> None:
    """And is dropped where the turn is another one, or the card does not follow."""
    board = find(TABLE, lambda view: view.phase is Phase.FOLLOWING and view.trick.number == 1 and len(view.legal) == 1)
    view = board.game
    assert isinstance(view, DaBaiFenView)
    usable = deal.usable(view)[0]
    other = next((card for card in view.hand if card != usable), usable)
    assert deal.premove_refusal(view, usable) == ""
    assert other == usable or deal.premove_refusal(view, other).endswith(f"not {card_words(other)}.")
    leading = find(TABLE, lambda view: view.phase is Phase.LEADING and bool(view.legal)).game
    assert isinstance(leading, DaBaiFenView)
    assert deal.premove_refusal(leading, leading.hand[0]).startswith("The turn is another one: ")


def short_of_suit(view: DaBaiFenView) -> bool:
    """Tell whether two cards are due of the viewer, who holds one of the suit led."""
    if view.phase is not Phase.FOLLOWING or len(view.legal) != 1 or view.trick.number != 2:
        return False
    asked = deal.several(view)
    return asked is not None and asked == Several(2, 2, asked.words) and asked.words.startswith("Follow ")


def test_several_cards_that_will_not_do_are_explained() -> None:
    """Cards of two suits, cards that are not certain, and cards that do not follow."""
    board = find(TABLE, lambda view: any(isinstance(action, Lay) for action in view.legal) and not view.trick.turns)
    view = board.game
    assert isinstance(view, DaBaiFenView)
    lays = [action.card for action in view.legal if isinstance(action, Lay)]
    others = [card for card in view.hand if card not in lays]
    assert deal.several_action(view, ()) == ""
    for other in others:
        assert isinstance(deal.several_action(view, (lays[0], other)), str)
    assert deal.several_action(view, (lays[0],)) == Play(lays[0])
    due = find(TABLE, short_of_suit).game
    assert isinstance(due, DaBaiFenView)
    able = [action.card for action in due.legal if isinstance(action, Play)]
    wrong = tuple(card for card in due.hand if card not in able)[:2]
    assert deal.usable(due) == due.hand
    named = ", ".join(card_words(card) for card in able[:4]) + "…" * (len(able) > 4)
    assert deal.several_action(due, wrong) == f"You still hold {named} to follow suit with: mark those first."


def send(stage: Stage, left: list[Card]) -> None:
    """Send these cards of the viewer one by one, as the client does."""
    while left:
        view = stage.view(Seat(0))
        assert isinstance(view, DaBaiFenView)
        assert deal.several(view) is not None
        action = deal.several_action(view, tuple(left))
        assert isinstance(action, Play | Lay)
        left.remove(action.card)
        for event in stage.game.decide(stage.state, Seat(0), action):
            stage.state = stage.game.evolve(stage.state, event)


def send_all(on: Setup, holds: Callable[[DaBaiFenView], bool], pick: Callable[[DaBaiFenView], list[Card]]) -> Stage:
    """Send the cards chosen at a turn one by one, as the client does, and give the game after them."""
    for number in range(200):
        stage = Stage(on, seed=f"send {number}")
        for _ in stage.turns():
            view = stage.view(Seat(0))
            assert isinstance(view, DaBaiFenView)
            if not holds(view):
                continue
            send(stage, pick(view))
            return stage
    raise AssertionError("no game has such a turn")


def test_marked_cards_are_all_sent() -> None:
    """Those led together, and those that follow: the last one of the suit led first, then any other."""

    def leads(view: DaBaiFenView) -> bool:
        return view.phase is Phase.LEADING and any(isinstance(action, Lay) for action in view.legal)

    def alike(view: DaBaiFenView) -> list[Card]:
        trumps = deal.trumps_of(view)
        assert trumps is not None
        lays = [action.card for action in view.legal if isinstance(action, Lay)]
        return [card for card in lays if suit_of(card, trumps) is suit_of(lays[0], trumps)]

    assert send_all(TABLE, leads, alike).view(Seat(0)).turn != 0

    def with_another(view: DaBaiFenView) -> list[Card]:
        able = [action.card for action in view.legal if isinstance(action, Play)]
        return [*[card for card in view.hand if card not in able][:1], *able]

    assert send_all(TABLE, short_of_suit, with_another).view(Seat(0)).turn != 0


def test_an_absurd_view_is_refused() -> None:
    """Five players, a rank that is none, and a card that the pack does not have."""
    board = find(TABLE, lambda view: view.phase is Phase.FOLLOWING)
    view = board.game
    assert isinstance(view, DaBaiFenView)
    with pytest.raises(RemoteProtocolError, match="a game for 5 is absurd"):
        KIND.check_view(view, 5)
    for changed, why in (
        (replace(view, rank=Rank.THIRTEEN), "no such trump rank"),
        (replace(view, trump=None), "without a Leader or trumps"),
        (replace(view, gone=(read_card("JK"),)), "cards that the pack does not have"),
    ):
        with pytest.raises(RemoteProtocolError, match=why):
            KIND.check_view(changed, 4)
