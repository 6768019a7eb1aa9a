"""Roque as people read and see it: sentences, columns, keys, the auction, and what an eye on the table can say."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.kit import words as kit
from games.kit.game import Match
from games.kit.say import As, Say, Saying
from games.kit.tricks import PASS, best_of
from games.kit.words import BID, Column, Key, Plate, Seen, Several, Stock, Zones, auction_title, call
from games.roque.rules import ROQUE, ROQUE_THREE, RoqueTable, Sheet, count, friends, worth
from protocol.cards import Card


def plate(table: RoqueTable, seat: int) -> Plate:
    """Return the bid of a seat, and what its side has taken."""
    took = Say("took {took}", role="dim", took=As(table.took[seat], "text"))
    return ((kit.call_words(call(table, seat, table.declarer)), took),)


def made(sheet: Sheet, seat: int) -> Sequence[Say]:
    """Return what a seat's side took, and what it had bid."""
    bid = Say("bid {bid}", role="dim", bid=As(sheet.bid, "info")) if seat == sheet.declarer else Say("")
    return [bid, Say("took {took}", role="dim", took=As(sheet.took[seat], "text"))]


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return what was laid aside, and what was trump."""
    sheet: Sheet = match.sheets[page]
    aside = [Say("Laid aside: {cards}.", cards=list(sheet.buried))] if sheet.buried else []
    return [*aside, *([Say("{suit} were trump.", suit=sheet.trump)] if sheet.trump else [])]


def news(before: RoqueTable, table: RoqueTable) -> Sequence[Say]:
    """Return that a bid has just been made."""
    declarer, bid = table.declarer, table.bid or 0
    made = Say("[You have made your|{name} has made the] bid of {bid}.", role="good", seat=declarer, bid=bid)
    is_old = declarer is None or before.trump is None
    return [made] if not is_old and before.took[declarer or 0] < bid <= table.took[declarer or 0] else []


def advice(seen: Seen[RoqueTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    table = seen.table
    match seen.asked:
        case "bid":
            return Say("Count on half of the points, and more for long suits and Aces.")
        case "bury" if table.options["discards"] == "last_trick":
            return Say("Keep Aces and your longest suit.")
        case "bury":
            return Say("Keep Aces and your longest suit; what you lay aside counts for you.")
        case "lead" if table.trump is None:
            return Say("The suit you lead is trump: lead from your longest.")
        case "lead":
            held, out = (any(card.suit is table.trump for card in cards) for cards in (seen.hand, seen.unseen))
            trumps = Say("Lead trumps while others hold some.")
            return trumps if seen.viewer == table.declarer and held and out else None
    return following(seen)


def following(seen: Seen[RoqueTable]) -> Say | None:
    """Return the advice for a card to the trick: counters go to one's own side."""
    table, viewer = seen.table, seen.viewer
    if viewer is None or table.declarer is None or not count(seen.hand):
        return None
    if len(table.trick) == table.players - 1 and best_of(table.ranks, table.trick)[0] in friends(table, viewer):
        return Say("The trick is your side's: an Ace, a Ten or a Five is safe there.")
    fails = viewer not in friends(table, table.declarer) and table.took[table.declarer] < (table.bid or 0)
    return Say("{bid} is what they bid: keep points from them.", bid=table.bid) if fails else None


def zones(seen: Seen[RoqueTable], *, back: bool) -> Zones:
    """Return the trick; before the first one, what each seat has said in the auction, the dealer last."""
    table = seen.table
    if table.trick or table.last_trick:
        return kit.trick_zones(seen, back=back)
    said = [(seat, one.value) for seat in table.seats if (one := call(table, seat, table.declarer)).value]
    if table.declarer is None and table.bid and not table.over:
        return Zones([auction_title(table)], status(seen), said, table.bidder, figure=str(table.bid))
    return Zones([contract_title(table)], status(seen), said, over=True)


def contract_title(table: RoqueTable) -> Saying:
    """Return the title of an auction, and what follows from it."""
    declarer = table.declarer
    if declarer is None:
        return auction_title(table)
    if len(table.hands[declarer]) > len(table.hands[table.match.after(declarer)]):
        told = Say("[You have|{name} has] the widow, and [lay|lays] {cards} cards aside", role="info")
        return told.of({"seat": declarer, "cards": str(len(table.widow))})
    return Say("[You lead|{name} leads]: that suit is trump", role="info", seat=declarer)


