"""What Da Bai Fen asks and answers where several cards are chosen, and what its bots do in plain positions."""

from random import Random

import pytest

from games.bots import KNOWLEDGE
from games.da_bai_fen.rules import DA_BAI_FEN, DaBaiFenTable
from games.da_bai_fen.table import WORDS
from games.kit.asking import Choice, text
from games.kit.run import Run
from games.kit.say import Say, prose
from games.kit.words import Seen
from tests.games.da_bai_fen.test_rules import FOUR, VOID, cards, playing, sheet
from tests.games.kit.test_words import NAMES, seen_by
from tests.games.position import begin, play

BEATABLE = "AH KH 9H AC", "4H 5H 6H 7H", "3D 4D 5D 6D", "QH JH 9C 8C"


def told(said: Choice | Say | None) -> str:
    """Return an answer as it is sent, or a sentence."""
    return prose(said, NAMES) if isinstance(said, Say) else text(said) if said is not None else ""


def seen(run: Run, seat: int) -> Seen[DaBaiFenTable]:
    """Return what a seat sees."""
    return seen_by(WORDS, run, seat)


def answer(run: Run, seat: int, chosen: str) -> str:
    """Return what is answered for cards that are marked together, or why they cannot be."""
    several = WORDS.several(seen(run, seat), cards(chosen))
    return told(several.answer)


@pytest.mark.parametrize(
    ("hands", "moves", "seat", "chosen", "said"),
    [
        (BEATABLE, "", 0, "AH AC", "Cards that are led together are of one suit; all trumps are one."),
        (BEATABLE, "", 0, "AH KH 9H", "9♥ is not certain: it is led alone."),
        (BEATABLE, "", 0, "AH KH", "AH+"),
        (BEATABLE, "", 0, "9H", "9H"),
        (FOUR, "AH+, KH", 3, "9H 9C", "You still hold J♥, Q♥ to follow suit with: mark those first."),
        (FOUR, "AH+, KH, QH, 9H", 2, "4S 7H", "7H"),
        (FOUR, "AH+, KH, QH, 9H", 2, "4S 5S", "You still hold 7♥ to follow suit with: mark those first."),
    ],
)
def test_cards_that_cannot_go_together_are_named(
    hands: tuple[str, ...], moves: str, seat: int, chosen: str, said: str
) -> None:
    """Those of two suits, those that may be beaten, and those that have to come first."""
    run = playing(*hands)
    play(run, moves)
    assert answer(run, seat, chosen) == said


def plain(run: Run, seat: int) -> str:
    """Return what a plain hand does."""
    offer = run.offer(seat)
    assert offer is not None
    return text(KNOWLEDGE["da-bai-fen"].plain(run.table, seat, offer, Random(1)))


def test_a_plain_hand_exposes_a_long_suit_and_lays_low_cards_aside() -> None:
    """In the first deal, where it leads by that, its share of trumps is enough; a hand without one is shown."""
    hands = {0: "2H 3H 4C 5C", 1: "2C 3S 4S 5D"}
    run = begin(DA_BAI_FEN, options={"draw": 4}, hands=hands)
    assert (plain(run, 0), plain(run, 1)) == ("expose 2H", "-")
    run = begin(DA_BAI_FEN, options={"draw": 4}, hands={3: "2H 3H 4C 5C"}, sheets=[sheet(leader=1)])
    assert plain(run, 3) == "-"
    run = begin(DA_BAI_FEN, hands={0: "2H AH KH QH JH 10H AC AD AS 3C KD QS"}, six="3H 4H 5H 6H 7H 8H")
    play(run, "0: expose 2H")
    assert plain(run, 0) == "bury 3C"
    run = begin(DA_BAI_FEN, hands=VOID)
    play(run, "0: expose 2H")
    assert plain(run, 3) == "void"


def test_a_plain_hand_leads_certain_cards_together_whatever_else_may_be_led() -> None:
    """One after the other; the last one closes the lead."""
    for leads in ("safe", "at_risk"):
        run = playing("AH KH 9H AC", *BEATABLE[1:], leads=leads)
        assert plain(run, 0) == "KH+"
        play(run, "KH+")
        assert plain(run, 0) == "AH"
