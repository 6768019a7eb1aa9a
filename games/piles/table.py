"""Svoyi Koziri, Dudak and Challenge as people read and see them: the pile, own trumps, what all know of hands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.kit.asking import Choice
from games.kit.say import SUITS, SYMBOLS, As, Counted, Say, Saying, suit_sign
from games.kit.secrets import Hidden, Named
from games.kit.words import CardRow, Column, Forms, Key, Parts, Seen, Words, Zones, one_left
from games.piles.rules import HEIGHTS, PILES, SHOW, TAKE, PilesTable, Sheet, ended, pack_of
from protocol.cards import Card, Suit

NAMED: Final = 6  # The most cards taken up that are named.
LAST_MOVES: Final = 40  # When it is said how many moves are left.

OPEN_LINES: Final = 2
FEW: Final = 2
LARGE: Final = 6


def known_of(table: PilesTable, seat: int) -> Sequence[Card]:
    """Return the cards of a hand that all know."""
    hand: Any = table.hands[seat]
    return hand if table.is_open and not isinstance(hand, Hidden) else table.known[seat]


def by_suit(cards: Iterable[Card]) -> Sequence[Saying]:
    """Return cards by suit, the highest first: ``♣ K 9 7  ♥ A``."""
    held = sorted(cards, key=lambda card: HEIGHTS[card.rank], reverse=True)
    ranks = {suit: " ".join([card.rank.value for card in held if card.suit is suit]) for suit in Suit}
    rows = [("  ", As(f"{SYMBOLS[suit]} {own}", SUITS[suit])) for suit, own in ranks.items() if own]
    return [part for row in rows for part in row][1:]


def unbeaten(seen: Seen[PilesTable], cards: Iterable[Card]) -> Sequence[Card]:
    """Return those of the viewer's cards that the next player cannot beat, if all cards of that hand are known."""
    table, viewer = seen.table, seen.viewer or 0
    seat = table.after(viewer)
    known = known_of(table, seat)
    if seat == viewer or len(known) != len(table.hands[seat]):
        return ()
    return [card for card in cards if not any(table.beats(seat, one, card) for one in known)]


def six(about: Mapping[str, Any], viewer: int | None) -> Say:
    """Return the sentence for a six that is handed over; its new owner is addressed."""
    if about["other"] == viewer:
        return Say("[|{name} hands you {card}]", role="dim")
    taker = Named(about["other"])
    return Say("[You hand|{name} hands] {card} to {taker}", role="dim", taker=taker)


