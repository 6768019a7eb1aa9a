"""What an eye on the table of Twenty-Five, Forty-Five and Spoil Five can say: what a card would do, and advice."""

from collections.abc import Sequence
from typing import Any

from games.fives.rules import (
    HAND,
    TRICK,
    FivesTable,
    Order,
    each_scores,
    is_spoil,
    sides,
    target,
)
from games.fives.sayings import best_trump
from games.kit.say import Say
from games.kit.seen import Seen, best_of, certain_rest, is_unbeatable, usual_consequence
from games.kit.words import (
    side_title,
)
from protocol.cards import Card, Rank

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
    match, number = table.match, sides(table.match)
    if table.over if is_spoil(match) else max(table.standing) >= target(match):
        return ()
    old = near(before) if not (is_spoil(match) and before.over) else []
    text = Say("You need one more trick.", "{name} needs one more trick.", role="alert")
    fresh = [seat for seat in near(table) if seat not in old and seat < number]
    if number < match.players:
        return [
            Say("{name} needs one more trick.", role="alert", name=side_title(seat, role="alert")) for seat in fresh
        ]
    return [text.of({"seat": seat}) for seat in fresh]


def consequence(seen: Seen[FivesTable], choice: Any) -> Say | None:  # noqa: ANN401
    """Return what a card would do: ``you take it: 15 + 5 = 20``."""
    told, table, ranks, viewer = usual_consequence(seen, choice), seen.table, seen.ranks, seen.viewer
    if told is None or viewer is None or told.own != "you take it":
        return told
    heights: Any = ranks
    may_come = table.claim == "open" and len(table.trick) + 1 < table.players
    if may_come and heights.heights[table.turn_up] > heights.heights[choice]:
        return Say("you take it, unless it is beaten")
    if is_spoil(table.match):
        tricks, needed = table.tricks[viewer] + 1, needed_by(table, viewer)
        if tricks == needed < HAND and {*table.takers} - {viewer}:
            return Say("you take it, and the pool")
        return Say("you take it: {sum}", sum=Say("{tricks} of {needed}", tricks=str(tricks), needed=needed))
    if not each_scores(table.match):
        return told
    total = table.standing[viewer]
    made = f"{total} + {TRICK} = {total + TRICK}"
    if total + TRICK >= target(table.match):
        return Say("you take it: {sum}, and the game is won", sum=made)
    return Say("you take it: {sum}", sum=made)


def certain(seen: Seen[FivesTable]) -> Sequence[Card]:
    """Return the hand in the order to lead it, if it takes every trick; the turn-up has to be settled.

    Enough tricks end the deal of Spoil Five, or put a choice before the rest.
    """
    table = seen.table
    settled = table.claim != "open" and (not is_spoil(table.match) or table.jinker == seen.viewer is not None)
    return certain_rest(seen) if settled else ()


def advice(seen: Seen[FivesTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    table, ranks = seen.table, seen.ranks
    if seen.asked == "jink":
        return Say("All five bring a chip more from each; lose a trick, and you get nothing.")
    if seen.asked == "joker":
        return Say("Trumps are not known yet: keep A♥, Fives, Jacks and Kings.")
    heights: Any = ranks.heights if isinstance(ranks, Order) else {}
    if any(isinstance(choice, tuple) for choice in seen.legal):
        weakest = min(seen.hand, key=heights.__getitem__)
        if heights[table.turn_up] > heights[weakest]:
            return Say(
                "Rob the pack: {card} is a trump, and better than {weakest}.", card=table.turn_up, weakest=weakest
            )
    cards = [card for card in seen.legal if isinstance(card, Card)]
    if len(cards) < 2:
        return None
    holds = table.claim != "open" or heights[table.turn_up] < max(map(heights.__getitem__, seen.hand))
    return (best_trump(seen) if holds else None) or near_the_end(seen) or playing(seen, cards, holds=holds)


def near_the_end(seen: Seen[FivesTable]) -> Say | None:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    match, viewer, close = seen.table.match, seen.viewer, near(seen.table)
    pool = is_spoil(match)
    if viewer in close:
        if pool:
            return Say("One more trick brings you the pool: save your best card for it.")
        return Say("One more trick wins you the game: save your best card for it.")
    if len(close) == 1:
        return Say("{name} needs one more trick: take this one if you can.", seat=close[0])
    if close and pool:
        return Say("Others need one more trick for the pool: take this one if you can.")
    return Say("Others need one more trick to win: take this one if you can.") if close else None


def playing(seen: Seen[FivesTable], cards: Sequence[Card], *, holds: bool) -> Say:
    """Return what speaks for a card; it may be beaten by the turn-up, unless the hand holds a better one."""
    table, match, ranks, viewer = seen.table, seen.table.match, seen.ranks, seen.viewer
    assert isinstance(ranks, Order)
    assert viewer is not None
    trumps = [card for card in cards if ranks.is_trump(card)]
    if seen.asked == "lead":
        return leading(ranks, cards, len(trumps))
    led, taker = table.trick[0][1], best_of(ranks, table.trick)[0]
    if match.game.side(match, taker) == match.game.side(match, viewer):
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
