"""Auction Forty-Fives as people read and see it."""

from collections.abc import Sequence
from typing import Final

from games.fives.auction import AUCTION, DRAW, HOLD, NO_BID, AuctionFivesTable, Sheet
from games.fives.rules import HAND, TRICK, led_card
from games.fives.table import PROMPTS, WHY, best_trump, ranking
from games.kit import words as kit
from games.kit.game import Match
from games.kit.say import As, Counted, Say, Saying
from games.kit.secrets import Named
from games.kit.words import Column, Forms, Key, Plate, Seen, Several, Stock, Words, Zones, side_title, trick_zones
from protocol.cards import Card


def victory(match: Match) -> Say:
    """Return who wins, and with how many points."""
    won, names = {match.sides[seat] for seat in match.winners}, [Named(seat) for seat in match.winners]
    alone = Say("{side} ({names}) wins with {points}.", side=side_title(*won), names=names)
    both = Say("Both sides end with {points}, and share the game.")
    return (both if len(won) > 1 else alone).of({"points": match.totals[match.winners[0]]})


# What is asked, and why a key does nothing


def bidding(seen: Seen[AuctionFivesTable]) -> Say:
    """Return what is asked in the auction."""
    bid, may_hold = seen.table.bid, HOLD in seen.legal
    if NO_BID not in seen.legal:
        return Say("All others have passed: you have to bid")
    if not any(isinstance(choice, tuple) for choice in seen.legal):
        return Say("Hold {bid}, or pass" if may_hold else "Only a pass is left", bid=bid)
    more = Say("Bid more than {bid}, hold it, or pass" if may_hold else "Bid more than {bid}, or pass", bid=bid)
    return more if bid else Say("Bid, or pass")


def missing(seen: Seen[AuctionFivesTable]) -> Counted:
    """Return how many cards the viewer draws or picks."""
    return Counted(HAND - len(seen.hand), "cards")


def several(seen: Seen[AuctionFivesTable], _cards: Sequence[Card]) -> Several | None:
    """Return the choice of cards to lay aside; the draw ends it."""
    if seen.asked != "draw" or not any(isinstance(choice, tuple) for choice in seen.legal):
        return None
    held, options = len(seen.hand), seen.table.options
    most = min(held, held - HAND + min(options["most_drawn"], len(seen.table.stock)))
    none = Say("Lay cards aside until five are left.")
    return Several(max(0, held - HAND), most, Say("Lay aside"), none, word="discard ", done=DRAW)


# What an eye on the table can say


def taken(table: AuctionFivesTable) -> int:
    """Return the points of the tricks that the bidders have taken so far."""
    return TRICK * sum(table.bidder is not None and (taker - table.bidder) % 2 == 0 for taker in table.takers)


def news(before: AuctionFivesTable, table: AuctionFivesTable) -> Sequence[Say]:
    """Return that the bidders have taken enough, when it becomes so."""
    if table.bidder is None or before.bidder != table.bidder or table.over:
        return ()
    made = Say("{side} has made its bid.", role="alert", side=side_title(table.bidder % 2, role="alert"))
    return [made] if taken(before) < (table.bid or 0) <= taken(table) else []


ADVICE: Final = {
    "bid": Say("Three trumps with the Five or the Jack are worth about 20."),
    "name": Say("Name the suit of which you have the most high trumps."),
    "draw": Say("Keep trumps, and perhaps a King; lay the rest aside."),
    "pick": None,
}


# The middle of the table


DOES: Final = {
    "bid": Say("[you bid or pass|{name} bids or passes]", role="accent"),
    "name": Say("[you name|{name} names] trumps", role="accent"),
    "pick": Say("[you pick|{name} picks]", role="accent"),
    "draw": Say("[you lay|{name} lays] cards aside", role="accent"),
    "lead": Say("[You lead|{name} leads] the first trick", role="accent"),
}


def doing(seen: Seen[AuctionFivesTable]) -> Say | None:
    """Return what the seat does whose turn it is, before the first card."""
    table = seen.table
    if table.trump is None:
        passes = [number for _seat, number in table.calls].count(None)
        asked = "name" if table.bidder is not None and passes == table.players - 1 else "bid"
    else:
        asked = "pick" if table.looker is not None else "draw" if None in table.drawn else "lead"
    return DOES[asked].of({"seat": seen.turn[0]}) if seen.turn and not (table.trick or table.takers) else None


def bidders(table: AuctionFivesTable) -> Saying:
    """Return whose bid stands, and in the play what its side has taken so far."""
    if table.bidder is None:
        return ""
    stands = Say("[your bid is|{name} bids] {bid}", role="dim", seat=table.bidder, bid=table.bid)
    return [stands, Say(", has {taken}", role="dim", taken=taken(table))] if taken(table) else stands


