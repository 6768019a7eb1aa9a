"""Twenty-Five, Forty-Five and Spoil Five as people see them: sentences, columns, panels, sheets, keys and options."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from games.fives import rules
from games.fives.rules import CHIPS, FIVES, HAND, TRICK, FivesTable, Order, Sheet, is_spoil, led_card, sides, target
from games.kit import words as kit
from games.kit.game import Match
from games.kit.say import SYMBOLS, As, Counted, Meter, Say, Saying, card_words
from games.kit.secrets import Named
from games.kit.tricks import PASS, best_of
from games.kit.words import Column, Key, Plate, Seen, Turned, Words, Zones, change, figure, is_unbeatable, side_title
from protocol.cards import JOKER, Card, Rank, Suit

# What is the same in Auction Forty-Fives

_RUN: Final = 3  # The most numbers in a row that are written one by one.
PROMPTS: Final = {**kit.PROMPTS, "follow_or_trump": "Follow {suit} or play a trump"}
WHY: Final = {
    **dict.fromkeys(("lead", "any"), "You cannot play {card} now."),
    "follow_or_trump": "{suit} were led, and you have some: play one or a trump, not {card}.",
}


def party(match: Match, seat: int, role: str = "strong") -> dict[str, Any]:
    """Return whom a sentence is about that tells of a score: a seat that plays alone, or its side."""
    return {"seat": seat} if sides(match) == match.players else {"name": side_title(match.sides[seat], role=role)}


def ranking(seen: Seen[Any]) -> Sequence[Saying]:
    """Return how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    ranks: Any = seen.ranks
    if ranks is None:
        return ()
    led = led_card(seen.table)
    row: Saying = Say("others K Q J, high in red, low in black", role="faint")
    if led is not None and led.suit is not None and not ranks.is_trump(led):
        row = As(in_row(ranks, led.suit), "faint")
    return [Say("high to low", role="faint"), As(in_row(ranks, ranks.suit), "dim"), row]


def in_row(ranks: Order, suit: Suit) -> str:
    """Return the cards of a suit from the highest, four numbers in a row or more by the first and the last.

    The Ace of hearts keeps its suit among the trumps of another one.
    """
    row = [card for card in ranks.heights if (ranks.suit if ranks.is_trump(card) else card.suit) is suit]
    row.sort(key=ranks.heights.__getitem__, reverse=True)
    names = [card.rank.value + (SYMBOLS[card.suit] if card.suit not in (suit, None) else "") for card in row]
    told = list[str]()
    for numbers, same in groupby(names, key=str.isdigit):
        run = list(same)
        told += [f"{run[0]}–{run[-1]}"] if numbers and len(run) > _RUN else run
    return f"{SYMBOLS[suit]} {' '.join(told)}"


def best_trump(seen: Seen[Any]) -> Say | None:
    """Return that a trump in hand is one that no card can beat any more; None if none is, or a trump lies already."""
    ranks: Any = seen.ranks
    if ranks is None or not seen.hand or any(ranks.is_trump(card) for _seat, card in seen.table.trick):
        return None
    best = max(seen.hand, key=ranks.heights.__getitem__)
    told = Say("{card} is the best trump left: it takes any trick it is played to.", card=best)
    return told if is_unbeatable(seen, best) else None


# What is asked, and why a key does nothing

LOST_CLAIMS: Final = {
    "open": Say("Only the holder of {ace} may take the turn-up, at their first turn."),
    "taken": Say("The turn-up has been taken in this deal."),
    "left": Say("The turn-up stays: the player who could have taken it declined."),
    "lapsed": Say("The turn-up can no longer be taken."),
}


def may_rob(seen: Seen[FivesTable]) -> bool:
    """Return True if the viewer may take the turn-up, or the Joker."""
    return any(isinstance(choice, tuple) for choice in seen.legal)


def asked(seen: Seen[FivesTable]) -> Say:
    """Return what is asked of a seat that plays a card, and may rob besides."""
    led = led_card(seen.table)
    play = Say(PROMPTS[seen.asked], suit=led.suit if led else None)
    return Say("{asked}, or rob", asked=play) if may_rob(seen) else play


