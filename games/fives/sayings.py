"""The sentences of Twenty-Five, Forty-Five and Spoil Five, what is asked, and why a key does nothing."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.fives.rules import (
    FivesTable,
    Order,
    final_chips,
    is_spoil,
    sides,
)
from games.kit.game import Match
from games.kit.say import SYMBOLS, As, Counted, Say, Saying, card_words
from games.kit.secrets import Named
from games.kit.seen import Seen, is_unbeatable
from games.kit.words import (
    SAYS,
    WHY,
    side_title,
    took_points,
)
from protocol.cards import JOKER, Card

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


def joker(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for an exchange with the Joker; the dealer knows the card under the pack."""
    if "own" not in about:
        return Say("You take the Joker; {card} is turned up.", "{name} takes the Joker; {card} is turned up.")
    return Say(
        "You take the Joker, with {discard} under the pack for it; {card} is turned up.",
        "{name} takes the Joker, with {discard} under the pack for it; {card} is turned up.",
        discard=about["own"],
    )


def robbed(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for taking the turn-up."""
    if "own" not in about:
        return Say("You rob the pack: {card}", "{name} robs the pack: {card}")
    return Say(
        "You rob the pack: {card} for {discard}", "{name} robs the pack: {card} for {discard}", discard=about["own"]
    )


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


def took(about: Mapping[str, Any], viewer: int | None) -> Say:
    """Return the sentence for a trick, with its points where each scores at once."""
    return took_points(about, viewer) if "points" in about else SAYS["took"]


def best(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for the best card."""
    return Say(
        "You score {points} for the best card, {card}",
        "{name} scores {points} for the best card, {card}",
        role="accent",
        points=str(about["points"]),
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
