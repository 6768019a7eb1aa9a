"""Durak as people read and see it: sentences, columns, keys, the pairs of a bout, and advice."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.durak.rules import DONE, DURAK, HEIGHTS, PASS, UP, Bout, DurakTable
from games.kit import words as kit
from games.kit.asking import Choice
from games.kit.say import As, Say, Saying
from games.kit.secrets import Named
from games.kit.tricks import Trump
from games.kit.words import CardRow, Column, Forms, Key, Parts, Plate, Seen, Several, Turned, Words, Zones
from protocol.cards import Card

FEW: Final = 2  # So few cards in a hand are worth a word.


def bout(about: Mapping[str, Any], viewer: int | None) -> Say:
    """Return who attacks whom next; the one who is attacked is addressed."""
    if about["defender"] == viewer:
        return Say("[|{name} attacks you next.]", role="dim")
    return Say("[You attack|{name} attacks] {defender} next.", role="dim")


def drew(about: Mapping[str, Any], _viewer: int | None) -> Say | None:
    """Return which cards were drawn, if the reader may see any: that others fill their hands goes without saying."""
    cards = about.get("own") or about["seen"]
    return Say("[You draw|{name} draws] {cards}", role="dim", cards=list(cards)) if cards else None


def dealt(about: Mapping[str, Any], _viewer: int | None) -> Sequence[Say]:
    """Return who deals, which suit is trump, and which lowest trump was shown."""
    first = Say("{deal}: [You deal|{name} deals], {suit} are trump.", role="dim", suit=about["card"].suit)
    return [first, Say("The lowest is {card}.", role="dim", card=about["lowest"])] if about["lowest"] else [first]


def lost(about: Mapping[str, Any], viewer: int | None) -> Say:
    """Return which side has lost a deal, addressed to the reader."""
    if viewer is None:
        return Say("{side} has lost the deal.", side=Say("Side {letter}", letter="AB"[about["side"]]))
    return Say("Your side has lost the deal.") if viewer % 2 == about["side"] else Say("Your side has won the deal.")


def role(table: DurakTable, seat: int) -> Say:
    """Return what a seat does in the open bout."""
    now = table.bout
    if seat in table.out or not now.limit:
        return Say("out" if seat in table.out else "", role="dim")
    if seat == now.defender:
        return Say("gives up" if now.given_up else "defends", role="dim")
    if seat in table.finished or seat in table.passed:
        return Say("done" if seat in table.finished else "passes", role="dim")
    return Say("attacks" if seat == now.attacker else "", role="dim")


def against(now: Bout, viewer: int | None) -> Saying:
    """Return who attacks whom."""
    if now.defender == viewer:
        return Say("{name} attacks you", seat=now.attacker, name=Named(now.attacker))
    return Say("[You attack|{name} attacks] {defender}", seat=now.attacker, defender=Named(now.defender))


def stock(table: DurakTable) -> Forms:
    """Return how many cards the stock has, and the trump at its end."""
    if not table.stock:
        return Forms([Say("no stock", role="faint"), ""])
    left: dict[str, Any] = {"n": str(len(table.stock)), "card": table.turn_up}
    return Forms([Say("stock {n}, at its end {card}", role="dim", **left), Say("stock {n}", role="dim", **left), ""])


def zones(seen: Seen[DurakTable], *, back: bool) -> Zones:
    """Return the pairs of the open bout; of the last one before its first card, or to look back."""
    table, now, last = seen.table, seen.table.bout, seen.table.last_bout
    trump = kit.trump_words(table.turn_up.suit)
    if now.pairs and now.limit and not back:
        return Zones([trump, stock(table), against(now, seen.viewer)], waits(now), rows=rows(now))
    following = [against(now, seen.viewer)] if now.limit else []
    if last is not None:
        first = [Say("Last bout", role="strong")] if back else []
        ended = Say("[You|{name}] took it up" if last.given_up else "[You|{name}] beat everything", role="info")
        title: list[Saying | Forms] = [*first, trump, stock(table), ended.of({"seat": last.defender})]
        return Zones(title, following, rows=rows(last, over=not last.given_up))
    lowest = Say("[You hold|{name} holds] the lowest trump, {card}", role="dim", seat=now.attacker, card=table.lowest)
    status = [lowest] if table.lowest and now.limit else []
    return Zones([trump, *following], status, turned=Turned(table.turn_up, turned(table)))


def turned(table: DurakTable) -> Say:
    """Return where the card is that shows the trump suit."""
    if table.stock:
        return Say("turned up: it lies at the end of the stock of {cards}", role="dim", cards=len(table.stock))
    return Say("[your last card|the last card of {name}] shows trumps", role="dim", seat=table.dealer)


def rows(now: Bout, *, over: bool = False) -> Sequence[CardRow]:
    """Return the pairs: each attack card with what beat it, and below it who played it."""
    beat = Say("▴ to beat", role="alert")
    lying = [(pair.seat, [card for card in pair[1:] if card is not None]) for pair in now.pairs]
    return [CardRow(seat, cards, beat if len(cards) == 1 and not over else "", over) for seat, cards in lying]


def waits(now: Bout) -> Sequence[Say]:
    """Return what an open bout waits for, and how many more attack cards there may be."""
    left = now.limit - len(now.pairs)
    room = Say("room for {n} more" if left else "no room for more", role="dim", n=str(left))
    if now.given_up:
        told = Say("[You give|{name} gives] up")
    else:
        told = Say("[You have|{name} has] {n} to beat" if now.open else "All is beaten")
    return [told.of({"seat": now.defender, "n": str(len(now.open))}, "info"), room]


def several(seen: Seen[DurakTable], cards: Sequence[Card]) -> Several | None:
    """Return the choice of several cards to attack with, or to throw in."""
    now = seen.table.bout
    room = now.limit - len(now.pairs)
    if seen.asked == "attack":
        one, none = len({card.rank for card in cards}) < 2, Say("Only cards of one rank can begin a bout together.")
        return Several(1, room, Say("Attack with"), none, one, alone=True)
    if any(isinstance(choice, tuple) and choice[0] == "+" for choice in seen.legal):
        return Several(1, room, Say("Throw in"), word="+", alone=True)
    return None


def consequence(seen: Seen[DurakTable], choice: Choice) -> Say | None:
    """Return what a card would leave to do."""
    now = seen.table.bout
    room, still = now.limit - len(now.pairs), len(now.open) - 1
    if isinstance(choice, tuple) and choice[1] == ">":
        beat = Say(("then {n} card is still to beat", "then {n} cards are still to beat"), n=still)
        return beat if still else Say("then everything is beaten")
    if isinstance(choice, Card | tuple) and room > 1:
        return Say(("then there is room for {n} more", "then there is room for {n} more"), n=room - 1)
    if choice == UP:
        return Say(("you take up {n} card, or more", "you take up {n} cards, or more"), n=len(now.cards))
    return Say("it is the last that can be thrown in") if isinstance(choice, tuple) else None


def advice(seen: Seen[DurakTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    table, now = seen.table, seen.table.bout
    if seen.asked == "attack" and table.stock:
        lowest = min(seen.hand, key=table.price, default=None)
        return Say("While there is a stock, attack low and keep your trumps: {card}.", card=lowest)
    if seen.asked == "attack":
        near = Say("{name} is nearly out: attack with what is hard to beat.", name=Named(now.defender))
        return near if len(table.hands[now.defender]) <= FEW else None
    if seen.asked == "beat":
        beating = [choice[0] for choice in seen.legal if isinstance(choice, tuple) and isinstance(choice[0], Card)]
        if table.stock and len(now.cards) <= FEW and {card.suit for card in beating} == {table.turn_up.suit}:
            cheapest = min(beating, key=table.price)
            return Say("Only a trump beats this; taking up can be cheaper than {card}.", card=cheapest)
    if seen.asked == "add" and now.given_up:
        return Say("The defender keeps what you throw in: give away low cards only.")
    return None


def held(seen: Seen[DurakTable]) -> Sequence[tuple[Say, Sequence[Card]]]:
    """Return the cards in other hands that all have seen, and the last one of the stock."""
    table = seen.table
    known = [card for seat, cards in enumerate(table.known) if seat != seen.viewer for card in cards]
    last = [table.turn_up] if table.stock else []
    return [(Say("Seen in other hands: {cards}."), known), (Say("The last card of the stock: {card}."), last)]


def plate(table: DurakTable, seat: int) -> Plate:
    """Return what a seat does, and how many cards it has taken up."""
    taken = table.taken[seat]
    return ((role(table, seat),), (Say("taken up {n}", role="dim", n=str(taken)) if taken else "",))


def doing(seen: Seen[DurakTable]) -> Say | None:
    """Return what is waited for."""
    now, names = seen.table.bout, [Named(seat) for seat in seen.turn]
    defends = Say("{names} to defend." if now.open and not now.given_up else "{names} may throw in.", names=names)
    return (defends if now.pairs else Say("{names} to attack.", names=names)) if names else None


def facts(seen: Seen[DurakTable]) -> Mapping[str, Any]:
    """Return what stands in reasons: the cards to beat, and the ranks that may be thrown in."""
    now = seen.table.bout
    ranks = sorted({card.rank for card in now.cards}, key=HEIGHTS.__getitem__)
    attacks = [part for card in now.open for part in (", ", Say("{card}", card=card))][1:]
    return {"ranks": " ".join([rank.value for rank in ranks]), "attacks": Say("{value}", value=attacks)}


WORDS: Final = Words(
    game=DURAK,
    says={
        "dealt": dealt,
        "bout": bout,
        "attacked": Say("[You attack|{name} attacks]: {card}"),
        "added": Say("[You throw|{name} throws] in {card}"),
        "beat": Say("[You beat|{name} beats] {attack}: {card}"),
        "up": Say("[You give|{name} gives] up.", role="dim"),
        "done": Say("[You are|{name} is|{names} are] done for this bout.", role="dim"),
        "held": Say("[You have|{name} has] beaten everything.", role="good"),
        "took_up": Say("[You take|{name} takes] up {cards}.", role="info"),
        "drew": drew,
        "out": Say("[You are|{name} is] out.", role="good"),
    },
    endings={"draw": Say("The deal is a draw: both sides are out."), "lost": lost},
    prompts={
        "attack": "Attack with a card",
        "beat": lambda seen: Say(
            "Beat it, or take up" if len(seen.table.bout.open) == 1 else "Beat them all, or take up"
        ),
        "may_add": "You may throw in",
        "add": "Throw in, or pass",
    },
    why={
        "lead": "",
        "attack": "You attack: the first card of a bout has to be played.",
        "beat": "{card} does not beat {attacks}: play a higher card of the suit, or a trump.",
        **dict.fromkeys(("add", "may_add"), "{card} cannot be thrown in: only {ranks} can, which lie in the bout."),
    },
    facts=facts,
    keys={
        UP: Key("p", "take up", "", ("up",)),
        PASS: Key("p", "pass", "", ("pass",)),
        DONE: Key("p", "done for this bout", "", ("done",)),
        ">": Key("enter", "beat {attack} with {card}", "", said=Say("{card} on {attack}"))._replace(
            question=Say("Which card does {card} beat?"), open="beat with {card}"
        ),
        "+": Key("enter", "throw in {card}", "", said=Say("{card}")),
        "": Key("enter", "attack with {card}", ""),
    },
    listed=(
        Key(
            "p",
            "take up, pass",
            "take up as the defender; throw in nothing; be done for the bout",
            ("pass", "up", "done"),
        ),
    ),
    early=lambda _seen, _card: Say("In Durak wait until you can play: it depends on what the others do."),
    several=several,
    parts=Parts(
        "bout", "last bout", "this bout", "No bout of this deal is over yet.", "{deal}, bout {part}, play {play}"
    )._replace(over="The bout is over."),
    progress=lambda table: Say(
        "deal {number}, lost: A {one}, B {other}",
        number=kit.shown_deal(table),
        one=table.match.totals[1],
        other=table.match.totals[0],
    ),
    variant=lambda table: Say(("one lost deal", "to {n} lost deals"), n=table.options["losses"]),
    ranks=lambda table: Trump(HEIGHTS, table.turn_up.suit),
    gone="Beaten cards leave the game; those not seen are in other hands or in the stock.",
    lying=lambda table: table.bout.cards if table.bout.limit else [],
    held=held,
    piles="Nobody wins cards in Durak: beaten cards leave the game.",
    last=lambda table: table.last_bout,
    consequence=consequence,
    news=lambda before, table: () if table.stock else kit.one_left(before, table),
    advice=advice,
    doing=doing,
    stock=lambda table: kit.Stock(len(table.stock), stock(table).forms[1], table.turn_up) if table.stock else None,
    zones=zones,
    round=False,
    numbers={
        "Taken": lambda table, seat: table.taken[seat],
        "Won": lambda table, seat: table.match.totals[seat],
    },
    plate=plate,
    total="won {deals} of {losses}",
    sheet=(
        Column("cards left", lambda sheet, seat: sheet.cards[seat]),
        Column("taken up", lambda sheet, seat: sheet.taken[seat]),
        Column("out", lambda sheet, seat: f"{sheet.out.index(seat) + 1}." if seat in sheet.out else "–"),
        Column("won", lambda sheet, seat: As(sheet.points[seat])),
    ),
    made=lambda sheet, seat: [Say("{cards} left" if sheet.cards[seat] else "out", cards=sheet.cards[seat])],
    notes=lambda _match, _page: [Say("Out: in which order the players ran out of cards.")],
)