def why_trump(seen: Seen[FivesTable], _card: Card | None) -> Say:
    """Return why a trump has to be played to the trump that was led."""
    ranks: Any = seen.ranks
    led, trumps = seen.table.trick[0][1], [card for card in seen.hand if ranks.is_trump(card)]
    forced = [card for card in trumps if card not in ranks.tops or ranks.heights[card] <= ranks.heights[led]]
    if forced:
        return Say("{card} is a trump: play one; you cannot keep back {others}.", card=led, others=forced)
    if seen.table.ace in seen.hand and seen.table.claim == "open":
        return Say("{card} is a trump: play one; your Ace is the lowest, unless you rob.", card=led)
    return Say("{card} is a trump: at this table a player with several must play one.", card=led)


def not_robbing(seen: Seen[FivesTable], told: Say) -> Say:
    """Return why a key that is for the turn-up does nothing: this to who may take it, or why nobody may."""
    text = told if may_rob(seen) else LOST_CLAIMS[seen.table.claim]
    return text.of({"turn_up": seen.table.turn_up, "ace": seen.table.ace})


def early(seen: Seen[FivesTable], card: Card | None) -> Say | None:
    """Return why a card waits at this turn."""
    text = Say("You may take {turn_up} first: {card} waits.", turn_up=seen.table.turn_up, card=card)
    return text if card is not None and may_rob(seen) else None


# What an eye on the table can say


def needed_by(table: FivesTable, seat: int | None) -> int:
    """Spoil Five: return how many tricks a seat needs for the pool."""
    return HAND if table.jinker == seat is not None else 2 if table.options["two_tricks"] else 3


def near(table: FivesTable) -> list[int]:
    """Return the seats that win the game, or the pool, with one more trick."""
    if is_spoil(table.match):
        return [seat for seat in range(table.players) if table.tricks[seat] + 1 == needed_by(table, seat)]
    each = rules.each_scores(table.match)
    return [seat for seat, total in enumerate(table.standing) if each and total + TRICK >= target(table.match)]


def news(before: FivesTable, table: FivesTable) -> Sequence[Say]:
    """Return who is now one trick from winning the game or the pool."""
    match = table.match
    if table.over if is_spoil(match) else max(table.standing) >= target(match):
        return ()
    old = near(before) if not (is_spoil(match) and before.over) else []
    text = Say("[You need|{name} needs] one more trick.", role="alert")
    fresh = [seat for seat in near(table) if seat not in old and seat < sides(match)]
    return [text.of(party(match, seat, "alert")) for seat in fresh]


def consequence(seen: Seen[FivesTable], choice: Any) -> Say | None:  # noqa: ANN401
    """Return what a card would do: ``you take it: 15 + 5 = 20``."""
    told, table, viewer = kit.usual_consequence(seen, choice), seen.table, seen.viewer
    if told is None or viewer is None or told.own != "you take it":
        return told
    ranks: Any = seen.ranks
    may_come = table.claim == "open" and len(table.trick) + 1 < table.players
    if may_come and ranks.heights[table.turn_up] > ranks.heights[choice]:
        return Say("you win the trick unless someone beats it")
    if is_spoil(table.match):
        tricks, needed = table.tricks[viewer] + 1, needed_by(table, viewer)
        if tricks == needed < HAND and {*table.takers} - {viewer}:
            return Say("you take it, and the pool")
        return Say("you take it: {sum}", sum=Say("{tricks} of {needed}", tricks=str(tricks), needed=needed))
    if not rules.each_scores(table.match):
        return told
    total = table.standing[viewer]
    wins, made = total + TRICK >= target(table.match), f"{total} + {TRICK} = {total + TRICK}"
    return Say("you take it: {sum}, and the game is won" if wins else "you take it: {sum}", sum=made)


def certain(seen: Seen[FivesTable]) -> Sequence[Card]:
    """Return the hand in the order to lead it, if it takes every trick; the turn-up has to be settled.

    Enough tricks end the deal of Spoil Five, or put a choice before the rest.
    """
    table = seen.table
    settled = table.claim != "open" and (not is_spoil(table.match) or table.jinker == seen.viewer is not None)
    return kit.certain_rest(seen) if settled else ()


ADVICE: Final = {
    "jink": Say("All five bring a chip more from each; lose a trick, and you get nothing."),
    "joker": Say("Trumps are not known yet: keep A♥, Fives, Jacks and Kings."),
}


