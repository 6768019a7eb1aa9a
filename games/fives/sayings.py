"""The Fives in words: what all four say alike, why a key does nothing, and what an eye on the table can say."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.fives.rules import HAND, TRICK, FivesTable, Order, each_scores, is_spoil, led_card, sides, target
from games.kit import words as kit
from games.kit.game import Match
from games.kit.say import SYMBOLS, As, Say, Saying, card_words
from games.kit.seen import Seen, certain_rest, is_unbeatable, own_side, usual_consequence
from games.kit.tricks import best_of
from games.kit.words import side_title
from protocol.cards import Card, Rank, Suit

# What is the same in Auction Forty-Fives

PROMPTS: Final = {**kit.PROMPTS, "follow_or_trump": "Follow {suit} or play a trump"}
WHY: Final = {
    "lead": "You cannot play {card} now.",
    "any": "You cannot play {card} now.",
    "follow": kit.WHY["follow"],
    "follow_or_trump": "{suit} were led, and you have some: play one or a trump, not {card}.",
}
NOT_MEANT: Final = Say("The lead is yours: {card} was not meant for that.")


def party(match: Match, seat: int, role: str = "strong") -> dict[str, Any]:
    """Return whom a sentence is about that tells of a score: a seat that plays alone, or its side."""
    side = match.game.side(match, seat)
    return {"seat": seat} if sides(match) == match.players else {"name": side_title(side, role=role)}


def ranking(seen: Seen[Any]) -> Sequence[Saying]:
    """Return how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    ranks: Any = seen.ranks
    if ranks is None:
        return ()
    led = led_card(seen.table)
    row: Saying = Say("others K Q J, high in red, low in black", role="faint")
    if led is not None and led.suit is not None and not ranks.is_trump(led):
        row = As(in_row(ranks, led.suit), "faint")
    return [As(in_row(ranks, ranks.suit), "dim"), row, Say("high to low", role="faint")]


def in_row(ranks: Order, suit: Suit) -> str:
    """Return the cards of a suit from the highest; the Ace of hearts keeps its suit among the trumps of another one."""
    row = [card for card in ranks.heights if (ranks.suit if ranks.is_trump(card) else card.suit) is suit]
    row.sort(key=ranks.heights.__getitem__, reverse=True)
    names = [card.rank.value + (SYMBOLS[card.suit] if card.suit not in (suit, None) else "") for card in row]
    return f"{SYMBOLS[suit]} {' '.join(names)}"


def best_trump(seen: Seen[Any]) -> Say | None:
    """Return that a trump in hand is one that no card can beat any more; None if none is, or a trump lies already."""
    ranks: Any = seen.ranks
    if ranks is None or not seen.hand or any(ranks.is_trump(card) for _seat, card in seen.table.trick):
        return None
    best = max(seen.hand, key=ranks.heights.__getitem__)
    told = Say("{card} is the best trump left: it takes any trick it is played to.", card=best)
    return told if is_unbeatable(seen, best) else None


# What is asked, and why a key does nothing

