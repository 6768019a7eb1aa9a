"""What bots know of the Fives."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, cast

from games.fives.auction import DRAW, HOLD, NO_BID, AuctionFivesTable
from games.fives.rules import PACK, TRICK, FivesTable, Order, Sheet, each_scores, is_spoil, order_of, target
from games.kit.asking import Ask, Choice, Offer
from games.kit.game import Match
from games.kit.sampler import Knowledge, chance_to_win, own_points
from games.kit.tricks import PASS, Hand, plain_card, suit_led
from protocol.cards import Card, Rank, Suit

SWING: Final = 0.4  # How far a pool to come spreads the chips, by those in it.
HOLDS: Final = 2  # While so many seats play after it, a trump that takes a trick would mostly be beaten by one of them.

LATE: Final = 3  # With so few cards trumps are led first, and not kept any longer, but one card longer with a partner.

_TRUMPS, _LOW, _KING = (9.5, 7.0, 5.0, 4.0, 3.0, 2.5), 1.8, 0.8
"""The points that the highest trumps promise, from the Five down; any lower trump; and a plain King."""

_PARTNERS: Final = {4: 9.0, 6: 7.5}
"""The points that the partners and the draw bring on average, by the number of players."""


def play(table: Any, seat: int, cards: Sequence[Card], order: Order) -> Card:  # noqa: ANN401
    """Return the card that a plain hand plays to a trick.

    If the trick can win somebody the game or the pool, it is fought for with the best card. Else, while two are to
    follow and the end is not near, trumps are kept if they can be.
    """
    trick, after = table.trick, table.players - len(table.trick) - 1
    hand, led = Hand(order, table.match.partners(seat).__contains__), suit_led(table.trick)
    best, taker = max([(hand.height(card, led), other) for other, card in trick], default=(0, seat))
    yet = table.match.round(seat)[1 : after + 1]
    rivals = [other for other in (*yet, taker) if not hand.friendly(other)]
    if decides(table, seat) or any(decides(table, rival) for rival in rivals):
        taking = [card for card in cards if not trick or hand.height(card, led) > best]
        if taking and (not trick or not hand.friendly(taker)):
            return (max if after else min)(taking, key=lambda card: hand.height(card, led))
    late = LATE if len(table.match.partners(seat)) == 1 else LATE - 1
    if (trick and after >= HOLDS and len(table.hands[seat]) > late) or (not trick and len(cards) == LATE):
        cards = [card for card in cards if order.is_trump(card) is not bool(trick)] or cards
    return plain_card(trick, led, cards, hand, after)


def decides(table: Any, seat: int) -> bool:  # noqa: ANN401
    """Return True if a trick would win a seat the game or the pool."""
    if isinstance(table, AuctionFivesTable):
        return False
    if is_spoil(table.match):
        return bool(table.tricks[seat] == (1 if table.options["two_tricks"] else 2))
    return each_scores(table.match) and table.standing[seat] + TRICK >= target(table.match)


def plain(table: FivesTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Rob if the turn-up is better than the worst card, keep the Ace high, take the pool, and play tricks plainly."""
    if offer.prompt == "jink":
        return "sweep"
    ways = [choice[1] for choice in offer.choices if isinstance(choice, tuple)]
    if offer.prompt == "joker":
        return "joker ", min(cast(list[Card], ways), key=lambda card: (card.rank is Rank.FIVE, card.rank.value))
    if ways:
        heights = table.ranked(low=False).heights
        worst = min(cast(list[Card], ways), key=heights.__getitem__)
        if heights[table.turn_up] > heights[worst]:
            return "rob ", worst
    if PASS in offer.choices:
        return PASS
    return play(table, seat, [card for card in offer.choices if isinstance(card, Card)], table.order)


def shows(table: FivesTable, _seat: int, prompt: str, choice: Choice) -> Sequence[Card]:
    """Return the Ace of trumps, if its holder robs or declines."""
    return () if isinstance(choice, Card) or prompt in {"offer", "joker", "jink"} else (table.ace,)


@cache
def promises(trump: Suit) -> dict[Card, float]:
    """Return the points that each card promises with this trump suit."""
    order = order_of(trump)
    high = sorted(order.heights, key=lambda card: -order.heights[card])
    trumps = {card: _TRUMPS[place] if place < len(_TRUMPS) else _LOW for place, card in enumerate(high)}
    return {card: trumps[card] if order.is_trump(card) else _KING * (card.rank is Rank.KING) for card in PACK}


def plain_auction(table: AuctionFivesTable, seat: int, offer: Ask | Offer, _rng: Random) -> Choice:
    """Bid what the hand promises, keep trumps, and play tricks plainly."""
    hand, choices, side = table.hands[seat], offer.choices, seat % 2
    if offer.prompt in {"bid", "name"}:
        worth, trump = max([(sum(map(promises(suit).__getitem__, hand)), suit.value) for suit in Suit])
        worth += _PARTNERS[table.players]
        if offer.prompt == "name":
            return "name ", Suit(trump)
        bids = [cast(tuple[str, int], choice) for choice in choices if isinstance(choice, tuple)]
        if NO_BID in choices and (table.bidder is not None and table.bidder % 2 == side):
            return NO_BID
        if HOLD in choices and (table.bid or 0) <= worth:
            return HOLD
        return bids[0] if bids and (NO_BID not in choices or bids[0][1] <= worth) else NO_BID
    assert table.trump is not None
    order = order_of(table.trump)
    if offer.prompt not in {"draw", "pick"}:
        return play(table, seat, cast(Sequence[Card], choices), order)
    ways = [choice for choice in choices if isinstance(choice, tuple)]
    if offer.prompt == "pick":
        return max(ways, key=lambda way: order.heights[cast(Card, way[1])])
    worst = min(ways, key=lambda way: order.heights[cast(Card, way[1])], default=None)
    return DRAW if worst is None or (DRAW in choices and order.is_trump(cast(Card, worst[1]))) else worst


def aim(match: Match, sheet: Sheet, seat: int) -> float:
    """Return what a deal is worth: points, or in Spoil Five the chance to have the most chips in the end."""
    if not is_spoil(match):
        return own_points(match, sheet, seat)
    spoilt = (sheet.pool or 0) + match.players * match.number("top_up") if sheet.ending == "spoilt" else 0
    taken = sum(one.sweeper is not None for one in [*match.sheets, sheet])
    pools = 0 if sheet.ending == "shared" else match.number("pools") - taken - bool(spoilt)
    later = pools * (1.5 * match.players * match.number("stake")) ** 2
    return chance_to_win(sheet.totals, seat, SWING * (spoilt**2 + later) ** 0.5)


SPOIL: Final = Knowledge(plain=plain, shows=shows, aim=aim)
FIVES: Final = replace(SPOIL, solved=11)
AUCTION: Final = Knowledge(plain=plain_auction, plainly=frozenset({"bid", "name", "draw", "pick"}), clear=1.0)