def advice(seen: Seen[FivesTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    if seen.asked in ADVICE:
        return ADVICE[seen.asked]
    table, heights = seen.table, seen.ranks.heights if isinstance(seen.ranks, Order) else {}
    weakest = min(seen.hand, key=heights.__getitem__)
    if may_rob(seen) and heights[table.turn_up] > heights[weakest]:
        return Say("Rob the pack: {card} is a trump, and better than {weakest}.", card=table.turn_up, weakest=weakest)
    cards = [card for card in seen.legal if isinstance(card, Card)]
    if len(cards) < 2:
        return None
    holds = table.claim != "open" or heights[table.turn_up] < max(map(heights.__getitem__, seen.hand))
    return (best_trump(seen) if holds else None) or near_the_end(seen) or playing(seen, cards, holds=holds)


def near_the_end(seen: Seen[FivesTable]) -> Say | None:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    pool, close = is_spoil(seen.table.match), near(seen.table)
    if seen.viewer in close:
        own = Say("One more trick brings you the pool: save your best card for it.")
        return own if pool else Say("One more trick wins you the game: save your best card for it.")
    if len(close) == 1:
        return Say("{name} needs one more trick: take this one if you can.", seat=close[0])
    others = Say("Others need one more trick for the pool: take this one if you can.")
    others = others if pool else Say("Others need one more trick to win: take this one if you can.")
    return others if close else None


def playing(seen: Seen[FivesTable], cards: Sequence[Card], *, holds: bool) -> Say:
    """Return what speaks for a card; it may be beaten by the turn-up, unless the hand holds a better one."""
    table, ranks, viewer = seen.table, seen.ranks, seen.viewer
    assert isinstance(ranks, Order)
    assert viewer is not None
    trumps = [card for card in cards if ranks.is_trump(card)]
    if seen.asked == "lead":
        return leading(ranks, cards, len(trumps))
    led, taker = table.trick[0][1], best_of(ranks, table.trick)[0]
    if taker in table.match.partners(viewer):
        return Say("Your partner is winning the trick: keep your good cards.")
    if ranks.is_trump(led) and trumps and len(trumps) < len(cards):
        kept = max(trumps, key=ranks.heights.__getitem__)
        return Say("You may keep {card} back: the trump that was led is lower.", card=kept)
    takers = [card for card in cards if best_of(ranks, [*table.trick, (viewer, card)])[0] == viewer]
    if not takers:
        return Say("None of your cards takes this trick: play your weakest.")
    takers.sort(key=ranks.heights.__getitem__)
    if len(table.trick) == table.players - 1:
        return Say("You are the last to play: {card} is enough to take it.", card=takers[0])
    if holds and is_unbeatable(seen, takers[-1]):
        return Say("{card} takes it for certain: no higher trump is left.", card=takers[-1])
    return Say("Others play after you: take it with a high card, or play a low one.")


def leading(ranks: Order, cards: Sequence[Card], trumps: int) -> Say:
    """Return what speaks for a lead."""
    king = next((card for card in cards if card.rank is Rank.KING and not ranks.is_trump(card)), None)
    if trumps > 1:
        return Say("A trump led draws trumps: only a higher top trump may be kept back.")
    if king is not None:
        return Say("{card} is a good lead: only a trump can beat it.", card=king)
    if trumps:
        return Say("Lead a plain card, and keep your only trump for a later trick.")
    return Say("Without trumps you take only what nobody trumps: lead high.")


NAMED: Final = 2  # The most people whom the title of a sheet names.

# The middle of the table

FATES: Final = {
    "taken": Say("{card} robbed by [you|{name}]", role="dim"),
    "open": Say("{card} turned up", role="dim"),
    "left": Say("{card} left", role="dim"),
    "lapsed": Say("{card} not robbed", role="dim"),
}
"""What has become of the turn-up."""

TURNED: Final = {
    "joker": Say("turned up: the dealer puts a card under the pack for it, and turns the next one for trump"),
    "offer": Say("turned up: the dealer may take it and lay a card aside"),
    "open": Say("turned up: the holder of {ace} may take it before playing to the first trick"),
    "taken": Say("turned up; [you rob|{name} robs] the pack of it"),
    **dict.fromkeys(("left", "lapsed"), Say("turned up; it stays")),
}
"""The same beside the card, before the first trick."""

DOES: Final = {
    "joker": Say("[You take|{name} takes] the Joker", role="accent"),
    "jink": Say("[You take the pool, or go|{name} takes the pool, or goes] for all five", role="accent"),
    "offer": Say("[You decide|{name} decides] about the Ace", role="accent"),
    "lead": Say("[You lead|{name} leads] the first trick", role="accent"),
}
"""What the seat does that is asked one thing before the first lead, or chooses about the pool."""


def stage(table: FivesTable) -> str:
    """Return what is asked before the first lead, and where a seat chooses between the pool and all five."""
    if table.turn_up is JOKER:
        return "joker"
    takers, needed = table.takers, needed_by(table, None) if is_spoil(table.match) else 0
    has_all = 0 < len(takers) == needed and len({*takers}) == 1
    if has_all and not (table.trick or table.over) and table.jinker == table.barred is None:
        return "jink"
    return "offer" if table.turn_up.rank is Rank.ACE and table.claim == "open" else "lead"


def doing(seen: Seen[FivesTable]) -> Say | None:
    """Return what the seat does whose turn it is, before the first lead, and where it chooses about the pool."""
    table = seen.table
    now = stage(table)
    begun = now == "lead" and (table.trick or table.takers)
    return DOES[now].of({"seat": seen.turn[0]}) if seen.turn and not begun else None


def zones(seen: Seen[FivesTable], *, back: bool) -> Zones:
    """Return the trick; above it the turn-up and what has become of it, or who chooses about the pool."""
    table = seen.table
    fate = FATES[table.claim].of({"card": table.turn_up, "seat": table.robber})
    found = kit.trick_zones(seen, back=back, details=(fate, ""))
    if back or stage(table) != "jink":
        return found
    return found._replace(title=[*found.title[:1], doing(seen) or ""])


def turned(table: FivesTable) -> Turned:
    """Return the turn-up, and what has become of it or who may still take it."""
    now, card = stage(table), table.turn_up
    ace = As(card_words(table.ace), "dim") if card.suit else ""
    return Turned(card, TURNED[now if now in TURNED else table.claim].of({"seat": table.robber, "ace": ace}, "dim"))


def status(seen: Seen[FivesTable]) -> Sequence[Saying]:
    """Return what is told in words: the best card, the pool, and who goes for all five."""
    table = seen.table
    seat, card = table.best or (None, None)
    rows = (
        (card, BEST.of({"seat": seat, "card": card, "scored": table.options.get("best_card")})),
        (table.pool and not table.match.winners, Say("The pool has {chips}.", chips=table.pool)),
        (table.jinker is not None, Say("[You go|{name} goes] for all five.", seat=table.jinker)),
    )
    return [say for holds, say in rows if holds]


# Columns and sheets


BEGAN: Final = Say("Chips won and paid; everyone began with 20.")


def meter(table: FivesTable, seat: int) -> Meter:
    """Return the steps of a seat towards the points that win, or the tricks that take the pool."""
    done, steps, short = table.tricks[seat], needed_by(table, seat) if is_spoil(table.match) else 0, 1
    if not steps:
        total, steps, short = table.standing[seat], -(-target(table.match) // TRICK), 0
        done = steps if total >= target(table.match) else total // TRICK
    return Meter([("■", done, "good" if done >= steps - short else "box"), ("·", max(0, steps - done), "empty")])


def chips_of(table: FivesTable, seat: int) -> int:
    """Return the chips of a seat; at the end with the pool that was won."""
    chips: Sequence[int] = rules.final_chips(table.match).get("chips") or table.chips
    return chips[seat]


def plate(table: FivesTable, seat: int) -> Plate:
    """Return what stands below the cards of a seat: its way to the points or the pool, its tricks and chips."""
    tricks, spoil = table.tricks[seat], is_spoil(table.match)
    taken, chips = As(Counted(tricks, "tricks"), "text" if tricks else "dim"), As("")
    if table.chips:
        chips = As(Counted(chips_of(table, seat), "chips"), "strong" if spoil else "text")
    if spoil:
        way = Say("{tricks} of {needed}", role=taken.role, tricks=tricks, needed=needed_by(table, seat))
        return ((meter(table, seat), way), ("", chips))
    way = Say("{total} to {target}", role="dim", total=As(table.standing[seat]), target=target(table.match))
    return ((meter(table, seat), way), (taken, chips))


def best_card_of(sheet: Sheet, seat: int) -> Card | None:
    """Return the best card, if a seat had it."""
    return sheet.best[1] if sheet.best is not None and sheet.best[0] == seat else None


def made(sheet: Sheet, seat: int) -> Sequence[Saying]:
    """Return the tricks of a seat, and the best card if it was there."""
    tricks, best = As(Counted(sheet.tricks[seat], "tricks"), "text"), best_card_of(sheet, seat)
    return [tricks if best is None else Say("{tricks} and {card}", role="dim", tricks=tricks, card=best)]


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return what the figures mean, and what is in the pool."""
    sheet: Sheet = match.sheets[page]
    over, spoil = bool(match.winners) and page + 1 == len(match.sheets), sheet.pool is not None
    pool = Say("The pool after this deal: {chips}.", chips=(page + 1) * match.players)
    best = match.options.get("best_card") and sheet.best is None
    rows = (
        (spoil, BEGAN),
        (over and (spoil or sheet.ending == "won"), victory(match) if over else ""),
        (match.options.get("pool") and sheet.ending == "played", pool),
        (best, Say("The best card did not score: the game ended before.")),
    )
    return [say for holds, say in rows if holds]


# Sentences

BEST: Final = Say("[You score|{name} scores] {scored} for the best card, {card}", role="info")


def scored(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for the tricks of a deal, which score together."""
    side: Any = {} if about["side"] is None else {"name": side_title(about["side"], role="info")}
    return Say("{tricks}: {points} for [you|{name}].", role="info", **side)


def ended(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for the end of a deal: who is ahead, or who has reached the target."""
    ahead, total, one = about["ahead"], about["total"], len(about["ahead"]) == 1
    crowd = about.get("crowd") and len(ahead) > NAMED
    names = Say("{number} people", number=len(ahead)) if crowd else [Named(seat) for seat in ahead]
    who: Any = {"name": names if about["alone"] else side_title(*ahead)}
    if one and about["alone"]:
        who = {"seat": ahead[0]}
    who |= {"total": total, "points": total}
    if about["won"]:
        reach = Say("[You reach|{name} reaches] {total}: the game is over.", **who)
        return reach if one else Say("{name} reach {total}: the game is over.", **who)
    if not total:
        return Say("The deal is over: nobody has scored yet.")
    leads = Say("The deal is over: [you are|{name} is] ahead with {points}.", **who)
    return leads if one else Say("The deal is over: {name} are ahead with {points}.", **who)


def victory(match: Match) -> Say:
    """Return who wins, and with what: partners win as a side."""
    winners, chips = match.winners, rules.final_chips(match).get("chips")
    names, won = [Named(seat) for seat in winners], {match.sides[seat] for seat in winners}
    if len(won) == 1 and sides(match) < match.players:
        who = Say("{side} ({names}) wins", side=side_title(*won), names=names)
    else:
        who = Say(
            "[You win|{name} wins]" if len(winners) == 1 else "{names} share the win", names=names, seat=winners[0]
        )
    told = Say("{victory} with {chips}." if chips else "{victory} with {points}.")
    if chips and not is_spoil(match):
        now = Say("{victory} with {points}, now with {chips}.")
        told = now if len(winners) == 1 else Say("{victory} with {points}, now with {chips} each.")
    return told.of({"victory": who, "points": match.totals[winners[0]], "chips": chips[winners[0]] if chips else 0})


def variant(table: FivesTable) -> Saying:
    """Return who plays together, and the pool."""
    said, pool = kit.sides_words(table.match), Say("pool of {chips}", chips=table.pool)
    return said if not table.pool or table.match.winners else [said, ", ", pool] if said else pool


def progress(table: FivesTable) -> Say:
    """Return the deal, and the score that wins, or which pool is played for."""
    if not is_spoil(table.match):
        return kit.usual_progress(table)
    pools: Any = table.options["pools"]
    pool = min(rules.pools_taken(table.match) + 1, pools)
    return Say("deal {number}, pool {pool} of {pools}", number=kit.shown_deal(table), pool=pool, pools=pools)


ROB_SAID: Final = Say("lay {card} aside")
KEYS: Final = {
    "offer:rob": Key("enter", move="take {turn_up}, lay {card} aside"),
    "offer:-": Key("p", move="leave {turn_up}"),
    "joker": Key("enter", move="put {card} under the pack", said=ROB_SAID),
    "rob": Key(
        "d",
        "rob",
        "take the turn-up and lay the chosen card aside, where you may",
        ("rob", "take"),
        lambda seen, _card: not_robbing(
            seen, Say("Choose the card to lay aside first: then this key takes {turn_up}.")
        ),
        move="take {turn_up}, lay {card} aside",
        said=ROB_SAID,
    ),
    PASS: Key(
        "p",
        "",
        "leave the turn-up, where you are asked whether you take it",
        ("decline", "pass"),
        lambda seen, _card: not_robbing(
            seen, Say("You need not say that you leave {turn_up}: play a card, and it stays.")
        ),
        move="leave {turn_up}, your Ace stays high",
        said=Say("leave {turn_up}", turn_up=Say("the turn-up")),
    ),
}

TWENTY_FIVE: Final = Words(
    game=FIVES[0],
    says={
        "dealt": lambda about, _viewer: Say(
            "{deal}: [You deal|{name} deals], the {card} is turned up."
            if about["card"] is JOKER
            else "{deal}: [You deal|{name} deals], {card} is turned up.",
            role="dim",
        ),
        "joker": (
            Say("[You take|{name} takes] the Joker; {card} is turned up."),
            Say("[You take|{name} takes] the Joker, with {own} under the pack for it; {card} is turned up."),
        ),
        "robbed": (
            Say("[You rob|{name} robs] the pack: {card}"),
            Say("[You rob|{name} robs] the pack: {card} for {own}"),
        ),
        "declined": Say("[You leave|{name} leaves] the turn-up.", role="dim"),
        "best": BEST,
        "scored": scored,
        "jink": Say("[You leave the pool, and go|{name} leaves the pool, and goes] for all five.", role="alert"),
        "barred": Say(
            "[You have|{name} has] not robbed with [your Ace: you|the Ace of trumps, and] cannot take the pool.",
            role="alert",
        ),
        "pool": Say("[You take|{name} takes] the pool: {chips}.", role="info"),
        "all_five": Say("[You have|{name} has] all five: the pool of {chips}, and {extra} more.", role="info"),
    },
    endings={"ended": ended},
    victory=victory,
    prompts={
        **dict.fromkeys(PROMPTS, asked),
        "joker": "Take the Joker for a card",
        "offer": "Take {turn_up} for a card, or leave it",
        "jink": "Take the pool, or go for all five",
    },
    why={
        **WHY,
        "joker": "Choose a card: Enter puts it under the pack, and you take the Joker for it.",
        "offer": "Choose a card to lay aside; Enter then takes {turn_up}.",
        "jink": "First choose: take the pool, or go for all five tricks.",
        "trump": why_trump,
    },
    facts=lambda seen: {"turn_up": seen.table.turn_up, "chips": seen.table.pool},
    keys=KEYS,
    early=early,
    progress=progress,
    variant=variant,
    known=lambda table: [
        *[card for _seat, card in table.aside if card is not None],
        *([table.turn_up] if table.robber is None else []),
    ],
    gone="Everyone has seen the cards played; those not seen are in other hands, or were not dealt.",
    consequence=consequence,
    certain=certain,
    news=news,
    advice=advice,
    doing=doing,
    standing=status,
    status=ranking,
    turned=turned,
    zones=zones,
    numbers={
        "Tricks": lambda table, seat: table.tricks[seat],
        "Points": lambda table, seat: None if is_spoil(table.match) else table.standing[seat],
        "Chips": lambda table, seat: chips_of(table, seat) if table.chips else None,
    },
    plate=plate,
    sheet=(
        Column("tricks"),
        Column("best card", lambda sheet, seat: As(sheet.best[1]) if best_card_of(sheet, seat) else ""),
        Column("points"),
    ),
    made=made,
    notes=notes,
)
POOL_ENDS: Final = {
    **dict.fromkeys(("swept", "jinked"), Say("[You|{name}] took the pool of {chips}.")),
    "shared": Say("Spoilt, and someone cannot pay: all get the pool of {chips} back evenly."),
    "spoilt": Say("Spoilt: the pool of {chips} stays."),
    "failed": Say("[You|{name}] lost a trick of five: the pool of {chips} stays."),
}
SPOIL_FIVE: Final = replace(
    TWENTY_FIVE,
    game=FIVES[2],
    endings=POOL_ENDS,
    keys={
        **KEYS,
        "rob": KEYS["rob"]._replace(
            label="take",
            about="take the turn-up in place of the chosen card; or take the pool",
            words=("rob", "take", "sweep"),
        ),
        "sweep": Key("d", move="take the pool of {chips}", said=Say("take the pool")),
        "jink": Key(
            "g",
            "jink",
            "leave the pool, and go for all five tricks, where you may",
            ("jink", "go"),
            "Only a player who has won every trick so far may go for all five.",
            move="go for all five",
            said=Say("go for all five"),
        ),
        PASS: KEYS[PASS],
    },
    sheet=(Column("tricks"), Column("chips", lambda sheet, seat: change(sheet.points[seat]))),
    figures=lambda total: figure(CHIPS + total),
    scores=change,
    total="now {total}",
)
WORDS: Final = (
    TWENTY_FIVE,
    replace(TWENTY_FIVE, game=FIVES[1]),
    SPOIL_FIVE,
)