FIRST: Final = "First choose: take the pool, or go for all five tricks."
LOST_CLAIMS: Final = {
    "open": Say("Only who holds {ace} may take the turn-up, at the first turn."),
    "taken": Say("The turn-up has been taken in this deal."),
    "left": Say("The turn-up stays: who might have taken it has left it."),
    "lapsed": Say("The turn-up can be taken no more: nobody did so in time."),
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
    led = seen.table.trick[0][1]
    trumps = [card for card in seen.hand if ranks.is_trump(card)]
    forced = [card for card in trumps if card not in ranks.tops or ranks.heights[card] <= ranks.heights[led]]
    if forced:
        return Say("{card} is a trump: play one; you cannot keep back {others}.", card=led, others=either(forced))
    if seen.table.ace in seen.hand and seen.table.claim == "open":
        return Say("{card} is a trump: play one; your Ace is the lowest, unless you rob.", card=led)
    return Say("{card} is a trump: at this table, who holds several has to play one.", card=led)


def either(cards: Sequence[Card]) -> Card | Say:
    """Return several cards, one of which is to be played."""
    *others, last = cards
    return Say("{others} or {last}", others=", ".join(map(card_words, others)), last=last) if others else last


def not_robbing(told: Say) -> Callable[[Seen[FivesTable], Card | None], Say]:
    """Return what says why a key that is for the turn-up does nothing: this to who may take it, or why nobody may."""

    def why(seen: Seen[FivesTable], _card: Card | None) -> Say:
        table = seen.table
        text = told if may_rob(seen) else LOST_CLAIMS[table.claim]
        return text.of({"turn_up": table.turn_up, "ace": table.ace})

    return why


def early(seen: Seen[FivesTable], card: Card | None) -> Say | None:
    """Return why a card is not meant for this turn."""
    if not seen.legal or card is None:
        return None
    if seen.asked == "jink":
        return Say(FIRST)
    if not all(isinstance(choice, Card) for choice in seen.legal):
        return Say("You may take {turn_up} first: {card} waits.", turn_up=seen.table.turn_up, card=card)
    return NOT_MEANT.of({"card": card}) if seen.asked == "lead" else None


# What an eye on the table can say


def needed_by(table: FivesTable, seat: int | None) -> int:
    """Spoil Five: return how many tricks a seat needs for the pool."""
    return HAND if table.jinker == seat is not None else 2 if table.options["two_tricks"] else 3


def near(table: FivesTable) -> list[int]:
    """Return the seats that win the game, or the pool, with one more trick."""
    if is_spoil(table.match):
        return [seat for seat in range(table.players) if table.tricks[seat] + 1 == needed_by(table, seat)]
    if not each_scores(table.match):
        return []
    return [seat for seat, total in enumerate(table.standing) if total + TRICK >= target(table.match)]


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
    told, table, viewer = usual_consequence(seen, choice), seen.table, seen.viewer
    if told is None or viewer is None or told.own != "you take it":
        return told
    ranks: Any = seen.ranks
    may_come = table.claim == "open" and len(table.trick) + 1 < table.players
    if may_come and ranks.heights[table.turn_up] > ranks.heights[choice]:
        return Say("you take it, unless it is beaten")
    if is_spoil(table.match):
        tricks, needed = table.tricks[viewer] + 1, needed_by(table, viewer)
        if tricks == needed < HAND and {*table.takers} - {viewer}:
            return Say("you take it, and the pool")
        return Say("you take it: {sum}", sum=Say("{tricks} of {needed}", tricks=str(tricks), needed=needed))
    if not each_scores(table.match):
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
    return certain_rest(seen) if settled else ()


ADVICE: Final = {
    "jink": Say("All five bring a chip more from each; lose a trick, and you get nothing."),
    "joker": Say("Trumps are not known yet: keep A♥, Fives, Jacks and Kings."),
}


def advice(seen: Seen[FivesTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    if seen.asked in ADVICE:
        return ADVICE[seen.asked]
    table, heights = seen.table, seen.ranks.heights if isinstance(seen.ranks, Order) else {}
    if may_rob(seen):
        weakest = min(seen.hand, key=heights.__getitem__)
        if heights[table.turn_up] > heights[weakest]:
            rob = Say("Rob the pack: {card} is a trump, and better than {weakest}.")
            return rob.of({"card": table.turn_up, "weakest": weakest})
    cards = [card for card in seen.legal if isinstance(card, Card)]
    if len(cards) < 2:
        return None
    holds = table.claim != "open" or heights[table.turn_up] < max(map(heights.__getitem__, seen.hand))
    return (best_trump(seen) if holds else None) or near_the_end(seen) or playing(seen, cards, holds=holds)


def near_the_end(seen: Seen[FivesTable]) -> Say | None:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    pool, close = is_spoil(seen.table.match), near(seen.table)
    if seen.viewer in close and pool:
        return Say("One more trick brings you the pool: save your best card for it.")
    if seen.viewer in close:
        return Say("One more trick wins you the game: save your best card for it.")
    if len(close) == 1:
        return Say("{name} needs one more trick: take this one if you can.", seat=close[0])
    if close and pool:
        return Say("Others need one more trick for the pool: take this one if you can.")
    return Say("Others need one more trick to win: take this one if you can.") if close else None


def playing(seen: Seen[FivesTable], cards: Sequence[Card], *, holds: bool) -> Say:
    """Return what speaks for a card; it may be beaten by the turn-up, unless the hand holds a better one."""
    table, ranks, viewer = seen.table, seen.ranks, seen.viewer
    assert isinstance(ranks, Order)
    assert viewer is not None
    trumps = [card for card in cards if ranks.is_trump(card)]
    if seen.asked == "lead":
        return leading(ranks, cards, len(trumps))
    led, taker = table.trick[0][1], best_of(ranks, table.trick)[0]
    if taker in own_side(table, viewer):
        return Say("The trick is your partner's as it stands: keep your good cards.")
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
