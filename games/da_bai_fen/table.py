"""Da Bai Fen as people read and see it: sentences, columns, keys, the draw, and what an eye on the table can say."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.da_bai_fen import rules
from games.da_bai_fen.rules import DA_BAI_FEN, LOST, SIX, DaBaiFenTable, Sheet, count, taker
from games.kit import words as kit
from games.kit.asking import Choice
from games.kit.game import Match
from games.kit.say import SUITS, As, Say, Saying, card_words, suit_sign
from games.kit.tricks import PASS
from games.kit.words import CardRow, Column, Key, Seen, Several, Words, Zones, cards_in, shown_deal, trick_zones
from protocol.cards import Card, Suit

NAMED: Final = 4  # The most cards that are named where some have to be chosen first.

LATE: Final = "The draw is over: play a card."


def level(total: int) -> str:
    """Return the level of a side that has risen so far: ``2`` to ``10``, ``J``, ``Q``, ``K`` or ``A``."""
    return rules.RANKS[total].value if 0 <= total < len(rules.RANKS) else "A+"


def rise(levels: int) -> str:
    """Return how far a side rises: ``+2``, or a dash."""
    return f"+{levels}" if levels else "–"


# What happens


def turned(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return that the last six name trumps."""
    suit = Say(SUITS[about["suit"]])
    return Say("Nobody exposes a card. Turned up: {cards}; trump: {suit}", cards=about["cards"], suit=suit)


