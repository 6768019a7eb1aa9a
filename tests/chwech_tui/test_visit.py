"""What a run of the client came for, and the games it can choose from."""

from msgspec.structs import replace

from chwech_tui.errand import Greet, PlayNow, TableOrder
from chwech_tui.visit import Visit, complete
from protocol.messages import Welcome
from protocol.setup import GameOffer, OptionOffer, Setup
from protocol.tableview import Occupant
from tests.chwech_tui.values import table

OFFER = GameOffer("chwech", (6, 4), (OptionOffer("ruleset", "", ("revised", "original")),), ("steady",))
FORTY_FIVE = GameOffer("forty-five", (5, 4), (), ())
OTHER = GameOffer("whist", (4,), (), ())


def test_an_order_is_completed_by_what_the_server_offers() -> None:
    """The usual number of players is filled in, options at their defaults go; a game that is not offered stays."""
    assert complete(Setup("chwech", 0, {"ruleset": "revised"}), [OFFER]) == Setup("chwech", 6)
    assert complete(Setup("chwech", 4, {"ruleset": "original"}), [OFFER]) == Setup("chwech", 4, {"ruleset": "original"})
    assert complete(Setup("whist", 0), [OFFER]) == Setup("whist", 0)


def test_a_visit_offers_the_games_that_both_sides_know() -> None:
    """A game of the server that this client cannot show is left out; before the greeting there is none."""
    visit = Visit(Greet())
    assert (visit.offers, visit.name) == ({}, "")
    visit.welcomed(Welcome(1, "server", "Megan", (OTHER, OFFER)))
    assert visit.offers == {"Chwech": OFFER}
    assert visit.order.setup == Setup("chwech", 6)
    assert visit.setups == [Setup("chwech", 6)]
    visit.welcomed(Welcome(1, "server", "Megan", (FORTY_FIVE, OFFER)))
    assert visit.setups == [Setup("chwech", 6), Setup("forty-five", 5)]


def test_the_order_of_an_errand_is_kept() -> None:
    """What the command line asks for is what is opened."""
    visit = Visit(PlayNow(TableOrder(Setup("chwech", 4), pace=2.0)))
    visit.welcomed(Welcome(1, "server", "Megan", (OFFER,)))
    assert (visit.order.setup.players, visit.order.pace) == (4, 2.0)


def test_bots_that_others_replace_are_told_once_for_each_table() -> None:
    """Before the greeting nothing is known of them."""
    visit, weak = Visit(Greet()), replace(table(), seats=(Occupant("Megan"), Occupant("Bot", "strong"), None, None))
    assert visit.news_of_fallbacks(weak) == ""
    visit.welcomed(Welcome(1, "server", "Megan", (replace(OFFER, fallbacks={"strong": "steady"}),)))
    assert visit.news_of_fallbacks(weak) == "Strong bots cannot play here now: steady ones play in their place."
    assert visit.news_of_fallbacks(weak) == ""
    assert visit.news_of_fallbacks(replace(weak, table="other-table")) != ""
    assert visit.news_of_fallbacks(table()) == ""