def status(seen: Seen[RoqueTable]) -> Sequence[Saying]:
    """Return how the contract stands, or what is laid aside."""
    table = seen.table
    if table.declarer is None:
        return ()
    if seen.asked == "bury":
        return [Say("the widow was {cards}", role="dim", cards=table.widow)]
    if not table.gone and not table.trick and len(table.buried) < len(table.widow):
        return [Say("{aside} of {cards} laid aside", role="dim", aside=len(table.buried), cards=str(len(table.widow)))]
    took = table.match.sheets[-1].took if table.over else table.took
    stands = Say("[You|{name}] bid {bid}, with {took} taken", role="dim", seat=table.declarer)
    aside = [Say("aside {cards}", role="dim", cards=table.buried)] if isinstance(table.buried, list) else []
    return [stands.of({"bid": As(table.bid, "info"), "took": As(took[table.declarer])}), *aside]


def doing(seen: Seen[RoqueTable]) -> Say | None:
    """Return what the seat does whose turn it is, before the first card."""
    if not seen.turn:
        return None
    seat, table = seen.turn[0], seen.table
    if table.declarer is None:
        return Say("[You bid or pass|{name} bids or passes].", seat=seat)
    return Say("[You lay|{name} lays] cards aside.", seat=seat) if len(table.buried) < len(table.widow) else None


def bidding(seen: Seen[RoqueTable]) -> Say:
    """Return what is asked in the auction."""
    least = next((choice[1] for choice in seen.legal if isinstance(choice, tuple)), None)
    return Say("Nobody can bid more: pass") if least is None else Say("Bid {least} or more, or pass", least=least)


def several(seen: Seen[RoqueTable], _cards: Sequence[Card]) -> Several | None:
    """Return the choice of cards to lay aside."""
    return kit.several_aside(len(seen.table.widow) - len(seen.table.buried)) if seen.asked == "bury" else None


FOUR: Final = kit.Words(
    game=ROQUE,
    says={
        "widow": (
            Say("[You take|{name} takes] the widow, for {number}.", role="info"),
            Say("[You take|{name} takes] the widow, for {number}: {own}"),
        ),
    },
    endings={
        "all_passed": Say("Everyone has passed: nothing is scored."),
        "slam": Say("[You|{name}] bid {bid} and took every trick: {score}."),
        "made": Say("[You|{name}] bid {bid} and took {took}."),
        **dict.fromkeys(("failed", "doubled"), Say("[You|{name}] bid {bid} and took only {took}: {score}.")),
    },
    victory="{victory} with {points}.",
    prompts={
        "bid": bidding,
        "bury": "Lay cards aside",
        "lead": lambda seen: Say("Lead a card of the trump suit" if seen.table.trump is None else "Lead a card"),
    },
    why={
        "bid": lambda seen, _card: (
            Say("The auction is on: bid or pass first.")
            if any(isinstance(choice, tuple) for choice in seen.legal)
            else Say("Nobody can bid more than {points}: you can only pass.", points=str(seen.table.bid))
        ),
        "bury": "Mark the cards to lay aside with the space bar: Enter then lays them aside.",
    },
    keys={"bid": BID, PASS: kit.NO_BID, "bury": Key("enter", "lay {card} aside", "")},
    several=several,
    known=lambda table: table.buried if isinstance(table.buried, list) else (),
    gone="Everyone has seen the cards played; those not seen are in other hands, or laid aside.",
    friends=friends,
    worth=worth,
    consequence=lambda seen, choice: (
        Say("{suit} are trump then", suit=choice.suit)
        if isinstance(choice, Card) and seen.table.trump is None
        else kit.usual_consequence(seen, choice)
    ),
    news=news,
    advice=advice,
    doing=doing,
    status=status,
    standing=lambda seen: status(seen) or [contract_title(seen.table)],
    stock=lambda table: (
        Stock(len(table.widow), Say("the widow", role="dim")) if table.declarer is None and not table.over else None
    ),
    zones=zones,
    numbers={
        "Bid": lambda table, seat: call(table, seat, table.declarer),
        "Tricks": lambda table, seat: table.tricks[seat],
        "Took": lambda table, seat: table.took[seat],
        "Total": lambda table, seat: table.match.totals[seat],
    },
    plate=plate,
    sheet=(
        Column("bid", lambda sheet, seat: As(str(sheet.bid) if seat == sheet.declarer else "", "info")),
        Column("tricks"),
        Column("took"),
        Column("points"),
    ),
    made=made,
    notes=notes,
)

WORDS: Final = (FOUR, replace(FOUR, game=ROQUE_THREE, together=lambda _match: Say("one against two")))
