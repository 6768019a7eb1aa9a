"""What can be agreed at a table of Auction Forty-Fives, and its numbers."""

from __future__ import annotations

from tests.referee.tables import Menu, Offer

__all__ = ["BIDS", "HAND", "MENUS", "MOST_DEALS", "TARGET"]

BIDS = [5, 10, 15, 20, 25, 30]
HAND = 5
TARGET = 120
MOST_DEALS = 100

MENUS = {
    "auction-forty-fives": Menu(
        (4, 6),
        {
            "lowest_bid": Offer((5, 15, 20)),
            "hold": Offer(("next", "dealer")),
            "forced_dealer": Offer((0, 15, 20)),
            "kitty": Offer((0, 3, 4)),
            "most_drawn": Offer((5, 3), players=(6,)),
            "dealer_looks": Offer((False, True)),
            "lead": Offer(("bidder", "dealer")),
            "both_out": Offer(("bidders", "higher")),
            "deals": Offer((0, 6, 10, 12, 20)),
            "renege_strict": Offer((False, True)),
        },
    )
}