def zones(seen: Seen[AuctionFivesTable], *, back: bool) -> Zones:
    """Return the trick; before the first one, what each seat has said or drawn."""
    table, turn = seen.table, doing(seen) or ""
    if table.trick or table.last_trick:
        return trick_zones(seen, back=back, details=(bidders(table), ""))
    if table.trump is None:
        said = [(seat, one.value) for seat in table.seats if (one := kit.call(table, seat, None)).value]
        kitty = [Say("kitty of {cards}", role="dim", cards=len(table.kitty))] if len(table.kitty) else []
        return Zones([kit.auction_title(table), turn], kitty, said, table.bidder, figure=str(table.bid or ""))
    found, stands = trick_zones(seen, back=False), bidders(table)
    drawn = [(seat, number) for seat in table.seats if (number := table.drawn[seat]) is not None]
    told = [(seat, Say("draws {n}", n=number) if number else Say("keeps 5")) for seat, number in drawn]
    left = Say("{cards} left", role="dim", cards=len(table.stock))
    return Zones([found.title[0], stands, Forms([left, ""]), turn], found.status, told)


# Columns and sheets


def plate(table: AuctionFivesTable, seat: int) -> Plate:
    """Return what stands below the cards of a seat: its tricks and its bid, its score."""
    tricks = table.tricks[seat]
    said = kit.call_words(kit.call(table, seat, None if table.trump is None else table.bidder))
    return ((As(Counted(tricks, "tricks"), "text" if tricks else "dim"), said), ("",))


def made(sheet: Sheet, seat: int) -> Sequence[Say]:
    """Return what a seat's side has taken."""
    return [Say("took {taken}", role="dim", taken=As(sheet.taken[seat], "text"))]


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return which card scored 5 for its trick."""
    sheet: Sheet = match.sheets[page]
    text = Say("{card} of [yours|{name}] was worth 5 more.", card=sheet.best)
    return [] if sheet.best is None else [text.of({"seat": sheet.best_seat})]


WORDS: Final = Words(
    game=AUCTION,
    says={
        "held": Say("[You hold|{name} holds] the bid at {number}."),
        "named": Say("[You make|{name} makes] {suit} trump", role="info"),
        "discarded": (None, Say("[You lay|{name} lays] {own} aside", role="dim")),
        "kept": Say("[You keep|{name} keeps] all five cards", role="dim"),
        "drew": Say("[You draw|{name} draws] {cards}"),
        "looks": Say("[You pick|{name} picks] {cards} from those left"),
        "picked": (None, Say("[You pick|{name} picks] {own}", role="dim")),
    },
    endings={
        "all_passed": Say("Everyone has passed."),
        "made": Say("[You bid {bid}, and your side|{name} bid {bid}, and] took {taken}: made."),
        "failed": Say("[You bid {bid}, and your side|{name} bid {bid}, and] took {taken}: lost."),
    },
    victory=victory,
    prompts={
        **PROMPTS,
        "bid": bidding,
        "name": "Name the trump suit",
        "draw": lambda seen: Say(
            "Lay cards aside, or keep them" if DRAW in seen.legal else "Lay cards aside, down to five"
        ),
        "pick": lambda seen: Say("Pick {cards} from those left", cards=missing(seen)),
    },
    why={
        **WHY,
        "bid": lambda seen, card: (
            Say("The auction comes first. {asked}.", asked=bidding(seen)) if card else [bidding(seen), "."]
        ),
        "name": "First name the trump suit.",
        "draw": "Mark the cards to lay aside with the space bar; Enter then draws.",
        "pick": "First pick the cards that are missing to five.",
        "trump": "{led} is a trump, and you have to play one: not {card}.",
    },
    facts=lambda seen: {"points": str(seen.table.bid), "cards": HAND - len(seen.hand), "led": led_card(seen.table)},
    several=several,
    keys={
        "bid": kit.BID,
        HOLD: Key("g", "hold", "hold the bid that stands, where you may", ("hold",), kit.AUCTION_OVER)._replace(
            move="hold {points}", said=Say("hold")
        ),
        NO_BID: kit.NO_BID,
        "name": Key("m", "trumps", "name the trump suit", ("trumps",), kit.AUCTION_OVER)._replace(
            question=Say("Which suit is trump?"), move="name trumps", said=Say("make {suit} trump")
        ),
        DRAW: Key(
            "d",
            "draw",
            "lay no more cards aside and draw, or pick a card from those left",
            ("draw", "pick"),
            kit.AUCTION_OVER,
            move=lambda seen: Say("draw {cards}" if len(seen.hand) < HAND else "keep all five", cards=missing(seen)),
            said=Say("draw"),
        ),
        "pick": Key("d", move="pick a card", question=Say("Which card?"), asks=True, said=Say("pick {card}")),
        "discard": Key("enter", "lay {card} aside", ""),
    },
    known=lambda table: [card for _seat, card in table.aside if card is not None],
    gone="Everyone has seen the cards played; those not seen are in other hands, aside, or were not dealt.",
    news=news,
    advice=lambda seen: ADVICE[seen.asked] if seen.asked in ADVICE else best_trump(seen),
    doing=doing,
    status=ranking,
    standing=lambda seen: [bidders(seen.table) or Say("No bid yet.")],
    stock=lambda table: (
        Stock(len(table.kitty), Say("kitty of {cards}", role="dim", cards=len(table.kitty))) if table.kitty else None
    ),
    zones=zones,
    sheet=(Column("tricks"), Column("taken"), Column("points", lambda sheet, seat: kit.change(sheet.points[seat]))),
    plate=plate,
    made=made,
    notes=notes,
)
