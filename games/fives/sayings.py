"""Twenty-Five, Forty-Five and Spoil Five in words: what happens, what is asked and why a key does nothing, advice."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.fives.rules import (
    HAND,
    TRICK,
    FivesTable,
    Order,
    each_scores,
    final_chips,
    is_spoil,
    sides,
    target,
)
from games.kit.game import Match
from games.kit.say import SYMBOLS, As, Counted, Say, Saying, card_words
from games.kit.secrets import Named
from games.kit.seen import (
    Seen,
    best_of,
    certain_rest,
    is_unbeatable,
    usual_consequence,
)
from games.kit.words import (
    WHY,
    side_title,
)
from protocol.cards import JOKER, Card, Rank

NAMED: Final = 2
"""The most people whom the title of a sheet names."""

NOTE: Final = 9
"""The width of a note of absence, in cells."""

FIRST: Final = "First choose: take the pool, or go for all five tricks."
PLAYS: Final = {
    "lead": Say("Lead a card"),
    "trump_led": Say("Play a trump"),
    "any": Say("Play any card"),
    "follow": Say("Follow {suit}"),
    "follow_or_trump": Say("Follow {suit} or play a trump"),
}
FATES: Final = {
    "open": Say("{card} turned up", role="dim"),
    "taken": Say("{card} robbed", role="dim"),
    "left": Say("{card} left", role="dim"),
    "lapsed": Say("{card} not robbed", role="dim"),
}
LOST_CLAIMS: Final = {
    "taken": Say("The turn-up has been taken in this deal."),
    "left": Say("The turn-up stays: who might have taken it has left it."),
    "lapsed": Say("The turn-up can be taken no more: nobody did so in time."),
}
FOLLOW: Final = "Follow the suit led or play a trump; to a trump led, a trump."
GROUPS: Final = {
    (2, 2): Say("two sides of two"),
    (2, 3): Say("two sides of three"),
    (3, 2): Say("three sides of two"),
}

# What is the same in Auction Forty-Fives


def trumps_of(seen: Seen[Any]) -> Sequence[Card]:
    """Return the trumps in the viewer's hand."""
    ranks: Any = seen.ranks
    return [card for card in seen.hand if ranks.is_trump(card)]


def to_play(seen: Seen[Any]) -> Say:
    """Return what is asked of a seat that plays a card."""
    asked = "follow" if seen.asked == "follow_or_trump" and not trumps_of(seen) else seen.asked
    led = seen.table.trick[0][1].suit if seen.table.trick else None
    return PLAYS[asked].of({"suit": led})


def not_following(seen: Seen[Any], card: Card | None) -> Say:
    """Return why a card cannot be played to a plain suit."""
    text = (
        Say("{suit} were led, and you have some: play one or a trump, not {card}.")
        if trumps_of(seen)
        else Say(WHY["follow"])
    )
    return text.of({"suit": seen.table.trick[0][1].suit, "card": card})


def ranking(seen: Seen[Any]) -> Sequence[Saying]:
    """Return how the cards rank: the trumps from the highest, and the suit led or the rule for the others."""
    ranks: Any = seen.ranks
    if ranks is None:
        return ()
    led = seen.table.trick[0][1] if seen.table.trick else None
    others: Saying = Say("others K Q J, high in red, low in black", role="faint")
    if led is not None and led.suit is not None and not ranks.is_trump(led):
        others = As(in_row(ranks, led.suit, [card for card in ranks.heights if card.suit is led.suit]), "faint")
    trumps = As(in_row(ranks, ranks.suit, ranks.heights), "dim")
    return [trumps, others, Say("high to low", role="faint")]


def in_row(ranks: Order, suit: Any, cards: Any) -> str:  # noqa: ANN401
    """Return the cards of a suit from the highest; the Ace of hearts keeps its suit among the trumps of another one."""
    row = sorted(
        [card for card in cards if ranks.is_trump(card) == (suit is ranks.suit)], key=ranks.heights.__getitem__
    )
    names = [card.rank.value + (SYMBOLS[card.suit] if card.suit not in (suit, None) else "") for card in reversed(row)]
    return f"{SYMBOLS[suit]} {' '.join(names)}"