def taken(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for cards taken up: by their names, or their number if they are many."""
    cards = about["cards"] if len(about["cards"]) <= NAMED else Counted(len(about["cards"]), "cards")
    return Say("[You take|{name} takes] up {cards}", role="info", cards=cards)


def beating(seen: Seen[PilesTable]) -> Say:
    """Return what is asked of a seat that has to beat a card."""
    told: dict[str, Any] = {"card": seen.table.pile[-1][1], "cards": seen.table.pickup}
    if any(isinstance(choice, Card) for choice in seen.legal):
        return Say("Beat {card} or take up {cards}", **told)
    no_card = Say("You cannot beat {card}: take up {cards}", **told)
    return no_card if len(seen.legal) == 1 else Say("Take up {cards}, or first make your trumps known", **told)


def consequence(seen: Seen[PilesTable], choice: Choice) -> Say | None:
    """Return what a choice would do."""
    table, viewer = seen.table, seen.viewer
    if choice == TAKE:
        return Say("you hold {cards} then", cards=len(seen.hand) + table.pickup)
    if not isinstance(choice, Card) or viewer is None:
        return None
    if len(seen.hand) == 1 and table.down[viewer] is None:
        return Say("your last card: you are out")
    if table.phase == "beating":
        return Say("it beats {card}", card=table.pile[-1][1])
    return Say("the next player cannot beat it") if unbeaten(seen, [choice]) else None


def advice(seen: Seen[PilesTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    table, viewer = seen.table, seen.viewer
    if viewer is None or seen.asked not in {"beating", "leading", "adding"}:
        return None
    if table.phase == "beating":
        # A small pile of good cards is a gain, a large one is not.
        plays, cards = [choice for choice in seen.legal if isinstance(choice, Card)], table.pickup
        if plays and cards <= FEW and all(card.suit is table.trumps[viewer] for card in plays):
            return Say("Only a trump beats it: taking up {cards} costs little.", cards=cards)
        much = Say("Taking up {cards} is costly: beat the top card if you can.", cards=cards)
        return much if plays and cards >= LARGE else None
    for seat, hand in enumerate(table.hands):
        if seat != viewer and len(hand) == 1:
            return Say("{name} has one card left: play what is hard to beat.", name=Named(seat))
    lowest = min(unbeaten(seen, seen.hand), key=lambda card: HEIGHTS[card.rank], default=None)
    return Say("{card} cannot be beaten: whoever comes next takes it up.", card=lowest) if lowest else None


def doing(seen: Seen[PilesTable]) -> Say | None:
    """Return what the seat does whose turn it is; after the deal, how it ended."""
    table = seen.table
    if table.over:
        what, about = ended(table.match.sheets[-1])[0]
        return ENDINGS[what].of(about, "strong")
    told, top = DOES[table.phase if any(map(len, table.hands)) else "naming"], table.pile[-1:]
    about = {"card": top[0][1] if top else "", "cards": table.pickup}
    return told.of({"seat": seen.turn[0], **about}, "accent") if seen.turn else None


def zones(seen: Seen[PilesTable], *, back: bool) -> Zones:
    """Return the pile; or what was last taken up, while no pile is begun or to look back. Then what all know of hands.

    If that is every card of others, their hands lie open.
    """
    table, last = seen.table, seen.table.last_pile
    looks_back = bool(last) and (back or not table.pile)
    rows = [
        CardRow(seat, [card], shaded=looks_back or table.over) for seat, card in (last if looks_back else table.pile)
    ]
    if rows and table.phase == "beating" and not looks_back and not table.over:
        rows[-1] = rows[-1]._replace(mark=Say("▴ to beat", role="alert"))
    left = table.options["limit"] - table.moves
    soon = Say(("{n} move left", "{n} moves left"), role="alert", n=left)
    if table.repeated > 1:
        soon = Say("this position was there before: a third time draws", role="alert")
    took = Say("[You|{name}] took up {cards}", seat=table.taker, cards=len(last))
    says = [took if looks_back else None, None if looks_back and back else doing(seen)]
    says += [soon] if table.repeated > 1 or (left <= LAST_MOVES and not table.over) else []
    title = [piece for piece in says if piece is not None]
    held = [seat for seat, hand in enumerate(table.hands) if len(hand) and seat != seen.viewer and not table.over]
    whole = len(held) <= OPEN_LINES and all(len(known_of(table, seat)) == len(table.hands[seat]) for seat in held)
    return Zones(
        [*[Forms([piece, ""]) for piece in title[:-1]], *title[-1:]],
        [] if whole else known_line(seen),
        taker=table.taker if looks_back else None,
        rows=rows,
        hands=[(seat, by_suit(known_of(table, seat))) for seat in held if whole],
    )


def known_line(seen: Seen[PilesTable]) -> Sequence[Saying]:
    """Return what all know of the hands of others."""
    table, line = seen.table, list[Saying]()
    for seat in range(table.players):
        if seat != seen.viewer and not table.over and known_of(table, seat):
            line += ["   ", As(Named(seat), "dim"), " ", *by_suit(known_of(table, seat))]
    return [[Say("seen in hand:", role="faint"), *line]] if line else []


def variant(table: PilesTable) -> Saying:
    """Return how many cards there are, and how far the deal is: that it ends with the limit matters near it."""
    cards, limit = As(Counted(len(pack_of(table.match)), "cards"), "text"), table.options["limit"]
    late = Say("{cards}, move {move} of {limit}", cards=cards, move=table.moves, limit=limit)
    return cards if 2 * table.moves < limit else late


def made(sheet: Sheet, seat: int) -> Sequence[Say]:
    """Return in which place a seat was out of a deal, or how many cards it had left."""
    if seat in sheet.out:
        return [Say("out {place}", role="info", place=sheet.out.index(seat) + 1)]
    return [Say("{cards} left", cards=sheet.left[seat])]


DOES: Final = {
    "naming": Say("[You name|{name} names] a suit"),
    "adding": Say("[You add|{name} adds] a card"),
    "beating": Say("[You beat {card} or take|{name} beats {card} or takes] up {cards}"),
    "leading": Say("[You begin|{name} begins] a pile"),
}
FIRST: Final = "First name your suit with m: the cards are dealt then."
NO_TAKE: Final = "There is nothing to take up: play a card."
NO_NAME: Final = "Your trumps are known, and stay as they are."
ENDINGS: Final = {
    "lost": Say("The deal is over: [you are|{name} is] left with {cards}."),
    "first": Say("The deal is over: [you are|{name} is] out first."),
    "repetition": Say("The deal is drawn: this position was there three times."),
    "limit": Say("The deal is drawn: it has had as many moves as it may."),
}
SHARED: Final = Words(
    game=PILES[0],
    says={
        "begun": Say("{deal}: [You deal|{name} deals].", role="dim"),
        **dict.fromkeys(("dealt", "down", "open")),
        "played": Say("[You play|{name} plays] {card}"),
        "beat": Say("[You beat|{name} beats] {beaten} with {card}"),
        "taken": taken,
        "killed": Say("The pile is killed: {cards} are laid aside.", role="info"),
        "out": Say("[You are|{name} is] out.", role="good"),
        "trump": Say("[Your trumps are {suit}|{name} has {suit} as trumps]"),
        "side": Say("[Your second suit is {suit}|{name} has {suit} as second suit]"),
        "six": six,
        "shown": Say("[You turn up your|{name} turns up a] trump, {card}"),
    },
    endings=ENDINGS,
    rests=False,
    victory="{victory} with {points}.",
    prompts={
        "trump": "Name your trump suit: the cards are dealt then",
        "side": "Name your second suit",
        "adding": "Add any card",
        "leading": "Begin a pile with any card",
        "beating": beating,
    },
    why={
        "trump": FIRST,
        "side": FIRST,
        **dict.fromkeys(("lead", "leading", "adding"), "You cannot play that card now."),
        "beating": lambda seen, card: Say(
            "{card} does not beat {top}, your own trump: only a higher one does."
            if seen.table.pile[-1][1].suit is seen.table.trumps[seen.viewer or 0]
            else "{card} does not beat {top}: play a higher one of its suit or a trump of yours.",
            card=card or "",
            top=seen.table.pile[-1][1],
        ),
    },
    keys={
        TAKE: Key(
            "p", "take up the pile", "", (), NO_TAKE, move=lambda seen: Say("take up {cards}", cards=seen.table.pickup)
        ),
        "trump": Key("m", "name your trumps", "", (), NO_NAME, question=Say("Your trumps:"), said=Say("{card}")),
        "side": Key("m", "name your second suit", "", question=Say("Your second suit:"), said=Say("{card}")),
        SHOW: Key(
            "m",
            "turn up your trump",
            "",
            (),
            NO_NAME,
            move=lambda seen: Say("turn up your trump, {card}", card=seen.table.down[seen.viewer or 0]),
        ),
    },
    listed=(
        Key("p", "take up", "take up the pile, or part of it, instead of beating its top card", ("take", "pass")),
        Key("m", "trumps", "name your trumps, or turn up the card that decides them", ("trumps", "trump")),
        Key("c  d  h  s", "", "name the suit that you are asked for"),
    ),
    early=lambda seen, _card: Say(
        "The pile has changed: choose again."
        if seen.legal
        else "Choose when it is your turn: the pile changes until then."
    ),
    parts=Parts(
        "pile",
        "last pile",
        "this pile",
        "No pile of this deal has been taken up yet.",
        "{deal}, pile {part}, play {play}",
    )._replace(taken="taken up by {name}"),
    variant=variant,
    height=lambda seen, card: (
        HEIGHTS[card.rank] + 20 * (card.suit is not None and card.suit is seen.table.trumps[seen.viewer or 0])
    ),
    standing=known_line,
    known=lambda table: [card for seat in range(table.players) for card in known_of(table, seat)],
    gone="Gone: laid aside, or known in other hands. Those not seen are also in other hands.",
    piles="Nothing is won in this game: what is taken up comes into the hand.",
    pile=lambda table, seat: ("", known_of(table, seat)),
    lying=lambda table: [card for _seat, card in table.pile],
    last=lambda table: table.last_pile,
    consequence=consequence,
    news=one_left,
    advice=advice,
    doing=doing,
    zones=zones,
    round=False,
    corner=lambda table, seat: suit_sign(suit) if (suit := table.trumps[seat]) else "",
    numbers={
        "Trumps": lambda table, seat: table.trumps[seat] or "",
        "Taken up": lambda table, seat: table.taken[seat],
        "Points": lambda table, seat: table.match.totals[seat],
    },
    plate=lambda table, seat: (
        (by_suit(known_of(table, seat)),),
        (Say("{points}", role="strong", points=table.match.totals[seat]), ""),
    ),
    sheet=(
        Column("out", lambda sheet, seat: str(sheet.out.index(seat) + 1) if seat in sheet.out else "-"),
        Column("left"),
        Column("taken up", lambda sheet, seat: sheet.taken[seat]),
        Column("points"),
    ),
    made=made,
    notes=lambda _match, _page: [Say("A point for each player who is out; none for those who still hold cards.")],
)

WORDS: Final = (SHARED, replace(SHARED, game=PILES[1]), replace(SHARED, game=PILES[2]))
