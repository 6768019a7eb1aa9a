"""The twisted cases of Da Bai Fen."""

from dataclasses import replace
from typing import Any

import pytest

from games.da_bai_fen.rules import DA_BAI_FEN, DaBaiFenTable, DealOver, Sheet, score, winners
from games.da_bai_fen.rules import play as play_tricks
from games.kit.asking import AskAny, Rules
from games.kit.game import Laid
from games.kit.run import Run
from protocol.cards import Card, Rank, Suit, read_card
from tests.games.position import begin, offered, play

PASS = "0: -, 1: -, 2: -, 3: -"
FOUR = ("AH KH 3C RJ", "4H 5H 8D 3S", "7H 8C 4S 5S", "QH JH 9H 9C")
ALL = "KC 10C 5C KD 10D 5D KH 10H 5H KS 10S 5S"


def cards(said: str) -> list[Card]:
    """Read cards."""
    return [read_card(card) for card in said.split()]


def sheet(ending: str = "played", leader: int = 0, took: int = 0, totals: tuple[int, int] = (0, 0)) -> Sheet:
    """Return the sheet of a deal, as far as the next one depends on it."""
    rest: dict[str, Any] = {"dealer": 0, "points": (0,) * 4, "tricks": (3,) * 4, "culprit": None, "buried": ()}
    return Sheet(ending=ending, leader=leader, took=took, totals=totals * 2, rank=Rank.TWO, trump=Suit.SPADES, **rest)


def playing(
    *hands: str,
    aside: str = "",
    first: int = 0,
    won: str = "",
    gone: str = "",
    totals: tuple[int, int] = (0, 0),
    **options: Any,  # noqa: ANN401
) -> Run:
    """Return a run in which seat 0 is the Leader, and one trick has been taken; Twos and spades are trumps."""

    def deal(table: DaBaiFenTable, _laid: Laid) -> Rules[Sheet]:
        table.trump, table.leader = Suit.SPADES, 0
        table.hands = [table.arranged(cards(hand)) for hand in hands]
        table.buried, table.won, table.gone, table.takers = cards(aside), cards(won), cards(f"{won} {gone}"), [1]
        try:
            yield from play_tricks(table, first)
        except DealOver as over:
            return score(table, *over.args)
        return score(table, "played", None)

    run = Run(replace(DA_BAI_FEN, deal=deal).start(4, options))
    run.match.sheets += [sheet(leader=2, totals=totals)] * (totals != (0, 0))
    run.shuffle(range(54))
    return run


def leads_on(run: Run) -> tuple[int, Suit]:
    """Return the Leader and the trump suit."""
    return run.table.leader, run.table.trump


def test_the_first_in_the_order_of_drawing_exposes() -> None:
    """It is known as soon as no other can come before it; the draw is brought to its end at once."""
    hands = {1: "2H", 0: "2C", 3: "2D"}
    for last, exposed in (("1: -", (0, Suit.CLUBS)), ("1: expose 2H", (1, Suit.HEARTS))):
        run = begin(DA_BAI_FEN, dealer=1, hands=hands)
        told = play(run, "3: expose 2D, 0: expose 2C")
        assert [what for what, _about, _to in told] == ["answered"] * 2
        play(run, last)
        assert (leads_on(run), run.table.drawn) == (exposed, 12)
    timed = begin(DA_BAI_FEN, options={"exposing": "time"}, dealer=1, hands=hands)
    play(timed, "2: -, 3: expose 2D")
    assert leads_on(timed) == (3, Suit.DIAMONDS)


VOID = {0: "2H", 3: "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"}


@pytest.mark.parametrize("moves", ["", "bury 3D, bury 4D, bury 5D, bury 6D, bury 7D, bury 8D"])
def test_a_hand_without_a_trump_may_annul_the_deal(moves: str) -> None:
    """Until the opening lead, unasked, and none but its seat knows; the deal counts for nothing, and hands lie open."""
    run = begin(DA_BAI_FEN, hands=VOID, six="3D 4D 5D 6D 7D 8D")
    play(run, f"0: expose 2H, {moves}" if moves else "0: expose 2H")
    assert isinstance(run.asks, AskAny)
    assert (offered(run, 3), run.asks.free_to(3), run.asks.free_to(None)) == ({"void"}, [3], [])
    play(run, "3: void")
    (annulled,) = run.match.sheets
    assert (annulled.ending, annulled.points, annulled.culprit) == ("annulled", (0, 0, 0, 0), 3)
    assert (run.table.is_open, run.match.dealer, run.match.winners) == (True, 0, ())