def best_trump(seen: Seen[Any]) -> Say | None:
    """Return that a trump in hand is one that no card can beat any more; None if none is, or a trump lies already."""
    ranks: Any = seen.ranks
    if ranks is None or not seen.hand or any(ranks.is_trump(card) for _seat, card in seen.table.trick):
        return None
    best = max(seen.hand, key=ranks.heights.__getitem__)
    if not is_unbeatable(seen, best):
        return None
    return Say("{card} is the best trump left: it takes any trick it is played to.", card=best)


# Sentences


def dealt(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for a deal; only the Joker is a word that takes an article."""
    if about["card"] is JOKER:
        return Say(
            "{deal}: You deal, the {card} is turned up.", "{deal}: {name} deals, the {card} is turned up.", role="dim"
        )
    return Say("{deal}: You deal, {card} is turned up.", "{deal}: {name} deals, {card} is turned up.", role="dim")


def swept(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for taking the pool."""
    pool = Counted(about["chips"], "chips")
    if not about["extra"]:
        return Say("You take the pool: {pool}.", "{name} takes the pool: {pool}.", role="accent", pool=pool)
    return Say(
        "You have all five: the pool of {pool}, and {extra} more.",
        "{name} has all five: the pool of {pool}, and {extra} more.",
        role="accent",
        pool=pool,
    )


def ended(about: Mapping[str, Any], viewer: int | None) -> Say:
    """Return the sentence for the end of a deal: who is ahead, or who has reached the target."""
    names, total, sides_ahead = about["names"], about["total"], about["sides"]
    alone, own = len(sides_ahead or names) == 1, not sides_ahead and list(names) == [viewer]
    name: Any = side_title(*sides_ahead) if sides_ahead else list(names)
    if about.get("crowd") and not sides_ahead and len(names) > NAMED:
        name = Say("{number} people", number=len(names))
    said = {"name": name, "total": total, "points": Counted(total, "points")}
    if about["won"]:
        one, others = Say("{name} reaches {total}: the game is over."), Say("{name} reach {total}: the game is over.")
        return (Say("You reach {total}: the game is over.") if own else one if alone else others).of(said, "strong")
    if not total:
        return Say("The deal is over: nobody has scored yet.", role="strong")
    if own:
        return Say("The deal is over: you are ahead with {points}.", role="strong", **said)
    if alone:
        return Say("The deal is over: {name} is ahead with {points}.", role="strong", **said)
    return Say("The deal is over: {name} are ahead with {points}.", role="strong", **said)


def pool_ended(text: Say, jinked: Say | None = None) -> Any:  # noqa: ANN401
    """Return what says what has become of the pool, and to whom if all five tricks were tried."""

    def told(about: Mapping[str, Any], _viewer: int | None) -> Say:
        said = text if jinked is None or about["seat"] is None else jinked
        return said.of({"pool": Counted(about["pool"], "chips")})

    return told


POOL_TAKEN: Final = pool_ended(Say("You took the pool of {pool}.", "{name} took the pool of {pool}.", role="strong"))
POOL_ENDS: Final = {
    "swept": POOL_TAKEN,
    "jinked": POOL_TAKEN,
    "shared": pool_ended(
        Say("Spoilt, and somebody cannot pay: all get the pool of {pool} back evenly.", role="strong")
    ),
    "spoilt": pool_ended(
        Say("Spoilt: the pool of {pool} stays.", role="strong"),
        Say(
            "You lost a trick of five: the pool of {pool} stays.",
            "{name} lost a trick of five: the pool of {pool} stays.",
            role="strong",
        ),
    ),
}


def scored(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for the tricks of a deal, which score together."""
    if about["side"] is not None:
        return Say("{tricks}: {points} for {name}.", role="accent", name=side_title(about["side"], role="accent"))
    return Say("{tricks}: {points} for you.", "{tricks}: {points} for {name}.", role="accent")


BEST: Final = Say(
    "You score {scored} for the best card, {card}", "{name} scores {scored} for the best card, {card}", role="accent"
)


def victory(match: Match) -> Say:
    """Return who wins, and with what: partners win as a side."""
    winners, chips, two = match.winners, final_chips(match).get("chips"), sides(match) < match.players
    names, first = [Named(seat) for seat in winners], winners[0]
    if two and len(won_by := {match.game.side(match, seat) for seat in winners}) == 1:
        who = Say("{side} ({names}) wins", side=side_title(*won_by), names=names)
    elif len(winners) == 1:
        who = Say("You win", "{name} wins", seat=first)
    else:
        who = Say("{names} share the win", names=names)
    points = Counted(match.totals[first], "points")
    if not chips:
        return Say("{victory} with {points}.", victory=who, points=points)
    held = Counted(chips[first], "chips")
    if is_spoil(match):
        return Say("{victory} with {chips}.", victory=who, chips=held)
    if len(winners) == 1:
        return Say("{victory} with {points}, now with {chips}.", victory=who, points=points, chips=held)
    return Say("{victory} with {points}, now with {chips} each.", victory=who, points=points, chips=held)


# What is asked, and why a key does nothing


def asked(seen: Seen[FivesTable]) -> Say:
    """Return what is asked of a seat that plays a card, and may rob besides."""
    play = to_play(seen)
    may_rob = any(isinstance(choice, tuple) for choice in seen.legal)
    return Say("{asked}, or rob", asked=play) if may_rob else play


def why_trump(seen: Seen[FivesTable], _card: Card | None) -> Say:
    """Return why a trump has to be played to the trump that was led."""
    ranks: Any = seen.ranks
    led = seen.table.trick[0][1]
    forced = [card for card in trumps_of(seen) if card not in ranks.tops or ranks.heights[card] <= ranks.heights[led]]
    if forced:
        return Say("{card} is a trump: play one; you cannot keep back {others}.", card=led, others=either(forced))
    if seen.table.ace in seen.hand and seen.table.claim == "open":
        return Say("{card} is a trump: play one; your Ace is the lowest, unless you rob.", card=led)
    return Say("{card} is a trump: at this table, who holds several has to play one.", card=led)


def either(cards: Sequence[Card]) -> Card | Say:
    """Return several cards, one of which is to be played."""
    *others, last = cards
    return Say("{others} or {last}", others=", ".join(map(card_words, others)), last=last) if others else last


def no_rob(seen: Seen[FivesTable], _card: Card | None, text: Say | None = None) -> Say:
    """Return why the turn-up cannot be taken now."""
    table = seen.table
    if any(isinstance(choice, tuple) for choice in seen.legal):
        take = Say("Choose the card to lay aside first: then this key takes {turn_up}.")
        return (text or take).of({"turn_up": table.turn_up})
    ace = Say("Only who holds {ace} may take the turn-up, at the first turn.", ace=table.ace)
    return LOST_CLAIMS.get(table.claim, ace)


def no_decline(seen: Seen[FivesTable], card: Card | None) -> Say:
    """Return why the turn-up need not be left, or cannot be taken."""
    return no_rob(seen, card, Say("You need not say that you leave {turn_up}: play a card, and it stays."))


def early(seen: Seen[FivesTable], card: Card | None) -> Say | None:
    """Return why a card is not meant for this turn."""
    if not seen.legal or card is None:
        return None
    if seen.asked == "jink":
        return Say(FIRST)
    if not all(isinstance(choice, Card) for choice in seen.legal):
        return Say("You may take {turn_up} first: {card} waits.", turn_up=seen.table.turn_up, card=card)
    return Say("The lead is yours: {card} was not meant for that.", card=card) if seen.asked == "lead" else None


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