def six(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return who takes the last six, and which they are if the reader sees them."""
    cards = about.get("own") or about.get("cards")
    known = Say("[You take|{name} takes] the last six: {cards}", cards=cards)
    return known if cards else Say("[You take|{name} takes] the last six.")


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return what was trump, what was laid aside, and what ended the deal early."""
    sheet: Sheet = match.sheets[page]
    told = {
        "revoked": Say("A card that [you|{name}] led could be beaten.", seat=sheet.culprit),
        "annulled": Say("[You|{name}] held no trump.", seat=sheet.culprit),
    }
    aside = [Say("Laid aside: {cards}.", cards=list(sheet.buried))] if sheet.buried else []
    ended = [told[sheet.ending]] if sheet.ending in told else []
    return [Say("Trumps: {suit} and {rank}.", suit=sheet.trump, rank=sheet.rank.value), *aside, *ended]


# What is asked


def may_expose(seen: Seen[DaBaiFenTable]) -> bool:
    """Return True if the viewer holds a card that can be exposed."""
    return any(isinstance(choice, tuple) for choice in seen.legal)


def led(seen: Seen[DaBaiFenTable]) -> Suit | None:
    """Return the suit that was led; None for trumps."""
    return seen.table.suit_of(cards_in(seen.table.trick)[0])


def suit_due(seen: Seen[DaBaiFenTable]) -> Say:
    """Return which suit is to be followed."""
    suit = led(seen)
    if suit not in map(seen.table.suit_of, seen.hand):
        return Say("Play any card")
    return Say("Follow {suit}", suit=Say(SUITS[suit])) if suit is not None else Say("Follow trumps")


def due(seen: Seen[DaBaiFenTable]) -> int:
    """Return how many cards the viewer still has to lay to the trick."""
    return seen.table.number - sum(len(cards) for seat, cards in seen.table.trick if seat == seen.viewer)


def following(seen: Seen[DaBaiFenTable]) -> Say:
    """Return what to follow with, and how many cards if they are several."""
    words, number = suit_due(seen), due(seen)
    return Say("{words}, {n} cards", words=words, n=number) if number > 1 else words


def strict(seen: Seen[DaBaiFenTable], card: Card) -> Say:
    """Return that a card does not follow suit."""
    if (suit := led(seen)) is None:
        return Say("Trumps were led, and you have some: play one, not {card}.", card=card)
    return Say(kit.FOLLOW, suit=Say(SUITS[suit]), card=card)


def several(seen: Seen[DaBaiFenTable], cards: Sequence[Card]) -> Several | None:
    """Return the choice of several cards: to lay aside, to lead together, or to follow a lead of several."""
    table, number = seen.table, due(seen)
    if seen.asked == "bury":
        return kit.several_aside(SIX - len(table.buried))
    if seen.asked in {"follow", "any"} and table.number > 1:
        return Several(number, number, suit_due(seen), alone=number == 1, answer=follow(seen, cards))
    if seen.asked == "lead_more" or any(isinstance(choice, tuple) for choice in seen.legal if seen.asked == "lead"):
        return Several(1, len(seen.hand), Say("Lead together"), alone=True, answer=lead_together(seen, cards))
    return None


def follow(seen: Seen[DaBaiFenTable], cards: Sequence[Card]) -> Choice | Say | None:
    """Return how the first card follows: those of the suit led come first, as long as there are any."""
    if not cards:
        return None
    able, missing = [card for card in cards if card in seen.legal], [card for card in seen.legal if card not in cards]
    if able and (len(able) == len(cards) or not missing):
        return able[0]
    named = ", ".join([card_words(card) for card in missing[:NAMED] if isinstance(card, Card)])
    named += "…" * (len(missing) > NAMED)
    return Say("You still hold {cards} to follow suit with: mark those first.", cards=named)


def lead_together(seen: Seen[DaBaiFenTable], cards: Sequence[Card]) -> Choice | Say | None:
    """Return how the first of the cards is led, or why they are not led together."""
    if len(cards) < 2:
        return cards[0] if cards else None
    if len({seen.table.suit_of(card) for card in cards}) > 1:
        return Say("Cards that are led together are of one suit; all trumps are one.")
    wrong = next((card for card in cards if (card, "+") not in seen.legal), None)
    return (cards[0], "+") if wrong is None else Say("{card} is not certain: it is led alone.", card=wrong)


def early(seen: Seen[DaBaiFenTable], card: Card | None) -> Say | None:
    """Return why a card cannot be chosen before the turn: only one that follows a single card can."""
    other = Say("The turn is another one: {card} was not meant for that.", card=card)
    return other if card is not None and seen.asked in {"follow", "any"} and seen.table.number != 1 else None


# What an eye on the table can say


def reason(seen: Seen[DaBaiFenTable]) -> Say | None:
    """Return why the last trick went as it did."""
    table, trick = seen.table, seen.table.last_trick
    if not trick or seen.ranks is None:
        return None
    best = taker(table, trick)
    if len(trick[0][1]) > 1 and best == trick[0][0]:
        return Say("nobody beats the cards led")
    return kit.taking_words(seen.ranks, cards_in(trick), max(dict(trick)[best], key=table.high))


def news(before: DaBaiFenTable, table: DaBaiFenTable) -> Sequence[Say]:
    """Return that the opponents have reached 40 points."""
    reached = shown_deal(before) == shown_deal(table) and count(before.won) < LOST <= count(table.won)
    return [Say("The opponents have 40 points: they declare next.", role="info")] if reached else []


def advice(seen: Seen[DaBaiFenTable]) -> Say | None:
    """Return what a good player would bear in mind: counters go to one's own side."""
    table, safe = seen.table, Say("The trick is your side's: a King, a Ten or a Five is safe there.")
    if seen.asked in {"expose", "last_expose"}:
        return Say("Expose a card whose suit is long with you; Jokers are trumps anyway.")
    if seen.asked == "bury":
        return Say("Keep trumps and Aces; what counts doubles if you lose the last trick.")
    last = seen.asked in {"follow", "any"} and len(table.trick) == rules.PLAYERS - 1
    return (
        safe if last and seen.viewer in table.match.partners(taker(table, table.trick)) and count(seen.hand) else None
    )


# What lies there


def zones(seen: Seen[DaBaiFenTable], *, back: bool) -> Zones:
    """Return the trick, several cards of a seat in a row; before the first one the draw, or what is laid aside."""
    table = seen.table
    if not table.trick and not table.last_trick:
        return before(seen)
    shown = trick_zones(
        seen,
        back=back,
        trumps=False,
        details=(trump_words(table), ""),
        taker=lambda trick: None if not (table.number or table.over) and trick is table.trick else taker(table, trick),
    )
    trick = table.last_trick if shown.over else table.trick
    if (shown.over and len(trick[0][1]) == 1) or (not shown.over and table.number == 1):
        return shown._replace(trick=[(seat, cards[0]) for seat, cards in trick])
    marks = {shown.taker: Say("takes it", role="info")}
    rows = [CardRow(seat, cards, marks.get(seat, ""), shown.over and seat not in marks) for seat, cards in trick]
    return shown._replace(trick=(), over=False, rows=rows)


def trump_words(table: DaBaiFenTable) -> Say:
    """Return the trump suit with the trump rank."""
    text = Say("trumps {suit} and {rank}" if table.trump else "rank {rank}", role="dim")
    return text.of({"suit": suit_sign(table.trump), "rank": As(table.rank.value)})


def status(seen: Seen[DaBaiFenTable]) -> Sequence[Saying]:
    """Return what the opponents of the declarers have won, and what the viewer knows to lie aside."""
    table = seen.table
    took, cards = table.match.sheets[-1].took if table.over else count(table.won), known(table)
    won = Say("the opponents have {took}", role="dim", took=As(took))
    return [won, Say("aside {cards}", role="dim", cards=cards)] if cards else [won]


def known(table: DaBaiFenTable) -> Sequence[Card]:
    """Return the cards laid aside, if they are seen."""
    return table.buried if isinstance(table.buried, list) else ()


def before(seen: Seen[DaBaiFenTable]) -> Zones:
    """Return the draw, or what is laid aside."""
    table = seen.table
    if table.leader is None:
        drawn = Say("{n} of 12 cards drawn", role="info", n=table.drawn)
        last = Say("the last chance to expose a card", role="info")
        return Zones([trump_words(table), last if table.is_last else drawn])
    leads = Say("[You are|{name} is] the Leader", role="info", seat=table.leader)
    rows = (
        [CardRow(table.exposer, [table.exposed], Say("exposed"))] if table.exposed and table.exposer is not None else []
    )
    rows += [CardRow(Say("the last six"), table.turned)] if table.turned else []
    six = table.six if isinstance(table.six, list) else None
    laid = Say("the last six: {cards}" if six else "{aside} of 6 laid aside", role="dim", cards=six)
    status = [] if table.over else [laid.of({"aside": len(table.buried)})]
    return Zones([trump_words(table), leads], status, rows=rows)


def role(table: DaBaiFenTable, seat: int) -> Say:
    """Return who leads, and which side declares."""
    leads = Say("leader" if seat == table.leader else "declares", role="info", context="column")
    return leads if seat == table.leader or table.declares(seat) else Say("")


def state(seen: Seen[DaBaiFenTable]) -> Sequence[Say]:
    """Return how the deal stands, where it is told in words."""
    table = seen.table
    if table.over:
        return ()
    if table.leader is None:
        return [Say("{n} of 12 cards are drawn.", n=table.drawn)]
    leads = Say("[You are the Leader|{name} is the Leader.]", seat=table.leader)
    return [leads, Say("The opponents have {points}.", points=str(count(table.won)))]


def doing(seen: Seen[DaBaiFenTable]) -> Say | None:
    """Return that the seat whose turn it is lays cards aside; what all do that draw is said already."""
    table = seen.table
    if table.leader is None or len(seen.turn) != 1:
        return Say("")
    return Say("[You lay|{name} lays] cards aside.", seat=seen.turn[0]) if len(table.buried) < SIX else None


EXPOSE: Final = Key("m", "expose", "expose a card", ("expose",), LATE)
WORDS: Final = Words(
    game=DA_BAI_FEN,
    says={
        "dealt": Say("{deal}: [You draw|{name} draws] first.", role="dim"),
        "drew": (None, Say("You draw {own}", role="dim")),
        "last_asked": Say("All cards are drawn: the last chance to expose one.", role="dim"),
        "answered": None,
        "exposed": Say("[You expose|{name} exposes] {card}: trumps are fixed"),
        "turned": turned,
        "six": six,
        "led": Say("[You lead|{name} leads] {card}, and more"),
        "lead_cut": Say(
            "[Your {card} can be beaten: you take back|{card} of {name} can be beaten; taken back:] {cards}",
            role="alert",
        ),
        "lead_failed": Say("[Your {card}|{card} of {name}] can be beaten: play stops", role="alert"),
        "claimed": Say("[You show|{name} shows] a hand without a trump.", role="alert"),
    },
    endings={
        "kept": Say("The opponents have {took}: the declarers rise by {levels}."),
        "lost": Say("The opponents have {took}: nobody rises, and they declare next."),
        "risen": Say("The opponents have {took}, and rise by {levels}."),
        "annulled": Say("The deal is annulled: nobody rises."),
    },
    victory="{victory} at level {level}.",
    prompts={
        **dict.fromkeys(
            ("expose", "last_expose"),
            lambda seen: Say(
                "Expose a card of rank {rank}, or pass" if may_expose(seen) else "You hold no {rank}: pass",
                rank=seen.table.rank.value,
            ),
        ),
        **dict.fromkeys(("follow", "any"), following),
        "void": "You hold no trump: you may annul the deal",
        "bury": "Lay cards aside",
        "lead": "Lead",
        "lead_more": "Lead one card more",
    },
    why={
        **dict.fromkeys(("follow", "any", "lead_more"), strict),
        **dict.fromkeys(
            ("expose", "last_expose"),
            lambda seen, card: (
                Say("Cards are still drawn: expose one of the trump rank, or pass.")
                if card is not None or may_expose(seen)
                else Say("You hold no {rank} to expose: pass.", rank=seen.table.rank.value)
            ),
        ),
        "void": LATE,
        "bury": "Mark six cards with the space bar: Enter then lays them aside.",
        "lead": "Choose a card to play.",
    },
    keys={
        "expose": EXPOSE._replace(question=Say("Expose which card?"), said=Say("expose {card}"), asks=True),
        PASS: Key("p", "pass", "", late=LATE),
        rules.FINISH: Key("d", "pass to the end", "", late=LATE),
        rules.CLAIM: Key("g", "annul the deal", "", late="Only a hand without a trump annuls the deal."),
        "bury": Key("enter", "lay {card} aside", ""),
        "+": Key("", "{card} and more", ""),
    },
    listed=(
        EXPOSE,
        Key("p", "pass", "pass in the draw", ("pass",)),
        Key("d", "", "pass until all cards are drawn", ("done",)),
        Key("g", "annul", "annul the deal", ("annul",)),
    ),
    several=several,
    early=early,
    progress=lambda table: Say("deal {number}, rank {rank}", number=shown_deal(table), rank=table.rank.value),
    trumps=lambda table, card: table.suit_of(card) is None,
    known=known,
    gone="Everyone has seen the cards played; those not seen are in other hands, or laid aside.",
    pile=lambda table, seat: (
        str(table.tricks[seat]),
        () if table.leader is None or table.declares(seat) else table.won,
    ),
    reason=reason,
    worth=count,
    consequence=lambda seen, choice: kit.usual_consequence(seen, choice) if seen.table.number == 1 else None,
    certain=lambda _seen: (),
    news=news,
    advice=advice,
    status=status,
    zones=zones,
    begun="{deal}, begun by {dealer}.",
    standing=state,
    doing=doing,
    numbers={
        "Tricks": lambda table, seat: table.tricks[seat],
        "Level": lambda table, seat: level(table.match.totals[seat]),
    },
    plate=lambda table, seat: ((role(table, seat),),),
    sheet=(Column("tricks"), Column("rises", lambda sheet, seat: rise(sheet.points[seat]))),
    total_title="level",
    made=lambda sheet, _seat: [Say("opponents {took}", role="dim", took=As(sheet.took, "text"))],
    scores=rise,
    figures=level,
    total="level {total}",
    notes=notes,
)
