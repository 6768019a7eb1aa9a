"""What everybody may see of a deal of Chwech, for those who come without a terminal."""

from msgspec.structs import replace

from chwech_tui.games.chwech.deal import ChwechDeal
from protocol.catalogues import catalogue
from protocol.chwech.views import Phase, Trick
from protocol.language import speaking
from protocol.vocabulary import Seat
from tests.protocol.examples import shown

PEOPLE = ("Megan", "Dylan", "Cerys", "Ifan")
VIEW = shown("happened, with the game").game
DEAL = ChwechDeal(replace(VIEW, viewer=None, hand=(), legal=()))


def test_a_deal_in_words() -> None:
    """Which deal it is, who dealt, and whose turn it is."""
    assert DEAL.sentence(PEOPLE) == "Deal 2 of 2, dealt by Megan. Megan follows or passes."
    assert ChwechDeal(replace(VIEW, turn=None)).sentence(PEOPLE) == "Deal 2 of 2, dealt by Megan."


def test_between_two_deals_the_next_dealer_is_told() -> None:
    """Nobody is asked for a card then."""
    assert ChwechDeal(replace(VIEW, phase=Phase.DEALING)).sentence(PEOPLE) == "Deal 2 of 2 comes next, dealt by Megan."


def test_the_winners_are_told() -> None:
    """With their total; no trick is left to be told of."""
    deal = ChwechDeal(replace(VIEW, phase=Phase.OVER, turn=None, winners=(Seat(0),), trick=Trick()))
    assert deal.sentence(PEOPLE) == f"The game is over. With {VIEW.seats[0].total}: Megan."
    assert deal.tricks(PEOPLE) == ()


def test_the_hand_is_not_in_it() -> None:
    """A player's view and a spectator's have the same public part."""
    own = ChwechDeal(VIEW)
    assert (own.sentence(PEOPLE), own.tricks(PEOPLE)) == (DEAL.sentence(PEOPLE), DEAL.tricks(PEOPLE))
    assert [*map(own.numbers, range(4))] == [*map(DEAL.numbers, range(4))]


def test_a_deal_in_welsh() -> None:
    """The sentences and the headings follow the language of the reader."""
    with speaking("cy", catalogue):
        assert DEAL.sentence(PEOPLE) == "Rhaniad 2 o 2; Megan sy'n rhannu. Megan sy'n dilyn neu'n pasio."
        assert DEAL.titles == ("Cardiau", "Ennill", "Pwyntiau", "Cyfanswm")