def test_the_leader_may_annul_before_laying_a_card_aside() -> None:
    """Nobody buries trumps to annul the deal; a table may do without."""
    start = "3: -, 2: -, 1: -, 0: expose 2H"
    given: dict[str, Any] = {"hands": {3: VOID[3], 0: "2H"}, "six": "9D 10D JD QD KD AD", "sheets": [sheet(leader=1)]}
    run = begin(DA_BAI_FEN, **given)
    play(run, start)
    assert "void" in offered(run, 3)
    assert run.fallback(3) != "void"
    play(run, "bury 3C")
    assert "void" not in offered(run, 3)
    without = begin(DA_BAI_FEN, options={"void_claim": False}, **given)
    play(without, start)
    assert "void" not in offered(without, 3)


def test_several_cards_are_led_if_the_leader_knows_that_they_are_unbeatable() -> None:
    """By the own hand, the own cards laid aside and those played, not by what another has laid aside."""
    run = playing(*FOUR)
    assert {said for said in offered(run) if said.endswith("+")} == {"AH+", "KH+"}
    told = play(run, "AH+, KH, QH, JH, 7H, 4S, 4H, 5H")
    assert told[-1] == ("took", {"seat": 0, "points": 15}, None)
    hands = "KH QH", "3C 4C", "5C 6C", "KD QD"
    assert "KH+" not in offered(playing(*hands))
    assert "KH+" in offered(playing(*hands, aside="AH"))
    assert "KH+" in offered(playing(*hands, gone="AH"))
    assert "KD+" not in offered(playing(*hands, aside="AD", first=3))
    equal = "2H 2D", "2C 4C", "5C 6C", "7C 8C"
    assert "2H+" in offered(playing(*equal, gone="RJ BJ 2S"))
    assert "2H+" not in offered(playing(*equal, gone="RJ BJ"))


@pytest.mark.parametrize(("first", "took", "points"), [(0, 110, (0, 2, 0, 2)), (3, 0, (2, 0, 2, 0))])
def test_a_lead_at_risk_that_fails_ends_the_deal(first: int, took: int, points: tuple[int, ...]) -> None:
    """The other side scores as if it had won every trick, cards laid aside with it."""
    run = playing("QH 9H", "JH 4H", "5H AH", "10H 8H", aside="KC", first=first, leads="at_risk")
    play(run, "QH+, 9H" if first == 0 else "10H+, 8H")
    end = run.match.sheets[-1]
    assert (end.ending, end.culprit, end.took, end.points) == ("revoked", first, took, points)
    holds = playing("QH JH", "3H 4H", "5H 6H", "7H 8H", leads="at_risk")
    play(holds, "QH+, JH, 7H, 8H, 5H, 6H, 3H, 4H")
    assert holds.match.sheets[-1].ending == "played"


@pytest.mark.parametrize(
    ("totals", "won", "options", "after", "won_by"),
    [
        ((11, 3), "", {}, (13, 3), (0, 2)),
        ((11, 3), "", {"stop_at_last": True}, (12, 3), ()),
        ((12, 3), "", {"stop_at_last": True}, (13, 3), (0, 2)),
        ((3, 11), ALL, {}, (3, 13), (1, 3)),
        ((3, 11), ALL, {"win_as": "declarers"}, (3, 12), ()),
        ((3, 12), ALL, {"win_as": "declarers"}, (3, 12), ()),
        ((11, 3), "", {"win_as": "declarers"}, (13, 3), (0, 2)),
        ((4, 3), "KC", {"target_level": "6"}, (5, 3), (0, 2)),
        ((3, 3), "KC KD KS 10C", {"most_deals": 4}, (3, 3), ()),
    ],
)
def test_the_end_of_the_match(
    totals: tuple[int, int], won: str, options: dict[str, Any], after: tuple[int, int], won_by: tuple[int, ...]
) -> None:
    """A side that rises beyond the last level wins; it may have to stop there, or to win as declarers."""
    run = playing("AH", "3H", "4H", "6H", won=won, totals=totals, **options)
    play(run, "AH, 6H, 4H, 3H")
    assert (run.match.totals, run.match.winners) == (after * 2, won_by)


@pytest.mark.parametrize(
    ("sheets", "most", "won_by"),
    [
        ([sheet("annulled")], 1, ()),
        ([sheet("annulled"), sheet()], 1, (0, 1, 2, 3)),
        ([sheet(totals=(5, 3))], 1, (0, 2)),
        ([sheet()] * 100, 0, ()),
    ],
)
def test_an_annulled_deal_does_not_count_towards_the_limit(
    sheets: list[Sheet], most: int, won_by: tuple[int, ...]
) -> None:
    """After the last deal the higher level wins, and equal ones share the win; there may be no limit."""
    match = DA_BAI_FEN.start(4, {"most_deals": most}, 2)
    match.sheets = sheets
    assert winners(match) == won_by
